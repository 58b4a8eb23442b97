package ddl

import (
	"strings"

	"github.com/effigydb/effigy/schema"
)

// keyText prints a key from the model; only LIKE needs it, everything else
// is cut from the text.
func keyText(c *schema.Constraint) string {
	var b strings.Builder
	switch c.Kind {
	case schema.Exclude:
		b.WriteString("EXCLUDE ")
		if c.Method != "" {
			b.WriteString("USING " + schema.Quote(c.Method) + " ")
		}
		parts := make([]string, len(c.Elements))
		for i, e := range c.Elements {
			parts[i] = indexKeyText(e.Key) + " WITH " + e.Operator
		}
		b.WriteString("(" + strings.Join(parts, ", ") + ")")
		if c.Where != nil {
			b.WriteString(" WHERE (" + c.Where.SQL + ")")
		}
	case schema.PrimaryKey:
		b.WriteString("PRIMARY KEY " + columnList(c.Columns, c.WithoutOverlaps))
	default:
		b.WriteString("UNIQUE ")
		if c.NullsNotDistinct {
			b.WriteString("NULLS NOT DISTINCT ")
		}
		b.WriteString(columnList(c.Columns, c.WithoutOverlaps))
	}
	if len(c.Including) > 0 {
		b.WriteString(" INCLUDE " + columnList(c.Including, false))
	}
	if c.Deferrable {
		b.WriteString(" DEFERRABLE")
	}
	if c.InitiallyDeferred {
		b.WriteString(" INITIALLY DEFERRED")
	}
	return b.String()
}

func columnList(columns []string, withoutOverlaps bool) string {
	quoted := make([]string, len(columns))
	for i, c := range columns {
		quoted[i] = schema.Quote(c)
	}
	if withoutOverlaps {
		quoted[len(quoted)-1] += " WITHOUT OVERLAPS"
	}
	return "(" + strings.Join(quoted, ", ") + ")"
}

func indexKeyText(k schema.IndexKey) string {
	text := schema.Quote(k.Column)
	if k.Column == "" {
		text = "(" + k.Expr.SQL + ")"
	}
	if k.Collation.Name != "" {
		text += " COLLATE " + k.Collation.String()
	}
	if k.OpClass.Name != "" {
		text += " " + k.OpClass.String()
	}
	return text
}

func indexText(table schema.Name, x *schema.Index) string {
	var b strings.Builder
	b.WriteString("CREATE ")
	if x.Unique {
		b.WriteString("UNIQUE ")
	}
	b.WriteString("INDEX " + schema.Quote(x.Name.Name) + " ON " + table.String())
	if x.Method != "" {
		b.WriteString(" USING " + schema.Quote(x.Method))
	}
	parts := make([]string, len(x.Keys))
	for i, k := range x.Keys {
		parts[i] = indexKeyText(k)
	}
	b.WriteString(" (" + strings.Join(parts, ", ") + ")")
	if len(x.Including) > 0 {
		b.WriteString(" INCLUDE " + columnList(x.Including, false))
	}
	if x.NullsNotDistinct {
		b.WriteString(" NULLS NOT DISTINCT")
	}
	if x.Where != nil {
		b.WriteString(" WHERE " + x.Where.SQL)
	}
	return b.String()
}

package generator

import (
	"strings"

	"github.com/effigydb/effigy/schema"
)

// spelling writes an expression of the model as SQL over the columns of one
// row, every part in brackets.
type spelling struct {
	strings.Builder
	lost bool // a part has no SQL of its own
}

// spell is the SQL of an expression; false where part of it has none.
func spell(e *schema.Expr) (string, bool) {
	s := &spelling{}
	s.write(e)
	return s.String(), !s.lost
}

// grammatical are functions that the grammar calls in words of its own, so
// that a plain call of theirs needs the schema.
var grammatical = map[string]bool{"extract": true, "position": true, "overlay": true, "substring": true, "trim": true, "normalize": true, "is_normalized": true}

var nows = map[string]string{
	"now": "CURRENT_TIMESTAMP", "date": "CURRENT_DATE", "time": "CURRENT_TIME", "timetz": "CURRENT_TIME", "timestamp": "CURRENT_TIMESTAMP", "localtime": "LOCALTIME",
}

func (s *spelling) write(e *schema.Expr) {
	if e == nil {
		s.lost = true
		return
	}
	switch e.Kind {
	case schema.ExprColumn:
		s.lost = s.lost || e.Name == "*"
		s.WriteString(schema.Quote(e.Name))
	case schema.ExprConst:
		s.constant(e)
	case schema.ExprOp:
		s.operator(e)
	case schema.ExprCall:
		s.call(e)
	case schema.ExprCast:
		s.around("(", e.Args[0], ")::"+e.Type.String())
	case schema.ExprCollate:
		s.around("(", e.Args[0], " COLLATE "+e.Name+")")
	case schema.ExprField:
		s.around("((", e.Args[0], ")."+schema.Quote(e.Name)+")")
	case schema.ExprSubscript:
		s.around("((", e.Args[0], ")")
		s.around("[", e.Args[1], "])")
	case schema.ExprNow:
		s.lost = s.lost || nows[e.Name] == ""
		s.WriteString(nows[e.Name])
	default:
		s.writeMore(e)
	}
}

// writeMore writes what is a word and a list, and what is true or false.
func (s *spelling) writeMore(e *schema.Expr) {
	words := map[schema.ExprKind]string{
		schema.ExprCoalesce: "COALESCE(", schema.ExprNullIf: "NULLIF(", schema.ExprGreatest: "GREATEST(", schema.ExprLeast: "LEAST(", schema.ExprRow: "ROW(",
	}
	switch {
	case words[e.Kind] != "":
		s.list(words[e.Kind], e.Args, ", ", ")")
	case e.Kind == schema.ExprArray:
		s.list("ARRAY[", e.Args, ", ", "]")
	case e.Kind == schema.ExprAnd:
		s.list("(", e.Args, " AND ", ")")
	case e.Kind == schema.ExprOr:
		s.list("(", e.Args, " OR ", ")")
	case e.Kind == schema.ExprNot:
		s.around("(NOT ", e.Args[0], ")")
	case e.Kind == schema.ExprIsNull && e.Negated:
		s.around("(", e.Args[0], " IS NOT NULL)")
	case e.Kind == schema.ExprIsNull:
		s.around("(", e.Args[0], " IS NULL)")
	case e.Kind == schema.ExprCase:
		s.cases(e.Args)
	case e.Kind == schema.ExprIn && len(e.Args) > 1:
		s.around("(", e.Args[0], map[bool]string{true: " NOT"}[e.Negated])
		s.list(" IN (", e.Args[1:], ", ", "))")
	case e.Kind == schema.ExprOpaque && e.SQL != "":
		s.WriteString("(" + e.SQL + ")")
	default:
		s.lost = true
	}
}

func (s *spelling) around(before string, e *schema.Expr, after string) {
	s.WriteString(before)
	s.write(e)
	s.WriteString(after)
}

func (s *spelling) list(before string, args []*schema.Expr, between, after string) {
	s.WriteString(before)
	for i, a := range args {
		if i > 0 {
			s.WriteString(between)
		}
		s.write(a)
	}
	s.WriteString(after)
}

func (s *spelling) constant(e *schema.Expr) {
	text := "NULL"
	if !e.Null {
		text = quoted(e.Value)
	}
	if e.Type.Name.Name != "" {
		text += "::" + e.Type.String()
	}
	s.WriteString(text)
}

func (s *spelling) operator(e *schema.Expr) {
	switch {
	case len(e.Args) == 1:
		s.around("("+e.Name+" ", e.Args[0], ")")
	case len(e.Args) == 2 && strings.Trim(e.Name, "+-*/<>=~!@#%^&|`?") == "":
		s.around("(", e.Args[0], " "+e.Name+" ")
		s.around("", e.Args[1], ")")
	default:
		s.lost = true
	}
}

func (s *spelling) call(e *schema.Expr) {
	name := e.Name
	if grammatical[name] {
		name = "pg_catalog." + schema.Quote(name)
	} else if !strings.Contains(name, ".") {
		name = schema.Quote(name)
	}
	s.list(name+"(", e.Args, ", ", ")")
}

// cases writes a CASE: the subject, pairs, the rest.
func (s *spelling) cases(args []*schema.Expr) {
	if len(args) < 4 || len(args)%2 == 1 {
		s.lost = true
		return
	}
	s.WriteString("(CASE")
	if args[0] != nil {
		s.around(" ", args[0], "")
	}
	for i := 1; i+1 < len(args)-1; i += 2 {
		s.around(" WHEN ", args[i], "")
		s.around(" THEN ", args[i+1], "")
	}
	if last := args[len(args)-1]; last != nil {
		s.around(" ELSE ", last, "")
	}
	s.WriteString(" END)")
}

// quoted writes a text as SQL.
func quoted(text string) string {
	q := schema.Literal(text)
	if strings.Contains(text, `\`) {
		return "E" + strings.ReplaceAll(q, `\`, `\\`)
	}
	return q
}

package ddl

import (
	"strconv"
	"strings"

	"github.com/effigydb/effigy/schema"
	pg "github.com/sqlc-dev/oliphant"
)

// aliases are names of built-in types that are not keywords of the grammar,
// so that the parser leaves them as written.
var aliases = map[string]string{"datetime": "timestamp", "serial": "int4", "serial4": "int4", "bigserial": "int8", "serial8": "int8", "smallserial": "int2", "serial2": "int2"}

// typeRef resolves a type as the text writes it.
func (r *reader) typeRef(t *pg.TypeName) schema.Type {
	if t == nil {
		return schema.Type{}
	}
	parts := words(t.Names)
	if t.PctType {
		return r.columnType(parts)
	}
	out := schema.Type{Name: r.typeByName(dotted(parts)), Dims: len(t.ArrayBounds)}
	if rest, ok := strings.CutPrefix(out.Name.Name, "_"); ok && out.Name.Schema == schema.Catalog {
		out.Name.Name = rest
		out.Dims++
	}
	out.Mods = r.typeMods(out.Name, t.Typmods)
	return out
}

// columnType is the type of table.column%TYPE.
func (r *reader) columnType(parts []string) schema.Type {
	if len(parts) < 2 {
		return schema.Type{}
	}
	table := r.table(r.cat.find(dotted(parts[:len(parts)-1])))
	if table == nil {
		return schema.Type{Name: schema.Name{Name: strings.Join(parts, ".") + "%type"}}
	}
	if c := table.Column(parts[len(parts)-1]); c != nil {
		return c.Type
	}
	return schema.Type{}
}

func (r *reader) typeByName(n schema.Name) schema.Name {
	array, isArray := strings.CutPrefix(n.Name, "_")
	inCatalog := builtin[n.Name] || isArray && builtin[array]
	switch {
	case n.Schema == schema.Catalog, n.Schema == "" && inCatalog:
		return schema.Name{Schema: schema.Catalog, Name: n.Name}
	case n.Schema == "":
		return r.unqualifiedType(n)
	}
	return n
}

func (r *reader) unqualifiedType(n schema.Name) schema.Name {
	if q, ok := r.cat.typeName(n); ok {
		return q
	}
	if in := aliases[n.Name]; in != "" {
		return schema.Name{Schema: schema.Catalog, Name: in}
	}
	if in, ok := r.extensionSchema(extensionTypes[n.Name]); ok {
		return schema.Name{Schema: in, Name: n.Name}
	}
	return n
}

// extensionSchema is where the text has created an extension.
func (r *reader) extensionSchema(name string) (string, bool) {
	if name == "" {
		return "", false
	}
	for _, e := range r.out.Schema.Extensions {
		if e.Name == name {
			return r.schemaOf(e), true
		}
	}
	return "", false
}

func (r *reader) schemaOf(e *schema.Extension) string {
	if e.Schema != "" {
		return e.Schema
	}
	return "public"
}

// Fields of interval's first modifier (timestamp.h), by the bits of datetime.h.
var intervalFields = map[int32]string{
	4: "year", 2: "month", 8: "day", 1024: "hour", 2048: "minute", 4096: "second",
	6: "year to month", 1032: "day to hour", 3080: "day to minute", 7176: "day to second",
	3072: "hour to minute", 7168: "hour to second", 6144: "minute to second",
}

func (r *reader) typeMods(n schema.Name, mods []*pg.Node) []string {
	var out []string
	for i, m := range mods {
		c := m.GetAConst()
		if i == 0 && n.Name == "interval" && n.Schema == schema.Catalog {
			out = append(out, intervalFields[c.GetIval().GetIval()])
			continue
		}
		switch {
		case c.GetIval() != nil:
			out = append(out, strconv.Itoa(int(c.GetIval().Ival)))
		case c.GetFval() != nil:
			out = append(out, c.GetFval().Fval)
		case c.GetSval() != nil:
			out = append(out, c.GetSval().Sval)
		case m.GetColumnRef() != nil:
			// The parser has folded geometry(Point)'s word; the text has not.
			at := r.src.at(m.GetColumnRef().Location)
			out = append(out, strings.Trim(r.src.text(at, at+1), `"`))
		}
	}
	return out
}

package catalog

import (
	pg "github.com/sqlc-dev/oliphant"

	"github.com/effigydb/effigy/ddl/diff/builtin"
	"github.com/effigydb/effigy/ddl/diff/expr"
)

// Opclass prints an operator class that an index names, "" when it is the one
// that the method takes for the type anyway.
func (c *Catalog) Opclass(names []*pg.Node, method string, t expr.Type) string {
	_, name := expr.LastTwo(names)
	if name == "" {
		return ""
	}
	e := env{c, 0}
	for range 32 {
		b, ok := e.Domain(t.Name)
		if !ok {
			break
		}
		t = b
	}
	for _, set := range c.opclassSets() {
		for _, o := range set {
			if o.Method == method && o.Name == name && o.Default && c.takes(e, o.Type, t) {
				return ""
			}
		}
	}
	for _, own := range c.Entries {
		if own.Kind == "operator class" && own.Name.Name == name && own.Attributes["default"] == "true" &&
			own.Attributes["type"] == DisplayType(expr.Type{Name: t.Name}) {
			return ""
		}
	}
	return name
}

func (c *Catalog) opclassSets() [][]builtin.Opclass {
	out := [][]builtin.Opclass{builtin.Core().Opclasses}
	for _, x := range c.extensions {
		out = append(out, x.catalog.Opclasses)
	}
	return out
}

// takes reports whether an operator class for one type is the default for
// another: the same, one relabelled, or a family such as arrays and enums.
func (c *Catalog) takes(e env, class string, t expr.Type) bool {
	info, _ := e.TypeInfo(t.Name)
	switch class {
	case t.Name:
		return true
	case "anyarray":
		return t.IsArray()
	case "anyenum":
		return info.Category == 'E'
	case "anyrange":
		return info.Category == 'R'
	case "anymultirange":
		_, ok := e.Range(t.Name)
		return ok && info.Category != 'R'
	case "record":
		return info.Category == 'C'
	case "":
		return false
	}
	k, ok := e.Cast(t.Name, class)
	return t.Name == "" || ok && k.Method == 'b' && k.Context == 'i'
}

// TypeInfo is what is known about a type.
func (c *Catalog) TypeInfo(name string) (builtin.Type, bool) { return env{c, 0}.TypeInfo(name) }

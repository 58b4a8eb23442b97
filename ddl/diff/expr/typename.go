package expr

import (
	"fmt"
	"strings"

	pg "github.com/sqlc-dev/oliphant"
)

// TypeOf resolves a type name: aliases, the search path and the modifiers.
func (a *Analyzer) TypeOf(tn *pg.TypeName) Type {
	if tn == nil {
		return Type{}
	}
	schema, name := LastTwo(tn.Names)
	t := Type{Name: name}
	t.Name, _ = a.env.Type(a.path, schema, name)
	t.Mod = modifiers(t.Name, tn.Typmods)
	if len(tn.ArrayBounds) > 0 {
		t = t.Array()
	}
	return t
}

func modifiers(name string, mods []*pg.Node) string {
	var parts []string
	for _, m := range mods {
		parts = append(parts, modifier(m))
	}
	if name == "numeric" && len(parts) == 1 {
		parts = append(parts, "0")
	}
	if name == "interval" && len(parts) > 0 && parts[0] == "32767" {
		parts = parts[1:]
	}
	return strings.Join(parts, ",")
}

func modifier(m *pg.Node) string {
	switch v := m.GetNode().(type) {
	case *pg.Node_AConst:
		switch c := v.AConst.Val.(type) {
		case *pg.A_Const_Ival:
			return fmt.Sprint(c.Ival.Ival)
		case *pg.A_Const_Fval:
			return c.Fval.Fval
		case *pg.A_Const_Sval:
			return strings.ToLower(c.Sval.Sval)
		}
	case *pg.Node_ColumnRef:
		return strings.ToLower(strings.Join(Strings(v.ColumnRef.Fields), "."))
	}
	return Raw(m)
}

// Strings are the names in a list of string nodes.
func Strings(nodes []*pg.Node) []string {
	out := make([]string, 0, len(nodes))
	for _, n := range nodes {
		if s := n.GetString_(); s != nil {
			out = append(out, s.Sval)
		}
	}
	return out
}

// LastTwo are schema and name of a qualified name, a database left out.
func LastTwo(nodes []*pg.Node) (schema, name string) {
	s := Strings(nodes)
	if len(s) == 0 {
		return "", ""
	}
	if len(s) > 1 {
		schema = s[len(s)-2]
	}
	return schema, s[len(s)-1]
}

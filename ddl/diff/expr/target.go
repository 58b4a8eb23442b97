package expr

import (
	"strconv"

	pg "github.com/sqlc-dev/oliphant"

	"github.com/effigydb/effigy/ddl/autoname"
)

func itoa(i int) string { return strconv.Itoa(i) }

// target is an entry of a select list.
type target struct {
	name string
	expr *Node
}

func targetList(targets []*target) *Node {
	out := list("targets", "")
	for _, t := range targets {
		out.Args = append(out.Args, list("as", quoteLiteral(t.name), t.expr))
	}
	return out
}

// withoutNames drops the column names of a query where nothing can refer to
// them: the later arms of a set operation, and sublinks.
func withoutNames(form *Node) *Node {
	out := *form
	out.Args = nil
	for _, n := range form.Args {
		switch n.Op {
		case "targets":
			t := list("targets", "")
			for _, as := range n.Args {
				t.Args = append(t.Args, list("as", "", as.Args...))
			}
			n = t
		case "set":
			s := list("set", n.Text)
			for _, arm := range n.Args {
				s.Args = append(s.Args, withoutNames(arm))
			}
			n = s
		}
		out.Args = append(out.Args, n)
	}
	return &out
}

// targets expands stars and names every column.
func (a *Analyzer) targets(nodes []*pg.Node, names []string) []*target {
	var out []*target
	for _, n := range nodes {
		r := n.GetResTarget()
		if r == nil {
			continue
		}
		if c := r.Val.GetColumnRef(); c != nil && len(c.Fields) > 0 && c.Fields[len(c.Fields)-1].GetAStar() != nil {
			out = append(out, a.star(c)...)
			continue
		}
		if in := r.Val.GetAIndirection(); in != nil && len(in.Indirection) > 0 && in.Indirection[len(in.Indirection)-1].GetAStar() != nil {
			out = append(out, a.expandRow(in)...)
			continue
		}
		name := r.Name
		if name == "" {
			name = autoname.Column(r.Val)
		}
		if name == "" {
			name = "?column?"
		}
		out = append(out, &target{name, a.expr(r.Val)})
	}
	for i := range out {
		if i < len(names) {
			out[i].name = names[i]
		}
	}
	return out
}

// star expands * or t.*; a relation whose columns are not known stays a star.
func (a *Analyzer) star(c *pg.ColumnRef) []*target {
	parts := Strings(c.Fields)
	if len(parts) == 0 {
		return a.scope.all()
	}
	for s := a.scope; s != nil; s = s.parent {
		for _, e := range s.rtes {
			if e.matches(parts) {
				return e.all(true)
			}
		}
	}
	return []*target{{"*", typed(opColumn, parts[len(parts)-1]+".*", Type{})}}
}

func (s *scope) all() []*target {
	var out []*target
	for _, m := range s.merged {
		out = append(out, &target{m.name, (&rte{}).node(m)})
	}
	for _, e := range s.rtes {
		if !e.hidden {
			out = append(out, e.all(false)...)
		}
	}
	return out
}

func (e *rte) all(merged bool) []*target {
	if !e.known {
		return []*target{{"*", typed(opColumn, e.prefix+".*", Type{})}}
	}
	var out []*target
	for _, c := range e.cols {
		if merged || !c.merged {
			out = append(out, &target{c.name, e.node(c)})
		}
	}
	return out
}

// expandRow is (row).*
func (a *Analyzer) expandRow(in *pg.A_Indirection) []*target {
	n := a.expr(&pg.Node{Node: &pg.Node_AIndirection{AIndirection: &pg.A_Indirection{
		Arg: in.Arg, Indirection: in.Indirection[:len(in.Indirection)-1],
	}}})
	if len(in.Indirection) == 1 {
		n = a.expr(in.Arg)
	}
	fields, ok := a.fields(n)
	if !ok {
		return []*target{{"*", list("field", "*", n)}}
	}
	var out []*target
	for _, f := range fields {
		out = append(out, &target{f.Name, typed("field", f.Name, f.Type, n)})
	}
	return out
}

// rowArgs are the fields of ROW(…), stars expanded.
func (a *Analyzer) rowArgs(nodes []*pg.Node) []*Node {
	var out []*Node
	for _, n := range nodes {
		if c := n.GetColumnRef(); c != nil && len(c.Fields) > 0 && c.Fields[len(c.Fields)-1].GetAStar() != nil {
			for _, t := range a.star(c) {
				out = append(out, t.expr)
			}
			continue
		}
		out = append(out, a.expr(n))
	}
	return out
}

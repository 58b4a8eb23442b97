package expr

import "strings"

// canCoerce reports whether a value passes as another type without being
// told so, as can_coerce_type does with COERCION_IMPLICIT.
func (a *Analyzer) canCoerce(from, to Type) bool {
	switch {
	case from.Name == to.Name, from.Name == "unknown", to.Name == "any":
		return true
	case from.Name == "" || to.Name == "":
		return false
	case isPolymorphic(to.Name):
		return a.fitsPolymorphic(from, to.Name)
	case to.Name == "record":
		return a.isComposite(from)
	case to.Name == "record[]":
		return from.IsArray() && a.isComposite(from.Elem())
	}
	if b := a.base(from); b.Name != from.Name {
		return b.Name == to.Name || a.canCoerce(b, to)
	}
	return a.implicitCast(from, to)
}

func (a *Analyzer) implicitCast(from, to Type) bool {
	if from.IsArray() && to.IsArray() {
		return a.canCoerce(from.Elem(), to.Elem())
	}
	c, ok := a.env.Cast(from.Name, to.Name)
	return ok && c.Context == 'i'
}

// relabels reports whether the cast keeps the value as it is in memory, so
// that the form does not show it.
func (a *Analyzer) relabels(from, to Type) bool {
	if from.Name == to.Name {
		return true
	}
	if from.IsArray() && to.IsArray() {
		return a.relabels(from.Elem(), to.Elem())
	}
	if _, ok := a.env.Domain(to.Name); ok {
		return false
	}
	if b := a.base(from); b.Name != from.Name {
		return a.relabels(b, to)
	}
	c, ok := a.env.Cast(from.Name, to.Name)
	return ok && c.Method == 'b'
}

// isComposite includes rows of relations.
func (a *Analyzer) isComposite(t Type) bool {
	if t.Name == "record" {
		return true
	}
	_, ok := a.env.Fields(t.Name)
	return ok
}

// coerce is the expression as a value of the type: literals are read as the
// type, arrays of expressions element by element, anything else by a cast.
func (a *Analyzer) coerce(n *Node, to Type) *Node {
	if n == nil || to.Name == "" || isPseudo(to.Name) {
		return n
	}
	switch {
	case n.Op == opNull:
		return n.retyped(to)
	case n.Op == opConst:
		if c := a.coerceConst(n, to); c != nil {
			return c
		}
	case n.Op == opArray && to.IsArray():
		return a.coerceElements(n, to)
	case n.Op == opRow && n.Type.Name == "record":
		return a.coerceRow(n, to)
	}
	return a.cast(n, to)
}

func (a *Analyzer) cast(n *Node, to Type) *Node {
	switch {
	case n.Type.Name == to.Name && (to.Mod == "" || to.Mod == n.Type.Mod):
		return n
	case to.Mod == "" && n.Type.known() && a.relabels(n.Type, to):
		return n.retyped(to)
	}
	c := typed(opCast, to.String(), to, n)
	c.implicit = n.Type.Name == "" || to.Mod == "" && a.canCoerce(n.Type, to)
	return c
}

// coerceElements is the rule that makes both placements of the casts of an IN
// list equal: ARRAY[a, b]::t[] is ARRAY[a::t, b::t].
func (a *Analyzer) coerceElements(n *Node, to Type) *Node {
	out := typed(opArray, "", to)
	for _, e := range n.Args {
		if e.Op == opArray {
			out.Args = append(out.Args, a.coerceElements(e, to))
			continue
		}
		out.Args = append(out.Args, a.coerce(e, to.Elem()))
	}
	return out
}

func (a *Analyzer) coerceRow(n *Node, to Type) *Node {
	fields, ok := a.env.Fields(to.Name)
	if !ok || len(fields) != len(n.Args) {
		return a.cast(n, to)
	}
	out := typed(opRow, "", to)
	for i, e := range n.Args {
		out.Args = append(out.Args, a.coerce(e, fields[i].Type))
	}
	return typed(opCast, to.String(), to, out)
}

// common is the type that several expressions take together, as
// select_common_type finds it; the zero Type when one of them is not known.
func (a *Analyzer) common(nodes []*Node) Type {
	pick := unknownType
	for _, n := range nodes {
		t := a.base(n.Type)
		switch {
		case n.Type.Name == "":
			return Type{}
		case n.Type.Name == "unknown" || n.Type.Name == pick.Name:
			continue
		case pick.Name == "unknown":
			pick = n.Type
			continue
		case t.Name == a.base(pick).Name:
			pick = t
			continue
		}
		pick = a.wider(a.base(pick), t)
	}
	if pick.Name == "unknown" {
		return textType
	}
	pick.Mod = ""
	return pick
}

func (a *Analyzer) wider(pick, t Type) Type {
	pc, preferred := a.category(pick)
	tc, _ := a.category(t)
	if pc == tc && !preferred && a.canCoerce(pick, t) && !a.canCoerce(t, pick) {
		return t
	}
	return pick
}

func (a *Analyzer) coerceAll(nodes []*Node, t Type) {
	for i, n := range nodes {
		nodes[i] = a.coerce(n, t)
	}
}

// toBool is the expression as a condition.
func (a *Analyzer) toBool(n *Node) *Node { return a.coerce(n, boolType) }

// loosen leaves out what a context of unknown types may have added.
func loosen(n *Node) *Node {
	switch {
	case n == nil:
		return n
	case n.Op == opCast && n.implicit && len(n.Args) == 1:
		return loosen(n.Args[0])
	case n.Op == opConst:
		m := *n
		m.loose = true
		return &m
	case n.Op == opArray:
		m := *n
		m.Args = nil
		for _, e := range n.Args {
			m.Args = append(m.Args, loosen(e))
		}
		return &m
	}
	return n
}

func isPseudo(name string) bool {
	return name == "any" || name == "record" || name == "record[]" || isPolymorphic(name)
}

func isPolymorphic(name string) bool { return strings.HasPrefix(name, "any") && name != "any" }

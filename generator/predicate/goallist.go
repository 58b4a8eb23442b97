package predicate

import (
	"slices"

	"github.com/effigydb/effigy/schema"
)

// pushIn splits an IN whose members are no constants, or whose subject is
// conditional.
func (s *solver) pushIn(e *schema.Expr, negated, strict bool) *goal {
	negated = negated != e.Negated
	plain := &schema.Expr{Kind: schema.ExprIn, Args: e.Args}
	simple := !s.conditional(e.Args[0]) && !isCount(e.Args[0])
	for _, a := range e.Args[1:] {
		simple = simple && len(a.Columns()) == 0 && !a.Opaque()
	}
	if simple && (negated || !s.listedGap(e.Args)) {
		return leaf(plain, negated, strict)
	}
	parts := make([]*goal, 0, len(e.Args)-1)
	for _, a := range e.Args[1:] {
		parts = append(parts, s.push(operation("=", e.Args[0], a), negated, strict))
	}
	if negated {
		return allOf(parts...)
	}
	return anyOf(parts...)
}

// listedGap holds for a difference between columns that is one of a short
// list: each of them is a rule that one column is made by.
func (s *solver) listedGap(args []*schema.Expr) bool {
	x := args[0]
	if len(args) > maxGaps || len(s.columnsOf(x)) < 2 {
		return false
	}
	t := s.typeOf(x)
	if short(t) != "interval" && rank(t) == 0 {
		return false
	}
	equal := operation("=", x, args[1])
	return slices.ContainsFunc(x.Columns(), func(c string) bool { return s.isolate(equal, c) != nil })
}

// maxGaps bounds the branches that such a list makes.
const maxGaps = 17

// isCount holds for num_nonnulls(…), which is split into patterns of NULLs.
func isCount(e *schema.Expr) bool {
	return e.Kind == schema.ExprCall && (e.Name == "num_nonnulls" || e.Name == "num_nulls")
}

// pushAny turns = ANY (constant array) into IN, and every other quantifier
// over a constant array into its comparisons.
func (s *solver) pushAny(e *schema.Expr, negated, strict bool) *goal {
	list, ok := s.members(e.Args[0], e.Args[1])
	if !ok {
		return leaf(e, negated, strict)
	}
	if e.Name == "=" && !e.All || e.Name == "<>" && e.All {
		in := &schema.Expr{Kind: schema.ExprIn, Args: append([]*schema.Expr{e.Args[0]}, list...)}
		return s.pushIn(in, negated != e.All, strict)
	}
	parts := make([]*goal, 0, len(list))
	for _, x := range list {
		parts = append(parts, s.push(operation(e.Name, e.Args[0], x), negated, strict))
	}
	if e.All != negated {
		return allOf(parts...)
	}
	return anyOf(parts...)
}

// members are the elements of an array that is written out, as expressions.
func (s *solver) members(subject, list *schema.Expr) ([]*schema.Expr, bool) {
	if len(list.Columns()) > 0 {
		return nil, false
	}
	to, inner := schema.Type{}, list
	for inner.Kind == schema.ExprCast && inner.Type.Dims > 0 {
		if to.Name.Name == "" {
			to = inner.Type.Elem()
		}
		inner = inner.Args[0]
	}
	if inner.Kind == schema.ExprArray {
		return retype(inner.Args, to), true
	}
	return s.parsedMembers(subject, inner)
}

// retype casts elements to the type that their array is cast to.
func retype(list []*schema.Expr, to schema.Type) []*schema.Expr {
	if to.Name.Name == "" {
		return list
	}
	out := make([]*schema.Expr, len(list))
	for i, x := range list {
		if x.Kind == schema.ExprConst && x.Type.Name.Name == "" {
			typed := *x
			typed.Type = to
			out[i] = &typed
			continue
		}
		out[i] = &schema.Expr{Kind: schema.ExprCast, Type: to, Args: []*schema.Expr{x}}
	}
	return out
}

// parsedMembers reads an array literal such as '{1,2}'.
func (s *solver) parsedMembers(subject, list *schema.Expr) ([]*schema.Expr, bool) {
	b := newBinder(s.Scope)
	t := b.bind(list)
	if t.literal != nil {
		elem := b.comparable(b.bind(subject).typ)
		elem.Dims = 1
		t = b.as(t, elem)
	}
	v, ok := t.eval(nil)
	codec := b.codec(t.typ.Elem())
	if !t.constant || !ok || codec == nil || t.typ.Dims == 0 || depth(v) > 1 {
		return nil, false
	}
	var out []*schema.Expr
	for _, x := range v.E {
		c := &schema.Expr{Kind: schema.ExprConst, Type: t.typ.Elem(), Null: x.IsNull()}
		if !c.Null {
			c.Value = string(codec.AppendText(nil, x))
		}
		out = append(out, c)
	}
	return out, true
}

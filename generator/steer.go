package generator

import (
	"github.com/effigydb/effigy/generator/predicate"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

// steered is the number of parent rows whose keys a late link is led to.
const steered = 48

// steer narrows the inputs of generated columns to what gives keys of their
// parents, where the constraints can be solved for it.
func (p *planner) steer(t *Table) error {
	var extra []predicate.Named
	for _, l := range t.links {
		if l.late && l.usable() && l.parent.component != t.component {
			if e := t.led(l); e != nil {
				extra = append(extra, predicate.Named{Constraint: l.name, Expr: e})
			}
		}
	}
	if len(extra) == 0 || t.refusal != nil || t.Rows == 0 {
		return nil
	}
	before := *t
	t.branches, t.judged, t.pooled, t.vouched = nil, nil, nil, nil
	if err := p.compile(t, extra); err != nil {
		return err
	}
	if t.refusal != nil {
		*t = before
	}
	return nil
}

// led is the predicate that the generated columns of a link have the values
// of some parent row; nil without rows. As a CHECK, a NULL passes it.
func (t *Table) led(l *link) *schema.Expr {
	or := &schema.Expr{Kind: schema.ExprOr}
	m := newMaker(l.parent)
	for k := range min(l.parent.Rows, steered) {
		if l.takes(m, k*max(l.parent.Rows/steered, 1), l.refs) {
			or.Args = append(or.Args, t.repeating(l, m.row))
		}
	}
	switch {
	case len(or.Args) == 0:
		return nil
	case len(or.Args) == 1:
		return or.Args[0]
	case or.Args[0].Kind == schema.ExprAnd:
		return or
	}
	in := &schema.Expr{Kind: schema.ExprIn, Args: or.Args[0].Args[:1]}
	for _, e := range or.Args {
		in.Args = append(in.Args, e.Args[1])
	}
	return in
}

// repeating is the predicate that the generated columns repeat a parent row.
func (t *Table) repeating(l *link, parent []value.Value) *schema.Expr {
	and := &schema.Expr{Kind: schema.ExprAnd}
	for i, c := range l.cols {
		if !t.columns[c].generated {
			continue
		}
		text := string(l.parent.columns[l.refs[i]].codec.AppendText(nil, parent[l.refs[i]]))
		cell := &schema.Expr{Kind: schema.ExprCast, Type: t.columns[c].model.Type, Args: []*schema.Expr{{Kind: schema.ExprConst, Value: text}}}
		and.Args = append(and.Args, opExpr("=", columnExpr(t.columns[c]), cell))
	}
	if len(and.Args) == 1 {
		return and.Args[0]
	}
	return and
}

package generator

import (
	"slices"

	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/predicate"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

// A CHECK that says when a column has to have a value says, to a person, also
// when it has none: of status <> 'paid' OR paid_at IS NOT NULL the rows that
// are not paid have no paid_at. So the branch in which the column has a value
// gets the labels that ask for it, which loses nothing, since the others are in
// the branch beside it; and there the column is mostly NULL.

// presence is such a rule: columns that have a value unless the label of another
// passes a test.
type presence struct {
	label   int
	columns []int
	free    *predicate.Program
	labels  []value.Value // that the rule names
}

// presencesOf finds the rules of the table's checks.
func (p *planner) presencesOf(t *Table) (all []presence) {
	for _, c := range t.model.Constraints {
		if c.Kind != schema.Check || c.Expr == nil {
			continue
		}
		list := []*schema.Expr{c.Expr}
		if c.Expr.Kind == schema.ExprAnd {
			list = c.Expr.Args
		}
		for _, e := range list {
			if d, ok := p.presenceOf(t, e); ok {
				all = append(all, d)
			}
		}
	}
	return all
}

// presenceOf reads label test OR column IS NOT NULL.
func (p *planner) presenceOf(t *Table, e *schema.Expr) (presence, bool) {
	d := presence{label: -1}
	if e.Kind != schema.ExprOr {
		return d, false
	}
	var free []*schema.Expr
	for _, a := range e.Args {
		if cols := t.present(a); cols != nil && d.columns == nil {
			d.columns = cols
			continue
		}
		free = append(free, a)
	}
	test := &schema.Expr{Kind: schema.ExprOr, Args: free}
	if len(free) == 1 {
		test = free[0]
	}
	names := test.Columns()
	if len(free) == 0 || len(d.columns) == 0 || len(names) != 1 {
		return d, false
	}
	if d.label = t.position(names[0]); d.label < 0 || contains(d.columns, d.label) {
		return d, false
	}
	d.free = predicate.Bind(test, p.scope(t))
	d.labels = t.named(t.columns[d.label], test)
	return d, len(d.labels) > 0
}

// present are the columns that an expression asks to have a value, where it
// asks for nothing else.
func (t *Table) present(e *schema.Expr) (cols []int) {
	switch {
	case e.Kind == schema.ExprIsNull && e.Negated && e.Args[0].Kind == schema.ExprColumn:
		if c := t.position(e.Args[0].Name); c >= 0 {
			return []int{c}
		}
	case e.Kind == schema.ExprAnd:
		for _, a := range e.Args {
			more := t.present(a)
			if more == nil {
				return nil
			}
			cols = append(cols, more...)
		}
	}
	return cols
}

// named are the values of a column that an expression names; of a boolean
// both.
func (t *Table) named(c *column, e *schema.Expr) (all []value.Value) {
	texts := []string{"true", "false"}
	if !c.base.Is("bool") {
		texts = nil
		e.Walk(func(x *schema.Expr) bool {
			if x.Kind == schema.ExprConst && !x.Null && !slices.Contains(texts, x.Value) {
				texts = append(texts, x.Value)
			}
			return true
		})
	}
	for _, text := range texts {
		if v, err := c.codec.Parse(text, nil); err == nil && len(v.E) == 0 {
			all = append(all, v)
		}
	}
	return all
}

// needing are the labels that ask for the columns, among those that a domain
// leaves; free tells that it leaves others.
func (d *presence) needing(t *Table, in *domain.Domain) (labels []value.Value, free bool) {
	candidates := in.Set
	if candidates == nil {
		candidates, free = d.labels, !t.columns[d.label].base.Is("bool")
	}
	allowed := domain.NewMatcher(*in)
	row := make([]value.Value, len(t.columns))
	for _, v := range candidates {
		if !allowed.Allows(v) {
			continue
		}
		row[d.label] = v
		if d.free.Test(row) == predicate.False {
			labels = append(labels, v)
		} else {
			free = true
		}
	}
	return labels, free
}

// sharpen gives a branch in which columns have to have a value the labels that
// ask for it, where there is a branch beside it for the others. It is nil where
// none of its labels asks for it and the branch beside has all of its rows.
func (t *Table) sharpen(f *predicate.Branch, all []predicate.Branch, rules []presence) *predicate.Branch {
	for i := range rules {
		d := &rules[i]
		if !d.held(t, f) || !slices.ContainsFunc(all, func(o predicate.Branch) bool { return d.idle(t, &o) }) {
			continue
		}
		labels, free := d.needing(t, &f.Columns[d.label])
		switch {
		case len(labels) == 0 && free && slices.ContainsFunc(all, func(o predicate.Branch) bool { return d.idle(t, &o) && d.covers(&o, f) }):
			return nil
		case len(labels) == 0 || !free:
			continue
		}
		to := domain.Domain{Nulls: f.Columns[d.label].Nulls, Set: labels}
		if n, ok := f.Narrowed([]int{d.label}, []domain.Domain{to}, nil); ok {
			f = n
		}
	}
	return f
}

// covers reports a branch that leaves what another one does, the columns of the
// rule and the label aside, of which it leaves more.
func (d *presence) covers(o, f *predicate.Branch) bool {
	for c := range f.Columns {
		if contains(d.columns, c) {
			continue
		}
		if c == d.label {
			both := domain.Intersect(o.Columns[c], f.Columns[c])
			if !domain.Same(&both, &f.Columns[c]) {
				return false
			}
		} else if !domain.Same(&o.Columns[c], &f.Columns[c]) {
			return false
		}
	}
	return len(o.Relations) <= len(f.Relations) && len(o.Judged) <= len(f.Judged)
}

// held reports a branch in which the columns of a rule that may be NULL have a
// value.
func (d *presence) held(t *Table, f *predicate.Branch) bool {
	return !slices.ContainsFunc(d.columns, func(c int) bool {
		return t.columns[c].required || f.Columns[c].Nulls != domain.NeverNull
	})
}

// idle reports a branch whose labels leave the columns open.
func (d *presence) idle(t *Table, f *predicate.Branch) bool {
	if slices.ContainsFunc(d.columns, func(c int) bool { return f.Columns[c].Nulls == domain.NeverNull }) {
		return false
	}
	labels, free := d.needing(t, &f.Columns[d.label])
	return free && len(labels) == 0
}

// rest notes the columns of a branch that its labels leave open: NULL mostly,
// and moments always.
func (t *Table) rest(b *branch) {
	for i := range t.presences {
		d := &t.presences[i]
		if !d.idle(t, b.formula) {
			continue
		}
		for k := range b.steps {
			s := &b.steps[k]
			c := t.columns[s.Column]
			s.idle = s.idle || contains(d.columns, s.Column) && s.Domain.Nulls == domain.MayBeNull && len(s.Tests) == 0 && !c.settings.shapes() && c.settings.NullFraction == nil
		}
	}
}

// empty reports whether a cell that may be NULL is. What the labels and the
// names say gives way after some attempts: a rule might not take it.
func (m *maker) empty(s *step, c *column) bool {
	switch missing, known := s.missing(m.row); {
	case m.attempt >= patience:
	case s.idle && (clock(c.codec.Kind()) || c.sparse):
		return true
	case s.idle:
		return !c.null(m.index, m.attempt)
	case known:
		return missing
	}
	return c.null(m.index, m.attempt)
}

package generator

import (
	"fmt"
	"slices"

	"github.com/effigydb/effigy/generator/predicate"
	"github.com/effigydb/effigy/schema"
)

// maxVetted is the number of values of a column that are put into its domain
// because the judge accepted them.
const maxVetted = 5000

// vetKeys has the judge vet the values that a column can take from other
// tables, where a constraint reads that column only and calls a function that
// reads tables: the keys of the parent of a foreign key, otherwise what the
// tables themselves hold. What it accepts becomes the column's domain.
func (p *planner) vetKeys(t *Table) error {
	if len(t.looksAt) == 0 || p.request.Judge == nil || t.refusal != nil || t.Rows == 0 {
		return nil
	}
	var extra, settled []predicate.Named
	for _, c := range t.columns {
		rules := slices.DeleteFunc(t.rulesOf(c), func(j predicate.Named) bool { return !p.readsOthers(t, j) })
		if len(rules) == 0 || c.generated || c.model.Sequence != nil {
			continue
		}
		e, err := p.vettedKeys(t, c, rules)
		if err != nil || t.refusal != nil {
			return err
		}
		if e != nil {
			extra = append(extra, predicate.Named{Constraint: rules[0].Constraint, Expr: e})
			settled = append(settled, rules...)
		}
	}
	if len(extra) == 0 {
		return nil
	}
	t.branches, t.judged, t.pooled, t.vouched = nil, nil, nil, nil
	if err := p.compile(t, extra); err != nil {
		return err
	}
	t.judged, t.pooled = without(t.judged, settled), append(t.pooled, settled...)
	return nil
}

// vettedKeys is the predicate that a column has one of the accepted values, or
// no value where the rules take NULL. It is nil where the column has no other
// source than its own space.
func (p *planner) vettedKeys(t *Table, c *column, rules []predicate.Named) (*schema.Expr, error) {
	parent := t.parentOf(c)
	values := keysFor(t, c, parent)
	if len(values) == 0 {
		return nil, nil
	}
	rows := make([][]*string, len(values)+1)
	for i := range values {
		rows[i] = []*string{&values[i]}
	}
	rows[len(values)] = []*string{nil}
	ok, err := p.acceptsRows(t, c, rules, rows)
	if err != nil {
		return nil, err
	}
	ref := columnExpr(c)
	in := &schema.Expr{Kind: schema.ExprIn, Args: []*schema.Expr{ref}}
	accepted := map[string]bool{}
	for i, v := range values {
		if ok[i] {
			accepted[v] = true
		}
		if ok[i] && len(in.Args) <= maxVetted {
			in.Args = append(in.Args, constantOf(c.model.Type, v))
		}
	}
	null := &schema.Expr{Kind: schema.ExprIsNull, Args: []*schema.Expr{ref}}
	takesNull := ok[len(values)]
	if parent != nil {
		c.vetted = true
		p.askLabels(t, c, accepted)
	}
	switch {
	case len(in.Args) > 1 && takesNull:
		return in, nil
	case len(in.Args) > 1:
		null.Negated = true
		return &schema.Expr{Kind: schema.ExprAnd, Args: []*schema.Expr{null, in}}, nil
	case parent == nil:
		return nil, nil
	case takesNull && !c.model.NotNull && !c.required:
		return null, nil
	}
	t.refuse(rules[0].Constraint, fmt.Sprintf("none of the %d keys of %s satisfies it", len(values), parent.Name), "see to what the function asks of "+parent.Name.String()+" in effigy.yaml, or rows: 0 for the table")
	return nil, nil
}

// parentOf is the table whose keys the column repeats, nil without one.
func (t *Table) parentOf(c *column) *Table {
	for _, l := range t.links {
		if l.fills(t, c.pos) && l.usable() && l.parent.component != t.component {
			return l.parent
		}
	}
	return nil
}

// keysFor are the values that the column can take from its parent, or, without
// one, from columns of its kind in the tables that the functions read.
func keysFor(t *Table, c *column, parent *Table) []string {
	seen := map[digest]bool{}
	var out []string
	from := func(o *Table, columns []int) {
		m := newMaker(o)
		for i := range o.Rows {
			if !m.at(i) {
				continue
			}
			for _, r := range columns {
				v := adapt(m.row[r], c.codec.Kind())
				if d := digestOf(appendKey(nil, v, c)); !v.IsNull() && v.Kind == c.codec.Kind() && !seen[d] {
					seen[d] = true
					out = append(out, string(c.codec.AppendText(nil, v)))
				}
			}
		}
	}
	if parent != nil {
		for _, l := range t.links {
			if at := slices.Index(l.cols, c.pos); l.parent == parent && at >= 0 {
				from(parent, l.refs[at:at+1])
				return out
			}
		}
	}
	if t.inLink(c.pos) {
		return nil
	}
	for _, o := range t.looksAt {
		if o.Rows == 0 || o.refusal != nil {
			continue
		}
		var columns []int
		for _, r := range o.columns {
			if r.codec.Kind() == c.codec.Kind() {
				columns = append(columns, r.pos)
			}
		}
		from(o, columns)
	}
	return out
}

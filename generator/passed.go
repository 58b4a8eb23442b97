package generator

import "github.com/effigydb/effigy/generator/predicate"

// What a child asks of a parent's key may be a rule that no domain says, such
// as one on the text of a uuid: it is passed on as it is, in the parent's
// words.

// passed are the rules on a column of a foreign key, and no other column, that
// can be passed on to the parent's.
func (t *Table) passed(l *link, at int, b *branch) []predicate.Relation {
	c, ref := t.columns[l.cols[at]], l.parent.columns[l.refs[at]]
	if ref.generated || c.model.Type.String() != ref.model.Type.String() {
		return nil
	}
	names := map[string]string{c.name: ref.name}
	var out []predicate.Relation
	for _, r := range b.alone(c.pos) {
		if !r.Expr.Opaque() {
			out = append(out, predicate.Relation{Constraint: r.Constraint, Expr: renamed(r.Expr, names), Columns: []int{ref.pos}, Strict: r.Strict})
		}
	}
	return out
}

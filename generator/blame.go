package generator

import (
	"slices"
	"strings"

	"github.com/effigydb/effigy/schema"
)

// about narrows the names of constraints to those that read the column; what
// the configuration says of it comes last.
func (t *Table) about(c *column, names []string) []string {
	var out []string
	for _, n := range names {
		switch {
		case n == c.name: // as predicate calls NOT NULL of what is computed
			out = append(out, "NOT NULL of column "+n)
		case n != wish(c) && t.reads(n, c):
			out = append(out, n)
		}
	}
	if out == nil {
		out = append(out, "the type of column "+c.name)
	}
	return out
}

// checks are the names of the table's CHECKs.
func (t *Table) checks() []string {
	var out []string
	for _, k := range t.model.Constraints {
		if k.Kind == schema.Check {
			out = append(out, k.Name)
		}
	}
	return out
}

// reads reports whether the constraint of that name is about the column. One
// that is no CHECK of the table, such as a domain's, may be.
func (t *Table) reads(constraint string, c *column) bool {
	for _, k := range t.model.Constraints {
		if k.Name == constraint && k.Expr != nil {
			return t.mentions(k.Expr, c, 0)
		}
	}
	for _, d := range t.schema.Domains {
		if slices.ContainsFunc(d.Checks, func(k *schema.Constraint) bool { return d.Name.Member(k.Name) == constraint }) {
			_, through := t.schema.Base(c.model.Type)
			return slices.Contains(through, d) || c.base.IsArray() || t.schema.Composite(c.base.Name) != nil
		}
	}
	_, other := strings.CutPrefix(constraint, wishPrefix)
	return !other
}

// mentions reports an expression over the column, or over what the database
// makes of it.
func (t *Table) mentions(e *schema.Expr, c *column, depth int) bool {
	if e == nil || depth > len(t.columns) {
		return false
	}
	return slices.ContainsFunc(e.Columns(), func(n string) bool {
		x := t.model.Column(n)
		return n == c.name || x != nil && x.Generated != "" && t.mentions(x.Expression, c, depth+1)
	})
}

// mentionedBy reports a CHECK of the table over the column.
func (t *Table) mentionedBy(constraint string, c *column) bool {
	return slices.Contains(t.checks(), constraint) && t.reads(constraint, c)
}

// blame adds to a refusal that the configuration has a say in the columns of
// the constraint.
func (t *Table) blame() {
	if strings.Contains(t.refusal.Reason, "effigy.yaml") || strings.HasPrefix(t.refusal.Reason, "it has to refer") {
		return
	}
	for _, c := range t.columns {
		if (c.settings.asks() || c.settings.Expression != nil || c.settings.NullFraction != nil) && contains(t.inputsOf(t.refusal.Constraint), c.pos) {
			t.refusal.Reason += ", with what effigy.yaml says of column " + c.name
			if t.refusal.Hint != serverHint {
				t.refusal.Hint = settingHint
			}
			return
		}
	}
}

// inputsOf are the columns that a constraint reads.
func (t *Table) inputsOf(constraint string) []int {
	var out []int
	for _, l := range t.links {
		if l.name == constraint {
			out = append(out, l.cols...)
		}
	}
	for _, u := range t.uniques {
		if u.name == constraint {
			out = append(out, u.inputs...)
		}
	}
	for _, k := range t.model.Constraints {
		for _, c := range t.columns {
			if k.Name == constraint && t.mentions(k.Expr, c, 0) {
				out = append(out, c.pos)
			}
		}
	}
	return out
}

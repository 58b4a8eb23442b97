package generator

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/predicate"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

// settingHint is what to do about settings that contradict the schema.
const settingHint = "change what effigy.yaml says of the column, or the constraint"

// readable refuses settings that mean nothing for their columns.
func (t *Table) readable() bool {
	m := Misreading(t.schema, t.model, Settings{Columns: t.settings.Columns}) // fix reads the fixtures
	if m == nil {
		return true
	}
	hint := m.Hint
	if hint == "" {
		hint = settingHint
	}
	t.refuse(wishPrefix+m.Column, "effigy.yaml: "+m.Text, hint)
	return false
}

// contradicted refuses settings of which the constraints leave only a part:
// a listed value that no row could have, NULLs in a column that has none.
func (p *planner) contradicted(t *Table) error {
	for _, c := range t.columns {
		if c.generated {
			continue
		}
		for i, text := range c.settings.Values {
			v, err := c.codec.Parse(text, nil)
			if err != nil || t.leaves(c, v) {
				continue
			}
			if err := p.accuse(t, c, fmt.Sprintf("value %d of effigy.yaml for column %s", i+1, c.name), equals(c, text)); err != nil || t.refusal != nil {
				return err
			}
		}
		if c.settings.asks() && !t.filled(c) {
			ref := &schema.Expr{Kind: schema.ExprColumn, Name: c.name}
			if err := p.accuse(t, c, "what effigy.yaml says of column "+c.name, null(ref, true)); err != nil || t.refusal != nil {
				return err
			}
		}
		if f := c.settings.NullFraction; f != nil && *f > 0 && !t.nullAnywhere(c) {
			ref := &schema.Expr{Kind: schema.ExprColumn, Name: c.name}
			if err := p.accuse(t, c, "the NULLs that effigy.yaml asks of column "+c.name, null(ref, false)); err != nil || t.refusal != nil {
				return err
			}
		}
	}
	return nil
}

// widen solves the constraints anew where they deny a column what the
// configuration says of it only because a rule was taken as narrower than it
// is.
func (p *planner) widen(t *Table, more []predicate.Named) error {
	if len(t.formula.Branches) == 0 || !t.denies() {
		return nil
	}
	narrow := t.formula
	f, err := predicate.Compile(predicate.Input{Scope: p.scope(t), Extra: append(p.extra(t), more...), Wary: true})
	if err != nil {
		return fmt.Errorf("planning %s: %w", t.Name, err)
	}
	if t.formula = f; len(f.Branches) == 0 || t.denies() {
		t.formula = narrow
	}
	return nil
}

// denies reports a column that has no branch for what the configuration says.
func (t *Table) denies() bool {
	for _, c := range t.columns {
		if c.generated || !c.settings.asks() {
			continue
		}
		if !t.filled(c) {
			return true
		}
		for _, text := range c.settings.Values {
			if v, err := c.codec.Parse(text, nil); err == nil && !t.leaves(c, v) {
				return true
			}
		}
	}
	return false
}

// vain refuses settings that leave a column no value, so that all of its rows
// would be NULL.
func (t *Table) vain() {
	for _, c := range t.columns {
		if c.generated || c.outside || !c.settings.asks() || t.inLink(c.pos) ||
			slices.ContainsFunc(t.branches, func(b *branch) bool { return b.spaces[c.pos] != nil }) {
			continue
		}
		reason := "no value of the type " + typed(c.model.Type) + " is what effigy.yaml says of column " + c.name
		if names := t.about(c, t.checks()); t.mentionedBy(names[0], c) {
			reason += " and meets " + list(names)
		}
		t.refuse(wish(c), reason, settingHint)
	}
}

// mentionedBy reports a CHECK of the table over the column.
func (t *Table) mentionedBy(constraint string, c *column) bool {
	return slices.Contains(t.checks(), constraint) && t.reads(constraint, c)
}

// asks reports that the configuration wants values in the column.
func (s ColumnSettings) asks() bool {
	return (s.NullFraction == nil || *s.NullFraction < 1) &&
		(len(s.Values) > 0 || s.Constant != nil || s.Pattern != "" || s.Function != "" || s.Min != "" || s.Max != "")
}

// filled reports that a branch leaves the column values.
func (t *Table) filled(c *column) bool {
	for _, b := range t.formula.Branches {
		if b.Columns[c.pos].Nulls != domain.AlwaysNull {
			return true
		}
	}
	return false
}

// nullAnywhere reports that a branch leaves the column NULL.
func (t *Table) nullAnywhere(c *column) bool {
	for _, b := range t.formula.Branches {
		if b.Columns[c.pos].Nulls != domain.NeverNull {
			return true
		}
	}
	return false
}

// leaves reports that a branch allows the column the value.
func (t *Table) leaves(c *column, v value.Value) bool {
	for _, b := range t.formula.Branches {
		d := b.Columns[c.pos]
		if d.Nulls != domain.AlwaysNull && domain.NewMatcher(d).Allows(v) {
			return true
		}
	}
	return false
}

func equals(c *column, text string) *schema.Expr {
	ref := &schema.Expr{Kind: schema.ExprColumn, Name: c.name}
	v := &schema.Expr{Kind: schema.ExprCast, Type: c.model.Type, Args: []*schema.Expr{{Kind: schema.ExprConst, Value: text}}}
	return &schema.Expr{Kind: schema.ExprOp, Name: "=", Args: []*schema.Expr{ref, v}}
}

// accuse refuses the table and names what a wish contradicts.
func (p *planner) accuse(t *Table, c *column, what string, e *schema.Expr) error {
	name := wish(c)
	asked := []predicate.Named{{Constraint: name, Expr: e}}
	if e.Kind != schema.ExprIsNull {
		ref := &schema.Expr{Kind: schema.ExprColumn, Name: c.name}
		asked = append(asked, predicate.Named{Constraint: name, Expr: null(ref, true)})
	}
	f, err := predicate.Compile(predicate.Input{Scope: p.scope(t), Extra: append(p.extra(t), asked...)})
	if err != nil {
		return fmt.Errorf("planning %s: %w", t.Name, err)
	}
	guilty := t.about(c, f.Guilty)
	if e.Kind == schema.ExprIsNull && !e.Negated && c.model.NotNull {
		guilty = []string{"NOT NULL of column " + c.name}
	}
	t.refuse(first(guilty), what+" contradicts "+list(guilty), settingHint)
	return nil
}

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

// contradictory explains a table that no row satisfies: where it can be
// filled without what the configuration says of a column, that is the reason.
func (p *planner) contradictory(t *Table, guilty []string) error {
	for _, c := range t.columns {
		if c.settings.Expression != nil {
			if names := t.about(c, guilty); t.reads(names[0], c) {
				t.refuse(names[0], "what effigy.yaml says of column "+c.name+" contradicts "+list(names), settingHint)
				return nil
			}
		}
		if reflect.ValueOf(c.settings).IsZero() {
			continue
		}
		kept := c.settings
		c.settings = ColumnSettings{}
		f, err := predicate.Compile(predicate.Input{Scope: p.scope(t), Extra: p.extra(t)})
		c.settings = kept
		if err != nil {
			return fmt.Errorf("planning %s: %w", t.Name, err)
		}
		if len(f.Branches) > 0 {
			names := t.about(c, guilty)
			if n := kept.NullFraction; n != nil && *n == 1 && c.model.NotNull {
				names = []string{"NOT NULL of column " + c.name}
			}
			t.refuse(first(names), "what effigy.yaml says of column "+c.name+" contradicts "+list(names), settingHint)
			return nil
		}
	}
	t.refuse(first(guilty), "the constraints exclude each other: "+list(guilty), "rows: 0 for the table in effigy.yaml builds it empty")
	return nil
}

// settingError is about something that the configuration asks of a column.
type settingError struct{ error }

// Unwrap is the reason.
func (e settingError) Unwrap() error { return e.error }

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

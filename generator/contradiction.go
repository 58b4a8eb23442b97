package generator

import (
	"fmt"
	"reflect"
	"slices"

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
			ref := columnExpr(c)
			if err := p.accuse(t, c, "what effigy.yaml says of column "+c.name, null(ref, true)); err != nil || t.refusal != nil {
				return err
			}
		}
		if f := c.settings.NullFraction; f != nil && *f > 0 && !t.nullAnywhere(c) {
			ref := columnExpr(c)
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
	v := &schema.Expr{Kind: schema.ExprCast, Type: c.model.Type, Args: []*schema.Expr{{Kind: schema.ExprConst, Value: text}}}
	return opExpr("=", columnExpr(c), v)
}

// accuse refuses the table and names what a wish contradicts.
func (p *planner) accuse(t *Table, c *column, what string, e *schema.Expr) error {
	name := wish(c)
	asked := []predicate.Named{{Constraint: name, Expr: e}}
	if e.Kind != schema.ExprIsNull {
		ref := columnExpr(c)
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

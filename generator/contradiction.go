package generator

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/language"
	"github.com/effigydb/effigy/generator/predicate"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

// settingHint is what to do about settings that contradict the schema.
const settingHint = "change what effigy.yaml says of the column, or the constraint"

// readable refuses settings whose texts the column's type does not read, and
// patterns that are not understood.
func (t *Table) readable() bool {
	for _, c := range t.columns {
		s := c.settings
		if s.Pattern != "" {
			if _, err := language.Compile([]language.Pattern{{Text: whole(s.Pattern)}}, language.Options{}); err != nil {
				t.refuse(wish(c), "effigy.yaml: "+err.Error(), "a pattern has classes, groups, alternatives and repetition, but no look-around and no back reference")
				return false
			}
		}
		if low, err := c.codec.Parse(s.Min, nil); s.Min != "" && s.Max != "" && err == nil {
			if high, err := c.codec.Parse(s.Max, nil); err == nil {
				if order, known := domain.Compare(low, high); known && order > 0 && c.codec.Kind() != value.Text {
					t.refuse(wish(c), "effigy.yaml: min is above max", settingHint)
					return false
				}
			}
		}
		if !spreads(c) {
			t.refuse(wish(c), "effigy.yaml: a "+s.Distribution+" distribution is of numbers and times, and the column has another type", "uniform and zipf go with any type, and with values every distribution does")
			return false
		}
		if fault := t.misfit(c); fault != "" {
			t.refuse(wish(c), "effigy.yaml has a value for it that "+fault, settingHint)
			return false
		}
	}
	return true
}

// misfit says what is wrong with the first text of a column's settings that
// its type does not take, or "". A bound of texts may be longer than they are.
func (t *Table) misfit(c *column) string {
	s := c.settings
	texts := append([]string(nil), s.Values...)
	if s.Constant != nil {
		texts = append(texts, *s.Constant)
	}
	own := len(texts)
	for _, bound := range []string{s.Min, s.Max} {
		if bound != "" {
			texts = append(texts, bound)
		}
	}
	for i, text := range texts {
		v, err := c.codec.Parse(text, nil)
		if err != nil {
			return fmt.Sprintf("the type %s does not read", typed(c.model.Type))
		}
		if _, fits := predicate.Stored(t.schema, v, c.base); !fits && (i < own || v.Kind != value.Text) {
			return "does not fit the type " + typed(c.model.Type)
		}
	}
	return ""
}

// spreads reports that the values of a column go from a least to a greatest
// one, where the configuration wants a distribution that has a middle or falls.
func spreads(c *column) bool {
	switch c.settings.Distribution {
	case "", "uniform", "zipf":
		return true
	}
	k := c.codec.Kind()
	return len(c.settings.Values) > 0 || k == value.Int || k == value.Decimal || k == value.Float || clock(k) || k == value.Time || k == value.Interval
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
			return slices.Contains(k.Expr.Columns(), c.name)
		}
	}
	_, other := strings.CutPrefix(constraint, wishPrefix)
	return !other
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
		if k.Name == constraint && k.Expr != nil {
			out = append(out, t.positionsOf(k.Expr)...)
		}
	}
	return out
}

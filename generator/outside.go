package generator

import (
	"errors"
	"fmt"
	"slices"

	"github.com/effigydb/effigy/generator/predicate"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

// outside are the values of a column, one a row, that the judge computed from
// the other cells of the row.
type outside struct {
	column *column
	values []value.Value
}

// expressions has the judge compute the columns whose expressions are beyond
// the evaluator, over the rows as they stand, and holds the result against
// every constraint.
func (p *planner) expressions(t *Table) error {
	t.outside = nil
	if t.Rows == 0 || t.refusal != nil {
		return nil
	}
	err := p.overlays(t, func(x outside) { t.outside = append(t.outside, x) })
	if err != nil || t.refusal != nil || t.outside == nil {
		return err
	}
	t.judged, t.postponed = append(t.judged, t.postponed...), nil
	if t.mode == direct {
		t.mode = retry
	}
	if err := p.hold(t, "row %d, with what the expressions of effigy.yaml give, violates it", "change the expression, or leave the column to the generator"); err != nil || t.refusal != nil {
		return err
	}
	if t.store != nil {
		t.fill()
	}
	return nil
}

// overlays computes each column of the kind and hands it on, after those that
// its expression names.
func (p *planner) overlays(t *Table, take func(outside)) error {
	for _, c := range t.outsiders() {
		x, err := p.overlay(t, c)
		var fault *ExpressionError
		if errors.As(err, &fault) {
			t.refuse(wish(c), fault.Message, expressionHint)
			return nil
		}
		if err != nil || t.refusal != nil {
			return err
		}
		if x.values != nil {
			take(x)
		}
	}
	return nil
}

const expressionHint = "random() is seeded, effigy_row is the number of the row, effigy_now the time of --now"

func (p *planner) overlay(t *Table, c *column) (outside, error) {
	x := outside{column: c}
	if p.dry() {
		t.await(wish(c))
		return x, nil
	}
	if p.request.Judge == nil {
		t.refuse(wish(c), "the expression "+errNoServer.Error(), serverHint)
		return x, nil
	}
	if t.Rows > expressionRows {
		t.refuse(wish(c), fmt.Sprintf("the expression has to be evaluated row by row, which is done for up to %d", expressionRows), "ask for fewer rows of the table in effigy.yaml")
		return x, nil
	}
	m := newMaker(t)
	for from := int64(0); from < t.Rows; from += expressionBatch {
		to := min(from+expressionBatch, t.Rows)
		var rows [][]*string
		for i := from; i < to; i++ {
			if !m.at(i) {
				t.refuse(wish(c), fmt.Sprintf("row %d can't be made", i+1), "")
				return x, nil
			}
			rows = append(rows, m.texts())
		}
		texts, err := p.evaluate(t, c, t.writtenNames(), from, rows)
		if err != nil {
			return x, err
		}
		for _, text := range texts {
			x.values = append(x.values, c.read(text))
		}
	}
	return x, nil
}

// outsiders are the columns that the judge computes, each after those that
// its expression names.
func (t *Table) outsiders() []*column {
	var out []*column
	done := map[string]bool{}
	for range t.columns {
		for _, c := range t.columns {
			if !c.outside || done[c.name] {
				continue
			}
			ready := !slices.ContainsFunc(c.settings.Expression.Columns(), func(n string) bool {
				at := t.position(n)
				return at >= 0 && t.columns[at].outside && !done[n]
			})
			if ready {
				done[c.name] = true
				out = append(out, c)
			}
		}
	}
	return out
}

// postpone leaves what only the judge can decide about such a column until
// its values are there.
func (t *Table) postpone() {
	t.judged = slices.DeleteFunc(t.judged, func(j predicate.Named) bool {
		if !t.later(t.positionsOf(j.Expr)) {
			return false
		}
		t.postponed = append(t.postponed, j)
		return true
	})
}

// later reports that one of the columns has its values only when the rows
// are made.
func (t *Table) later(cols []int) bool {
	return slices.ContainsFunc(cols, func(c int) bool { return t.columns[c].outside })
}

func (t *Table) positionsOf(e *schema.Expr) []int {
	var out []int
	for _, n := range e.Columns() {
		if p := t.position(n); p >= 0 {
			out = append(out, p)
		}
	}
	return out
}

// read is a text of the server as a value; what its codec does not know is
// kept as text.
func (c *column) read(text *string) value.Value {
	if text == nil {
		return value.Value{}
	}
	v, err := c.codec.Parse(*text, nil)
	if err != nil {
		return value.String(*text)
	}
	return v
}

// mended puts what the judge gave the columns of an accepted row. It reports
// whether there is any.
func (m *maker) mended(p int64) bool {
	some := false
	if m.t.mode != search {
		return false
	}
	for _, c := range m.t.columns {
		if c.mended != nil {
			some = true
			m.put(c.pos, c.mended[p])
		}
	}
	return some
}

// lay puts what the judge computed over the row.
func (m *maker) lay(p int64) bool {
	if len(m.t.outside) == 0 && !m.mended(p) {
		return true
	}
	for _, x := range m.t.outside {
		m.put(x.column.pos, x.values[p])
	}
	return m.compute()
}

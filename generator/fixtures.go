package generator

import (
	"fmt"
	"slices"
	"strings"

	"github.com/effigydb/effigy/generator/predicate"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

// cell is a literal cell of a fixture row.
type cell struct {
	column int
	value  value.Value
}

// fixtureHint is what to do about a fixture that violates a constraint.
const fixtureHint = "correct the row in effigy.yaml, or leave columns out of it: they are generated"

// fix takes the literal rows of a lookup table over. Columns that a row does
// not name are generated around those that it names. The finished rows are
// kept.
func (p *planner) fix(t *Table) error {
	t.Rows, t.CappedBy = int64(len(t.settings.Fixtures)), ""
	t.fixed, t.mode, t.rows, t.store, t.origins = true, direct, nil, nil, nil
	if !t.readFixtures() {
		return nil
	}
	t.release(p)
	t.chooseProducts(p.children[t])
	t.complete()
	if t.refusal != nil {
		return nil
	}
	if err := p.overlays(t, t.overlayFixtures); err != nil || t.refusal != nil {
		return err
	}
	t.judged, t.postponed = append(t.judged, t.postponed...), nil
	return p.hold(t, "fixture %d of effigy.yaml violates it", fixtureHint)
}

// readFixtures reads the literal cells; false refuses the table.
func (t *Table) readFixtures() bool {
	t.fixtures = nil
	for i, row := range t.settings.Fixtures {
		var cells []cell
		for _, c := range t.columns {
			text, given := row[c.name]
			if !given {
				continue
			}
			v := value.Value{}
			if text != nil {
				var err error
				if v, err = c.codec.Parse(*text, nil); err != nil {
					t.refuse(wish(c), fmt.Sprintf("fixture %d has no value that the type %s reads", i+1, typed(c.model.Type)), fixtureHint)
					return false
				}
				var fits bool
				if v, fits = predicate.Stored(t.schema, v, c.base); !fits {
					t.refuse(wish(c), fmt.Sprintf("the value of fixture %d does not fit the type %s", i+1, typed(c.model.Type)), fixtureHint)
					return false
				}
			}
			if v.IsNull() && !t.nullAnywhere(c) {
				t.refuse("NOT NULL of column "+c.name, fmt.Sprintf("fixture %d of effigy.yaml has NULL there", i+1), fixtureHint)
				return false
			}
			cells = append(cells, cell{c.pos, v})
		}
		t.fixtures = append(t.fixtures, cells)
	}
	return true
}

// typed is a type as people write it: varchar(3) for pg_catalog."varchar"(3).
func typed(t schema.Type) string {
	if own, ok := strings.CutPrefix(t.String(), "pg_catalog."); ok {
		return strings.ReplaceAll(own, `"`, "")
	}
	return t.String()
}

// release leaves the columns with literal cells to them: no unit and no
// foreign key fills them by itself.
func (t *Table) release(p *planner) {
	literal := map[int]bool{}
	for _, row := range t.fixtures {
		for _, c := range row {
			literal[c.column] = true
		}
	}
	t.units = slices.DeleteFunc(t.units, func(u *unit) bool {
		return slices.ContainsFunc(u.columns(), func(c int) bool { return literal[c] })
	})
	for _, l := range t.links {
		l.alone, l.unit = false, t.inUnits(l)
	}
	t.addSteps(p)
	t.guarded = true
}

func (t *Table) inUnits(l *link) bool {
	for _, u := range t.units {
		for _, x := range u.members {
			if x.link == l {
				return true
			}
		}
	}
	return false
}

// complete makes the rows around the literal cells.
func (t *Table) complete() {
	var rows [][]value.Value
	seen := map[digest]bool{}
	m := newMaker(t)
	for i := range t.Rows {
		if !m.fixture(i, seen) {
			t.refuse(m.guilty(i), fmt.Sprintf("fixture %d of effigy.yaml violates it, or leaves no value for its other columns", i+1), fixtureHint)
			return
		}
		row := make([]value.Value, len(m.row))
		for c, v := range m.row {
			row[c] = copyOf(v)
		}
		rows = append(rows, row)
	}
	t.rows = rows
}

// overlayFixtures puts what the judge computed into the rows that do not name
// the column.
func (t *Table) overlayFixtures(x outside) {
	m := newMaker(t)
	for i, cells := range t.fixtures {
		if slices.ContainsFunc(cells, func(c cell) bool { return c.column == x.column.pos }) {
			continue
		}
		m.literal(int64(i))
		m.put(x.column.pos, x.values[i])
		m.compute()
		for c, v := range m.row {
			t.rows[i][c] = copyOf(v)
		}
	}
}

// guilty is the constraint that no completion of the literal cells satisfied,
// as far as is known.
func (m *maker) guilty(p int64) string {
	blamed := m.blamed
	m.begin(uint64(p), 0, p)
	m.preset()
	if truth, name := m.t.formula.Check(m.row); truth == predicate.False {
		return name
	}
	if blamed == "" {
		blamed = "the constraints of " + m.t.Name.String()
	}
	return blamed
}

// fixtureTries bounds the attempts to complete a row.
const fixtureTries = 500

// fixture makes row p of a table of literal rows.
func (m *maker) fixture(p int64, seen map[digest]bool) bool {
	for a := range uint32(fixtureTries) {
		if m.try(uint64(p), a, p) && m.check() != predicate.False && m.differs(seen) {
			return true
		}
	}
	return false
}

// differs tells whether no row before has a key of the row, and notes them.
func (m *maker) differs(seen map[digest]bool) bool {
	var keys []digest
	for i, u := range m.t.uniques {
		key, counted, known := m.uniqueKey(u)
		if !known || !counted {
			continue
		}
		d := digestOf(append(key, byte(i), byte(i>>8)))
		if seen[d] {
			m.blamed = u.name
			return false
		}
		keys = append(keys, d)
	}
	for _, d := range keys {
		seen[d] = true
	}
	return true
}

// literal is a finished row; while they are being made, one before it.
func (m *maker) literal(p int64) bool {
	if m.t.rows == nil {
		return m.try(uint64(p), 0, p)
	}
	m.begin(uint64(p), 0, p)
	copy(m.row, m.t.rows[p])
	m.wide = true
	return true
}

// preset puts the literal cells of the row.
func (m *maker) preset() {
	if m.t.fixtures == nil {
		return
	}
	for _, c := range m.t.fixtures[m.index] {
		m.put(c.column, c.value)
	}
}

// given reports that the row's literal cells are all of a foreign key.
func (m *maker) given(l *link) bool {
	if m.t.fixtures == nil {
		return false
	}
	for _, c := range l.cols {
		if !m.done[c] {
			return false
		}
	}
	return true
}

package generator

import (
	"github.com/effigydb/effigy/generator/predicate"
	"github.com/effigydb/effigy/generator/space"
	"github.com/effigydb/effigy/generator/value"
)

// maker makes the rows of one table, one at a time, for one goroutine.
type maker struct {
	t        *Table
	row      []value.Value // by position in the model
	done     []bool
	set      []int // positions that have a value, in order
	arena    value.Arena
	reach    []reach           // by link
	others   map[*Table]*maker // parents of polymorphic ids
	kin      *kindred          // who tell the ages of parents, and theirs
	telling  bool              // an age
	chosen   []int64           // parent row of each link, -1 for none
	through  []through         // by link
	place    berth             // of the row in its brood
	member   uint64
	steps    int64 // of the path that the row is about: see closure.go
	aged     bool  // began is known
	began    value.Value
	ended    value.Value
	index    uint64
	attempt  uint32
	limit    int64
	branch   *branch
	key      []byte
	free     []int // scratch memory of standing and matchParent
	closed   []int
	refs     []int
	found    []found                 // by link, where one was needed
	unsound  bool                    // a constructed or trusted check failed after all
	unsure   bool                    // a cell was drawn past a rule that is no number: no check is trusted
	cut      bool                    // a range was shortened: every check is asked
	lost     []bool                  // generated columns that the evaluator could not compute
	planning bool                    // rows are tried by the plan, in one goroutine
	outside  map[*expression]*string // what the judge computed for the row
	blamed   string                  // constraint that the last failed try broke, where known
	spaces   map[string]space.Space  // of texts that rows narrow: see narrowed.go
	dear     uint64                  // of these put together since the search last asked
	core     bool                    // only the core of rows is asked for: see core.go
	wide     bool                    // cells were written that set does not list
}

func newMaker(t *Table) *maker {
	n := len(t.columns)
	flags := make([]bool, 2*n)
	return &maker{
		t: t, row: make([]value.Value, n), done: flags[:n:n], lost: flags[n:],
		reach: make([]reach, len(t.links)), chosen: make([]int64, len(t.links)), through: make([]through, len(t.links)),
	}
}

// maxAttempts bounds the attempts of one row in retry mode. The plan refuses
// or searches a table whose sample comes near it.
const maxAttempts = 4096

// at makes row p of the plan.
func (m *maker) at(p int64) bool {
	if m.t.fixed {
		return m.literal(p)
	}
	return m.made(p) && m.lay(p)
}

// made makes row p but for what the judge computes of it.
func (m *maker) made(p int64) bool {
	index, attempt, limit := m.t.origin(p)
	if m.t.mode != retry {
		return m.try(index, attempt, limit)
	}
	for a := range uint32(maxAttempts) {
		if m.try(index, a, limit) && m.check() != predicate.False && m.alone() {
			return true
		}
	}
	return false
}

func (m *maker) begin(index uint64, attempt uint32, limit int64) {
	m.arena.Reset()
	m.wipe()
	m.index, m.attempt, m.limit = index, attempt, limit
	m.member = m.t.key.At(index, attempt)
	m.branch, m.blamed, m.aged, m.unsure, m.cut = nil, "", false, false, false
	for i := range m.chosen {
		m.chosen[i] = -1
	}
}

// wipe takes the cells of the row before away.
func (m *maker) wipe() {
	if m.wide {
		clear(m.row)
		clear(m.done)
	}
	for _, c := range m.set {
		m.row[c], m.done[c] = value.Value{}, false
	}
	m.set, m.wide = m.set[:0], false
}

// try makes one candidate; false when a rule that is known while the row is
// made rejects it. What needs the whole row is left to check.
func (m *maker) try(index uint64, attempt uint32, limit int64) bool {
	if !m.keyed(index, attempt, limit) {
		return false
	}
	if m.brief() {
		for _, i := range m.branch.core {
			if !m.step(&m.branch.steps[i]) {
				return false
			}
		}
	} else {
		for i := range m.branch.steps {
			if !m.step(&m.branch.steps[i]) {
				return false
			}
		}
	}
	return m.complete()
}

// keyed makes the cells of units and foreign keys.
func (m *maker) keyed(index uint64, attempt uint32, limit int64) bool {
	m.begin(index, attempt, limit)
	m.preset()
	m.count()
	for _, u := range m.t.units {
		if !u.set(m, index, attempt) {
			m.blamed = u.unique.name
			return false
		}
	}
	if !m.choose() {
		return false
	}
	for _, l := range m.t.links {
		if !l.unit && !l.late && !m.given(l) && !m.ascend(l) {
			m.blamed = l.name
			return false
		}
	}
	return true
}

// complete sets what follows from the cells of the steps.
func (m *maker) complete() bool {
	if len(m.t.polymorphs) > 0 {
		m.morph()
	}
	m.multiply()
	if m.brief() {
		return m.followLate() && m.consistent()
	}
	m.preset()
	return m.compute() && m.followLate() && m.consistent()
}

// put writes a cell.
func (m *maker) put(c int, v value.Value) {
	m.row[c] = v
	if !m.done[c] {
		m.done[c] = true
		m.set = append(m.set, c)
	}
}

func (m *maker) null(c int) {
	if c >= 0 {
		m.put(c, value.Value{})
	}
}

// undo takes the cells back that were written after the first n.
func (m *maker) undo(n int) {
	for _, c := range m.set[n:] {
		m.done[c], m.row[c] = false, value.Value{}
	}
	m.set = m.set[:n]
}

// rank writes a member of a unit. A grouped space fixes whom the row is about.
func (m *maker) rank(x *member, rank uint64) {
	if g, ok := x.space.(space.Grouped); ok {
		m.member = g.Member(rank)
		m.put(x.pos, g.Unrank(rank, &m.arena))
		return
	}
	m.put(x.pos, x.space.Unrank(rank, &m.arena))
}

// compute fills in the generated columns; what is not known stays NULL. It is
// false where the value of a column that is written is not known.
func (m *maker) compute() bool {
	for _, g := range m.t.formula.Generated {
		v, ok := g.Program.Eval(m.row)
		if m.lost[g.Column], m.wide = !ok, true; ok {
			m.row[g.Column] = v
			continue
		}
		if c := m.t.columns[g.Column]; c.settings.Expression != nil {
			m.blamed = wish(c)
			return false
		}
	}
	return true
}

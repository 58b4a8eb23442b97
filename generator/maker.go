package generator

import (
	"github.com/effigydb/effigy/generator/domain"
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
	parents  []*maker
	byUnit   []*unit           // what fills the keys of parents, nil where nothing does
	others   map[*Table]*maker // parents of polymorphic ids
	chosen   []int64           // parent row of each link, -1 for none
	member   uint64
	aged     bool // began is known
	began    value.Value
	index    uint64
	attempt  uint32
	limit    int64
	branch   *branch
	key      []byte
	free     []int // scratch memory of standing and matchParent
	closed   []int
	refs     []int
	found    []found                 // by link, where one was needed
	counts   []*op                   // by link: a parent's key that counts with its rows
	unsound  bool                    // a constructed check failed after all
	lost     []bool                  // generated columns that the evaluator could not compute
	planning bool                    // rows are tried by the plan, in one goroutine
	outside  map[*expression]*string // what the judge computed for the row
	blamed   string                  // constraint that the last failed try broke, where known
	core     bool                    // only the core of rows is asked for: see core.go
	wide     bool                    // cells were written that set does not list
}

func newMaker(t *Table) *maker {
	return &maker{
		t: t, row: make([]value.Value, len(t.columns)), done: make([]bool, len(t.columns)), lost: make([]bool, len(t.columns)),
		parents: make([]*maker, len(t.links)), byUnit: make([]*unit, len(t.links)), counts: make([]*op, len(t.links)), chosen: make([]int64, len(t.links)),
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
		if m.try(index, a, limit) && m.check() != predicate.False {
			return true
		}
	}
	return false
}

// keys makes the given columns of row p, and perhaps others: directly where a
// stable unit holds them all, otherwise by making the row.
func (m *maker) keys(p int64, cols []int) bool {
	if m.t.fixed {
		return m.literal(p)
	}
	return m.keysBy(m.t.keyUnit(cols), p, cols)
}

// keysBy is keys for a table without fixtures whose stable unit is known; nil
// for none.
func (m *maker) keysBy(u *unit, p int64, cols []int) bool {
	if u == nil {
		if m.recall(p, cols) {
			return true
		}
		return m.only(p, cols)
	}
	index, attempt, limit := m.t.origin(p)
	if m.t.ahead {
		index, attempt, limit = uint64(p), 0, p
	}
	m.begin(index, attempt, limit)
	return u.set(m, index, attempt)
}

// keyUnit is the stable unit that fills all of the columns, or nil.
func (t *Table) keyUnit(cols []int) *unit {
	for _, u := range t.units {
		if u.stable && u.holds(cols) {
			return u
		}
	}
	return nil
}

func (u *unit) holds(cols []int) bool {
	for _, c := range cols {
		found := false
		for _, x := range u.members {
			found = found || x.pos == c || x.link != nil && contains(x.link.cols, c)
		}
		if !found {
			return false
		}
	}
	return true
}

func (m *maker) begin(index uint64, attempt uint32, limit int64) {
	m.arena.Reset()
	m.wipe()
	m.index, m.attempt, m.limit = index, attempt, limit
	m.member = m.t.key.At(index, attempt)
	m.branch, m.blamed, m.aged = nil, "", false
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

// only makes row p, or no more of it than its keys where those are the
// columns and nothing else can reject the row.
func (m *maker) only(p int64, cols []int) bool {
	if !m.core || m.t.mode == retry || len(m.t.outside) > 0 || !m.t.keysFirst(cols) {
		return m.at(p)
	}
	return m.keyed(m.t.origin(p))
}

// keysFirst reports columns that units and foreign keys fill before any step.
func (t *Table) keysFirst(cols []int) bool {
	for _, l := range t.links {
		if l.late || l.computed || l.untied || len(l.own) > 0 {
			return false
		}
	}
	for _, c := range cols {
		if !t.inUnit(c) && !t.inLink(c) {
			return false
		}
	}
	return t.fixtures == nil
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
		if !l.unit && !l.late && !m.given(l) && !m.follow(l) {
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
		m.member = rank
		m.put(x.pos, g.Unrank(rank, &m.arena))
		return
	}
	m.put(x.pos, x.space.Unrank(rank, &m.arena))
}

// choose picks the branch of the row: by weight, among those that admit what
// the units have set.
func (m *maker) choose() bool {
	n := len(m.t.branches)
	if n == 0 {
		return false
	}
	if n == 1 && !m.t.guarded {
		m.branch = m.t.branches[0]
		return true
	}
	first := m.pick(n)
	for d := range n {
		b := m.t.branches[(first+d)%n]
		if m.open(b) && b.formula.Admits(m.row, m.doubtful()) {
			m.branch = b
			return true
		}
		if m.attempt > 0 && d > 8 {
			break
		}
		m.redo()
	}
	return false
}

// doubtful lists the cells that a branch may refuse: those of units that draw
// from what every branch leaves are beyond doubt once the sample has shown it.
func (m *maker) doubtful() []int {
	if !m.t.lean || m.t.assured == nil {
		return m.set
	}
	m.free = m.free[:0]
	for _, c := range m.set {
		if !m.t.assured[c] {
			m.free = append(m.free, c)
		}
	}
	return m.free
}

// assure notes the columns of units whose space is that of every branch.
func (t *Table) assure() {
	t.assured = make([]bool, len(t.columns))
	for _, u := range t.units {
		for _, x := range u.members {
			if x.link == nil && t.steady(x.pos) && t.branches[0].spaces[x.pos] == x.space && t.same(x.pos) && !t.related(x.pos) {
				t.assured[x.pos] = true
			}
		}
	}
}

// pick draws a branch. The first rows go through all branches, so that each
// occurs however small its weight.
func (m *maker) pick(n int) int {
	if n > 1 && m.attempt == 0 && m.index%8 == 3 && (!m.t.weighted || m.index < uint64(8*n)) {
		return int(m.index/8) % n
	}
	return m.t.pick.At(m.t.branchKey.At(m.index, m.attempt))
}

// open fits the NULLs of columns set by units to the branch.
func (m *maker) open(b *branch) bool {
	for _, c := range m.set {
		switch b.formula.Columns[c].Nulls {
		case domain.AlwaysNull:
			if m.t.columns[c].model.NotNull {
				return false
			}
			m.row[c] = value.Value{}
		case domain.NeverNull:
			if m.row[c].IsNull() {
				return false
			}
		}
	}
	return true
}

// redo makes the units' cells again, after a branch has overwritten some.
func (m *maker) redo() {
	index, attempt := m.index, m.attempt
	limit := m.limit
	m.begin(index, attempt, limit)
	for _, u := range m.t.units {
		u.set(m, index, attempt)
	}
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

// check holds the finished row against every constraint of the table; those
// that are constructed are left out once the sample has shown them to be.
func (m *maker) check() predicate.Truth {
	f := m.t.formula
	t, name := f.CheckTested(m.row, m.t.vouched)
	if t != predicate.False && !m.t.lean {
		if more, by := f.CheckConstructed(m.row, m.t.vouched); more != predicate.True {
			t, name, m.unsound = more, by, true
		}
	}
	if t != predicate.True {
		m.blamed = name
	}
	return t
}

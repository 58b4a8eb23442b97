package generator

import (
	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/draw"
	"github.com/effigydb/effigy/generator/space"
	"github.com/effigydb/effigy/generator/value"
)

// flat is the row program of a table whose cells need nothing but the row's
// index: each column is one operation, written straight into the buffer. It
// makes the same bytes as maker, which handles everything else.
type flat struct {
	t       *Table
	ops     []op  // by position in the model
	members []int // units that say whom a row is about, in order
	births  []int // columns that tell when a row began
	seniors []*flat

	index  uint64
	member uint64
	known  bool // member is that of index
	stamp  uint64
	stamps []uint64
	cells  []value.Value // cells that others ask for, valid while stamped
	aged   uint64
	began  value.Value
	ended  value.Value
	mortal bool // parents may have come to an end
	arena  value.Arena
}

type opKind uint8

const (
	opDraw opKind = iota
	opRank        // a unit of one column
	opKey         // a foreign key of one column
	opNull
	opCore // made by a maker
)

// op makes one cell.
type op struct {
	kind     opKind
	col      *column
	space    space.Space
	grouped  space.Grouped
	ordered  space.Ordered
	perm     draw.Permutation
	counting bool // ranks in order
	start    int64
	step     int64
	integer  bool
	nullable bool
	tour     rota
	soft     []soft
	tense    tense
	plot
	link   *link
	parent *op  // the parent's key
	asked  bool // other cells of the row ask for this one
	shortcut
}

// newFlat compiles the table, nil when a column needs more than an operation.
func newFlat(t *Table) *flat { return compile(t, 0) }

// maxSeniors bounds the chain of parents whose age a row asks for.
const maxSeniors = 6

func compile(t *Table, depth int) *flat {
	if t.mode != direct || t.fixed || t.origins != nil || len(t.branches) != 1 || t.guarded || len(t.polymorphs)+len(t.products) > 0 || t.slotted >= 0 || depth > maxSeniors {
		return nil
	}
	f := &flat{t: t, ops: make([]op, len(t.columns)), stamps: make([]uint64, len(t.columns)), cells: make([]value.Value, len(t.columns))}
	done := make([]bool, len(t.columns))
	if !f.addUnits(done) || !f.addKeys(done) || !f.addDraws(done) {
		return nil
	}
	f.mortal = t.outlived()
	for _, l := range t.seniors {
		senior := compile(l.parent, depth+1)
		if senior == nil {
			return nil
		}
		f.seniors = append(f.seniors, senior)
	}
	for _, c := range t.births {
		if !t.columns[c].generated {
			f.births = append(f.births, c)
		}
	}
	return f
}

func (f *flat) addUnits(done []bool) bool {
	for _, u := range f.t.units {
		if !u.lone() || !u.stable {
			return false
		}
		c := u.members[0].pos
		f.ops[c] = rankOp(f.t, u)
		if f.ops[c].grouped != nil {
			f.members = append(f.members, c)
		}
		done[c] = true
	}
	return true
}

func rankOp(t *Table, u *unit) op {
	x := &u.members[0]
	o := op{kind: opRank, col: t.columns[x.pos], space: x.space, perm: u.perm, counting: x.serial}
	o.grouped, _ = x.space.(space.Grouped)
	if s, ok := x.space.(serial); ok && x.serial && !s.decimal {
		o.start, o.step, o.integer = s.start, s.step, true
	}
	return o
}

func (f *flat) addKeys(done []bool) bool {
	b := f.t.branches[0]
	for _, l := range f.t.links {
		if len(l.cols) != 1 || l.self || l.period || l.leaf || l.computed || !l.alone || len(l.turns)+len(l.accords) > 0 || done[l.cols[0]] {
			return false
		}
		c := l.cols[0]
		nulls := b.formula.Columns[c].Nulls
		o := op{kind: opKey, col: f.t.columns[c], link: l, nullable: nulls == domain.MayBeNull}
		switch {
		case !l.usable() || nulls == domain.AlwaysNull:
			o.kind = opNull
		case b.bound[c] || l.parent.origins != nil || l.parent.fixed:
			return false
		default:
			u := l.parent.keyUnit(l.refs)
			if u == nil || !u.lone() {
				return false
			}
			p := rankOp(l.parent, u)
			o.parent = &p
		}
		f.ops[c], done[c] = o, true
	}
	return true
}

func (f *flat) addDraws(done []bool) bool {
	for i := range f.t.branches[0].steps {
		s := &f.t.branches[0].steps[i]
		c := s.Column
		if done[c] {
			continue
		}
		if len(s.Bounds)+len(s.Tests) > 0 || s.idle || s.late {
			return false
		}
		f.ops[c], done[c] = drawOp(f.t.columns[c], s), true
	}
	for _, c := range f.t.written {
		if !done[c] {
			return false
		}
	}
	return true
}

// begin starts a row.
func (f *flat) begin(index uint64) {
	f.index, f.known = index, false
	f.stamp++
	f.arena.Reset()
}

// cell makes one cell of the row.
func (f *flat) cell(c int) value.Value {
	o := &f.ops[c]
	switch o.kind {
	case opRank:
		return o.ranked(f.index, &f.arena)
	case opKey:
		if o.nullable && o.col.null(f.index, 0) {
			return value.Value{}
		}
		return adapt(o.parent.ranked(uint64(f.chosen(o.link)), &f.arena), o.col.codec.Kind())
	case opNull:
		return value.Value{}
	}
	if len(o.soft) > 0 || o.asked {
		if f.stamps[c] == f.stamp {
			return f.cells[c]
		}
		f.cells[c], f.stamps[c] = f.draw(o), f.stamp
		return f.cells[c]
	}
	return f.draw(o)
}

func (f *flat) chosen(l *link) int64 { return l.choose(l.key.At(f.index, 0), f.index, l.parent.Rows) }

// ranked is the key that a unit of one column gives a candidate.
func (o *op) ranked(index uint64, a *value.Arena) value.Value {
	if o.integer {
		return value.Integer(o.start + int64(index)*o.step)
	}
	if !o.counting {
		index = o.perm.At(index)
	}
	return o.space.Unrank(index, a)
}

func (f *flat) draw(o *op) value.Value {
	missing, known := f.missing(o)
	if missing || !known && o.nullable && o.col.null(f.index, 0) {
		return value.Value{}
	}
	h := o.col.values.At(f.index, 0)
	if len(o.soft) > 0 && o.ordered != nil {
		if w, place, ok := f.softened(o, h, known); ok {
			if v, ok := placed(o.ordered, w, place, h); ok {
				return v
			}
		}
	}
	if o.grouped != nil {
		return o.grouped.Part(f.whom(), &f.arena)
	}
	return tour(o.space, o.tour, f.index, 0, h, &f.arena)
}

// whom is the number of the person or place that the row is about.
func (f *flat) whom() uint64 {
	if !f.known {
		f.known, f.member = true, f.t.key.At(f.index, 0)
		for _, c := range f.members {
			if f.member = f.index; !f.ops[c].counting {
				f.member = f.ops[c].perm.At(f.index)
			}
			f.member = f.ops[c].grouped.Member(f.member)
		}
	}
	return f.member
}

// missing is that of a step.
func (f *flat) missing(o *op) (missing, known bool) {
	if o.story.has != nil {
		label := f.cell(o.story.column)
		if has, told := o.story.has[string(label.B)]; told {
			return !has, true
		}
	}
	for _, c := range o.awaits {
		if v := f.cell(c); v.IsNull() {
			return true, true
		}
	}
	return false, false
}

func (f *flat) softened(o *op, h uint64, known bool) (left, place window, ok bool) {
	d := dated{window: open, kind: o.col.codec.Kind(), now: f.t.now}
	for i := range o.soft {
		v := f.moment(o.soft[i].column)
		d.add(&o.soft[i], &v, 0)
	}
	return d.settle(&o.tense, o.plotted && !known, h)
}

func (f *flat) moment(c int) value.Value {
	if c >= 0 {
		return f.cell(c)
	}
	if f.aged != f.stamp {
		f.ask()
	}
	if c == ended {
		return f.ended
	}
	return f.began
}

// ask finds when the parents of the row came to be, and to an end.
func (f *flat) ask() {
	f.aged, f.began, f.ended = f.stamp, value.Value{}, value.Value{}
	for i, l := range f.t.seniors {
		if o := &f.ops[l.cols[0]]; o.kind != opKey || o.nullable && o.col.null(f.index, 0) {
			continue
		}
		senior := f.seniors[i]
		senior.begin(uint64(f.chosen(l)))
		var birth value.Value
		for _, c := range senior.births {
			birth = later(birth, senior.cell(c))
		}
		f.began = later(f.began, birth)
		if f.mortal {
			for _, c := range l.parent.deaths {
				f.ended = earlier(f.ended, senior.cell(c))
			}
		}
	}
}

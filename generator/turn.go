package generator

import (
	"slices"

	"github.com/effigydb/effigy/generator/predicate"
)

// A unique index with a predicate asks that some rows differ in a key: one
// cart of a customer, one default address. Where the key holds a foreign key,
// those rows take parents in turn, each another one, and the others any; no
// row has to be remembered.

// turns makes a partial unique distinct that way. It reports whether it can:
// the predicate reads only cells that can be drawn before the parent is
// chosen, and there is a parent for every row.
func (t *Table) turns(u *unique) bool {
	if u.where == nil || !u.where.understood() || len(u.exprs) > 0 || len(t.settings.Fixtures) > 0 || t.outsideOf(u.inputs) {
		return false
	}
	if slices.ContainsFunc(u.where.columns, func(c int) bool { return !t.upfront(c) }) {
		return false
	}
	for i, l := range t.links {
		if l.takesTurns(t) && l.leavesNone(t) && l.tells(u.columns) && (u.distinctNulls || t.neverAll(u.columns)) && !t.filledBefore(l, i) {
			l.turns = append(l.turns, u)
			return true
		}
	}
	return false
}

// leavesNone reports a foreign key without columns that rows without a parent
// have a value in.
func (l *link) leavesNone(t *Table) bool { return len(l.cols) == 1 || l.full || t.neverAll(l.cols) }

// takesTurns reports a foreign key whose parents can be taken in turn: a plain
// one, to a table outside the cycle with enough rows.
func (l *link) takesTurns(t *Table) bool {
	return l.parent.Rows >= t.Rows && l.fan == "" && l.freely(t)
}

// freely reports a foreign key by which any row may refer to any parent, one
// outside of the cycle.
func (l *link) freely(t *Table) bool {
	return l.outward(t) && l.usable() && !l.cover && !l.back && l.weights == nil && l.fan != "zipf" && len(l.own) == 0 &&
		!slices.ContainsFunc(l.cols, func(c int) bool { return t.bounded(c) && t.limits(l, c) || t.related(c) || t.judges(c) })
}

// filledBefore reports that a unit or an earlier link fills a column of the
// link.
func (t *Table) filledBefore(l *link, at int) bool {
	return slices.ContainsFunc(l.cols, func(c int) bool {
		return t.inUnit(c) || slices.ContainsFunc(t.links[:at], func(o *link) bool { return o.fills(t, c) })
	})
}

// upfront reports a column that a row draws from its index alone.
func (t *Table) upfront(c int) bool {
	x := t.columns[c]
	return !x.generated && !x.outside && x.settings.Expression == nil && !clock(x.codec.Kind()) &&
		!t.inLink(c) && !t.inUnit(c) && !t.related(c) && !t.judges(c)
}

func (t *Table) outsideOf(columns []int) bool {
	return slices.ContainsFunc(columns, func(c int) bool { return t.columns[c].outside })
}

// ordered reports that a partial unique is distinct because parents are taken
// in turn.
func (t *Table) ordered(u *unique) bool {
	return slices.ContainsFunc(t.links, func(l *link) bool { return slices.Contains(l.turns, u) })
}

// hasTurn reports that the row has to take its parent in turn: a predicate
// holds. The cells that it reads are drawn.
func (m *maker) hasTurn(l *link) (turn, ok bool) {
	for _, u := range l.turns {
		for _, c := range u.where.columns {
			if m.done[c] {
				continue
			}
			if s := m.branch.stepOf(c); s == nil || !m.step(s) {
				return false, false
			}
		}
		if t := u.where.program.Test(m.row); t == predicate.True || t == predicate.Unknown {
			turn = true
		}
	}
	return turn, true
}

// stepOf is the step of a column, nil for none.
func (b *branch) stepOf(c int) *step {
	for i := range b.steps {
		if b.steps[i].Column == c {
			return &b.steps[i]
		}
	}
	return nil
}

// inTurn picks the parent whose turn it is. It reports false where none is to
// be taken in turn.
func (m *maker) inTurn(l *link) (found, turn bool) {
	turn, ok := m.hasTurn(l)
	if !ok {
		return false, true
	}
	if !turn {
		return false, false
	}
	return m.index < l.perm.N() && m.refer(l, int64(l.perm.At(m.index))) && m.fits(l), true
}

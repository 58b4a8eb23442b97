package generator

import (
	"slices"

	"github.com/effigydb/effigy/generator/domain"
)

// enough is how many times the rows a unit's ranks must cover before rows may
// step through them on their own, knowing nothing of each other.
const enough = 256

// stabilise marks the units whose values nothing else of the row can reject.
func (t *Table) stabilise() {
	for _, u := range t.units {
		if u.brood == nil && !u.queue {
			u.stable = u.circle != nil || !t.contested(u)
		}
	}
}

// contested reports that a column of the unit stands in something that may
// reject a row: a relation, a branch, another key, the judge, a second link.
func (t *Table) contested(u *unit) bool {
	cols := u.columns()
	for _, c := range cols {
		if t.related(c) || !t.same(c) && !t.welcomes(u, c) || t.judges(c) || t.remembered(c) {
			return true
		}
	}
	for _, x := range u.members {
		if x.link == nil {
			continue
		}
		if x.link.tight || !x.link.parent.neverAll(x.link.refs) {
			return true
		}
		for _, c := range x.link.cols {
			if t.bounded(c) && t.limits(x.link, c) && !t.welcomes(u, c) || t.shares(x.link, c) {
				return true
			}
		}
	}
	return u.nullable && !t.openEverywhere(cols)
}

// welcomes reports a column of a unit's foreign key whose rules make branches,
// but the same as the parent's: whatever the parent row, one branch takes it.
func (t *Table) welcomes(u *unit, c int) bool {
	for _, o := range t.units {
		if o != u && slices.ContainsFunc(o.columns(), func(c int) bool { return !t.same(c) }) {
			return false
		}
	}
	for _, x := range u.members {
		if x.link != nil && contains(x.link.cols, c) {
			return len(u.members) == 1 && t.takesAll(x.link)
		}
	}
	return false
}

// takesAll reports that each branch of the parent has a branch whose domains
// of the link's columns are the parent's.
func (t *Table) takesAll(l *link) bool {
	for _, pb := range l.parent.branches {
		if !slices.ContainsFunc(t.branches, func(b *branch) bool {
			for i, c := range l.cols {
				d := b.formula.Columns[c]
				if d.Nulls == domain.AlwaysNull || !alike(d, pb.formula.Columns[l.refs[i]]) || l.kinds[i] != l.parent.columns[l.refs[i]].codec.Kind() {
					return false
				}
			}
			return true
		}) {
			return false
		}
	}
	return true
}

// openEverywhere reports that every branch takes a NULL in the columns.
func (t *Table) openEverywhere(cols []int) bool {
	for _, b := range t.branches {
		for _, c := range cols {
			if b.formula.Columns[c].Nulls == neverNull {
				return false
			}
		}
	}
	return true
}

func (t *Table) related(c int) bool {
	for _, b := range t.branches {
		for _, r := range b.formula.Relations {
			if contains(r.Columns, c) {
				return true
			}
		}
	}
	return false
}

// same reports that the branches do not differ in the column.
func (t *Table) same(c int) bool {
	for _, b := range t.branches[1:] {
		x, y := b.formula.Columns[c], t.branches[0].formula.Columns[c]
		if x.Nulls != y.Nulls || !alike(x, y) {
			return false
		}
	}
	return true
}

func (t *Table) bounded(c int) bool {
	for _, b := range t.branches {
		if b.bound[c] {
			return true
		}
	}
	return false
}

func (t *Table) judges(c int) bool {
	for _, j := range t.judged {
		for _, n := range j.Expr.Columns() {
			if p := t.position(n); p < 0 || p == c {
				return true
			}
		}
	}
	return false
}

// remembered reports that a key which no unit makes distinct reads the column.
func (t *Table) remembered(c int) bool {
	for _, u := range t.uniques {
		if !u.met && contains(u.inputs, c) {
			return true
		}
	}
	for _, u := range t.sought {
		if !u.met && contains(u.inputs, c) {
			return true
		}
	}
	for _, x := range t.exclusion {
		if t.brood == nil && !x.met && contains(x.inputs, c) {
			return true
		}
	}
	return false
}

func (t *Table) shares(l *link, c int) bool {
	for _, o := range t.links {
		if o != l && o.fills(t, c) {
			return true
		}
	}
	return false
}

// stands reports that the unique follows from units alone: a stable one, or
// one with so many ranks that attempts of different rows never meet.
func (t *Table) stands(u *unique) bool {
	if t.stamped(u) {
		return true
	}
	for _, x := range t.units {
		if x.nullable && !u.distinctNulls || !x.tells(t.keyed(u)) {
			continue
		}
		if x.stable || x.brood != nil || x.queue || x.size/enough >= x.rows && x.stair == nil {
			return true
		}
	}
	return false
}

// settle chooses the mode of a table.
func (t *Table) chooseMode() {
	t.mode, t.origins, t.ages.found = direct, nil, nil
	for _, list := range [][]*unique{t.uniques, t.sought} {
		for _, u := range list {
			if !u.met {
				t.mode = search
			}
		}
	}
	if t.crowds() || len(t.judged) > 0 || t.tellsAny() {
		t.mode = search
	}
	for _, u := range t.units {
		if !u.stable && t.mode == direct {
			t.mode = retry
		}
		if !u.stable && u.brood == nil && !u.queue && u.size/enough < u.rows {
			t.mode = search
		}
	}
	if t.mode == direct && (t.rejecting() || len(t.stamps) > 0 || t.brood != nil && len(t.brood.single) > 0) {
		t.mode = retry
	}
}

// rejecting reports that a row may fail although every cell was drawn from
// its space.
func (t *Table) rejecting() bool {
	if t.formula.Fallible() || len(t.wished) > 0 {
		return true
	}
	for _, c := range t.columns {
		if c.settings.Expression != nil {
			return true
		}
	}
	for _, b := range t.branches {
		for _, s := range b.formula.Relations {
			if !s.Derived {
				return true
			}
		}
	}
	for _, l := range t.links {
		if l.computed || l.tight {
			return true
		}
		for _, c := range l.cols {
			if t.bounded(c) && t.limits(l, c) || t.shares(l, c) || l.self && (!t.nullable(l) || !t.opens(l)) {
				return true
			}
		}
	}
	for _, u := range t.units {
		for _, c := range u.columns() {
			if !t.same(c) {
				return true
			}
		}
	}
	return false
}

// guards reports that a unit may set what a branch refuses.
func (t *Table) guards() bool {
	if len(t.branches) != 1 {
		return true
	}
	for _, u := range t.units {
		if !u.stable {
			return true
		}
	}
	return false
}

// holds marks the columns of links that have to be held against a branch.
func (t *Table) holds() {
	for _, b := range t.branches {
		for c := range t.columns {
			b.held[c] = b.bound[c] && (b.relates(c) || t.linkLimits(c))
		}
	}
}

func (b *branch) relates(c int) bool {
	for _, r := range b.formula.Relations {
		if contains(r.Columns, c) {
			return true
		}
	}
	return false
}

func (t *Table) linkLimits(c int) bool {
	for _, l := range t.links {
		if contains(l.cols, c) && t.limits(l, c) {
			return true
		}
	}
	return false
}

// limits reports that the column's domain is not already that of the parent's
// key: a value of the parent may be refused here.
func (t *Table) limits(l *link, c int) bool {
	for i, x := range l.cols {
		if x != c || !l.usable() {
			continue
		}
		for _, pb := range l.parent.branches {
			for _, b := range t.branches {
				if !alike(pb.formula.Columns[l.refs[i]], b.formula.Columns[c]) {
					return true
				}
			}
		}
	}
	return false
}

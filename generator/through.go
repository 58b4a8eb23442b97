package generator

import (
	"slices"

	"github.com/effigydb/effigy/generator/value"
)

// A table that refers to a parent by several columns often refers by some of
// them to a parent of that parent too: (tenant, customer) and tenant. The row
// of the second is the one that the row of the first refers to.

// through is how the row that a foreign key refers to follows from that of
// another, which was chosen before.
type through struct {
	known bool
	first *link // nil where it does not follow
	at    int   // among the links that the parent keeps
}

// through finds how the row that a link refers to follows from another's.
func (t *Table) through(l *link) through {
	x := through{known: true}
	if l.self || l.period || l.leaf || l.computed {
		return x
	}
	for _, first := range t.links[:l.number] {
		if first.self || first.computed || !first.usable() || first.parent.ahead || first.parent.store == nil {
			continue
		}
		for at, k := range first.parent.store.links {
			if k.parent == l.parent && slices.Equal(k.refs, l.refs) && l.sharesWith(first, k) {
				x.first, x.at = first, at
				return x
			}
		}
	}
	return x
}

// sharesWith reports that the columns of the link are among those of the first one,
// whose parent fills them by a link of its own.
func (l *link) sharesWith(first, own *link) bool {
	for i, c := range l.cols {
		at := slices.Index(first.cols, c)
		if at < 0 || first.refs[at] != own.cols[i] {
			return false
		}
	}
	return true
}

// passed is the row that a link refers to, all of whose columns have values,
// where it follows from another's.
func (m *maker) passed(l *link) (row int64, ok bool) {
	x := &m.through[l.number]
	if !x.known {
		*x = m.t.through(l)
	}
	if x.first == nil || m.chosen[x.first.number] < 0 {
		return 0, false
	}
	return x.first.parent.store.parent(m.chosen[x.first.number], x.at)
}

// counted is the row that a link refers to whose column has a value, where the
// parent's rows are numbered: no index has to say so.
func (m *maker) counted(l *link) (row int64, ok, known bool) {
	if l.self || l.leaf || len(l.cols) != 1 || m.row[l.cols[0]].Kind != value.Int {
		return 0, false, false
	}
	o := m.toward(l).rank
	if o == nil || !o.integer || l.parent.origins != nil && !l.parent.ahead {
		return 0, false, false
	}
	row, ok = o.numbered(m.row[l.cols[0]].I, l.parent.Rows)
	return row, ok, true
}

// numbered is the row of so many that counting gives a number.
func (o *op) numbered(n, rows int64) (row int64, ok bool) {
	row = (n - o.start) / o.step
	return row, row >= 0 && row < rows && o.start+row*o.step == n
}

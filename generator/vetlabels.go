package generator

import (
	"slices"

	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/value"
)

// A function may look a key up and judge the row that it finds there by a
// label: the settings of an application need one of the kind 'web'. Where each
// row of the child needs a row of its own and too few have the label, more of
// them are to get it. Which label that is, is told by the keys that the judge
// accepted and those that it did not.

// maxTold bounds the labels of a column that is looked at.
const maxTold = 64

// askLabels asks the parent of a column for more rows like those whose keys
// were accepted.
func (p *planner) askLabels(t *Table, c *column, accepted map[string]bool) {
	for _, l := range t.links {
		at := slices.Index(l.cols, c.pos)
		if at < 0 || !l.fills(t, c.pos) || !t.hears(l) || !t.oneToOne(l) {
			continue
		}
		enough := min(t.Requested, l.parent.Rows/4)
		if n := int64(len(accepted)); n == 0 || n >= enough {
			return
		}
		if d, ok := telling(l, at, c, accepted); ok {
			p.ask(l.parent.Name, d)
		}
		return
	}
}

// telling is the demand on the first column of the parent whose labels tell
// the accepted rows from all others.
func telling(l *link, at int, c *column, accepted map[string]bool) (demand, bool) {
	labels := newLabels(l.parent)
	m := newMaker(l.parent)
	for i := range l.parent.Rows {
		if m.at(i) {
			key := adapt(m.row[l.refs[at]], c.codec.Kind())
			labels.add(m.row, !key.IsNull() && accepted[string(c.codec.AppendText(nil, key))])
		}
	}
	for _, x := range labels {
		if x.tells() {
			good := domain.Domain{Nulls: domain.NeverNull, Set: x.good}
			return demand{columns: []int{x.column.pos}, domains: []domain.Domain{good}, weight: manyDemanded}, true
		}
	}
	return demand{}, false
}

// labelled are the values of a column in the rows that were accepted and in
// those that were not.
type labelled struct {
	column *column
	good   []value.Value
	seen   map[digest]bool // accepted or not, by value
	mixed  bool            // a value is in both, or there are too many
}

type labels []*labelled

func newLabels(t *Table) labels {
	var out labels
	for _, c := range t.columns {
		if !c.generated && !c.outside && !t.key1(c.pos) {
			out = append(out, &labelled{column: c, seen: map[digest]bool{}})
		}
	}
	return out
}

func (l labels) add(row []value.Value, accepted bool) {
	for _, x := range l {
		v := row[x.column.pos]
		d := digestOf(appendKey(nil, v, x.column))
		was, known := x.seen[d]
		switch {
		case x.mixed:
		case known:
			x.mixed = was != accepted
		case len(x.seen) == maxTold || accepted && v.IsNull():
			x.mixed = true
		default:
			if x.seen[d] = accepted; accepted {
				x.good = append(x.good, copyOf(v))
			}
		}
	}
}

// tells reports labels of which some were accepted and some were not.
func (x *labelled) tells() bool {
	return !x.mixed && len(x.good) > 0 && len(x.good) < len(x.seen)
}

package generator

import (
	"slices"

	"github.com/effigydb/effigy/generator/draw"
	"github.com/effigydb/effigy/generator/predicate"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

// Where a constraint relates columns by what only the server can compute, such
// as sum = digest(body, 'sha256'), drawing both sides meets it never. There the
// judge computes one column from the others: candidates are mended before they
// are judged, and what it gave is kept with the accepted rows.

// mend is a column that a constraint gives a value, in one of several ways.
type mend struct {
	column int
	// ways are SQL over the row's columns, its own included; "" leaves the
	// cell as it is.
	ways  []string
	reads []int
	key   draw.Key
	given []*string // values that go together with those of other mends: see tuples.go
}

// mender mends candidates of one table.
type mender struct {
	mends   []mend
	columns []int           // that have mends, in order
	values  [][]value.Value // of the accepted rows, by columns
	rules   int             // judged constraints that were looked at
	asked   int             // candidates that were judged as they were drawn
	taken   int             // … and accepted
}

// enoughAsked is the number of candidates after which it shows whether rows
// are accepted as they are drawn.
const enoughAsked = 256

// prepare looks for mends, before any row is accepted, for the constraints
// that the judge decides by then.
func (f *finder) prepare() error {
	d := &f.mender
	if d.rules == len(f.t.judged) || len(f.found.attempts) > 0 || f.t.Rows > expressionRows {
		return nil
	}
	d.rules, d.columns, d.values = len(f.t.judged), nil, nil
	tuples, err := f.tuples()
	if err != nil {
		return err
	}
	d.mends = append(tuples, slices.DeleteFunc(f.t.mends(), func(x mend) bool { return mends(tuples, x.column) })...)
	for _, x := range d.mends {
		d.columns = appendNew(d.columns, x.column)
	}
	d.values = make([][]value.Value, len(d.columns))
	for i, u := range f.t.uniques {
		if u.met && slices.ContainsFunc(u.inputs, func(c int) bool { return contains(d.columns, c) }) {
			u.met, f.seen[i] = false, map[digest]struct{}{}
		}
	}
	return nil
}

// wants reports whether a candidate is to be mended: all but the first of a
// row, and those too where drawn ones are seldom accepted.
func (d *mender) wants(attempt uint32) bool {
	return len(d.mends) > 0 && (attempt > 0 || d.asked >= enoughAsked && d.taken*4 < d.asked)
}

// mend computes the mended cells of a block and drops candidates that break
// what is known here.
func (f *finder) mend(block []pending) ([]pending, error) {
	if !slices.ContainsFunc(block, func(c pending) bool { return c.mended }) {
		return block, nil
	}
	names := f.t.writtenNames()
	for i := range f.mender.mends {
		x := &f.mender.mends[i]
		cell := slices.Index(f.t.written, x.column)
		for at := range block {
			if c := &block[at]; c.mended && len(x.given) > 0 {
				c.cells[cell] = x.given[draw.Below(x.key.At(c.index, c.attempt), uint64(len(x.given)))]
			}
		}
		for way, sql := range x.ways {
			if sql == "" {
				continue
			}
			if err := f.compute(block, names, x, way); err != nil {
				return nil, err
			}
		}
	}
	return slices.DeleteFunc(block, func(c pending) bool { return c.mended && !f.holds(c) }), nil
}

// compute has the judge compute a column of the candidates that take one way.
func (f *finder) compute(block []pending, names []string, x *mend, way int) error {
	var rows [][]*string
	var of []int
	for i, c := range block {
		if c.mended && int(draw.Below(x.key.At(c.index, c.attempt), uint64(len(x.ways)))) == way {
			rows, of = append(rows, c.cells), append(of, i)
		}
	}
	if len(rows) == 0 {
		return nil
	}
	got, err := f.judge.Evaluate(f.ctx, f.t.Name, names, x.ways[way], rows)
	if err != nil {
		return err
	}
	at := slices.Index(f.t.written, x.column)
	for i, text := range got {
		if text != nil {
			block[of[i]].cells[at] = text
		}
	}
	return nil
}

// holds makes a mended candidate and holds it against its own checks.
func (f *finder) holds(c pending) bool {
	if !f.m.try(c.index, c.attempt, c.limit) || !f.lay(c) {
		f.blame[f.m.blamed]++
		return false
	}
	return f.checked()
}

// lay puts the mended cells over the row just made.
func (f *finder) lay(c pending) bool {
	if !c.mended {
		return true
	}
	for _, pos := range f.mender.columns {
		f.m.put(pos, f.t.columns[pos].read(c.cells[slices.Index(f.t.written, pos)]))
	}
	return f.m.compute()
}

// count notes whether a candidate was accepted as it was drawn.
func (d *mender) count(c pending, ok bool) {
	if c.mended {
		return
	}
	if d.asked++; ok {
		d.taken++
	}
}

// keep remembers what the mended columns of the accepted row have.
func (d *mender) keep(row []value.Value) {
	for i, pos := range d.columns {
		d.values[i] = append(d.values[i], copyOf(row[pos]))
	}
}

// settle gives the columns the values of the accepted rows.
func (d *mender) settle(t *Table) {
	for i, pos := range d.columns {
		t.columns[pos].mended = d.values[i]
	}
}

// mends are the ways in which the judged constraints of a table give columns
// their values, those that others read first.
func (t *Table) mends() []mend {
	g := &ways{table: t}
	for _, j := range t.judged {
		g.gather(j.Expr, false)
	}
	for more := len(g.found) > 0; more; {
		before := len(g.found)
		for _, c := range t.model.Constraints {
			if c.Kind == schema.Check && c.Expr != nil && g.touches(c.Expr) && !slices.ContainsFunc(t.judged, func(j predicate.Named) bool { return j.Constraint == c.Name }) {
				g.follow(c.Expr)
			}
		}
		more = len(g.found) > before
	}
	return g.sorted()
}

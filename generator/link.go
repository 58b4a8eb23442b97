package generator

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/effigydb/effigy/generator/draw"
	"github.com/effigydb/effigy/generator/predicate"
	"github.com/effigydb/effigy/generator/space"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

// link is a foreign key: a row picks a row of the parent and repeats its key.
type link struct {
	name     string
	number   int           // among the table's links
	cols     []int         // positions in the child
	refs     []int         // positions in the parent
	kinds    []value.Kind  // of the child's columns
	types    []schema.Type // … through domains
	tight    bool          // their types do not hold all keys of the parent: see narrower.go
	parent   *Table
	self     bool
	full     bool // MATCH FULL
	period   bool // the last pair is PERIOD
	leaf     bool // refers to a partition, whose rows within tells from the others
	within   *predicate.Program
	unit     bool // driven by a unit: see unit.go
	key      draw.Key
	computed bool               // has a generated column
	late     bool               // … made from columns beyond the link: see depend.go
	weights  map[digest]float64 // of the parent's keys, as the configuration wants them
	weighed  int                // the column, among those of the link, that they are of
	wanted   space.Space        // … to the table itself: the values of that column, by their weights
	fan      string             // the fan-out that the configuration wants, "" for the default
	zipf     draw.Zipf          // over the parent's rows
	ahead    bool               // no row may refer to itself: the first refers to the second
	alone    bool               // shares no column with another link or a unit
	perm     draw.Permutation
	untied   bool    // left open: see planner.untie
	way      []*link // back to the table, of a link that is answered
	own      []int   // columns that the table makes itself: see planner.answers
	back     bool    // on the way back of an answered link
	cover    bool    // … whose every row needs one
	index    *lookup
	outer    bool      // the parent is outside of the table's cycle
	accords  []accord  // with links before: see accord.go
	leads    keep      // to which rows, for those that follow from them
	kin      []kin     // to parents that functions compare with: see kin.go
	turns    []*unique // partial keys for which rows take parents in turn: see turn.go
}

// addLinks reads the foreign keys of a table and of its partitions: what
// holds for one partition may hold for all rows.
func (t *Table) addLinks(edges []*schema.Edge, tables map[schema.Name]*Table) {
	for _, e := range edges {
		c := e.Constraint
		parent := tables[e.To.Table.Name]
		if c.NotEnforced {
			continue
		}
		l := &link{
			name: c.Name, cols: t.positions(c.Columns), parent: parent,
			self: parent == t, full: c.Match == "full", period: c.Period,
			key: draw.Cell(t.key, "foreign key", c.Name), index: &lookup{},
		}
		if parent != nil {
			l.refs = parent.positions(c.RefColumns)
		}
		if l.cols == nil || t.repeats(l) || parent == nil && !t.nullable(l) {
			continue // a table that is not there has no key to refer to
		}
		if l.self && slices.Equal(l.cols, l.refs) && c.RefTable == parent.Name && (!l.full || len(l.cols) == 1) {
			continue // every row refers to itself
		}
		if parent != nil && c.RefTable != parent.Name {
			l.leaf = true
			if e := predicate.Within(t.schema, t.schema.Table(c.RefTable)); e != nil {
				l.within = predicate.Bind(e, predicate.Scope{Schema: t.schema, Table: parent.model})
			}
		}
		for _, at := range l.cols {
			l.kinds, l.types = append(l.kinds, t.columns[at].codec.Kind()), append(l.types, t.columns[at].base)
			l.computed = l.computed || t.columns[at].generated
		}
		l.late = t.late(l)
		l.weigh(t)
		l.fan = t.fanOut(l)
		t.links = append(t.links, l)
	}
	t.fanShared()
	slices.SortStableFunc(t.links, func(a, b *link) int { return t.rank(a) - t.rank(b) })
	t.harmonize()
	for i, l := range t.links {
		l.number = i
	}
}

// rank orders links: those that can't be NULL first, the longest first. What a
// row shares with its parent in the same table comes from the others.
func (t *Table) rank(l *link) int {
	r := -len(l.cols)
	if l.self && len(l.cols) > 1 {
		r += 500
	}
	switch {
	case len(l.cols) > 1 && t.says(l):
		return r - 2000
	case l.fan != "":
		return r - 1000
	}
	for _, c := range l.cols {
		if !t.columns[c].model.NotNull {
			return r + 1000
		}
	}
	return r
}

// says reports that the configuration has a wish for a column of the link that
// no other foreign key holds: which of the keys, or how many of them.
func (t *Table) says(l *link) bool {
	for _, c := range l.cols {
		s := t.columns[c].settings
		if (s.asks() || s.FanOut != "" || s.NullFraction != nil && !(l.self && *s.NullFraction == 0)) && !t.inOther(l, c) {
			return true
		}
	}
	return false
}

// inOther reports a column that another foreign key holds too.
func (t *Table) inOther(l *link, c int) bool {
	return slices.ContainsFunc(t.model.Constraints, func(k *schema.Constraint) bool {
		return k.Kind == schema.ForeignKey && k.Name != l.name && slices.Contains(k.Columns, t.columns[c].name)
	})
}

func (t *Table) repeats(l *link) bool {
	for _, o := range t.links {
		if o.parent == l.parent && slices.Equal(o.cols, l.cols) && slices.Equal(o.refs, l.refs) {
			return true
		}
	}
	return false
}

// fills reports that the link gives the column a value: not one that the table
// makes itself, nor one that has to have a value where the link is left open.
func (l *link) fills(t *Table, c int) bool {
	return contains(l.cols, c) && !contains(l.own, c) && !(l.untied && t.never(c))
}

// usable reports whether the parent has rows to refer to.
func (l *link) usable() bool {
	return l.parent != nil && l.refs != nil && l.parent.Rows > 0 && !l.untied && (!l.leaf || l.within != nil && !l.self && l.parent.Rows <= maxFit)
}

// nullable reports whether the link can be left open: one NULL suffices
// unless the match is full.
func (t *Table) nullable(l *link) bool {
	open := 0
	for _, c := range l.cols {
		if !t.never(c) && !t.columns[c].generated {
			open++
		}
	}
	if l.full {
		return open == len(l.cols)
	}
	return open > 0
}

// choose draws a parent row for the row of an index: long-tailed where
// nothing else is asked for, the head of the tail scattered by a permutation,
// so that some parents have many children and some have none.
func (l *link) choose(h, index uint64, rows int64) int64 {
	if rows <= 1 {
		return 0
	}
	n := uint64(rows)
	x := draw.Below(h, n)
	switch {
	case l.cover || l.fan == "even": // each parent in turn
		x = index % n
	case l.fan == "uniform":
	case l.fan == "zipf":
		x = l.zipf.At(h) % n
	default:
		u := draw.Unit(h)
		x = min(uint64(u*u*float64(n)), n-1)
	}
	if l.perm.N() != n {
		p := draw.NewPermutation(n, l.key)
		return int64(p.At(x))
	}
	return int64(l.perm.At(x))
}

// adapt turns a parent's cell into one of the child's type where the two
// differ, as Postgres' comparison between the types would see it.
func adapt(v value.Value, to value.Kind) value.Value {
	if v.Kind == to || v.Kind == value.Null {
		return v
	}
	switch {
	case v.Kind == value.Int && to == value.Decimal:
		return value.Value{Kind: value.Decimal, I: v.I}
	case v.Kind == value.Int && to == value.Float:
		return value.Value{Kind: value.Float, F: float64(v.I)}
	case v.Kind == value.Decimal && to == value.Int:
		if n, ok := value.DecimalInt(v); ok {
			return value.Integer(n)
		}
	case v.Kind == value.Decimal && to == value.Float && len(v.B) == 0:
		return value.Value{Kind: value.Float, F: float64(v.I) / math.Pow10(int(v.N))}
	case v.Kind == value.Float && to == value.Int && v.F == math.Trunc(v.F) && math.Abs(v.F) < 1<<53:
		return value.Integer(int64(v.F))
	case v.Kind == value.Float && to == value.Decimal:
		text := strconv.FormatFloat(v.F, 'f', -1, 64)
		whole, fraction, _ := strings.Cut(text, ".")
		if i, err := strconv.ParseInt(whole+fraction, 10, 64); err == nil {
			return value.Number(i, len(fraction))
		}
	case v.Kind == value.Date && to == value.Timestamp:
		return value.Value{Kind: value.Timestamp, I: v.I * 86_400_000_000}
	case v.Kind == value.Timestamp && to == value.Date && v.I%86_400_000_000 == 0:
		return value.Value{Kind: value.Date, I: v.I / 86_400_000_000}
	}
	return v
}

// takes makes row p of the parent, or its key where that suffices, and tells
// whether the foreign key may refer to it.
func (l *link) takes(m *maker, p int64, cols []int) bool {
	if !l.leaf {
		return m.keys(p, cols)
	}
	return l.within != nil && m.at(p) && l.within.Test(m.row) == predicate.True
}

// weigh takes the weights of the values over that the configuration gives the
// column of a foreign key.
func (l *link) weigh(t *Table) {
	l.weighed = slices.IndexFunc(l.cols, func(c int) bool { return len(t.columns[c].settings.Weights) > 0 })
	if l.weighed < 0 || l.parent == nil || l.refs == nil {
		return
	}
	c, key := t.columns[l.cols[l.weighed]], l.parent.columns[l.refs[l.weighed]]
	l.weights = map[digest]float64{}
	for i, text := range c.settings.Values {
		if v, err := key.codec.Parse(text, nil); err == nil {
			l.weights[digestOf(appendKey(nil, v, key))] = c.settings.Weights[i]
		}
	}
}

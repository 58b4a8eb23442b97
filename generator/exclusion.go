package generator

import (
	"bytes"

	"slices"
	"sort"

	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/predicate"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

// exclusion is an EXCLUDE constraint, or a key WITHOUT OVERLAPS: no two rows
// may satisfy all of its operators.
type exclusion struct {
	name     string
	kind     string
	elements []element
	where    *expression
	inputs   []int
	rows     map[digest][][]value.Value // accepted, by the elements compared with =
	met      bool                       // the rows stand beside each other: see queue.go
	areas    areas                      // of the texts compared
	row      []value.Value              // scratch memory of cells
	key      []byte                     // … and of group
}

type element struct {
	column   int // or -1
	expr     *expression
	span     *span // expr when it builds a range
	operator string
	codec    *value.Codec       // of expr, where that gives a range
	program  *predicate.Program // the operator between two cells
}

func (t *Table) addExclusions(members []*schema.Table, scope predicate.Scope) {
	for _, m := range members {
		for _, c := range m.Constraints {
			if c.Kind != schema.Exclude {
				continue
			}
			x := &exclusion{name: c.Name, kind: "exclude", areas: areas{}, where: t.bind(c.Where, scope)}
			for _, e := range c.Elements {
				x.add(t, e.Key, e.Operator, scope)
			}
			t.exclusion = append(t.exclusion, x)
		}
	}
}

// addOverlaps reads a key WITHOUT OVERLAPS: equal columns, and ranges that
// must not overlap (nor be empty).
func (t *Table) addOverlaps(c *schema.Constraint, scope predicate.Scope) {
	x := &exclusion{name: c.Name, kind: c.Kind.String(), areas: areas{}}
	for i, n := range c.Columns {
		op := "="
		if i == len(c.Columns)-1 {
			op = "&&"
		}
		x.add(t, schema.IndexKey{Column: n}, op, scope)
	}
	t.exclusion = append(t.exclusion, x)
}

func (x *exclusion) add(t *Table, k schema.IndexKey, operator string, scope predicate.Scope) {
	e := element{column: -1, operator: operator}
	if k.Expr != nil {
		e.expr, e.span = t.bind(k.Expr, scope), newSpan(k.Expr, scope)
	} else if c := t.position(k.Column); c >= 0 {
		if e.expr = t.computed(c, scope); e.expr == nil {
			e.column = c
			x.inputs = appendNew(x.inputs, c)
		} else {
			e.span = newSpan(e.expr.expr, scope)
		}
	}
	if e.expr != nil {
		e.codec = rangeOf(e.expr.expr, scope.Schema)
		x.inputs = appendNew(x.inputs, e.expr.columns...)
	}
	if x.where != nil {
		x.inputs = appendNew(x.inputs, x.where.columns...)
	}
	e.program = between(t, e, scope)
	x.elements = append(x.elements, e)
}

// between is the operator of an element of one column, over a pair of cells.
func between(t *Table, e element, scope predicate.Scope) *predicate.Program {
	if e.column < 0 {
		return nil
	}
	typ := t.columns[e.column].model.Type
	pair := &schema.Table{Columns: []*schema.Column{{Name: "a", Type: typ}, {Name: "b", Type: typ}}}
	op := &schema.Expr{Kind: schema.ExprOp, Name: e.operator, Args: []*schema.Expr{{Kind: schema.ExprColumn, Name: "a"}, {Kind: schema.ExprColumn, Name: "b"}}}
	return predicate.Bind(op, predicate.Scope{Schema: scope.Schema, Table: pair, Now: scope.Now})
}

// cells evaluates the elements on a row: free reports that the row can't
// conflict with any other, known that all of it was understood. They are gone
// with the row.
func (x *exclusion) cells(m *maker) (cells []value.Value, free, known bool) {
	if x.where != nil {
		switch x.where.test(m) {
		case predicate.Unknown:
			return nil, false, false
		case predicate.True:
		default:
			return nil, true, true
		}
	}
	x.row = x.row[:0]
	for _, e := range x.elements {
		v, ok := e.eval(m)
		if !ok {
			return nil, false, false
		}
		if v.IsNull() || v.Kind == value.Range && v.N&value.RangeEmpty != 0 && e.operator == "&&" {
			return nil, true, true
		}
		if e.operator == "&&" {
			v = measured(v)
		}
		x.row = append(x.row, v)
	}
	return x.row, false, true
}

func (e *element) eval(m *maker) (value.Value, bool) {
	if e.expr == nil {
		return m.row[e.column], true
	}
	if e.span != nil {
		return e.span.value(m.row)
	}
	v, ok := e.expr.value(m)
	if ok && e.operator == "&&" && v.Kind == value.Text {
		return e.ranged(v)
	}
	return v, ok
}

// ranged reads a range that the judge computed as text; it is not known where
// that may be one of a type that is not known.
func (e *element) ranged(v value.Value) (value.Value, bool) {
	if e.codec == nil {
		return v, string(v.B) != "empty" && (len(v.B) == 0 || !bytes.ContainsAny(v.B[len(v.B)-1:], ")]") || v.B[0] == '(' && v.B[len(v.B)-1] == ')')
	}
	r, err := e.codec.Parse(string(v.B), nil)
	return r, err == nil
}

// equates reports that all elements are columns compared with =, as in a key.
func (x *exclusion) equates() bool {
	return x.where == nil && !slices.ContainsFunc(x.elements, func(e element) bool { return e.column < 0 || e.operator != "=" })
}

// group is the hash of the elements compared with =.
func (x *exclusion) group(t *Table, cells []value.Value) digest {
	x.key = x.key[:0]
	for i, e := range x.elements {
		if e.operator == "=" {
			x.key = appendKey(x.key, cells[i], t.columnAt(e.column))
		}
	}
	return digestOf(x.key)
}

func (t *Table) columnAt(c int) *column {
	if c < 0 {
		return nil
	}
	return t.columns[c]
}

// conflicts reports whether an accepted row excludes the cells.
func (x *exclusion) conflicts(t *Table, cells []value.Value) bool {
	list := x.rows[x.group(t, cells)]
	if at := x.only(cells); at >= 0 {
		// accepted ranges are apart and in order: only neighbours can overlap
		n := place(list, at, cells[at])
		list = list[max(n-1, 0):min(n+1, len(list))]
	}
	for _, other := range list {
		if x.clash(t, cells, other) {
			return true
		}
	}
	return false
}

func (x *exclusion) accept(t *Table, cells []value.Value) {
	if x.rows == nil {
		x.rows = map[digest][][]value.Value{}
	}
	g := x.group(t, cells)
	kept := make([]value.Value, len(cells))
	for i, v := range cells {
		kept[i] = copyOf(v)
	}
	cells = kept
	if at := x.only(cells); at >= 0 {
		x.rows[g] = slices.Insert(x.rows[g], place(x.rows[g], at, cells[at]), cells)
		return
	}
	x.rows[g] = append(x.rows[g], cells)
}

// only is the element that compares ranges when all others ask for equality;
// -1 when rows have to be compared one by one.
func (x *exclusion) only(cells []value.Value) int {
	at := -1
	for i, e := range x.elements {
		switch {
		case e.operator == "=":
		case e.operator == "&&" && at < 0 && cells[i].Kind == value.Range && len(cells[i].E) == 2:
			at = i
		default:
			return -1
		}
	}
	return at
}

// place is where a range belongs among ranges in order of their beginnings.
func place(list [][]value.Value, at int, v value.Value) int {
	return sort.Search(len(list), func(i int) bool {
		low := list[i][at]
		switch {
		case v.N&value.RangeLowerInfinite != 0:
			return true
		case low.N&value.RangeLowerInfinite != 0:
			return false
		}
		c, _ := domain.Compare(low.E[0], v.E[0])
		return c >= 0
	})
}

// clash reports whether every operator holds between two rows. An operator
// that is not known here counts as holding: the rows keep apart all the same.
func (x *exclusion) clash(t *Table, a, b []value.Value) bool {
	for i, e := range x.elements {
		switch e.operator {
		case "=":
		case "&&":
			if overlap, known := x.areas.overlaps(a[i], b[i]); known && !overlap {
				return false
			}
		case "<>":
			if string(appendKey(nil, a[i], t.columnAt(e.column))) == string(appendKey(nil, b[i], t.columnAt(e.column))) {
				return false
			}
		case "-|-":
			if a[i].Kind == value.Range && b[i].Kind == value.Range && !adjacent(a[i], b[i]) && !adjacent(b[i], a[i]) {
				return false
			}
		default:
			if e.program == nil {
				continue
			}
			// the index may ask either way round
			one, two := e.program.Test([]value.Value{a[i], b[i]}), e.program.Test([]value.Value{b[i], a[i]})
			if (one == predicate.False || one == predicate.Null) && (two == predicate.False || two == predicate.Null) {
				return false
			}
		}
	}
	return true
}

// before reports that range a ends before b begins.
func before(a, b value.Value) bool {
	if a.N&value.RangeUpperInfinite != 0 || b.N&value.RangeLowerInfinite != 0 {
		return false
	}
	c, ok := domain.Compare(a.E[1], b.E[0])
	if !ok {
		return false
	}
	both := a.N&value.RangeUpperInclusive != 0 && b.N&value.RangeLowerInclusive != 0
	return c < 0 || c == 0 && !both
}

// adjacent reports that range b begins where a ends, with nothing in between
// and nothing shared.
func adjacent(a, b value.Value) bool {
	if (a.N|b.N)&value.RangeEmpty != 0 || a.N&value.RangeUpperInfinite != 0 || b.N&value.RangeLowerInfinite != 0 {
		return false
	}
	c, ok := domain.Compare(a.E[1], b.E[0])
	return !ok || c == 0 && (a.N&value.RangeUpperInclusive != 0) != (b.N&value.RangeLowerInclusive != 0)
}

func copyOf(v value.Value) value.Value {
	if len(v.B) > 0 {
		v.B = append([]byte(nil), v.B...)
	}
	if len(v.E) > 0 {
		e := make([]value.Value, len(v.E))
		for i, x := range v.E {
			e[i] = copyOf(x)
		}
		v.E = e
	}
	return v
}

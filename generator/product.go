package generator

import (
	"strings"

	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/predicate"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

// product is a cell that the names of a table say to follow from others of the
// row, such as an amount that is a quantity times a price, though no constraint
// asks for it. It gives way to every constraint.
type product struct {
	column int
	inputs []int
	value  func(m *maker) (value.Value, bool) // false where nothing follows
	absent bool                               // the cell has a value, or none, as value says
}

// chooseProducts finds the cells among the columns that nothing else decides:
// those that others follow from come first.
func (t *Table) chooseProducts(children []*link) {
	t.products = nil
	t.addPersonas(children)
	t.addLocales(children)
	t.addLoans()
	t.addDescent()
	t.addTitles(children)
	t.addPlaces()
	t.addPathLengths()
	t.addFiles()
	t.addSpans()
	t.addOrders()
	t.addLimits(ceilings[:firstLate])
	t.addSums(t.addLines())
	t.addLimits(ceilings[firstLate:])
	t.addRests()
	t.addUpcoming()
	t.addAbsences()
}

// followBy adds a cell that an expression gives.
func (t *Table) followBy(c *column, e *schema.Expr) {
	inputs := t.positions(e.Columns())
	if !t.settable(c) || contains(inputs, c.pos) && e.Kind != schema.ExprLeast {
		return
	}
	cast := &schema.Expr{Kind: schema.ExprCast, Type: c.model.Type, Args: []*schema.Expr{e}}
	p := predicate.Bind(cast, predicate.Scope{Schema: t.schema, Table: t.model, Now: t.now})
	if p.Understood() {
		t.products = append(t.products, product{column: c.pos, inputs: inputs, value: func(m *maker) (value.Value, bool) {
			v, ok := p.Eval(m.row)
			return v, ok && !v.IsNull()
		}})
	}
}

// settable reports a column that nothing but its domain has a say in, and that
// no other cell of the row follows from already.
func (t *Table) settable(c *column) bool {
	return c != nil && !c.settings.shapes() && t.loosely(c.pos) && c.mended == nil
}

// multiply sets the cells that follow from others where the branch allows
// them.
func (m *maker) multiply() {
	for i := range m.t.products {
		p := &m.t.products[i]
		if m.row[p.column].IsNull() && !p.absent || m.t.fixtures != nil && m.gave(m.t.columns[p.column]) {
			continue
		}
		v, ok := p.value(m)
		if !ok {
			continue
		}
		if v.IsNull() {
			if m.branch.formula.Columns[p.column].Nulls != domain.NeverNull && !m.t.columns[p.column].required {
				m.row[p.column] = v
			}
		} else if x := m.branch.matcher(p.column); x == nil || x.Allows(v) {
			m.row[p.column] = v
		}
	}
}

// stored is a value as its column keeps it; false where it does not fit.
func (t *Table) stored(c *column, v value.Value) (value.Value, bool) {
	return predicate.Stored(t.schema, v, c.base)
}

// called is the first column of one of the names, the first name first, that a
// test takes; nil for none.
func (t *Table) called(names string, test func(c *column) bool) *column {
	if t.byName == nil {
		t.byName = map[string][]*column{}
		for _, c := range t.columns {
			name := lowerSnake(c.name)
			t.byName[name] = append(t.byName[name], c)
		}
	}
	for n := range strings.FieldsSeq(names) {
		for _, c := range t.byName[n] {
			if test(c) {
				return c
			}
		}
	}
	return nil
}

// isNumber reports a column of numbers.
func isNumber(c *column) bool {
	k := c.codec.Kind()
	return k == value.Int || k == value.Decimal || k == value.Float
}

// lowerSnake is a name in lower case with words apart: unitPrice, unit_price.
func lowerSnake(name string) string {
	var out []byte
	for i := range len(name) {
		c := name[i]
		if c >= 'A' && c <= 'Z' {
			if i > 0 && name[i-1] >= 'a' && name[i-1] <= 'z' {
				out = append(out, '_')
			}
			c += 'a' - 'A'
		}
		out = append(out, c)
	}
	return string(out)
}

// shapes reports that the configuration says anything of the values.
func (s ColumnSettings) shapes() bool {
	return s.asks() || s.Expression != nil || s.Distribution != ""
}

// loosely reports that no key, foreign key, relation or judge has a say in
// the column: its domain alone does.
func (t *Table) loosely(c int) bool {
	return !t.columns[c].generated && !t.inLink(c) && !t.inUnit(c) && !t.related(c) && !t.judges(c) && !t.needs(c)
}

package generator

import (
	"slices"

	"github.com/effigydb/effigy/generator/predicate"
	"github.com/effigydb/effigy/generator/vocabulary"
	"github.com/effigydb/effigy/schema"
)

// product is an amount that the names of a table say to be a quantity times a
// price, though no constraint asks for it. It gives way to every constraint.
type product struct {
	column  int
	inputs  []int
	program *predicate.Program
}

// totals are the names of columns that hold a line's amount.
var totals = []string{
	"total", "subtotal", "sub_total", "amount", "line_total", "line_amount", "total_price", "total_amount",
	"price_total", "extended_price", "total_cost", "line_price", "sum",
}

// prices are the names of columns that hold the price of one piece.
var prices = []string{"unit_price", "price", "price_each", "unit_cost", "price_per_unit", "item_price", "cost", "rate"}

// chooseProducts finds the amount among the columns that nothing else decides.
func (t *Table) chooseProducts() {
	t.products = nil
	quantity, price, total := t.called(nil), t.called(prices), t.called(totals)
	if quantity == nil || price == nil || total == nil || total.settings.shapes() || !t.loosely(total.pos) {
		return
	}
	column := func(c *column) *schema.Expr { return &schema.Expr{Kind: schema.ExprColumn, Name: c.name} }
	e := &schema.Expr{Kind: schema.ExprOp, Name: "*", Args: []*schema.Expr{column(quantity), column(price)}}
	cast := &schema.Expr{Kind: schema.ExprCast, Type: total.model.Type, Args: []*schema.Expr{e}}
	if p := predicate.Bind(cast, predicate.Scope{Schema: t.schema, Table: t.model, Now: t.now}); p.Understood() {
		t.products = []product{{total.pos, []int{quantity.pos, price.pos}, p}}
	}
}

// called is the column of the first of the names that the table has; without
// names, the one that means a quantity.
func (t *Table) called(names []string) *column {
	if names == nil {
		at := slices.IndexFunc(t.columns, func(c *column) bool { return c.meaning == vocabulary.Quantity })
		if at < 0 {
			return nil
		}
		return t.columns[at]
	}
	for _, n := range names {
		if at := slices.IndexFunc(t.columns, func(c *column) bool { return lowerSnake(c.name) == n }); at >= 0 {
			return t.columns[at]
		}
	}
	return nil
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

// multiply sets the amounts of the row where the branch allows them.
func (m *maker) multiply() {
	for _, p := range m.t.products {
		if m.row[p.column].IsNull() {
			continue
		}
		v, ok := p.program.Eval(m.row)
		if !ok || v.IsNull() {
			continue
		}
		if x := m.branch.matcher(p.column); x == nil || x.Allows(v) {
			m.row[p.column] = v
		}
	}
}

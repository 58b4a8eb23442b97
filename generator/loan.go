package generator

import (
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/generator/vocabulary"
)

// The amounts of a row are in the currency of what the row belongs to: the
// payments of an order in that of the order, its lines too. No constraint says
// so.

// loan is a column that repeats one of a parent.
type loan struct {
	column int
	link   *link
	lent   int
}

// loans are the columns of a table that repeat one of a parent.
func (t *Table) loans() (all []loan) {
	for _, c := range t.columns {
		if c.meaning != vocabulary.Currency || c.codec.Kind() != value.Text || c.generated || c.settings.shapes() {
			continue
		}
		for _, l := range t.links {
			if !l.outward(t) {
				continue
			}
			if at := l.parent.currency(); at >= 0 {
				all = append(all, loan{c.pos, l, at})
				break
			}
		}
	}
	return all
}

// currency is the one column of a table that is a currency, -1 for none.
func (t *Table) currency() int {
	at := -1
	for _, c := range t.columns {
		if c.meaning == vocabulary.Currency && c.codec.Kind() == value.Text && !c.generated {
			if at >= 0 {
				return -1
			}
			at = c.pos
		}
	}
	return at
}

// lend notes the columns that children repeat: they are of the core of rows.
func (p *planner) lend() {
	for _, n := range p.graph.Order {
		t := p.tables[n.Table.Name]
		if t == nil {
			continue
		}
		for _, x := range t.loans() {
			x.link.parent.lent = appendNew(x.link.parent.lent, x.lent)
		}
	}
}

// addLoans adds the cells that repeat one of a parent.
func (t *Table) addLoans() {
	for _, x := range t.loans() {
		c := t.columns[x.column]
		if !t.settable(c) || !x.link.usable() {
			continue
		}
		t.products = append(t.products, product{column: x.column, value: func(m *maker) (value.Value, bool) {
			at := m.chosen[x.link.number]
			if at < 0 || x.link.parent.ahead {
				return value.Value{}, false
			}
			p := m.parent(x.link)
			if !p.at(at) || p.row[x.lent].IsNull() {
				return value.Value{}, false
			}
			v, ok := t.stored(c, p.row[x.lent])
			return m.keep(v), ok
		}})
	}
}

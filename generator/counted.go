package generator

import (
	"slices"

	"github.com/effigydb/effigy/generator/predicate"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

// An expression of the configuration over the number of the row and the time
// of the plan alone is known before the row is made. Where rules compare its
// column with others, it comes first, so that those are drawn beside it. The
// judge computes it all the same, and holds the rows to it.

// counted is a column whose value the number of the row gives.
type counted struct {
	column  int
	program *predicate.Program // over the columns of counting; nil where it does not know
	values  []value.Value      // … and the judge has computed them
}

// counting is a table of what such expressions read.
var counting = &schema.Table{Columns: []*schema.Column{
	{Name: "effigy_row", Type: schema.Type{Name: schema.Name{Schema: schema.Catalog, Name: "int8"}}},
	{Name: "effigy_now", Type: schema.Type{Name: schema.Name{Schema: schema.Catalog, Name: "timestamptz"}}},
}}

// count finds the columns that come first because the number of the row gives
// them.
func (t *Table) count(p *planner) {
	t.counted = nil
	for _, c := range t.columns {
		if !c.outside || t.inLink(c.pos) || !t.related(c.pos) {
			continue
		}
		e := p.inlined(t.model, c.settings.Expression, 0)
		if slices.ContainsFunc(e.Columns(), func(n string) bool { return counting.Column(n) == nil || t.model.Column(n) != nil }) {
			continue
		}
		cast := &schema.Expr{Kind: schema.ExprCast, Type: c.model.Type, Args: []*schema.Expr{e}}
		x := predicate.Bind(cast, predicate.Scope{Schema: p.schema, Table: counting, Now: micros(p.request.Now)})
		if x.Understood() {
			t.counted = append(t.counted, counted{column: c.pos, program: x})
		} else if values := p.countedBy(t, c); values != nil {
			t.counted = append(t.counted, counted{column: c.pos, values: values})
		}
	}
}

// countedBy has the judge compute the values of all rows; nil where there is no
// judge, or where the expression is at fault, which its overlay tells.
func (p *planner) countedBy(t *Table, c *column) (values []value.Value) {
	if p.request.Judge == nil || t.Rows == 0 || t.Rows > expressionRows {
		return nil
	}
	texts, err := p.evaluate(t, c, nil, 0, make([][]*string, t.Rows))
	if err != nil {
		return nil
	}
	for _, text := range texts {
		values = append(values, c.read(text))
	}
	return values
}

// count puts the cells that the number of the row gives.
func (m *maker) count() {
	if len(m.t.counted) == 0 {
		return
	}
	row := []value.Value{value.Integer(m.limit + 1), {Kind: value.Timestamp, I: m.t.now}}
	for _, x := range m.t.counted {
		if x.program == nil {
			if m.limit < int64(len(x.values)) {
				m.put(x.column, x.values[m.limit])
			}
		} else if v, ok := x.program.Eval(row); ok {
			m.put(x.column, m.keep(v))
		}
	}
}

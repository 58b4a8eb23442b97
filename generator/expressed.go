package generator

import (
	"errors"
	"fmt"
	"slices"

	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/draw"
	"github.com/effigydb/effigy/generator/predicate"
	"github.com/effigydb/effigy/generator/space"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

// expressed is the table with the expressions of the configuration that the
// evaluator understands: such a column is planned as one that the database
// generates, so that what constrains it is asked of what it is made from.
func (p *planner) expressed(m *schema.Table) *schema.Table {
	out := m
	for i, c := range m.Columns {
		e := p.request.Tables[m.Name].Columns[c.Name].Expression
		if e == nil || c.Generated != "" {
			continue
		}
		if e = p.inlined(m, e, 0); !p.understands(m, c, e) {
			continue
		}
		if out == m {
			copied := *m
			copied.Columns = append([]*schema.Column(nil), m.Columns...)
			out = &copied
		}
		x := *c
		x.Generated, x.Expression, x.Sequence = "stored", e, nil
		out.Columns[i] = &x
	}
	return out
}

// inlined puts the expressions of other columns in the place of their names.
func (p *planner) inlined(m *schema.Table, e *schema.Expr, depth int) *schema.Expr {
	if e == nil || depth > len(m.Columns) {
		return e
	}
	if e.Kind == schema.ExprColumn {
		if x := p.request.Tables[m.Name].Columns[e.Name].Expression; x != nil {
			return &schema.Expr{Kind: schema.ExprCast, Type: m.Column(e.Name).Type, Args: []*schema.Expr{p.inlined(m, x, depth+1)}}
		}
		return e
	}
	c := *e
	c.Args = make([]*schema.Expr, len(e.Args))
	for i, a := range e.Args {
		c.Args[i] = p.inlined(m, a, depth)
	}
	return &c
}

// understands reports whether the evaluator knows the expression, also for
// some rows: a format that it does not know shows only there.
func (p *planner) understands(m *schema.Table, c *schema.Column, e *schema.Expr) bool {
	cast := &schema.Expr{Kind: schema.ExprCast, Type: c.Type, Args: []*schema.Expr{e}}
	program := predicate.Bind(cast, predicate.Scope{Schema: p.schema, Table: m, Now: micros(p.request.Now)})
	if !program.Understood() {
		return false
	}
	row := make([]value.Value, len(m.Columns))
	for i := range uint64(probes) {
		for k, from := range m.Columns {
			if !slices.Contains(e.Columns(), from.Name) {
				continue
			}
			in := space.Input{Schema: p.schema, Type: from.Type, Key: draw.Cell(p.key, from.Name, "probe"), Now: p.spaces.now, Book: p.spaces.book}
			if s, err := space.Of(in); err == nil {
				row[k] = s.Draw(draw.Mix(i), nil)
			}
		}
		if _, known := program.Eval(row); known {
			return true
		}
	}
	return false
}

// probes are the rows of which an expression has to be known for one.
const probes = 4

const (
	expressionWords = 1000      // values of an expression that names no column
	expressionRows  = 1_000_000 // rows whose values of an expression the plan keeps
	expressionBatch = 5000
)

// volatile is said of an expression whose values differ each time.
const volatile = "the expression gives other values each time it is evaluated"

// vocabulary is the space of an expression that names no column: values that
// the judge computes once a plan, as many as the column needs.
func (p *planner) vocabulary(t *Table, c *column, in space.Input) (space.Space, error) {
	if p.request.Judge == nil {
		return nil, fmt.Errorf("the expression %w", errNoServer)
	}
	n := max(expressionWords, min(int(in.Need), expressionRows))
	texts, err := p.evaluate(t, c, nil, 0, make([][]*string, n))
	if err != nil {
		return nil, err
	}
	allowed := domain.NewMatcher(in.Domain)
	seen := map[digest]bool{}
	var values []value.Value
	for _, text := range texts {
		if text == nil {
			continue
		}
		v, err := c.codec.Parse(*text, nil)
		if err != nil {
			v = value.String(*text)
		}
		if d := digestOf(appendKey(nil, v, c)); !seen[d] && allowed.Allows(v) {
			seen[d] = true
			values = append(values, v)
		}
	}
	s := space.List("expression", values, in.Key)
	if s == nil {
		return nil, fmt.Errorf("none of %d values of the expression is allowed: %w", len(texts), space.ErrEmpty)
	}
	return s, nil
}

// errNoServer is why an expression can't be used.
var errNoServer = errors.New("has to be evaluated by a server")

// evaluate has the judge compute an expression over rows, the first of which
// has the given number. The first batch is computed twice: values that differ
// would make every build different.
func (p *planner) evaluate(t *Table, c *column, columns []string, from int64, rows [][]*string) ([]*string, error) {
	key := draw.Cell(t.key, c.name, "expression")
	var out []*string
	for len(rows) > 0 {
		n := min(len(rows), expressionBatch)
		e := Computation{Column: c.name, SQL: c.settings.Expression.SQL, Now: p.request.Now, Rows: make([]int64, n), Seeds: make([]float64, n)}
		for i := range n {
			e.Rows[i] = from + int64(i) + 1
			e.Seeds[i] = 2*draw.Unit(key.At(uint64(from)+uint64(i), 0)) - 1
		}
		got, err := p.request.Judge.Compute(p.ctx, t.Name, columns, e, rows[:n])
		if err == nil && from == 0 {
			err = p.steady(t, columns, e, rows[:n], got)
		}
		if err != nil {
			return nil, err
		}
		out, rows, from = append(out, got...), rows[n:], from+int64(n)
	}
	return out, nil
}

// steady is an error where an expression gives other values the second time.
func (p *planner) steady(t *Table, columns []string, e Computation, rows [][]*string, first []*string) error {
	again, err := p.request.Judge.Compute(p.ctx, t.Name, columns, e, rows)
	if err != nil {
		return err
	}
	for i := range first {
		if (first[i] == nil) != (again[i] == nil) || first[i] != nil && *first[i] != *again[i] {
			return &ExpressionError{volatile}
		}
	}
	return nil
}

package generator

import (
	"context"
	"slices"
	"strings"

	"github.com/effigydb/effigy/generator/predicate"
	"github.com/effigydb/effigy/schema"
)

// verdicts asks the judge for every constraint that is beyond the evaluator.
func (f *finder) verdicts(block []pending) ([]bool, error) {
	ok := make([]bool, len(block))
	for i := range ok {
		ok[i] = true
	}
	if len(block) == 0 {
		return ok, nil
	}
	rows := make([][]*string, len(block))
	for i := range block {
		rows[i] = block[i].cells
	}
	names, rows, err := f.complete(rows)
	if err != nil {
		return nil, err
	}
	for _, c := range f.t.judged {
		got, err := f.judge.Satisfy(f.ctx, f.t.Name, names, judgeable(c.Expr), rows)
		if err != nil {
			return nil, err
		}
		for i := range ok {
			if i < len(got) && !got[i] {
				ok[i] = false
				f.blame[c.Constraint]++
			}
		}
	}
	return ok, nil
}

// judgeable is the expression as the judge can evaluate it over a row. The
// CHECK of a domain, which has no SQL over columns, is decided by reading the
// row's cells; what is put together from constraints, such as those of
// partitions, is asked part by part.
func judgeable(e *schema.Expr) string {
	word := map[schema.ExprKind]string{schema.ExprAnd: ") AND (", schema.ExprOr: ") OR ("}[e.Kind]
	switch {
	case e.SQL != "":
		return e.SQL
	case word == "":
		return always.SQL
	}
	parts := make([]string, len(e.Args))
	for i, a := range e.Args {
		parts[i] = judgeable(a)
	}
	return "(" + strings.Join(parts, word) + ")"
}

// complete adds the cells of the generated columns that judged constraints
// read, in the order in which they can be computed.
func (f *finder) complete(rows [][]*string) ([]string, [][]*string, error) {
	return completed(f.ctx, f.judge, f.t, f.t.writtenNames(), rows, f.t.judgedColumn)
}

// judgedColumn reports a column that judged constraints read.
func (t *Table) judgedColumn(c *column) bool { return t.judges(c.pos) || mentions(t.judged, c.name) }

// completed adds to rows of the named columns the generated ones that are
// wanted and that those columns give.
func completed(ctx context.Context, judge Judge, t *Table, names []string, rows [][]*string, wanted func(*column) bool) ([]string, [][]*string, error) {
	for _, g := range t.formula.Generated {
		c := t.columns[g.Column]
		e := c.model.Expression
		if e == nil || !wanted(c) || !within(e.Columns(), names) {
			continue
		}
		got, err := judge.Evaluate(ctx, t.Name, names, e.SQL, rows)
		if err != nil {
			return nil, nil, err
		}
		wider := make([][]*string, len(rows))
		for i, r := range rows {
			wider[i] = append(slices.Clone(r), got[i])
		}
		names, rows = append(slices.Clone(names), c.name), wider
	}
	return names, rows, nil
}

// mentions reports that the text of a judged constraint may name the column,
// which its expression does no longer: the analysis replaces generated
// columns by what generates them.
func mentions(judged []predicate.Named, column string) bool {
	return slices.ContainsFunc(judged, func(j predicate.Named) bool { return strings.Contains(j.Expr.SQL, column) })
}

func within(names, of []string) bool {
	return !slices.ContainsFunc(names, func(n string) bool { return !slices.Contains(of, n) })
}

// texts are the cells of the row as COPY reads them, in the order of the
// table's Columns.
func (m *maker) texts() []*string {
	out := make([]*string, len(m.t.written))
	for i, c := range m.t.written {
		if v := m.row[c]; !v.IsNull() {
			s := string(m.t.columns[c].codec.AppendText(nil, v))
			out[i] = &s
		}
	}
	return out
}

func (t *Table) writtenNames() []string {
	out := make([]string, len(t.written))
	for i, c := range t.written {
		out[i] = t.columns[c].name
	}
	return out
}

package generator

import (
	"slices"

	"github.com/effigydb/effigy/generator/draw"
	"github.com/effigydb/effigy/generator/predicate"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

// A function may list which values go together: the states that follow each
// other, the units of a kind. What stands in its source is put together in
// every way, and the rows take the combinations that the judge accepts.

const (
	tupleColumns = 4    // of a rule that is looked at
	tupleMost    = 2048 // combinations that the judge is asked about
	tupleKept    = 200  // … and that rows take
)

// tuples are mends of the columns of judged rules by values that go together.
func (f *finder) tuples() ([]mend, error) {
	g := &ways{table: f.t}
	for _, j := range f.t.judged {
		cols := f.t.positionsOf(j.Expr)
		if f.t.gives(j.Expr) || len(cols) < 2 || len(cols) > tupleColumns || slices.ContainsFunc(cols, func(c int) bool {
			return g.mended(c) || g.eligible(f.t.columns[c].name) == nil || f.t.columns[c].codec.Kind() != value.Text
		}) {
			continue
		}
		more, err := f.together(j, cols)
		if err != nil {
			return nil, err
		}
		g.found = append(g.found, more...)
	}
	return g.found, nil
}

// gives reports a rule that says one column by the others, which the server
// computes: that leaves more ways than a list does.
func (t *Table) gives(e *schema.Expr) bool {
	switch {
	case e.Kind == schema.ExprAnd:
		return slices.ContainsFunc(e.Args, t.gives)
	case e.Kind == schema.ExprOp && e.Name == "=" && len(e.Args) == 2:
		return t.plainColumn(e.Args[0]) >= 0 && e.Args[1].Kind != schema.ExprConst || t.plainColumn(e.Args[1]) >= 0 && e.Args[0].Kind != schema.ExprConst
	}
	return false
}

// together asks the judge about the combinations of what one rule leads its
// columns to; nothing where no column has more than one value.
func (f *finder) together(j predicate.Named, cols []int) ([]mend, error) {
	most := map[int]int{2: 44, 3: 12, 4: 6}[len(cols)]
	lists := make([][]string, len(cols))
	n := 1
	for i, c := range cols {
		lists[i] = f.told(c, j.Expr, most)
		n *= len(lists[i])
	}
	if n < 2 || n > tupleMost {
		return nil, nil
	}
	rows := make([][]*string, n)
	for k := range rows {
		at := k
		for i := range cols {
			rows[k] = append(rows[k], &lists[i][at%len(lists[i])])
			at /= len(lists[i])
		}
	}
	ok, err := f.judge.Satisfy(f.ctx, f.t.Name, f.t.namesOf(cols), judgeable(j.Expr), rows)
	if err != nil {
		return nil, err
	}
	key := draw.Cell(f.t.key, "together", j.Constraint)
	out := make([]mend, len(cols))
	for i, c := range cols {
		out[i] = mend{column: c, key: key}
	}
	for k := range rows {
		if k < len(ok) && ok[k] && len(out[0].given) < tupleKept {
			for i := range cols {
				out[i].given = append(out[i].given, rows[k][i])
			}
		}
	}
	if given := len(out[0].given); given == 0 || 3*given > n {
		return nil, nil // as drawn, rows will do as well
	}
	return out, nil
}

// told are the texts that a rule leads a column to, and those of its list.
func (f *finder) told(c int, e *schema.Expr, most int) []string {
	col := f.t.columns[c]
	var out []string
	add := func(v value.Value) {
		if text := string(col.codec.AppendText(nil, v)); len(out) < most && !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	for _, b := range f.t.branches {
		for _, v := range b.formula.Columns[c].Set {
			add(v)
		}
	}
	if len(out) > 0 {
		return out
	}
	texts, _ := predicate.Leads(f.scope, e)
	for _, s := range texts {
		v, err := col.codec.Parse(s, nil)
		if err == nil && slices.ContainsFunc(f.t.branches, func(b *branch) bool { m := b.matcher(c); return m == nil || m.Allows(v) }) {
			add(v)
		}
	}
	return out
}

func (t *Table) namesOf(cols []int) []string {
	out := make([]string, len(cols))
	for i, c := range cols {
		out[i] = t.columns[c].name
	}
	return out
}

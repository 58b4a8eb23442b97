package generator

import (
	"context"
	"slices"
	"strings"

	"github.com/effigydb/effigy/generator/predicate"
	"github.com/effigydb/effigy/schema"
)

// blockRows is the number of candidates that go to the judge at once.
const blockRows = 512

// pending is a candidate that waits for the judge.
type pending struct {
	index   uint64
	attempt uint32
	limit   int64
	cells   []*string
}

// foreign reports that a key or a predicate is beyond the evaluator, so that
// only the judge can compute it.
func (f *finder) foreign() bool {
	for _, u := range f.t.uniques {
		if u.met {
			continue
		}
		for _, x := range append(slices.Clone(u.exprs), u.where) {
			if x != nil && !x.understood() {
				return true
			}
		}
	}
	for _, x := range f.t.exclusion {
		if x.where != nil && !x.where.understood() {
			return true
		}
		for _, e := range x.elements {
			if e.expr != nil && e.span == nil && !e.expr.understood() {
				return true
			}
		}
	}
	return false
}

// judgeBlocks searches with the judge: blocks of candidates that pass
// everything known here are judged together and accepted in order.
func (f *finder) judgeBlocks() error {
	if f.judge == nil {
		return errNoJudge
	}
	f.judging = true
	queue := make([]work, 0, f.t.Rows)
	for i := range uint64(f.t.Rows) {
		queue = append(queue, work{index: i})
	}
	most := budget(f.t.Rows)
	for len(queue) > 0 && f.tried < most && !f.stalled() {
		if f.ctx.Err() != nil {
			return f.ctx.Err()
		}
		n := min(len(queue), blockRows)
		head := queue[:n]
		block := f.block(head, max(1, blockRows/n))
		ok, err := f.verdicts(block)
		if err != nil {
			return err
		}
		left := f.take(head, block, ok)
		// what is left goes behind the rows that have not been tried yet
		queue = append(slices.Clone(queue[n:]), left...)
	}
	f.arrange()
	return nil
}

// work is a row that has no accepted attempt yet.
type work struct {
	index uint64
	next  uint32
}

// block makes the next candidates of each row, several for each when few rows
// are left.
func (f *finder) block(rows []work, each int) []pending {
	var out []pending
	limit := int64(len(f.found.attempts))
	for r := range rows {
		for made, tried := 0, 0; made < each && tried < 64*each; tried++ {
			a := rows[r].next
			rows[r].next++
			f.tried++
			if !f.candidate(rows[r].index, a, limit) {
				continue
			}
			made++
			out = append(out, pending{index: rows[r].index, attempt: a, limit: limit, cells: f.m.texts()})
		}
	}
	return out
}

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
	return completed(f.ctx, f.judge, f.t, f.t.writtenNames(), rows)
}

// completed adds to rows of the named columns the generated ones that judged
// constraints read and that those columns give.
func completed(ctx context.Context, judge Judge, t *Table, names []string, rows [][]*string) ([]string, [][]*string, error) {
	for _, g := range t.formula.Generated {
		c := t.columns[g.Column]
		e := c.model.Expression
		if e == nil || !t.judges(g.Column) && !mentions(t.judged, c.name) || !within(e.Columns(), names) {
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

// take accepts the judged candidates that fit with the rows before them, and
// returns the rows that need another attempt.
func (f *finder) take(rows []work, block []pending, ok []bool) []work {
	accepted := map[uint64]bool{}
	keys := f.foreignKeys(block)
	for i, c := range block {
		if !ok[i] || accepted[c.index] || !f.m.try(c.index, c.attempt, c.limit) {
			continue
		}
		f.m.outside = keys.of(i)
		if f.admit() {
			f.accept(c.index, c.attempt)
			f.found.limits = append(f.found.limits, uint32(c.limit))
			accepted[c.index] = true
		}
		f.m.outside = nil
	}
	return slices.DeleteFunc(slices.Clone(rows), func(w work) bool { return accepted[w.index] })
}

// arrange drops the limits where nothing refers to rows of the same table.
func (f *finder) arrange() {
	for _, l := range f.t.links {
		if l.self {
			return
		}
	}
	f.found.limits = nil
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

// outsideKeys are texts of expressions that the judge evaluated for a block:
// by expression, one a row.
type outsideKeys struct {
	exprs map[*expression][]*string
}

// foreignKeys has the judge compute the keys that are beyond the evaluator.
func (f *finder) foreignKeys(block []pending) outsideKeys {
	k := outsideKeys{exprs: map[*expression][]*string{}}
	if len(block) == 0 {
		return k
	}
	rows := make([][]*string, len(block))
	for i := range block {
		rows[i] = block[i].cells
	}
	for _, x := range f.t.beyond() {
		got, err := f.judge.Evaluate(f.ctx, f.t.Name, f.t.writtenNames(), x.sql, rows)
		if err == nil && len(got) == len(rows) {
			k.exprs[x] = got
		}
	}
	return k
}

// beyond lists the expressions of keys that only the judge can compute.
func (t *Table) beyond() []*expression {
	var out []*expression
	add := func(x *expression) {
		if x != nil && !x.understood() {
			out = append(out, x)
		}
	}
	for _, u := range t.uniques {
		if u.met {
			continue
		}
		for _, x := range u.exprs {
			add(x)
		}
		add(u.where)
	}
	for _, x := range t.exclusion {
		for _, e := range x.elements {
			if e.span == nil {
				add(e.expr)
			}
		}
		add(x.where)
	}
	return out
}

func (k outsideKeys) of(i int) map[*expression]*string {
	if len(k.exprs) == 0 {
		return nil
	}
	out := make(map[*expression]*string, len(k.exprs))
	for x, rows := range k.exprs {
		out[x] = rows[i]
	}
	return out
}

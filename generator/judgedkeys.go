package generator

import "slices"

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

// outsideKeys are texts of expressions that the judge evaluated for a block:
// by expression, one a row. A row of which one raises an error is in none.
type outsideKeys struct {
	exprs  map[*expression][]*string
	raised []bool
}

// foreignKeys has the judge compute the keys that are beyond the evaluator.
func (f *finder) foreignKeys(block []pending) (outsideKeys, error) {
	k := outsideKeys{exprs: map[*expression][]*string{}, raised: make([]bool, len(block))}
	foreign := f.t.beyond()
	if len(block) == 0 || len(foreign) == 0 {
		return k, nil
	}
	rows := make([][]*string, len(block))
	for i := range block {
		rows[i] = block[i].cells
	}
	names, rows, err := completed(f.ctx, f.judge, f.t, f.t.writtenNames(), rows, func(c *column) bool {
		return slices.ContainsFunc(foreign, func(x *expression) bool { return slices.Contains(x.columns, c.pos) })
	})
	if err != nil {
		return k, err
	}
	for _, x := range foreign {
		got, err := f.judge.Evaluate(f.ctx, f.t.Name, names, x.sql, rows)
		if err == nil && len(got) == len(rows) {
			k.exprs[x] = got
			f.raise(k, x, names, rows)
		}
	}
	return k, nil
}

// raise tells rows of which an expression is NULL from those of which it
// raises an error, so that they can't be in its index.
func (f *finder) raise(k outsideKeys, x *expression, names []string, rows [][]*string) {
	var open [][]*string
	var of []int
	for i, text := range k.exprs[x] {
		if text == nil {
			open, of = append(open, rows[i]), append(of, i)
		}
	}
	if len(open) == 0 {
		return
	}
	null, err := f.judge.Evaluate(f.ctx, f.t.Name, names, "("+x.sql+"\n) IS NULL", open)
	for i, at := range of {
		if err != nil || i >= len(null) || null[i] == nil {
			k.raised[at] = true
		}
	}
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
	if len(k.exprs) == 0 || k.raised[i] {
		return nil
	}
	out := make(map[*expression]*string, len(k.exprs))
	for x, rows := range k.exprs {
		out[x] = rows[i]
	}
	return out
}

package generator

import (
	"fmt"
	"slices"

	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/draw"
	"github.com/effigydb/effigy/generator/predicate"
	"github.com/effigydb/effigy/generator/space"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

const (
	poolFirst = 96      // candidates that go to the judge at first
	poolBatch = 4096    // and at most at once
	poolTries = 400_000 // candidates after which a pool is given up
	poolFloor = 16_000  // … when none of the last ones has been accepted
	poolNear  = 100_000 // candidates that rules lead to, where few of them are accepted
	poolWords = 160     // values that a column without a key draws from
	poolLean  = 40_000  // candidates after which fewer values, poolFew, will do for it
	poolFew   = 24
	poolWide  = 8000 // … and more where the rules only ask that functions give one
	poolList  = 3000 // … after which texts of the rules, and nothing else, are a list
)

// pools has the judge vet values of single columns: where a constraint that
// is beyond the evaluator reads one column only, the accepted values become
// the column's space, and rows are constructed from them.
func (p *planner) pools(t *Table) error {
	if p.request.Judge == nil || t.Rows == 0 {
		return nil
	}
	for _, c := range t.columns {
		rules := t.rulesOf(c)
		if len(rules) == 0 || p.late(rules) || c.generated || t.inLink(c.pos) || c.model.Sequence != nil || t.related(c.pos) {
			continue
		}
		if err := p.pool(t, c, rules); err != nil {
			return err
		}
	}
	return nil
}

// late reports a rule with a function that reads tables, which have no rows
// yet.
func (p *planner) late(rules []predicate.Named) bool {
	return slices.ContainsFunc(rules, func(j predicate.Named) bool { return len(p.readsOf(j)) > 0 })
}

// rulesOf are the judged constraints that read the column and no other.
func (t *Table) rulesOf(c *column) []predicate.Named {
	var out []predicate.Named
	for _, j := range t.judged {
		if names := j.Expr.Columns(); len(names) == 1 && names[0] == c.name {
			out = append(out, j)
		}
	}
	return out
}

func (p *planner) pool(t *Table, c *column, rules []predicate.Named) error {
	if err := p.nullToo(t, c, rules); err != nil || t.refusal != nil {
		return err
	}
	made := map[space.Space]space.Space{}
	var barren []*branch
	most := 0
	for _, b := range t.branches {
		s := b.spaces[c.pos]
		if s == nil {
			continue
		}
		if _, known := made[s]; !known {
			values, tried, err := p.vetted(t, b, c, s, rules)
			if err != nil {
				return err
			}
			most = max(most, tried)
			made[s] = nil
			if len(values) > 0 {
				made[s] = space.List(fmt.Sprintf("%d vetted of %d", len(values), tried), values, draw.Cell(t.key, c.name, "space"))
			}
		}
		if b.spaces[c.pos] = made[s]; made[s] == nil {
			barren = append(barren, b)
		}
	}
	if len(barren) == len(t.branches) {
		return p.fruitless(t, c, rules[0], most)
	}
	t.prune(c, barren)
	c.pooled = true
	t.pooled = append(t.pooled, rules...)
	t.judged = without(t.judged, rules)
	return nil
}

// nullToo asks whether the rules let the column be NULL, which a function that
// takes it for a value may refuse.
func (p *planner) nullToo(t *Table, c *column, rules []predicate.Named) error {
	open := func(b *branch) bool { return b.formula.Columns[c.pos].Nulls != domain.NeverNull }
	if !slices.ContainsFunc(t.branches, open) {
		return nil
	}
	ok, err := p.acceptsRows(t, c, rules, [][]*string{{nil}})
	if err != nil || ok[0] {
		return err
	}
	t.branches = slices.DeleteFunc(t.branches, func(b *branch) bool { return b.formula.Columns[c.pos].Nulls == domain.AlwaysNull })
	if len(t.branches) == 0 {
		t.refuse(rules[0].Constraint, fmt.Sprintf("column %s has to be NULL, which does not satisfy it", c.name), "rows: 0 for the table")
		return nil
	}
	for _, b := range t.branches {
		b.formula.Columns[c.pos].Nulls = domain.NeverNull
	}
	t.weigh()
	return nil
}

// prune drops the branches that have no value for a column which has to have
// one; others give the table its rows.
func (t *Table) prune(c *column, barren []*branch) {
	t.branches = slices.DeleteFunc(t.branches, func(b *branch) bool {
		return slices.Contains(barren, b) && b.formula.Columns[c.pos].Nulls == domain.NeverNull
	})
	t.weigh()
}

// fruitless answers for a column of which no value was accepted: it is NULL
// where it may be, otherwise there are no rows.
func (p *planner) fruitless(t *Table, c *column, rule predicate.Named, tried int) error {
	for _, b := range t.branches {
		if b.formula.Columns[c.pos].Nulls == domain.NeverNull || c.settings.asks() {
			t.refuse(rule.Constraint, fmt.Sprintf("none of %d candidate values of column %s satisfied it", tried, c.name),
				"give values for the column in effigy.yaml, or rows: 0 for the table")
			return nil
		}
	}
	for _, b := range t.branches {
		b.spaces[c.pos] = nil
	}
	return nil
}

// vetted draws candidates of a space until the judge has accepted enough;
// where the first are refused, those that the rules lead to come next.
// Columns of one type and name under the same rules share what was accepted.
func (p *planner) vetted(t *Table, b *branch, c *column, s space.Space, rules []predicate.Named) ([]value.Value, int, error) {
	want := poolWords
	if !slices.ContainsFunc(rules, func(j predicate.Named) bool { return !asksForValue(j) }) {
		want = int(max(poolWords, min(t.Rows, poolWide)))
	}
	if t.needs(c.pos) {
		want = int(min(t.Rows, poolTries))
	}
	name := fmt.Sprint(c.model.Type, c.name, s.Name(), s.Capacity(), want)
	for _, r := range rules {
		name += "\x00" + r.Expr.SQL
	}
	if v := p.words[name]; v != nil {
		return v.values, v.tried, nil
	}
	v := &words{perm: draw.NewPermutation(min(s.Capacity(), wide(uint64(t.Rows))), draw.Cell(p.key, "pool", name)), seen: map[digest]bool{}}
	led, texts := 0, p.toldBy(t, rules)
	for size := poolFirst; v.tried < poolTries && len(v.values) < want && (led == 0 || v.more()) && !v.barren(led > 0) && !(!t.needs(c.pos) && (v.lean() || v.listed())); size = min(2*size, poolBatch) {
		few := v.tried > 0 && (!v.more() || float64(len(v.values)) < plenty*float64(v.asked))
		batch := v.candidates(c, s, size)
		switch {
		case few && led == 0:
			led, batch = 1, v.fresh(c, batch, p.near(t, b, c, rules, 0))
		case few && led == 1 && v.varied:
			led, batch = 2, v.fresh(c, batch, p.near(t, b, c, rules, v.enough(want)))
		}
		v.asked += len(batch)
		ok, err := p.accepts(t, c, rules, batch)
		if err != nil {
			return nil, v.tried, err
		}
		for i, x := range batch {
			if ok[i] && len(v.values) < want {
				v.values, v.last = append(v.values, x), v.asked
				v.varied = v.varied || !slices.Contains(texts, string(c.codec.AppendText(nil, x)))
			}
		}
	}
	p.words[name] = v
	return v.values, v.tried, nil
}

// toldBy are the texts that stand in rules and in the functions they call.
func (p *planner) toldBy(t *Table, rules []predicate.Named) []string {
	var exprs []*schema.Expr
	for _, r := range rules {
		exprs = append(exprs, r.Expr)
	}
	texts, _ := predicate.Leads(p.scope(t), exprs...)
	return texts
}

// words are the accepted values of a pool.
type words struct {
	values []value.Value
	tried  int  // ranks and draws of the space
	asked  int  // candidates that went to the judge
	last   int  // … when one was accepted last
	varied bool // some of those accepted stand in no rule
	perm   draw.Permutation
	seen   map[digest]bool
}

// barren reports that nothing has been accepted of so many candidates, those
// that the rules lead to behind them, that more of the same promise nothing.
func (v *words) barren(led bool) bool {
	return led && v.asked-v.last >= poolFloor
}

// lean reports that few candidates are accepted and that there are some values.
func (v *words) lean() bool { return v.asked > poolLean && len(v.values) >= poolFew }

// listed reports that nothing but texts of the rules themselves has been
// accepted of so many: they are a list.
func (v *words) listed() bool { return v.asked > poolList && len(v.values) > 0 && !v.varied }

// enough is how many candidates give so many values at the rate so far.
func (v *words) enough(want int) int {
	return int(min(1.5*float64(want)*float64(v.asked)/float64(len(v.values)), poolNear))
}

// more reports that the permutation has ranks that were not tried.
func (v *words) more() bool { return uint64(v.tried) < v.perm.N() }

// candidates are the next values of a space: ranks as a key would use them,
// and draws, so that both the breadth of the space and its usual values occur.
func (v *words) candidates(c *column, s space.Space, size int) []value.Value {
	var list []value.Value
	for range size {
		k := uint64(v.tried)
		v.tried++
		list = append(list, s.Unrank(v.perm.At(k), nil), s.Draw(draw.Mix(k), nil))
	}
	return v.fresh(c, nil, list)
}

// fresh adds to out what is new of the list.
func (v *words) fresh(c *column, out, list []value.Value) []value.Value {
	for _, x := range list {
		if d := digestOf(appendKey(nil, x, c)); !v.seen[d] {
			v.seen[d] = true
			out = append(out, x)
		}
	}
	return out
}

func (p *planner) accepts(t *Table, c *column, rules []predicate.Named, batch []value.Value) ([]bool, error) {
	rows := make([][]*string, len(batch))
	for i, v := range batch {
		s := string(c.codec.AppendText(nil, v))
		rows[i] = []*string{&s}
	}
	return p.acceptsRows(t, c, rules, rows)
}

// acceptsRows tells of rows of one cell, that of the column.
func (p *planner) acceptsRows(t *Table, c *column, rules []predicate.Named, rows [][]*string) ([]bool, error) {
	ok := make([]bool, len(rows))
	for i := range ok {
		ok[i] = true
	}
	names, rows, err := completed(p.ctx, p.request.Judge, t, []string{c.name}, rows, t.judgedColumn)
	if err != nil {
		return nil, err
	}
	for _, r := range rules {
		got, err := p.request.Judge.Satisfy(p.ctx, t.Name, names, judgeable(r.Expr), rows)
		if err != nil {
			return nil, err
		}
		for i := range ok {
			ok[i] = ok[i] && i < len(got) && got[i]
		}
	}
	return ok, nil
}

func without(list, gone []predicate.Named) []predicate.Named {
	var out []predicate.Named
	for _, x := range list {
		keep := true
		for _, g := range gone {
			keep = keep && x.Expr != g.Expr
		}
		if keep {
			out = append(out, x)
		}
	}
	return out
}

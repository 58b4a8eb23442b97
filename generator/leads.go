package generator

import (
	"fmt"
	"strings"
	"sync"

	"github.com/effigydb/effigy/generator/document"
	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/draw"
	"github.com/effigydb/effigy/generator/predicate"
	"github.com/effigydb/effigy/generator/space"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

const (
	plenty      = 0.15    // share of usual values that pass, from which on they serve
	winnowed    = 200_000 // values that are tried before a column is given up
	leadsEach   = 96      // values that rules lead a column to, where rows are tried
	leadsMost   = 20_000  // … for a key that the judge has a say in
	leadsNear   = 4096    // and where the column's own rules pick among them
	winnowWords = 2000    // values that a column without a key draws from
)

// winnow looks for values of columns whose own rules can be tested but not
// solved, where the usual values rarely pass: what the rules' constants and
// patterns lead to, then whatever the space has. Branches of one space under
// the same rules share what is found.
func (p *planner) winnow(t *Table) {
	type key struct {
		space space.Space
		rules string
	}
	found := map[key]space.Space{}
	for _, b := range t.branches {
		for _, c := range t.columns {
			rules := b.alone(c.pos)
			if len(rules) == 0 || c.generated || b.spaces[c.pos] == nil || t.inLink(c.pos) {
				continue
			}
			k := key{b.spaces[c.pos], spelt(rules)}
			if _, known := found[k]; !known {
				found[k] = p.sift(t, b, c, rules)
			}
			if v := found[k]; v != nil {
				b.spaces[c.pos] = v
			}
		}
	}
}

// alone are the relations that read the column and no other.
func (b *branch) alone(c int) []predicate.Relation {
	var out []predicate.Relation
	for _, r := range b.formula.Relations {
		if !r.Derived && len(r.Columns) == 1 && r.Columns[0] == c {
			out = append(out, r)
		}
	}
	return out
}

// spelt tells lists of rules apart: by their SQL, or else by what they are.
func spelt(rules []predicate.Relation) string {
	var out strings.Builder
	for _, r := range rules {
		sql, ok := spell(r.Expr)
		if !ok {
			sql = fmt.Sprintf("%p", r.Expr)
		}
		fmt.Fprintf(&out, "%s %t\x00", sql, r.Strict)
	}
	return out.String()
}

// sift is the space of values that pass, nil where the usual one serves.
func (p *planner) sift(t *Table, b *branch, c *column, rules []predicate.Relation) space.Space {
	s := b.spaces[c.pos]
	passes := p.sieve(t, b, c, rules)
	perm := draw.NewPermutation(min(s.Capacity(), wide(uint64(t.Rows))), draw.Cell(t.key, c.name, "sift"))
	drawn, ranked := 0, 0
	const sample = 64
	for k := range uint64(sample) {
		if passes(s.Draw(draw.Mix(k), nil)) {
			drawn++
		}
		if k < perm.N() && passes(s.Unrank(perm.At(k), nil)) {
			ranked++
		}
	}
	if float64(drawn) >= plenty*sample || t.needs(c.pos) && float64(drawn+ranked) >= plenty*2*sample {
		return nil
	}
	want := winnowWords
	if t.needs(c.pos) {
		want = max(int(t.Rows), winnowWords)
	}
	var exprs []*schema.Expr
	for _, r := range rules {
		exprs = append(exprs, r.Expr)
	}
	var values []value.Value
	if (told(b.formula.Columns[c.pos]) || t.formula.Alone(c.pos)) && !c.pooled { // of a pool no other value was vetted
		values = distinctOf(c, p.nearby(t, b, c, exprs, want+leadsNear), passes, want)
	}
	last := uint64(0)
	for k := uint64(0); k < min(perm.N(), winnowed) && len(values) < want && k-last < poolFloor; k++ {
		if v := s.Unrank(perm.At(k), nil); passes(v) {
			values, last = append(values, v), k
		}
	}
	return space.List(fmt.Sprintf("%d values that the rules leave", len(values)), distinctOf(c, values, passes, want), draw.Cell(t.key, c.name, "space"))
}

// sieve tells of values whether every rule on the column alone lets them pass.
func (p *planner) sieve(t *Table, b *branch, c *column, rules []predicate.Relation) func(value.Value) bool {
	row := make([]value.Value, len(t.columns))
	var programs []*predicate.Program
	for _, r := range rules {
		programs = append(programs, predicate.Bind(r.Expr, p.scope(t)))
	}
	return func(v value.Value) bool {
		if m := b.matcher(c.pos); m != nil && !m.Allows(v) || t.formula.Refuses(c.pos, v, row) {
			return false
		}
		for i, x := range programs {
			if got := x.Test(row); got == predicate.False || got == predicate.Unknown || got == predicate.Null && rules[i].Strict {
				return false
			}
		}
		return true
	}
}

// told reports that a matcher of the domain looks at all of it.
func told(d domain.Domain) bool {
	return d.Range == nil && d.JSON == nil && d.Net == nil && d.Fields == nil && d.Padded == nil && d.Format == "" && !d.Distinct &&
		(d.Elem == nil || told(*d.Elem))
}

func distinctOf(c *column, list []value.Value, passes func(value.Value) bool, most int) []value.Value {
	var out []value.Value
	seen := map[digest]bool{}
	for _, v := range list {
		if d := digestOf(appendKey(nil, v, c)); len(out) < most && !seen[d] && passes(v) {
			seen[d] = true
			out = append(out, v)
		}
	}
	return out
}

// nearby are values of the column that expressions lead to, and texts more
// that were found otherwise.
func (p *planner) nearby(t *Table, b *branch, c *column, exprs []*schema.Expr, most int, more ...string) []value.Value {
	texts, patterns := predicate.Leads(p.scope(t), exprs...)
	in := p.input(t, c, domain.Domain{Len: b.formula.Columns[c.pos].Len})
	return append(p.documents(c, exprs, most), space.Near(in, append(more, texts...), patterns, most)...)
}

// documents are those of a column of JSON or XML that the sources of rules,
// and of the functions that they call, look into.
func (p *planner) documents(c *column, exprs []*schema.Expr, most int) []value.Value {
	var out []value.Value
	add := func(text string) {
		if v, err := c.codec.Parse(text, nil); err == nil {
			out = append(out, v)
		}
	}
	switch sources := predicate.Sources(p.schema, exprs...); {
	case c.base.Is("json"), c.base.Is("jsonb"):
		if g := document.Read(sources); !g.Empty() {
			for k := range uint64(most / 2) {
				add(g.JSON(k))
			}
		}
	case c.base.Is("xml"):
		if x := document.ReadXML(sources); !x.Empty() {
			for k := range uint64(most / 2) {
				add(x.XML(k))
			}
		}
	}
	return out
}

// constants are what the calls of judged rules that read no column come to, as
// the judge computes them.
func (p *planner) constants(t *Table, exprs []*schema.Expr) []string {
	var out []string
	for _, e := range exprs {
		e.Walk(func(x *schema.Expr) bool {
			sql, ok := spell(x)
			if x.Kind != schema.ExprCall || !ok || len(x.Columns()) > 0 {
				return true
			}
			if got, err := p.request.Judge.Evaluate(p.ctx, t.Name, nil, sql, [][]*string{{}}); err == nil && len(got) == 1 && got[0] != nil {
				out = appendName(out, *got[0])
			}
			return false
		})
	}
	return out
}

// near are values that judged rules lead to and nothing known here refuses,
// so many where more than the usual number is asked for.
func (p *planner) near(t *Table, b *branch, c *column, rules []predicate.Named, most int) []value.Value {
	if !told(b.formula.Columns[c.pos]) && !t.formula.Alone(c.pos) {
		return nil
	}
	var exprs []*schema.Expr
	for _, r := range rules {
		exprs = append(exprs, r.Expr)
	}
	most = max(most, leadsNear)
	if t.needs(c.pos) {
		most = max(most, int(min(4*t.Rows, winnowed)))
	}
	return distinctOf(c, p.nearby(t, b, c, exprs, most, p.constants(t, exprs)...), p.sieve(t, b, c, nil), most)
}

// leads are the values that rules over several columns lead a column to:
// those of relations that no bound meets, of the judge, and of keys that only
// the search keeps apart. They are looked for when a row first needs one.
func (t *Table) leads(p *planner, b *branch, c int) func() []value.Value {
	if v, known := b.leads[c]; known {
		return v
	}
	var out func() []value.Value
	if exprs := t.ties(b, c); len(exprs) > 0 && !t.columns[c].generated && !t.columns[c].pooled && told(b.formula.Columns[c]) {
		out = sync.OnceValue(func() []value.Value {
			most := leadsEach
			if t.judges(c) && t.needs(c) {
				most = max(most, int(min(8*t.Rows, leadsMost)))
			}
			return distinctOf(t.columns[c], p.nearby(t, b, t.columns[c], exprs, most), p.sieve(t, b, t.columns[c], nil), most)
		})
	}
	if b.leads == nil {
		b.leads = map[int]func() []value.Value{}
	}
	b.leads[c] = out
	return out
}

// ties are the expressions that tie a column to others.
func (t *Table) ties(b *branch, c int) []*schema.Expr {
	var out []*schema.Expr
	for _, r := range b.formula.Relations {
		if !r.Derived && len(r.Columns) > 1 && contains(r.Columns, c) {
			out = append(out, r.Expr)
		}
	}
	for _, j := range t.judged {
		for _, n := range j.Expr.Columns() {
			if t.position(n) == c {
				out = append(out, j.Expr)
			}
		}
	}
	for _, u := range t.uniques {
		if u.where != nil && contains(u.where.columns, c) {
			out = append(out, u.where.expr)
		}
	}
	for _, x := range t.exclusion {
		if x.where != nil && contains(x.where.columns, c) {
			out = append(out, x.where.expr)
		}
	}
	return out
}

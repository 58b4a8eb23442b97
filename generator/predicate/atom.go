package predicate

import (
	"slices"

	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

// maxEnumerated bounds the values that are tried one by one.
const maxEnumerated = 4096

// effect is what an atom comes to: one column lies in a domain.
type effect struct {
	column int
	domain domain.Domain
}

// assume adds an atom to a branch.
func (s *solver) assume(p *partial, a atom) []*partial {
	columns := s.columnsOf(a.expr)
	if g := s.countGoal(a); g != nil {
		return s.apply(p, g)
	}
	if len(columns) == 0 {
		return s.constantAtom(p, a)
	}
	if isNullTest(a) {
		if column, ok := s.plainColumn(a.expr.Args[0]); ok {
			return some1(p.restrict(column, nullState(isNullAtom(a))))
		}
	}
	if len(columns) == 1 && p.columns[columns[0]].Set != nil {
		// exact, where the inverse of a function may be narrower than it has to
		if got, ok := s.enumerate(p, columns, a); ok {
			return got
		}
	}
	s.textual = false
	if alternatives, ok := s.construct(a); ok {
		if len(alternatives) == 0 {
			// No value will do, but NULL may.
			alternatives = []effect{{columns[0], domain.Domain{Set: []value.Value{}}}}
		}
		got := s.adopt(p, alternatives, a.strict)
		if !s.textual || !barren(got, columns[0]) {
			return got
		}
		// The orders that all collations agree on leave nothing: the server's may.
	}
	if got, ok := s.enumerate(p, columns, a); ok {
		return got
	}
	if len(columns) == 1 {
		p = s.scan(p, columns[0], a)
	}
	if g := s.hint(a); g != nil {
		if got := s.apply(p, g); len(got) > 0 {
			p = got[0]
		}
	}
	return s.relate(p, columns, a)
}

// barren reports branches of which none has a value for the column.
func barren(branches []*partial, column int) bool {
	return !slices.ContainsFunc(branches, func(p *partial) bool { return !p.columns[column].Barren() })
}

func some1(p *partial) []*partial {
	if p == nil {
		return nil
	}
	return []*partial{p}
}

func nullState(null bool) domain.Domain {
	if null {
		return domain.Domain{Nulls: domain.AlwaysNull}
	}
	return domain.Domain{Nulls: domain.NeverNull}
}

// adopt makes a branch of each alternative.
func (s *solver) adopt(p *partial, alternatives []effect, strict bool) []*partial {
	var out []*partial
	for _, e := range alternatives {
		if strict && e.domain.Nulls == domain.MayBeNull {
			e.domain.Nulls = domain.NeverNull
		}
		if c := p.restrict(e.column, e.domain); c != nil {
			if len(alternatives) > 1 {
				c.weight = p.weight / float64(len(alternatives))
				s.alternatives++
				c.picks = append(c.picks, s.alternatives)
			}
			out = append(out, c)
		}
	}
	return out
}

// constantAtom decides an atom without columns.
func (s *solver) constantAtom(p *partial, a atom) []*partial {
	if a.expr != nil && a.expr.Opaque() {
		return s.judge(p)
	}
	t := Bind(a.expr, s.Scope).Test(nil)
	if a.negated {
		t = t.not()
	}
	switch {
	case t == True, t == Null && !a.strict:
		return []*partial{p}
	case t == Unknown:
		return s.judge(p)
	}
	return nil
}

// judge leaves the constraint at hand to the database.
func (s *solver) judge(p *partial) []*partial {
	c := p.share()
	if !slices.ContainsFunc(c.judged, s.current.same) {
		n := s.current
		if n.domain {
			e := *n.Expr
			e.SQL = "" // whoever reads the cells as the column's type decides
			n.Expr = &e
		}
		c.judged = append(c.judged, n)
	}
	return []*partial{c}
}

// enumerate tries every value of a column that has few.
func (s *solver) enumerate(p *partial, columns []int, a atom) ([]*partial, bool) {
	if len(columns) != 1 || !Bind(a.expr, s.Scope).Understood() {
		return nil, false
	}
	d := p.columns[columns[0]]
	set, ok := listed(d)
	if !ok || len(set) == 0 {
		return nil, false
	}
	accepted, open := s.filter(set, columns[0], a)
	if open && len(accepted) == 0 { // nothing is known of them: others may tell
		return nil, false
	}
	kept := domain.Domain{Set: accepted}
	if a.strict && s.strictIn(a.expr) {
		kept.Nulls = domain.NeverNull
	}
	if a.strict && kept.Nulls == domain.MayBeNull {
		return nil, false
	}
	return some1(p.restrict(columns[0], kept)), true
}

// listed are the values of a domain that has few: a set, or whole numbers
// between two ends.
func listed(d domain.Domain) ([]value.Value, bool) {
	if d.Set != nil {
		return d.Set, len(d.Set) <= maxEnumerated
	}
	var out []value.Value
	for _, i := range d.Intervals {
		if i.Low.Kind != i.High.Kind || i.Low.Kind != value.Int && i.Low.Kind != value.Date || i.LowOpen || i.HighOpen ||
			i.High.I-i.Low.I > maxEnumerated || i.High.I-i.Low.I < 0 {
			return nil, false
		}
		for n := range i.High.I - i.Low.I + 1 { // counted from 0: the end may be the last number there is
			out = append(out, value.Value{Kind: i.Low.Kind, I: i.Low.I + n})
		}
		if len(out) > maxEnumerated {
			return nil, false
		}
	}
	return out, d.Intervals != nil
}

// relate keeps an atom as a relation, to be met while rows are made, or
// leaves it to the database.
func (s *solver) relate(p *partial, columns []int, a atom) []*partial {
	e := a.expr
	if a.negated {
		e = &schema.Expr{Kind: schema.ExprNot, Args: []*schema.Expr{e}}
	}
	program := Bind(e, s.Scope)
	if !program.Understood() {
		return s.judge(p)
	}
	c := p
	if a.strict && s.strictIn(e) {
		for _, i := range columns {
			if c = c.restrict(i, nullState(false)); c == nil {
				return nil
			}
		}
	}
	c = c.share()
	c.relations = append(c.relations, Relation{
		Constraint: s.current.Constraint, Expr: e, Columns: columns, Strict: a.strict, program: program,
	})
	return []*partial{c}
}

// strictIn reports whether an expression is NULL whenever one of its columns
// is: it goes through nothing but operators, casts and strict calls.
func (s *solver) strictIn(e *schema.Expr) bool {
	switch e.Kind {
	case schema.ExprColumn, schema.ExprConst, schema.ExprNow:
		return true
	case schema.ExprCast, schema.ExprCollate, schema.ExprNot, schema.ExprOp, schema.ExprSubscript, schema.ExprField:
	case schema.ExprCall:
		if e.Name == "concat" || e.Name == "num_nulls" || e.Name == "num_nonnulls" || functions[e.Name] == nil && !propagates(e) &&
			e.Name != "jsonb_typeof" && e.Name != "json_typeof" && e.Name != "isempty" && e.Name != "array_length" {
			return false
		}
	case schema.ExprIn, schema.ExprAny:
		return s.strictIn(e.Args[0])
	default:
		return false
	}
	for _, a := range e.Args {
		if a == nil || !s.strictIn(a) {
			return false
		}
	}
	return true
}

// columnsOf are the positions of the columns an expression refers to, each
// once; a whole-row reference is all of them.
func (s *solver) columnsOf(e *schema.Expr) []int {
	var out []int
	if e == nil {
		return nil
	}
	for _, name := range e.Columns() {
		if name == "*" {
			out = out[:0]
			for i := range s.Table.Columns {
				out = append(out, i)
			}
			return out
		}
		if i, ok := s.index[name]; ok {
			out = append(out, i)
		}
	}
	return out
}

func (s *solver) onlyColumn(e *schema.Expr) (int, bool) {
	columns := s.columnsOf(e)
	if len(columns) != 1 {
		return 0, false
	}
	return columns[0], true
}

// plainColumn is the column an expression is, casts that change nothing but
// the type's name aside.
func (s *solver) plainColumn(e *schema.Expr) (int, bool) {
	for e.Kind == schema.ExprCollate {
		e = e.Args[0]
	}
	if e.Kind != schema.ExprColumn {
		return 0, false
	}
	i, ok := s.index[e.Name]
	return i, ok
}

func isNullTest(a atom) bool { return a.expr != nil && a.expr.Kind == schema.ExprIsNull }

// isNullAtom reports whether the atom asks for a NULL.
func isNullAtom(a atom) bool { return isNullTest(a) && a.expr.Negated == a.negated }

package predicate

import (
	"slices"
	"sync"

	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

// Formula is the constraints of a table in a bounded normal form: a row
// satisfies them when it satisfies one branch.
type Formula struct {
	// Branches are alternatives, none of them known to be empty. They may
	// overlap. There is none when the constraints contradict each other:
	// see Guilty.
	Branches []Branch
	// Guilty are the constraints that left nothing, sorted as met.
	Guilty []string
	// Verdicts has one entry for each constraint, in order.
	Verdicts []Verdict
	// Judged are the constraints (whole expressions) that only the database
	// can decide; all branches' Judged in one list, each once.
	Judged []Named
	// Generated are the generated columns in an order in which they can be
	// computed.
	Generated []Computed

	checks []check
}

// Verdict says how a constraint is met.
type Verdict struct {
	Constraint string
	// How is "constructed", "tested" (evaluated here on each row) or
	// "judged" (by the database).
	How string
}

// Computed is a column that is a function of others.
type Computed struct {
	Column  int
	Program *Program
}

// Branch is one alternative of a formula.
type Branch struct {
	// Weight is the branch's share of rows, relative to its siblings.
	Weight float64
	// Columns has a domain for each column of the table, by position.
	Columns []domain.Domain
	// Relations tie columns to each other.
	Relations []Relation
	// Judged are the constraints that only the database can decide in this
	// branch.
	Judged []Named

	solver   *solver
	matchers []matcher // of Columns
}

// Narrowed is the branch with some columns cut further and more rules, and what
// follows of that for others; false when nothing is left of it.
func (b *Branch) Narrowed(columns []int, to []domain.Domain, more []Relation) (*Branch, bool) {
	s := b.solver
	p := &partial{weight: b.Weight, columns: slices.Clone(b.Columns), judged: b.Judged}
	for _, r := range b.Relations {
		if !r.Derived {
			p.relations = append(p.relations, r)
		}
	}
	for _, r := range more {
		r.program = Bind(r.Expr, s.Scope)
		p.relations = append(p.relations, r)
	}
	for i := range p.columns {
		p.columns[i] = domain.Intersect(s.natural(s.Table.Columns[i].Type), p.columns[i])
	}
	for i, c := range columns {
		d := &p.columns[c]
		if *d = domain.Intersect(*d, to[i]); d.Contradictory() || d.Nulls == domain.AlwaysNull {
			return nil, false
		}
	}
	out, ok := s.finish(p)
	return &out, ok
}

// matcher is made the first time it is asked: most columns never are, and
// preparing a pattern costs far more than matching it.
type matcher struct {
	once sync.Once
	made *domain.Matcher
}

func (m *matcher) of(d *domain.Domain) *domain.Matcher {
	m.once.Do(func() { m.made = domain.NewMatcher(*d) })
	return m.made
}

// Relation is a predicate over two or more columns, or over one where no
// domain could say it. It is met when one of its columns is NULL, unless
// Strict.
type Relation struct {
	Constraint string
	Expr       *schema.Expr
	Columns    []int
	Strict     bool
	// Derived relations follow from others; they keep the search from
	// running into dead ends and need not be tested.
	Derived bool

	program *Program
}

// Step is one column of a row in the order of generation.
type Step struct {
	Column int
	Domain domain.Domain
	// Bounds relate the column to columns of earlier steps.
	Bounds []Bound
	// Tests have to pass once the column has its value; where one does not,
	// the column is drawn again, or an earlier one.
	Tests []Test
	// Met are the relations of the branch, by number, of which the bounds say
	// all that there is to say.
	Met []int

	typ     schema.Type // the column's stored type
	convert func(value.Value) (value.Value, bool)
	matcher *matcher
}

// Test is a predicate on the columns of a step and of those before it.
type Test struct {
	Constraint string
	Relation   int // of the branch, by number
	Program    *Program
	Strict     bool // NULL fails
}

// Passes evaluates the test on a row.
func (t *Test) Passes(row []value.Value) bool {
	got := t.Program.Test(row)
	return got == True || got == Null && !t.Strict
}

// Bound is: column Op the value of Program, where that is not NULL.
type Bound struct {
	Constraint string
	Op         string // = <> < <= > >=
	Program    *Program
}

// Check evaluates every constraint of the table on a complete row: False as
// soon as one is false, Unknown when one is not understood, else True.
// Constraint names the one that decided.
func (f *Formula) Check(row []value.Value) (t Truth, constraint string) {
	t = True
	for _, c := range f.checks {
		switch c.program.Test(row) {
		case False:
			return False, c.name
		case Unknown:
			t, constraint = Unknown, c.name
		}
	}
	return t, constraint
}

type check struct {
	name        string
	whole       Named
	program     *Program
	constructed bool // the domains of every branch say all of it
	trusted     bool // rows meet it as their cells are drawn: see Trust
	fallible    bool // a side that does not decide may raise an error
	columns     []int
}

// Askable are the constraints of a name that a database can be asked about:
// those whose SQL speaks of columns.
func (f *Formula) Askable(name string) []Named {
	var out []Named
	for _, c := range f.checks {
		if c.name == name && !c.whole.domain && c.whole.Expr.SQL != "" {
			out = append(out, c.whole)
		}
	}
	return out
}

// Alone reports that every constraint that reads the column reads no other, so
// that Refuses says all there is to say of a value.
func (f *Formula) Alone(column int) bool {
	return !slices.ContainsFunc(f.checks, func(c check) bool { return len(c.columns) > 1 && slices.Contains(c.columns, column) })
}

// Refuses reports that a constraint on the column alone is false for a value;
// row is scratch memory, one cell a column of the table.
func (f *Formula) Refuses(column int, v value.Value, row []value.Value) bool {
	clear(row)
	row[column] = v
	for _, c := range f.checks {
		if len(c.columns) == 1 && c.columns[0] == column && c.program.Test(row) == False {
			return true
		}
	}
	return false
}

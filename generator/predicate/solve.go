package predicate

import (
	"errors"
	"slices"

	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

// defaultBranches caps the normal form where the input does not say.
const defaultBranches = 96

// margins are tried in turn for lower bounds that move with the clock: the
// widest that leaves a branch is taken.
var margins = []int64{30 * value.Day, value.Hour, 0}

// Compile solves the constraints of a table. An error means an input that
// makes no sense; a contradiction is a Formula without branches.
func Compile(in Input) (*Formula, error) {
	if in.Table == nil || in.Schema == nil {
		return nil, errors.New("constraints: no table")
	}
	f := compile(in, nil)
	if len(f.Branches) == 0 {
		f.Guilty = culprits(in, f.Guilty)
	}
	return f, nil
}

// compile solves the constraints but for those of some names.
func compile(in Input, without []string) (f *Formula) {
	for _, margin := range margins {
		s := newSolver(in, margin)
		s.leave(without)
		s.wary = in.Wary
		f = s.solve()
		if len(f.Branches) == 0 && s.narrowed {
			s = newSolver(in, margin)
			s.leave(without)
			s.wary = true
			f = s.solve()
		}
		if len(f.Branches) > 0 || !s.clock() {
			break
		}
	}
	return f
}

// solver holds what is the same for all branches of one table.
type solver struct {
	Scope
	index        map[string]int
	limit        int
	margin       int64
	constraints  []Named
	current      Named
	alternatives int // numbered so far
	lifted       int
	nested       int      // types within types
	narrowed     bool     // an inverse was taken that is narrower than the rule
	wary         bool     // none is: they contradict something
	textual      bool     // an order of texts was taken for the atom at hand
	bounds       *partial // of the branch at hand
}

func newSolver(in Input, margin int64) *solver {
	s := &solver{Scope: in.Scope, index: map[string]int{}, limit: in.MaxBranches, margin: margin}
	if s.Since == 0 || s.Since > s.Now {
		s.Since = s.Now
	}
	if s.limit <= 0 {
		s.limit = defaultBranches
	}
	for i, c := range in.Table.Columns {
		s.index[c.Name] = i
	}
	s.constraints = s.gather(in.Extra)
	return s
}

// clock reports whether any constraint looks at the clock.
func (s *solver) clock() bool {
	return slices.ContainsFunc(s.constraints, func(n Named) bool { return moving(n.Expr) })
}

func (s *solver) solve() *Formula {
	f := &Formula{Generated: s.generated()}
	for _, n := range s.constraints {
		f.checks = append(f.checks, check{name: n.Constraint, whole: n, program: Bind(n.Expr, s.Scope), columns: s.columnsOf(n.Expr), fallible: s.fallible(n.Expr)})
	}
	branches := []*partial{s.start()}
	for _, n := range s.ordered() {
		next := s.constrain(branches, n)
		if len(next) == 0 {
			f.Guilty = s.guilty(n)
			f.Verdicts = s.verdicts(nil)
			return f
		}
		branches = next
	}
	for _, p := range branches {
		if b, ok := s.finish(p); ok {
			f.Branches = append(f.Branches, b)
		}
	}
	if len(f.Branches) == 0 {
		f.Guilty = s.everyName()
	}
	f.Judged = joinNamed(f.Branches)
	f.Verdicts = s.verdicts(f.Branches)
	f.markConstructed()
	return f
}

// constrain adds one constraint to every branch.
func (s *solver) constrain(branches []*partial, n Named) []*partial {
	s.current = n
	g := s.push(n.Expr, false, false)
	var next []*partial
	for _, p := range branches {
		next = append(next, s.apply(p, g)...)
	}
	return thin(next, s.limit)
}

// ordered puts constraints that do not split branches first.
func (s *solver) ordered() []Named {
	out := slices.Clone(s.constraints)
	widths := map[string]int{}
	for _, n := range out {
		s.current = n
		widths[n.Constraint] = max(widths[n.Constraint], width(s.push(n.Expr, false, false)))
	}
	s.lifted = 0
	slices.SortStableFunc(out, func(a, b Named) int { return widths[a.Constraint] - widths[b.Constraint] })
	return out
}

// start is the branch before any constraint: types and NOT NULL.
func (s *solver) start() *partial {
	p := &partial{weight: 1, columns: make([]domain.Domain, len(s.Table.Columns))}
	for i, c := range s.Table.Columns {
		p.columns[i] = s.natural(c.Type)
		if s.notNull(c) {
			p.columns[i].Nulls = domain.NeverNull
		}
	}
	return p
}

// notNull looks at the column, its primary key and the domains of its type.
func (s *solver) notNull(c *schema.Column) bool {
	if c.NotNull {
		return true
	}
	if pk := s.Table.PrimaryKey(); pk != nil && slices.Contains(pk.Columns, c.Name) {
		return true
	}
	_, through := s.Schema.Base(c.Type)
	return slices.ContainsFunc(through, func(d *schema.Domain) bool { return d.NotNull })
}

// natural is what a type alone allows.
func (s *solver) natural(declared schema.Type) domain.Domain {
	t, _ := s.Schema.Base(declared)
	d := domain.Domain{}
	switch b := newBinder(s.Scope); {
	case t.Dims > 0:
		if e := s.elementDomain(t.Elem()); e != nil {
			d.Elem = e
		}
	case t.Is("bool"):
		d.Set = []value.Value{value.Boolean(false), value.Boolean(true)}
	case b.isEnum(t):
		d.Set = []value.Value{}
		for _, label := range s.Schema.Enum(t.Name).Labels {
			d.Set = append(d.Set, value.String(label))
		}
	case isInteger(t):
		limits, _ := integerInterval(domain.Interval{}, short(t))
		d.Intervals = []domain.Interval{limits}
	case short(t) == "numeric" && len(t.Mods) > 0:
		d.Intervals = []domain.Interval{numericLimits(t)}
	case (short(t) == "varchar" || short(t) == "bpchar") && t.Mod(0, -1) >= 0:
		d.Len = domain.Between(0, t.Mod(0, 0))
	case s.Schema.Composite(t.Name) != nil:
		d.Fields = s.fieldDomains(s.Schema.Composite(t.Name))
	}
	return d
}

// guilty names the constraint that left nothing, and those before it that
// share a column with it.
func (s *solver) guilty(n Named) []string {
	columns := s.columnsOf(n.Expr)
	out := []string{}
	for _, o := range s.constraints {
		shares := slices.ContainsFunc(s.columnsOf(o.Expr), func(i int) bool { return slices.Contains(columns, i) })
		if (o.Constraint == n.Constraint || shares) && !slices.Contains(out, o.Constraint) {
			out = append(out, o.Constraint)
		}
	}
	return out
}

func (s *solver) everyName() []string {
	out := []string{}
	for _, n := range s.constraints {
		if !slices.Contains(out, n.Constraint) {
			out = append(out, n.Constraint)
		}
	}
	return out
}

func joinNamed(branches []Branch) []Named {
	var out []Named
	for _, b := range branches {
		for _, n := range b.Judged {
			if !slices.ContainsFunc(out, n.same) {
				out = append(out, n)
			}
		}
	}
	return out
}

// verdicts says of each constraint how its hardest branch meets it.
func (s *solver) verdicts(branches []Branch) []Verdict {
	rankOf := map[string]int{}
	for _, b := range branches {
		for i := range b.Relations {
			if r := &b.Relations[i]; !r.Derived && !b.boundable(r) {
				rankOf[r.Constraint] = max(rankOf[r.Constraint], 1)
			}
		}
		for _, n := range b.Judged {
			rankOf[n.Constraint] = 2
		}
	}
	var out []Verdict
	for _, name := range s.everyName() {
		out = append(out, Verdict{name, [...]string{"constructed", "tested", "judged"}[rankOf[name]]})
	}
	return out
}

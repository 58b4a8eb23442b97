package generator

import (
	"context"
	"errors"
	"fmt"

	"github.com/effigydb/effigy/generator/draw"
	"github.com/effigydb/effigy/generator/predicate"
	"github.com/effigydb/effigy/schema"
)

// planner holds what is shared while a plan is made.
type planner struct {
	ctx      context.Context
	request  Request
	schema   *schema.Schema
	graph    *schema.Graph
	key      draw.Key
	tables   map[schema.Name]*Table
	leaves   map[schema.Name][]*schema.Table // partitions by root, the root first
	hints    map[column2]int64
	spaces   builder
	words    map[string]*words
	children map[*Table][]*link // foreign keys by the table they refer to
}

// column2 is a column of a table.
type column2 struct {
	table *Table
	pos   int
}

// always is an expression that only asks whether the judge can read the cells
// as the columns' types, domain checks included.
var always = &schema.Expr{Kind: schema.ExprConst, Value: "true", SQL: "true"}

func newPlan(ctx context.Context, r Request) (*Plan, error) {
	if r.Schema == nil {
		return nil, errors.New("planning: no schema")
	}
	p := &planner{
		ctx: ctx, request: r, schema: r.Schema, graph: r.Schema.Graph(),
		key:    draw.Seed(r.Seed, fmt.Sprint(Version)),
		tables: map[schema.Name]*Table{}, leaves: map[schema.Name][]*schema.Table{}, hints: map[column2]int64{}, words: map[string]*words{}, children: map[*Table][]*link{},
	}
	p.spaces = newBuilder(p)
	if err := p.addTables(); err != nil {
		return nil, err
	}
	if err := p.readAll(); err != nil {
		return nil, err
	}
	plan := &Plan{Version: Version, Seed: r.Seed, Now: r.Now}
	for i, members := range p.graph.Components {
		if err := p.component(i, members); err != nil {
			return nil, err
		}
	}
	p.finish(plan)
	return plan, nil
}

// addTables makes an empty plan for every table that rows are made for.
func (p *planner) addTables() error {
	for _, m := range p.schema.Tables {
		root := p.schema.Root(m)
		p.leaves[root.Name] = append(p.leaves[root.Name], m)
	}
	for _, node := range p.graph.Nodes {
		m := node.Table
		if m.Foreign || m.Temporary || p.request.Skip[m.Name] || p.request.Extensions[m.Name] != "" {
			continue
		}
		t := &Table{
			Name: m.Name, model: m, schema: p.schema, component: node.Component,
			key: draw.Cell(p.key, m.Name.Schema, m.Name.Name), settings: p.request.Tables[m.Name],
			branchKey: draw.Cell(p.key, m.Name.Schema, m.Name.Name, "", "branch"),
			book:      p.spaces.book, now: p.spaces.now,
		}
		if err := t.addColumns(p.schema); err != nil {
			return fmt.Errorf("planning %s: %w", m.Name, err)
		}
		p.tables[m.Name] = t
	}
	return nil
}

// rowsOf is the number of rows asked for.
func (p *planner) rowsOf(t *Table) int64 {
	s := t.settings
	switch {
	case len(s.Fixtures) > 0:
		return int64(len(s.Fixtures))
	case s.Rows != nil:
		return max(*s.Rows, 0)
	case s.Ratio > 0:
		for _, o := range p.tables {
			if o.Name.String() == s.RatioTo {
				return int64(s.Ratio * float64(o.Rows))
			}
		}
	}
	return max(p.request.Rows, 0)
}

func (p *planner) scope(t *Table) predicate.Scope {
	return predicate.Scope{Schema: p.schema, Table: t.model, Now: micros(p.request.BuildTime)}
}

// component plans the tables of one strongly connected component. Their row
// counts depend on each other, so the planning is repeated until they stand.
func (p *planner) component(number int, nodes []*schema.Node) error {
	var members []*Table
	for _, n := range nodes {
		if t := p.tables[n.Table.Name]; t != nil {
			t.component = number
			t.Requested = p.rowsOf(t)
			t.Rows = t.Requested
			if t.refusal != nil {
				t.Rows = 0
			}
			members = append(members, t)
		}
	}
	for range maxRounds {
		before := counts(members)
		for _, t := range members {
			if t.refusal == nil {
				p.shape(t)
			}
		}
		p.untie(members)
		for _, t := range members {
			if t.refusal == nil {
				if err := p.solve(t); err != nil {
					return err
				}
			}
		}
		if len(members) == 1 || equal(before, counts(members)) {
			return nil
		}
	}
	return nil
}

// maxRounds bounds the rounds of a cycle of tables whose caps depend on each
// other; each round can only lower them.
const maxRounds = 8

func counts(members []*Table) []int64 {
	out := make([]int64, len(members))
	for i, t := range members {
		out[i] = t.Rows
	}
	return out
}

func equal(a, b []int64) bool {
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// readAll takes the constraints of all tables in. Row counts are not known
// yet where they depend on a parent's.
func (p *planner) readAll() error {
	for _, n := range p.graph.Order {
		if t := p.tables[n.Table.Name]; t != nil {
			t.Requested = p.rowsOf(t)
			t.Rows = t.Requested
			t.addLinks(n.Edges, p.tables)
			for _, l := range t.links {
				if l.parent != nil {
					p.children[l.parent] = append(p.children[l.parent], l)
				}
			}
		}
	}
	for _, n := range p.graph.Order {
		if t := p.tables[n.Table.Name]; t != nil {
			if err := p.read(t); err != nil {
				return err
			}
		}
	}
	return nil
}

// read takes the constraints of a table in, once.
func (p *planner) read(t *Table) error {
	scope := p.scope(t)
	if t.Rows == 0 {
		t.formula = &predicate.Formula{}
		return nil
	}
	for _, c := range t.columns {
		if c.settings.Expression != "" {
			t.refuse(c.name, "a SQL expression for a column is not served yet", "give values, a pattern or a function instead")
			return nil
		}
		if why := p.request.Missing[c.base.Name]; why != "" && !c.generated {
			t.refuse(c.name, why, "install the extension, or build the rest with --skip-missing")
			return nil
		}
	}
	t.addUniques(p.leaves[t.Name], scope)
	t.addExclusions(p.leaves[t.Name], scope)
	formula, err := predicate.Compile(predicate.Input{Scope: scope, Extra: p.extra(t)})
	if err != nil {
		return fmt.Errorf("planning %s: %w", t.Name, err)
	}
	t.formula = formula
	if len(formula.Branches) == 0 {
		guilty := first(formula.Guilty)
		t.refuse(guilty, "the constraints exclude each other: "+list(formula.Guilty), "rows: 0 for the table in effigy.yaml builds it empty")
		return nil
	}
	t.judged = append(t.judged, formula.Judged...)
	for _, j := range formula.Judged {
		t.vouch(j.Constraint)
	}
	p.addBranches(t)
	if len(t.branches) == 0 {
		t.refuse(t.notes["barren"], t.notes["barren reason"], "give the column values or a pattern in effigy.yaml, or rows: 0 for the table")
		return nil
	}
	return p.pools(t)
}

// shape decides keys and foreign keys for the row counts as they stand.
func (p *planner) shape(t *Table) {
	if t.Rows == 0 {
		return
	}
	for _, l := range t.links {
		l.index.reset()
		if !l.usable() && !t.nullable(l) {
			p.refuseLink(t, l)
			return
		}
	}
	p.drive(t)
	t.guarded = t.guards()
	t.holds()
	for _, l := range t.links {
		l.alone = !t.entangled(l)
		if l.usable() {
			l.perm = draw.NewPermutation(uint64(l.parent.Rows), l.key)
		}
	}
	t.addStore(p.children[t])
	p.addPolymorphs(t)
	t.chooseSenior()
	t.addSteps()
	t.chooseMode()
}

func (p *planner) refuseLink(t *Table, l *link) {
	if l.parent == nil {
		t.refuse(l.name, "it refers to a table that is not built", "rows: 0 for the table in effigy.yaml builds it empty")
		return
	}
	t.refuse(l.name, "it has to refer to a row of "+l.parent.Name.String()+", which has none", "rows: 0 for the table in effigy.yaml builds it empty")
}

// untie leaves open the foreign keys of a cycle whose parents' keys are not
// yet settled when the rows of the child are.
func (p *planner) untie(members []*Table) {
	settled := map[*Table]bool{}
	for _, t := range members {
		for _, l := range t.links {
			l.untied = l.parent != nil && l.parent.component == t.component && !l.self && !settled[l.parent] && l.parent.Rows > 0 &&
				l.refs != nil && !l.parent.sure(l.refs, 0)
			if l.untied && !t.nullable(l) {
				t.refuse(l.name, "it is part of a cycle of tables whose keys depend on each other", "rows: 0 for one of them in effigy.yaml builds it empty")
			}
		}
		settled[t] = true
	}
}

// sure reports that a stable unit, all the way up through the foreign keys
// that it repeats, gives the columns without making the row.
func (t *Table) sure(cols []int, depth int) bool {
	u := t.keyUnit(cols)
	if u == nil || depth > 16 {
		return false
	}
	for _, x := range u.members {
		if x.link != nil && x.link.parent.component == t.component && !x.link.parent.sure(x.link.refs, depth+1) {
			return false
		}
	}
	return true
}

// solve finds the rows: by construction where a sample proves it, otherwise
// by search.
func (p *planner) solve(t *Table) error {
	if t.Rows == 0 || t.refusal != nil {
		return nil
	}
	if len(t.settings.Fixtures) > 0 {
		return p.fix(t)
	}
	if t.mode != search && t.fill() && t.proves() {
		return nil
	}
	if t.Rows > searchLimit {
		t.refuse(t.searchReason(), fmt.Sprintf("its rows have to be searched one by one, which is done for up to %d", searchLimit), "ask for fewer rows of the table in effigy.yaml")
		return nil
	}
	if len(t.judged) > 0 && p.request.Judge == nil {
		t.refuse(t.judged[0].Constraint, errNoJudge.Error(), "run it with a server: effigy starts a local one where Postgres is installed")
		return nil
	}
	t.stabilise()
	t.guarded = true
	err := p.find(t)
	if errors.Is(err, errNoJudge) {
		t.refuse(t.searchReason(), errNoJudge.Error(), "run it with a server: effigy starts a local one where Postgres is installed")
		return nil
	}
	return err
}

// searchReason names the constraint because of which rows are searched.
func (t *Table) searchReason() string {
	for _, u := range t.uniques {
		if !u.met {
			return u.name
		}
	}
	for _, x := range t.exclusion {
		return x.name
	}
	for _, j := range t.judged {
		return j.Constraint
	}
	return ""
}

func first(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return list[0]
}

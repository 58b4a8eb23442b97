package generator

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

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
	byText   map[string]*Table  // tables by their names as text
	children map[*Table][]*link // foreign keys by the table they refer to
	demands  demands            // what children ask of their parents
	gathered map[column2]bool   // columns with few values: see gathered.go
	demanded bool               // there is a new one
	losses   map[schema.Name]loss
	order    [][]*schema.Node    // components as they are planned
	held     map[*Table]bool     // their rows are with the judge
	reads    map[string][]*Table // by the SQL of constraints: what their functions read
}

// column2 is a column of a table.
type column2 struct {
	table *Table
	pos   int
}

// always is an expression that only asks whether the judge can read the cells
// as the columns' types, domain checks included.
var always = &schema.Expr{Kind: schema.ExprConst, Value: "true", SQL: "true"}

// newPlan makes the plan, and makes it anew where a child asked in vain for
// what its parents can have.
func newPlan(ctx context.Context, r Request) (*Plan, error) {
	if r.Schema == nil {
		return nil, errors.New("planning: no schema")
	}
	known, losses := demands{}, map[schema.Name]loss{}
	for n := 0; ; n++ {
		p, plan, err := planOnce(ctx, r, known, losses)
		if err != nil || !p.demanded || n == replans {
			return plan, err
		}
	}
}

func planOnce(ctx context.Context, r Request, known demands, losses map[schema.Name]loss) (*planner, *Plan, error) {
	p := &planner{
		ctx: ctx, request: r, schema: r.Schema, graph: r.Schema.Graph(), demands: known, losses: losses,
		key:    draw.Seed(r.Seed, fmt.Sprint(Version)),
		tables: map[schema.Name]*Table{}, leaves: map[schema.Name][]*schema.Table{}, hints: map[column2]int64{}, byText: map[string]*Table{}, words: map[string]*words{}, children: map[*Table][]*link{}, held: map[*Table]bool{}, reads: map[string][]*Table{},
	}
	p.spaces = newBuilder(p)
	if err := p.addTables(); err != nil {
		return p, nil, err
	}
	if err := p.readAll(); err != nil {
		return p, nil, err
	}
	plan := &Plan{Version: Version, Seed: r.Seed, Now: r.Now}
	p.addReads()
	p.order = p.inOrder()
	for _, members := range p.order {
		if err := p.component(members); err != nil {
			return p, nil, err
		}
	}
	p.finish(plan)
	return p, plan, nil
}

// addTables makes an empty plan for every table that rows are made for.
func (p *planner) addTables() error {
	for _, m := range p.schema.Tables {
		root := p.schema.Root(m)
		p.leaves[root.Name] = append(p.leaves[root.Name], m)
	}
	for _, node := range p.graph.Nodes {
		m := node.Table
		if m.Foreign || m.Temporary || p.request.Skip[m.Name] {
			continue
		}
		t := &Table{
			Name: m.Name, model: p.expressed(m), schema: p.schema, component: node.Component,
			key: draw.Cell(p.key, m.Name.Schema, m.Name.Name), settings: p.request.Tables[m.Name],
			branchKey: draw.Cell(p.key, m.Name.Schema, m.Name.Name, "", "branch"),
			book:      p.spaces.book, now: p.spaces.now, ages: &ages{}, keysOf: &lookup{},
		}
		if err := t.addColumns(p.schema); err != nil {
			return fmt.Errorf("planning %s: %w", m.Name, err)
		}
		p.tables[m.Name] = t
		p.byText[m.Name.String()] = t
	}
	return nil
}

// rowsOf is the number of rows asked for. A ratio is of the rows that the
// other table has, or is asked to have where it is not planned yet.
func (p *planner) rowsOf(t *Table) int64 { return p.rowsVia(t, nil) }

func (p *planner) rowsVia(t *Table, through []*Table) int64 {
	s := t.settings
	switch {
	case len(s.Fixtures) > 0:
		return int64(len(s.Fixtures))
	case s.Rows != nil:
		return max(*s.Rows, 0)
	case s.Ratio > 0 && !slices.Contains(through, t):
		o := p.byText[s.RatioTo]
		switch {
		case o == nil:
			return 0
		case o.planned:
			return int64(math.Round(s.Ratio * float64(o.Rows)))
		}
		return int64(math.Round(s.Ratio * float64(p.rowsVia(o, append(through, t)))))
	}
	return max(p.request.Rows, 0)
}

func (p *planner) scope(t *Table) predicate.Scope {
	return predicate.Scope{Schema: p.schema, Table: t.model, Now: micros(p.request.BuildTime), Since: micros(p.request.Now)}
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
	p.gather()
	p.lend()
	p.answers()
	for _, n := range p.graph.Order {
		if t := p.tables[n.Table.Name]; t != nil {
			if err := p.read(t); err != nil {
				return err
			}
		}
	}
	for _, n := range p.graph.Order {
		if t := p.tables[n.Table.Name]; t != nil {
			p.seek(t)
		}
	}
	return nil
}

// read takes the constraints of a table in, once.
func (p *planner) read(t *Table) error {
	scope := p.scope(t)
	p.hollow(t)
	if t.Rows == 0 {
		t.formula = &predicate.Formula{}
		return nil
	}
	if !t.readable() {
		return nil
	}
	t.addUniques(p.leaves[t.Name], scope)
	t.addExclusions(p.leaves[t.Name], scope)
	t.narrowed = p.narrowers(t)
	return p.compile(t, nil)
}

// hollow leaves a partitioned table without a partition empty: no row has a
// place in it, and the applications that write it make its partitions first.
// So is a table that says of itself that no row is its own: CHECK (false) of
// one that others inherit from.
func (p *planner) hollow(t *Table) {
	if t.model.PartitionBy != nil && len(p.leaves[t.Name]) == 1 {
		t.cap(0, "partitions of "+t.Name.String(), "it has no partition, so no row has a place in it")
	}
	for _, c := range t.model.Constraints {
		if c.Kind == schema.Check && isFalse(c.Expr) {
			t.cap(0, c.Name, "it says that no row is the table's own")
		}
	}
}

// isFalse reports the word false.
func isFalse(e *schema.Expr) bool {
	return e != nil && e.Kind == schema.ExprConst && !e.Null && (e.Value == "false" || e.Value == "f")
}

// compile solves the constraints of a table, and more.
func (p *planner) compile(t *Table, more []predicate.Named) error {
	formula, err := predicate.Compile(predicate.Input{Scope: p.scope(t), Extra: append(p.extra(t), more...)})
	if err != nil {
		return fmt.Errorf("planning %s: %w", t.Name, err)
	}
	t.formula = formula
	if err := p.widen(t, more); err != nil {
		return err
	}
	formula = t.formula
	if len(formula.Branches) == 0 {
		return p.contradictory(t, formula.Guilty)
	}
	if err := p.contradicted(t); err != nil || t.refusal != nil {
		return err
	}
	t.judged = append(t.judged, formula.Judged...)
	for _, j := range formula.Judged {
		t.vouch(j.Constraint)
	}
	t.postpone()
	p.addBranches(t)
	if len(t.branches) == 0 {
		t.refuse(t.notes["barren"], t.notes["barren reason"], t.notes["barren hint"])
		return nil
	}
	if t.vain(); t.refusal != nil {
		return nil
	}
	p.meet(t)
	t.climb()
	p.winnow(t)
	return p.pools(t)
}

func first(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return list[0]
}

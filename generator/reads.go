package generator

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/effigydb/effigy/generator/predicate"
	"github.com/effigydb/effigy/schema"
)

// A CHECK may call a function that looks into other tables: the kind of the
// role that a row names, a code that a list has to hold. Those tables are
// planned and loaded first, and the judge is given their rows, because of an
// empty table such a function says nothing that lasts.

// maxHeld is the number of rows up to which the judge is given those of a
// table that a function reads.
const maxHeld = 20_000

const sqlName = `((?:"[^"]+"|[\pL_][\w$]*)(?:\s*\.\s*(?:"[^"]+"|[\pL_][\w$]*))?)`

var (
	calledNames = regexp.MustCompile(sqlName + `\s*\(`)
	readNames   = regexp.MustCompile(`(?i)(?:\b(?:from|join|only)\b|,)\s*` + sqlName)
)

// addReads finds the tables that the functions in the constraints of each
// table read. A table that reads itself is no use to it.
func (p *planner) addReads() {
	if !slices.ContainsFunc(p.schema.Functions, func(f *schema.Function) bool { return f.Body != "" }) {
		return
	}
	for _, n := range p.graph.Order {
		t := p.tables[n.Table.Name]
		if t == nil {
			continue
		}
		for _, j := range t.judged {
			for _, o := range p.readsOf(j) {
				if o != t && !slices.Contains(t.looksAt, o) {
					t.looksAt = append(t.looksAt, o)
				}
			}
		}
	}
}

// readsOf are the tables that the functions of a constraint read, those that
// they call included.
func (p *planner) readsOf(j predicate.Named) []*Table {
	sql := judgeable(j.Expr)
	if known, ok := p.reads[sql]; ok {
		return known
	}
	var out []*Table
	seen := map[*schema.Function]bool{}
	var follow func(text string, body bool)
	follow = func(text string, body bool) {
		if body {
			for _, m := range readNames.FindAllStringSubmatch(text, -1) {
				out = append(out, p.tablesNamed(m[1])...)
			}
		}
		for _, m := range calledNames.FindAllStringSubmatch(text, -1) {
			for _, f := range p.schema.Functions {
				if names(m[1], f.Name) && !seen[f] {
					seen[f] = true
					follow(f.Body, true)
				}
			}
		}
	}
	follow(sql, false)
	p.reads[sql] = out
	return out
}

// readsOthers reports that the functions of a constraint read tables, and not
// its own.
func (p *planner) readsOthers(t *Table, j predicate.Named) bool {
	list := p.readsOf(j)
	return len(list) > 0 && !slices.Contains(list, t)
}

// tablesNamed are the tables that a name in a function may mean.
func (p *planner) tablesNamed(text string) []*Table {
	var out []*Table
	for _, n := range p.graph.Order {
		if t := p.tables[n.Table.Name]; t != nil && slices.ContainsFunc(p.leaves[t.Name], func(m *schema.Table) bool { return names(text, m.Name) }) {
			out = append(out, t)
		}
	}
	return out
}

// names reports that a name as SQL writes it, with or without a schema, may
// mean the object.
func names(text string, n schema.Name) bool {
	space, name, qualified := strings.Cut(text, ".")
	if !qualified {
		space, name = "", text
	}
	return plainName(name) == n.Name && (space == "" || plainName(space) == n.Schema)
}

func plainName(text string) string {
	text = strings.TrimSpace(text)
	if inner, quoted := strings.CutPrefix(text, `"`); quoted {
		return strings.TrimSuffix(inner, `"`)
	}
	return strings.ToLower(text)
}

// inOrder are the components of the foreign-key graph, parents first, and
// after those whose rows their functions read where no cycle forbids it.
func (p *planner) inOrder() [][]*schema.Node {
	before := p.readEdges()
	if len(before) == 0 {
		return p.graph.Components
	}
	var out [][]*schema.Node
	placed := map[int]bool{}
	var place func(c int)
	place = func(c int) {
		if placed[c] {
			return
		}
		placed[c] = true
		for _, o := range p.parentsOf(c) {
			place(o)
		}
		for _, o := range before[c] {
			place(o)
		}
		out = append(out, p.graph.Components[c])
	}
	for c := range p.graph.Components {
		place(c)
	}
	return out
}

// readEdges are the components that each component has to come after because
// of what its functions read, without those that would close a cycle.
func (p *planner) readEdges() map[int][]int {
	edges := map[int][]int{}
	reaches := func(from, to int) bool {
		seen := map[int]bool{}
		var walk func(c int) bool
		walk = func(c int) bool {
			if c == to || seen[c] {
				return c == to
			}
			seen[c] = true
			return slices.ContainsFunc(append(p.parentsOf(c), edges[c]...), walk)
		}
		return walk(from)
	}
	for _, n := range p.graph.Order {
		t := p.tables[n.Table.Name]
		if t == nil {
			continue
		}
		t.looksAt = slices.DeleteFunc(t.looksAt, func(o *Table) bool { return reaches(o.component, t.component) })
		for _, o := range t.looksAt {
			edges[t.component] = append(edges[t.component], o.component)
		}
	}
	return edges
}

func (p *planner) parentsOf(component int) []int {
	var out []int
	for _, n := range p.graph.Components[component] {
		for _, e := range n.Edges {
			if e.To.Component != component {
				out = append(out, e.To.Component)
			}
		}
	}
	return out
}

// consult gives the judge the rows that the functions of a table's
// constraints read.
func (p *planner) consult(t *Table) error {
	for _, o := range t.looksAt {
		t.Wave = max(t.Wave, o.Wave+1)
		if p.request.Judge == nil || p.held[o] || o.refusal != nil || o.Rows == 0 {
			continue
		}
		if o.Rows > maxHeld {
			t.refuse(t.searchReason(), fmt.Sprintf("a function that it calls reads %s, which is done for up to %d rows", o.Name, maxHeld), "ask for fewer rows of that table in effigy.yaml")
			return nil
		}
		p.held[o] = true
		if err := p.request.Judge.Hold(p.ctx, o.Name, o.writtenNames(), o.allTexts(), false); err != nil {
			return fmt.Errorf("planning %s: %w", t.Name, err)
		}
	}
	return nil
}

// allTexts are the rows of a planned table as COPY reads them.
func (t *Table) allTexts() [][]*string {
	m := newMaker(t)
	var rows [][]*string
	for i := range t.Rows {
		if m.at(i) {
			rows = append(rows, m.texts())
		}
	}
	return rows
}

package generator

import (
	"reflect"
	"slices"

	"github.com/effigydb/effigy/schema"
)

// A plan is made anew where children ask for more of their parents. What a
// search could not find is not to be found then either, unless the table or
// one that it depends on has been asked for something else since.

// loss is a search that found no row, with all that could change that.
type loss struct {
	refusal *Refusal
	rows    int64
	asked   map[schema.Name][]demand
}

// lost refuses a table whose search found nothing before, under the same
// demands.
func (p *planner) lost(t *Table) bool {
	was, ok := p.losses[t.Name]
	if !ok || was.rows != t.Rows || !reflect.DeepEqual(was.asked, p.askedOf(t)) {
		return false
	}
	t.refuse(was.refusal.Constraint, was.refusal.Reason, was.refusal.Hint)
	return true
}

// lose remembers that a search for so many rows found nothing. Rows of a cycle
// depend on how often it has been gone round, so they are not remembered.
func (p *planner) lose(t *Table, rows int64) {
	if t.refusal != nil && len(p.graph.Components[t.component]) == 1 {
		p.losses[t.Name] = loss{refusal: t.refusal, rows: rows, asked: p.askedOf(t)}
	}
}

// askedOf are the demands on a table and on those that it depends on.
func (p *planner) askedOf(t *Table) map[schema.Name][]demand {
	out := map[schema.Name][]demand{}
	var walk func(t *Table)
	walk = func(t *Table) {
		if _, seen := out[t.Name]; seen {
			return
		}
		out[t.Name] = slices.Clone(p.demands[t.Name])
		for _, l := range t.links {
			if l.parent != nil {
				walk(l.parent)
			}
		}
		for _, o := range t.looksAt {
			walk(o)
		}
	}
	walk(t)
	return out
}

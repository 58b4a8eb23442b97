package generator

import (
	"slices"
	"strings"

	"github.com/effigydb/effigy/generator/space"
	"github.com/effigydb/effigy/schema"
)

// finish collects the tables' plans: columns, verdicts, sequences, refusals.
func (p *planner) finish(plan *Plan) {
	for _, n := range slices.Concat(p.order...) {
		t := p.tables[n.Table.Name]
		if t == nil {
			continue
		}
		plan.Tables = append(plan.Tables, t)
		if t.refusal != nil {
			t.blame()
			plan.Refused = append(plan.Refused, *t.refusal)
		}
		if t.refusal == nil {
			t.addAfterwards(p.children[t])
		}
		t.describe()
		if t.refusal == nil {
			t.setSequences()
			t.measure()
			t.Shortfalls = t.shortfalls()
		}
		t.judgements(p.leaves[t.Name])
		for _, v := range t.Verdicts {
			plan.Constraints.Total++
			switch v.How {
			case Constructed:
				plan.Constraints.Constructed++
			case Vetted:
				plan.Constraints.Vetted++
			case ToBeVetted:
				plan.Constraints.ToBeVetted++
			case Refused:
				plan.Constraints.Refused++
			}
		}
	}
	mergeSequences(plan)
}

// mergeSequences gives a sequence that feeds several tables the state that is
// beyond the values of all of them.
func mergeSequences(plan *Plan) {
	most := map[schema.Name]SequenceValue{}
	for _, t := range plan.Tables {
		for _, s := range t.Sequences {
			o, seen := most[s.Sequence]
			descending := t.schema.Sequence(s.Sequence) != nil && t.schema.Sequence(s.Sequence).Increment < 0
			if !seen || !o.Called || s.Called && (s.Value > o.Value) != descending && s.Value != o.Value {
				most[s.Sequence] = s
			}
		}
	}
	for _, t := range plan.Tables {
		for i, s := range t.Sequences {
			t.Sequences[i] = most[s.Sequence]
		}
	}
}

// describe lists the columns that are written.
func (t *Table) describe() {
	t.Binary = true
	t.Columns = nil
	for _, c := range t.written {
		col := t.columns[c]
		t.Binary = t.Binary && col.codec.Binary()
		t.Columns = append(t.Columns, Column{Name: col.name, Type: col.model.Type, Generator: t.source(col), Binary: col.codec.Binary()})
	}
}

// source says where the values of a column come from.
func (t *Table) source(c *column) string {
	switch {
	case t.awaiting[wish(c)]:
		return "expression, to be evaluated by a server"
	case c.settings.Expression != nil && (c.outside || c.generated):
		return "expression"
	case t.fixed:
		return "fixtures"
	case c.mended != nil:
		return "computed by the server, as its checks ask"
	}
	for _, l := range t.links {
		if l.fills(t, c.pos) && (l.usable() || t.finishes(l, c.pos)) {
			return "key of " + l.parent.Name.String()
		}
	}
	for _, u := range t.units {
		for _, x := range u.members {
			if x.pos == c.pos && x.space != nil {
				return "distinct " + space.DescribeDistinct(x.space)
			}
		}
	}
	var spaces []space.Space
	for _, b := range t.branches {
		if s := b.spaces[c.pos]; s != nil && !slices.Contains(spaces, s) {
			spaces = append(spaces, s)
		}
	}
	if len(spaces) == 0 {
		return "NULL"
	}
	return space.Describe(spaces)
}

func (m *maker) appendBinary(dst []byte, w *Writer) []byte {
	n := len(m.t.written)
	dst = append(dst, byte(n>>8), byte(n))
	for i, c := range m.t.written {
		dst = appendField(dst, w.codecs[i], w.neutralOf(i), &m.row[c])
	}
	return dst
}

func list(names []string) string { return strings.Join(names, ", ") }

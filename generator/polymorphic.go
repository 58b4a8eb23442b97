package generator

import (
	"strings"

	"github.com/effigydb/effigy/generator/draw"
)

// polymorph is a pair of columns such as owner_type and owner_id: the first
// names a table, the second a row of it, though no foreign key says so.
type polymorph struct {
	kind, id int
	parents  map[string]*Table // by label, as the column has it
	key      draw.Key
}

// addPolymorphs finds the pairs whose labels name tables of the schema. The
// id must be free: nothing else may depend on its value.
func (p *planner) addPolymorphs(t *Table) {
	t.polymorphs = nil
	for _, c := range t.columns {
		stem, ok := strings.CutSuffix(c.name, "_type")
		if !ok {
			stem, ok = strings.CutSuffix(c.name, "_kind")
		}
		id := t.position(stem + "_id")
		if !ok || id < 0 || !t.free(id) {
			continue
		}
		x := polymorph{kind: c.pos, id: id, parents: map[string]*Table{}, key: draw.Cell(t.key, stem, "polymorphic")}
		for _, label := range t.labels(c) {
			if parent := p.named(t, label); parent != nil && parent.single1(t.columns[id]) >= 0 {
				x.parents[label] = parent
			}
		}
		if len(x.parents) > 0 {
			t.polymorphs = append(t.polymorphs, x)
		}
	}
}

// free reports that no constraint, key or link reads the column.
func (t *Table) free(c int) bool {
	if t.columns[c].generated || t.inLink(c) || t.inUnit(c) || t.related(c) || t.judges(c) || t.needs(c) || t.bounded(c) && !t.onlyNotNull(c) {
		return false
	}
	for _, x := range t.exclusion {
		if contains(x.inputs, c) {
			return false
		}
	}
	return true
}

func (t *Table) onlyNotNull(c int) bool {
	for _, b := range t.branches {
		if !b.formula.Columns[c].Plain() {
			return false
		}
	}
	return true
}

// labels are the values that the constraints or the enum leave of a column.
func (t *Table) labels(c *column) []string {
	out := append([]string(nil), c.codec.Labels()...)
	for _, b := range t.branches {
		for _, v := range b.formula.Columns[c.pos].Set {
			out = append(out, string(v.B))
		}
	}
	return out
}

// named is the table that a label names: "essay", "Essay", "App::Essay" for
// essay or essays, the table's own schema first.
func (p *planner) named(t *Table, label string) *Table {
	label = label[strings.LastIndexAny(label, `:.\/`)+1:]
	want := singular(label)
	var found *Table
	for _, n := range p.graph.Order {
		o := p.tables[n.Table.Name]
		if o == nil || o == t || singular(o.Name.Name) != want {
			continue
		}
		if o.Name.Schema == t.Name.Schema {
			return o
		}
		if found == nil {
			found = o
		}
	}
	return found
}

func singular(name string) string {
	name = strings.ToLower(strings.ReplaceAll(name, "_", ""))
	switch {
	case strings.HasSuffix(name, "ies") && len(name) > 4:
		return name[:len(name)-3] + "y"
	case strings.HasSuffix(name, "ses"), strings.HasSuffix(name, "xes"), strings.HasSuffix(name, "ches"):
		return name[:len(name)-2]
	case strings.HasSuffix(name, "s") && !strings.HasSuffix(name, "ss"):
		return name[:len(name)-1]
	}
	return name
}

// single1 is the column of a primary key of one column that holds the kind of
// value that c does, -1 otherwise.
func (t *Table) single1(c *column) int {
	pk := t.model.PrimaryKey()
	if pk == nil || len(pk.Columns) != 1 {
		return -1
	}
	at := t.position(pk.Columns[0])
	if at < 0 || t.columns[at].codec.Kind() != c.codec.Kind() || t.columns[at].base.Name != c.base.Name {
		return -1
	}
	return at
}

// morph lets the polymorphic ids of the row name rows that exist.
func (m *maker) morph() {
	for i := range m.t.polymorphs {
		x := &m.t.polymorphs[i]
		if m.row[x.id].IsNull() || m.row[x.kind].IsNull() {
			continue
		}
		parent := x.parents[string(m.row[x.kind].B)]
		if parent == nil || parent.Rows == 0 {
			continue
		}
		if m.others[parent] == nil {
			if m.others == nil {
				m.others = map[*Table]*maker{}
			}
			m.others[parent] = newMaker(parent)
		}
		o := m.others[parent]
		at := parent.single1(m.t.columns[x.id])
		row := int64(draw.Below(x.key.At(m.index, m.attempt), uint64(parent.Rows)))
		if parent.keyUnit([]int{at}) != nil && o.keys(row, []int{at}) && !o.row[at].IsNull() {
			m.row[x.id] = m.keep(o.row[at])
		}
	}
}

package generator

import (
	"slices"
	"strconv"

	"github.com/effigydb/effigy/generator/draw"
	"github.com/effigydb/effigy/generator/predicate"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

// Some rows refer to two rows at once that have to agree, as the accounts of a
// transfer do in their tenant. Where tenants have a table, its rows are few; where
// they have none, the values of the column are.

// What agrees at the least, and how many values there are at most.
const (
	togetherRows = 8
	mostGroups   = 200
)

// gather finds the columns in which parents have to agree, and which are no
// foreign keys themselves.
func (p *planner) gather() {
	p.gathered = map[column2]bool{}
	for _, n := range p.graph.Order {
		t := p.tables[n.Table.Name]
		if t == nil {
			continue
		}
		for _, l := range t.links {
			if l.parent == nil || len(l.cols) < 2 {
				continue
			}
			for i, c := range l.cols {
				if t.twice(l, c) && l.parent.groups(l.refs[i]) {
					p.gathered[column2{l.parent, l.refs[i]}] = true
				}
			}
		}
	}
}

// twice reports a column that another foreign key of several columns has too.
func (t *Table) twice(l *link, c int) bool {
	return slices.ContainsFunc(t.links, func(o *link) bool { return o != l && len(o.cols) > 1 && contains(o.cols, c) })
}

// groups reports a column whose values nothing but keys of several columns
// bounds, which leave its groups room for rows.
func (t *Table) groups(pos int) bool {
	c := t.columns[pos]
	if c.generated || c.settings.shapes() || t.model.Columns[pos].Identity != "" || !wholeNumber(c.base) && !c.base.Is("uuid") {
		return false
	}
	return t.unbound(pos) && !slices.ContainsFunc(t.plainKeys(), func(cols []int) bool {
		return contains(cols, pos) && !slices.ContainsFunc(cols, func(c int) bool { return c != pos && t.roomy(c) })
	})
}

// plainKeys are the columns of each key of the text that has no expression.
func (t *Table) plainKeys() (keys [][]int) {
	for _, c := range t.model.Constraints {
		if c.Kind == schema.PrimaryKey || c.Kind == schema.Unique {
			keys = append(keys, t.positions(c.Columns))
		}
	}
	for _, x := range t.model.Indexes {
		if !x.Unique {
			continue
		}
		var names []string
		for _, k := range x.Keys {
			names = append(names, k.Column)
		}
		keys = append(keys, t.positions(names))
	}
	return keys
}

// roomy reports a column of many values that a key can tell rows apart by.
func (t *Table) roomy(pos int) bool {
	c := t.columns[pos]
	return t.inLink(pos) || t.unbound(pos) && (wholeNumber(c.base) || slices.ContainsFunc(roomyTypes, c.base.Is))
}

var roomyTypes = []string{"uuid", "text", "varchar", "citext", "timestamptz", "timestamp", "numeric", "inet", "bytea"}

// unbound reports a column that no domain, foreign key or CHECK bounds.
func (t *Table) unbound(pos int) bool {
	c := t.columns[pos]
	if t.schema.Domain(c.model.Type.Name) != nil {
		return false
	}
	for _, l := range t.links {
		if contains(l.cols, pos) {
			return false
		}
	}
	return !slices.ContainsFunc(t.model.Constraints, func(x *schema.Constraint) bool {
		return x.Expr != nil && slices.Contains(x.Expr.Columns(), c.name)
	})
}

// few is the rule that such a column has one of few values, the same in each
// table.
func (p *planner) few(t *Table, c *column) []predicate.Named {
	if !p.gathered[column2{t, c.pos}] {
		return nil
	}
	var names []string
	for i := range min(max(t.Requested/togetherRows, 1), mostGroups) {
		names = append(names, p.groupName(c, i))
	}
	return []predicate.Named{{Constraint: "groups of " + c.name, Expr: oneOf(c, names)}}
}

// groupName is value number i of those few.
func (p *planner) groupName(c *column, i int64) string {
	if !c.base.Is("uuid") {
		return strconv.FormatInt(i+1, 10)
	}
	h := draw.Cell(p.key, "group", strconv.FormatInt(i, 10))
	var raw [16]byte
	for k := range raw {
		raw[k] = byte(draw.Mix(uint64(h) + uint64(k)))
	}
	raw[6], raw[8] = raw[6]&0x0f|0x40, raw[8]&0x3f|0x80 // version 4
	return string(value.AppendUUIDText(nil, raw))
}

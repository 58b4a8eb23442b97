package generator

import (
	"slices"
	"strconv"

	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

// What the configuration gives of a row, others of the row follow: the e-mail of
// a first name, the slug of a title, the country of a city. Where such a text has
// to be distinct it ends with the number of its row.

// gives reports that the configuration says which values a column has.
func (s ColumnSettings) gives() bool {
	return len(s.Values) > 0 || s.Constant != nil || s.Pattern != "" || s.Function != "" || s.Expression != nil
}

// givable reports a column that the configuration gives, in some rows at least.
func (t *Table) givable(c *column) bool {
	return c != nil && (c.settings.gives() || slices.ContainsFunc(t.settings.Fixtures, func(row map[string]*string) bool { _, ok := row[c.name]; return ok }))
}

// gave reports that the configuration gave the cell of the row.
func (m *maker) gave(c *column) bool {
	if c == nil {
		return false
	}
	if m.t.fixtures == nil {
		return c.settings.gives()
	}
	return slices.ContainsFunc(m.t.fixtures[m.index], func(x cell) bool { return x.column == c.pos })
}

// derivable reports a column of texts that may follow from what is given: one
// of which nothing but its domain has a say, or that only has to be distinct.
func (t *Table) derivable(c *column, children []*link) bool {
	if c == nil || c.generated || c.settings.shapes() || c.mended != nil || t.inLink(c.pos) || t.related(c.pos) || t.judges(c.pos) {
		return false
	}
	if len(t.settings.Fixtures) > 0 || !t.needs(c.pos) {
		return true
	}
	repeats := func(l *link) bool { return contains(l.refs, c.pos) }
	return isText(c) && !slices.ContainsFunc(children, repeats) && t.plainlyDistinct(c)
}

// plainlyDistinct reports that every key which reads the column is of other keys
// where the texts of the column differ.
func (t *Table) plainlyDistinct(c *column) bool {
	for _, x := range t.exclusion {
		if contains(x.inputs, c.pos) {
			return false
		}
	}
	for _, u := range t.uniques {
		if u.where != nil && contains(u.where.columns, c.pos) {
			return false
		}
		for _, x := range u.exprs {
			if contains(x.columns, c.pos) && !(x.expr.Kind == schema.ExprCall && (x.expr.Name == "lower" || x.expr.Name == "upper")) {
				return false
			}
		}
	}
	return true
}

// suffix is what tells a text that has to be distinct from those of other rows,
// "" where it does not have to be. Fixtures are held against each other: they
// differ where they have to.
func (m *maker) suffix(c *column, apart string) string {
	switch {
	case m.t.fixtures != nil && m.attempt > 0:
		return apart + strconv.FormatUint(uint64(m.attempt)+1, 10)
	case m.t.fixtures == nil && m.t.needs(c.pos):
		return apart + strconv.FormatUint(m.index+1, 10)
	}
	return ""
}

// textFor is a text as a cell of the column, where it has room.
func (t *Table) textFor(c *column, text string) (value.Value, bool) {
	if limit := c.base.Mod(0, 0); text == "" || limit > 0 && len(text) > limit {
		return value.Value{}, false
	}
	return t.stored(c, value.String(text))
}

// numberRoom is what a number of a row takes, and what parts it.
const numberRoom = 12

// longest is the length of the longest text that the configuration gives a
// column, or of a word that it would have by itself.
func (c *column) longest() (n int, known bool) {
	if !c.settings.gives() {
		return 4 * numberRoom, true
	}
	if c.settings.Constant != nil {
		return len(*c.settings.Constant), true
	}
	for _, v := range c.settings.Values {
		n = max(n, len(v))
	}
	return n, n > 0
}

// unmixed reports that either every row has the text that follows or none: from
// always has a value, and the column has no rule and room for all.
func (t *Table) unmixed(c *column, from ...*column) bool {
	if !t.needs(c.pos) || len(t.settings.Fixtures) > 0 {
		return true
	}
	room := c.base.Mod(0, 0)
	limited := room > 0
	room -= numberRoom
	for _, f := range from {
		if f == nil {
			continue
		}
		n, known := f.longest()
		if room -= n; !f.required || limited && (!known || room < 0) {
			return false
		}
	}
	return !slices.ContainsFunc(t.branches, func(b *branch) bool { return !b.formula.Columns[c.pos].Plain() })
}

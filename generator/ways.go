package generator

import (
	"slices"
	"strings"

	"github.com/effigydb/effigy/generator/draw"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

// ways gathers how constraints give columns their values.
type ways struct {
	table *Table
	found []mend
	// followed are constraints whose ways were gathered because they read a
	// mended column.
	followed []*schema.Expr
}

// touches reports an expression that reads a mended column and has not been
// followed yet.
func (g *ways) touches(e *schema.Expr) bool {
	return !slices.Contains(g.followed, e) && slices.ContainsFunc(g.table.positionsOf(e), g.mended)
}

func (g *ways) mended(c int) bool { return mends(g.found, c) }

// mends reports that one of the list is of the column.
func mends(list []mend, c int) bool {
	return slices.ContainsFunc(list, func(x mend) bool { return x.column == c })
}

// follow gathers what a constraint gives columns that are not mended yet.
func (g *ways) follow(e *schema.Expr) {
	g.followed = append(g.followed, e)
	g.gather(e, false)
}

// gather looks for comparisons that give a column a value. Where they need not
// hold, the cell may also stay as it is.
func (g *ways) gather(e *schema.Expr, optional bool) {
	if e == nil {
		return
	}
	switch e.Kind {
	case schema.ExprAnd:
		for _, a := range e.Args {
			g.gather(a, optional)
		}
	case schema.ExprOp:
		if len(e.Args) == 2 {
			g.compare(e.Name, e.Args[0], e.Args[1], optional)
		}
	case schema.ExprDistinct:
		if e.Negated {
			g.compare("=", e.Args[0], e.Args[1], optional)
		}
	case schema.ExprIsNull:
		if e.Negated {
			g.filled(e.Args[0], optional)
		}
	case schema.ExprCall:
		g.called(e, optional)
	case schema.ExprCast:
		g.gather(e.Args[0], optional)
	default:
		for _, a := range e.Args {
			g.gather(a, true)
		}
	}
}

// compare gives the column of one side what the other side says.
func (g *ways) compare(op string, a, b *schema.Expr, optional bool) {
	back := flipped(op)
	switch {
	case strings.ContainsAny(op, "<>") && back != "": // either side may give way
		g.give(a, op, b, false, true)
		g.give(b, back, a, false, true)
	case g.parses(b) && g.give(b, back, a, false, optional), g.parses(a) && g.give(a, op, b, false, optional):
	case g.give(a, op, b, true, optional), back != "" && g.give(b, back, a, true, optional):
	case g.give(a, op, b, false, optional):
	case back != "":
		g.give(b, back, a, false, optional)
	}
}

// parses reports a text that is read as a value of another type, which few
// texts can be.
func (g *ways) parses(e *schema.Expr) bool {
	if e.Kind != schema.ExprCast || e.Args[0] == nil || e.Args[0].Kind != schema.ExprColumn {
		return false
	}
	at := g.table.position(e.Args[0].Name)
	return at >= 0 && g.table.columns[at].codec.Kind() == value.Text && !wordy[e.Type.Name.Name]
}

// wordy are the types that every text is one of, within its length.
var wordy = map[string]bool{"text": true, "varchar": true, "bpchar": true, "citext": true, "name": true}

// flipped is the operator with its sides exchanged, "" for one that has none.
func flipped(op string) string {
	switch op {
	case "=", "~=", "&&":
		return op
	case "@>":
		return "<@"
	case "<@":
		return "@>"
	case ">=":
		return "<="
	case "<=":
		return ">="
	case ">":
		return "<"
	case "<":
		return ">"
	case ">>=":
		return "<<="
	case "<<=":
		return ">>="
	case ">>":
		return "<<"
	case "<<":
		return ">>"
	}
	return ""
}

// give adds a mend for the column that one side is made of. A bare one is the
// column itself.
func (g *ways) give(side *schema.Expr, op string, other *schema.Expr, bare, optional bool) bool {
	x, ok := g.isolate(side, other)
	if !ok || bare && x.wraps > 0 {
		return false
	}
	c := x.column
	list := g.meeting(op, c, x.sql, x.wraps > 0)
	if len(list) == 0 {
		return false
	}
	if optional || op != "=" && op != "~=" {
		list = append(list, "")
	}
	g.add(c, list, other)
	return true
}

func (g *ways) add(c *column, list []string, from *schema.Expr) {
	for i := range g.found {
		if x := &g.found[i]; x.column == c.pos && slices.Contains(x.ways, "") && slices.Contains(list, "") {
			x.ways = append(x.ways, list...)
			x.reads = appendNew(x.reads, g.table.positionsOf(from)...)
			return
		}
	}
	number := string(rune('a' + len(g.found)))
	g.found = append(g.found, mend{column: c.pos, ways: list, reads: g.table.positionsOf(from), key: draw.Cell(g.table.key, c.name, "mend", number)})
}

// eligible reports a column that may be given a value: one that no foreign key
// fills and whose rank no other row counts on.
func (g *ways) eligible(name string) *column {
	t := g.table
	at := t.position(name)
	if at < 0 {
		return nil
	}
	c := t.columns[at]
	if c.generated || c.outside || t.inLink(at) || c.settings.shapes() || !slices.Contains(t.written, at) {
		return nil
	}
	for _, u := range t.units {
		if u.stable && contains(u.columns(), at) {
			return nil
		}
	}
	return c
}

// called gives the last column of a call that is true or false what another
// one of its type has.
func (g *ways) called(e *schema.Expr, optional bool) {
	var plain []*schema.Expr
	for _, a := range e.Args {
		if a != nil && a.Kind == schema.ExprColumn {
			plain = append(plain, a)
		}
	}
	for i := len(plain) - 1; i > 0; i-- {
		to := g.eligible(plain[i].Name)
		if from := g.table.position(plain[0].Name); to != nil && from >= 0 && to.pos != from && to.codec.Kind() == g.table.columns[from].codec.Kind() {
			sql := schema.Quote(plain[0].Name)
			g.add(to, []string{"", "", sql}, plain[0])
			return
		}
	}
}

// filled gives a document what has to be in it.
func (g *ways) filled(e *schema.Expr, optional bool) {
	if e.Kind == schema.ExprOp && len(e.Args) == 2 && e.Args[0].Kind == schema.ExprColumn && (e.Name == "->" || e.Name == "->>") {
		g.give(e.Args[0], "?", e.Args[1], true, optional)
	}
}

// sorted are the mends in an order in which each comes after those of the
// columns that it reads; of two that wait for each other the first stays
// first.
func (g *ways) sorted() []mend {
	var out []mend
	left := slices.Clone(g.found)
	for len(left) > 0 {
		at := max(0, slices.IndexFunc(left, func(x mend) bool {
			return !slices.ContainsFunc(left, func(o mend) bool { return o.column != x.column && contains(x.reads, o.column) })
		}))
		out = append(out, left[at])
		left = slices.Delete(left, at, at+1)
	}
	return out
}

// meeting are values of a column, as SQL, that may stand in a relation to
// another value; some keep what the cell has.
func (g *ways) meeting(op string, c *column, sql string, wrapped bool) []string {
	own := schema.Quote(c.name)
	as := func(x string) string { return "(" + x + ")::" + c.model.Type.String() }
	base := c.base.Name.Name
	list := c.codec.Kind() == value.Array
	switch op {
	case "=":
		if wrapped && c.codec.Kind() == value.Text {
			return []string{as(sql), as("upper(" + sql + ")"), as("initcap(" + sql + ")"), as(sql + " || ' '")}
		}
		return []string{as(sql)}
	case "~=", "&&", "~~":
		return []string{as(sql)}
	case ">=", "<=", ">", "<":
		if base == "inet" || base == "cidr" {
			step := map[byte]string{'>': " + 1", '<': " - 1"}[op[0]]
			return []string{as(sql), as("(" + sql + ")" + step), as("(" + sql + ")" + strings.Repeat(step, 3))}
		}
		pick := map[byte]string{'>': "greatest", '<': "least"}[op[0]]
		return []string{as(sql), pick + "(" + own + ", " + as(sql) + ")"}
	case "@>":
		switch {
		case base == "jsonb", base == "hstore", list:
			return []string{as(own + " || " + sql), as(sql)}
		case base == "ltree":
			return []string{"subpath(" + sql + ", 0, -1)", as(sql)}
		}
		return []string{as(sql)}
	case "<@":
		if base == "ltree" {
			return []string{sql + " || subpath(" + own + ", -1)", sql + " || " + own, as(sql)}
		}
		return []string{as(sql)}
	case "?":
		if base == "hstore" {
			return []string{own + " || hstore((" + sql + ")::text, 'yes')"}
		}
		return []string{own + " || jsonb_build_object(" + sql + ", true)"}
	case ">>=", ">>":
		return []string{as("network(set_masklen(" + sql + ", greatest(masklen(" + sql + ") - 8, 1)))"), as("network(" + sql + ")")}
	case "<<=", "<<":
		return []string{as("set_masklen(host(" + sql + ")::inet, 32)"), as("host(" + sql + ")::inet")}
	}
	return nil
}

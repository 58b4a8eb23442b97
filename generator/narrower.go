package generator

import (
	"math"
	"slices"
	"strconv"

	"github.com/effigydb/effigy/generator/predicate"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

// The type of a foreign key's column may hold less than the type of the key:
// varchar(20) of a text, integer of a numeric, date of a timestamp. Keys that
// do not fit have no children, so the parent makes keys that do, where there
// are enough of them; children never repeat another.

// narrowers are what the tables that refer to the table can hold of its keys.
func (p *planner) narrowers(t *Table) []predicate.Named {
	var out []predicate.Named
	for _, l := range p.children[t] {
		for i, at := range l.refs {
			ref, to := t.columns[at], l.types[i]
			if ref.generated || l.self || l.period || !ample(ref.base, to, t.Rows) {
				continue
			}
			for _, e := range heldBy(ref, to) {
				n := predicate.Named{Constraint: "type of " + l.name, Expr: e}
				if !slices.ContainsFunc(out, func(o predicate.Named) bool { return o.Expr.SQL == e.SQL }) {
					out = append(out, n)
				}
			}
		}
	}
	if len(out) == 0 {
		return nil
	}
	if f, err := predicate.Compile(predicate.Input{Scope: p.scope(t), Extra: append(p.extra(t), out...)}); err != nil || len(f.Branches) == 0 {
		return nil
	}
	return out
}

// ownLimits are the limits of the table's own types on the keys that it repeats.
func (t *Table) ownLimits() []predicate.Named {
	var out []predicate.Named
	for _, l := range t.links {
		if l.parent == nil || l.refs == nil || l.self {
			continue
		}
		for i, c := range l.cols {
			if ref := l.parent.columns[l.refs[i]]; (ref.codec.Kind() == l.kinds[i] || l.types[i].Is("numeric")) && !t.columns[c].generated {
				for _, e := range heldBy(&column{name: t.columns[c].name, base: ref.base}, l.types[i]) {
					out = append(out, predicate.Named{Constraint: l.name, Expr: e})
				}
			}
		}
	}
	return out
}

// ample reports that a type holds enough of another's values for so many keys.
func ample(from, to schema.Type, rows int64) bool {
	switch {
	case characters(to):
		n, capped := lengthOf(to)
		return !capped || math.Pow(20, float64(n)) > 4*float64(rows)
	case bitString(to):
		n, capped := lengthOf(to)
		return !capped || math.Pow(2, float64(n)) > 4*float64(rows)
	case to.Is("numeric") && len(to.Mods) > 0:
		return math.Pow(10, float64(to.Mod(0, 0)-to.Mod(1, 0))) > 4*float64(rows)
	case to.Is("int2"), to.Is("date"):
		return rows < 8000
	}
	return true
}

// heldBy are the rules on a column that make its values fit into a type, none
// where all do.
func heldBy(c *column, to schema.Type) []*schema.Expr {
	x, from := &schema.Expr{Kind: schema.ExprColumn, Name: c.name, SQL: schema.Quote(c.name)}, c.base
	call := func(name string, args ...*schema.Expr) *schema.Expr {
		return &schema.Expr{Kind: schema.ExprCall, Name: name, Args: args}
	}
	var out []*schema.Expr
	add := func(left *schema.Expr, op string, right *schema.Expr) {
		out = append(out, &schema.Expr{Kind: schema.ExprOp, Name: op, Args: []*schema.Expr{left, right}})
	}
	between := func(low, high string) {
		add(x, ">=", number(low))
		add(x, "<=", number(high))
	}
	whole, limited := from.Is("int2") || from.Is("int4") || from.Is("int8"), len(to.Mods) > 0
	switch {
	case characters(from) && characters(to), bitString(from) && bitString(to):
		if n, capped := lengthOf(to); capped && longer(from, n) {
			add(call("length", x), "<=", number(strconv.Itoa(n)))
		}
	case from.Is("numeric") && (to.Is("int2") || to.Is("int4") || to.Is("int8")):
		low, high, _ := integerLimits(&column{base: to})
		add(x, "=", call("trunc", x))
		between(strconv.FormatInt(low, 10), strconv.FormatInt(high, 10))
	case (from.Is("numeric") || whole) && to.Is("numeric") && limited && to.Mod(1, 0) >= 0 && from.String() != to.String():
		if !whole && (len(from.Mods) == 0 || from.Mod(1, 0) > to.Mod(1, 0)) {
			add(x, "=", call("round", x, &schema.Expr{Kind: schema.ExprConst, Type: catalogType("int4"), Value: strconv.Itoa(to.Mod(1, 0))}))
		}
		if digits := max(to.Mod(0, 0)-to.Mod(1, 0), 0); digits < 18 && (whole || len(from.Mods) == 0 || from.Mod(0, 0)-from.Mod(1, 0) > digits) {
			high := strconv.FormatInt(int64(math.Pow10(digits))-1, 10)
			between("-"+high, high)
		}
	case from.Is("float8") && to.Is("float4"):
		real := &schema.Expr{Kind: schema.ExprCast, Type: to, Args: []*schema.Expr{x}}
		add(x, "=", &schema.Expr{Kind: schema.ExprCast, Type: from, Args: []*schema.Expr{real}})
	case (from.Is("float8") || from.Is("float4")) && (to.Is("int2") || to.Is("int4") || to.Is("int8")):
		add(x, "=", call("trunc", x))
		between("0", "30000")
	case moment(from) && to.Is("date"):
		add(x, "=", call("date_trunc", &schema.Expr{Kind: schema.ExprConst, Type: catalogType("text"), Value: "day"}, x))
	case moment(from) && moment(to) && limited && (len(from.Mods) == 0 || from.Mod(0, 6) > to.Mod(0, 6)):
		add(x, "=", call("date_trunc", &schema.Expr{Kind: schema.ExprConst, Type: catalogType("text"), Value: "second"}, x))
	}
	for _, e := range out {
		e.SQL, _ = spell(e)
	}
	return out
}

func number(text string) *schema.Expr {
	return &schema.Expr{Kind: schema.ExprConst, Type: catalogType("numeric"), Value: text, SQL: text}
}

func moment(t schema.Type) bool { return t.Is("timestamp") || t.Is("timestamptz") }

func bitString(t schema.Type) bool { return t.Is("bit") || t.Is("varbit") }

// lengthOf is the number of characters or bits that a type holds, where it
// says.
func lengthOf(t schema.Type) (n int, capped bool) {
	switch {
	case len(t.Mods) > 0:
		return t.Mod(0, 1), true
	case t.Is("bpchar"), t.Is("bit"):
		return 1, true
	}
	return 0, false
}

// longer reports a type whose values may be longer.
func longer(t schema.Type, than int) bool {
	n, capped := lengthOf(t)
	return !capped || n > than
}

// loses reports a pair of types of which the second can't hold every value of
// the first though rules of domains do not say so.
func loses(from, to schema.Type, kinds [2]value.Kind) bool {
	if kinds[0] != kinds[1] {
		return !(kinds[0] == value.Int && kinds[1] != value.Text) && !(kinds[0] == value.Date && kinds[1] == value.Timestamp)
	}
	_, high, known := integerLimits(&column{base: from})
	_, most, limited := integerLimits(&column{base: to})
	return kinds[0] == value.Int && known && limited && most < high
}

// unsure reports a foreign key that may not repeat every key of its parent.
func (l *link) unsure() bool {
	if l.parent == nil || l.refs == nil {
		return false
	}
	for i, at := range l.refs {
		c := l.parent.columns[at]
		if loses(c.base, l.types[i], [2]value.Kind{c.codec.Kind(), l.kinds[i]}) && !l.counts(i) {
			return true
		}
	}
	return false
}

// counts reports that the parent's keys are numbers in order, all of which the
// type of the foreign key's column holds.
func (l *link) counts(i int) bool {
	_, most, ok := integerLimits(&column{base: l.types[i]})
	for _, u := range l.parent.units {
		for _, x := range u.members {
			if x.link == nil && x.pos == l.refs[i] && x.serial && l.kinds[i] == value.Int {
				return ok && u.stable && x.space.Unrank(uint64(max(l.parent.Rows-1, 0)), nil).I <= most
			}
		}
	}
	return false
}

// holds reports that the column of the foreign key can have the value, which
// was one of the parent's.
func (l *link) holds(i int, v value.Value) bool {
	if v.Kind != l.kinds[i] {
		return false
	}
	if v.Kind != value.Int || !l.tight {
		return true
	}
	low, high, ok := integerLimits(&column{base: l.types[i]})
	return !ok || v.I >= low && v.I <= high
}

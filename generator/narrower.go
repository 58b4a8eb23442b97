package generator

import (
	"math"
	"slices"

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

package generator

import (
	"slices"

	"github.com/effigydb/effigy/generator/predicate"
	"github.com/effigydb/effigy/schema"
)

// unique is a primary key, a UNIQUE constraint or a unique index.
type unique struct {
	name    string
	kind    string
	columns []int // plain columns, in order
	exprs   []*expression
	inputs  []int // every column the key or its predicate reads
	where   *expression
	// distinctNulls is false under NULLS NOT DISTINCT.
	distinctNulls bool
	// met says that distinct rows follow from a unit, so that no row has to
	// be remembered.
	met bool
	// flat keys are not laid out as a stair.
	flat bool
	// steep keys are not laid out at all: see unpile.
	steep bool
}

// addUniques reads the uniques of the table and of its partitions: what is
// distinct in all rows is distinct in each partition.
func (t *Table) addUniques(members []*schema.Table, scope predicate.Scope) {
	for _, m := range members {
		for _, c := range m.Constraints {
			if c.Kind != schema.PrimaryKey && c.Kind != schema.Unique {
				continue
			}
			if c.WithoutOverlaps {
				t.addOverlaps(c, scope)
				continue
			}
			t.addUnique(&unique{name: c.Name, kind: c.Kind.String(), columns: t.positions(c.Columns), distinctNulls: !c.NullsNotDistinct}, scope)
		}
		for _, x := range m.Indexes {
			if x.Unique {
				t.addUnique(t.uniqueIndex(x, scope), scope)
			}
		}
	}
}

func (t *Table) uniqueIndex(x *schema.Index, scope predicate.Scope) *unique {
	u := &unique{name: x.Name.Name, kind: "unique", distinctNulls: !x.NullsNotDistinct, where: t.bind(x.Where, scope)}
	for _, k := range x.Keys {
		switch {
		case k.Expr == nil:
			if p := t.position(k.Column); p >= 0 {
				u.columns = append(u.columns, p)
			}
		case k.Expr.Kind == schema.ExprColumn && t.position(k.Expr.Name) >= 0:
			u.columns = append(u.columns, t.position(k.Expr.Name))
		default:
			u.exprs = append(u.exprs, t.bind(k.Expr, scope))
		}
	}
	return u
}

func (t *Table) addUnique(u *unique, scope predicate.Scope) {
	if len(u.columns)+len(u.exprs) == 0 {
		return
	}
	t.expandGenerated(u, scope)
	u.inputs = slices.Clone(u.columns)
	for _, x := range append(slices.Clone(u.exprs), u.where) {
		if x != nil {
			u.inputs = append(u.inputs, x.columns...)
		}
	}
	for _, c := range u.inputs {
		if x := t.computed(c, scope); x != nil {
			u.inputs = append(u.inputs, x.columns...)
		}
	}
	slices.Sort(u.inputs)
	u.inputs = slices.Compact(u.inputs)
	t.uniques = append(t.uniques, u)
}

// expandGenerated turns generated columns of the key into their expressions:
// they can't be driven, only their inputs can.
func (t *Table) expandGenerated(u *unique, scope predicate.Scope) {
	var plain []int
	for _, c := range u.columns {
		if x := t.computed(c, scope); x != nil {
			u.exprs = append(u.exprs, x)
		} else {
			plain = append(plain, c)
		}
	}
	u.columns = plain
}

// computed is the expression of a generated column; nil for any other.
func (t *Table) computed(c int, scope predicate.Scope) *expression {
	col := t.columns[c]
	if !col.generated || col.model.Expression == nil {
		return nil
	}
	return t.bind(col.model.Expression, scope)
}

// total reports whether every row counts for the key: no predicate, no
// expression, and no NULL that would set a row free.
func (t *Table) total(u *unique) bool {
	if u.where != nil {
		return false
	}
	for _, x := range u.exprs {
		if !strict(x.expr) || !u.distinctNulls && !t.neverAll(x.columns) {
			return false
		}
	}
	for _, c := range u.told() {
		if !t.never(c) && u.distinctNulls {
			return false
		}
	}
	return true
}

func (t *Table) neverAll(cols []int) bool {
	for _, c := range cols {
		if !t.never(c) {
			return false
		}
	}
	return true
}

// never reports that no branch lets the column be NULL.
func (t *Table) never(c int) bool {
	if t.columns[c].required {
		return true
	}
	for _, b := range t.branches {
		if b.formula.Columns[c].Nulls != neverNull {
			return false
		}
	}
	return len(t.branches) > 0
}

package generator

import (
	"github.com/effigydb/effigy/generator/predicate"
	"github.com/effigydb/effigy/schema"
)

// An index computes its expressions for every row, and one that raises an
// error fails the build of the index: ((doc ->> 'k')::integer) wants texts that
// are numbers, or none. What a cast of a text needs is asked of the rows as if
// it were a constraint: the expression has a value, or it is NULL.

// castable are such predicates for the indexes of the table's partitions, their
// conditions, and what exclusion constraints compare.
func (p *planner) castable(t *Table) []predicate.Named {
	var out []predicate.Named
	add := func(name string, e, where *schema.Expr) {
		if e == nil {
			return
		}
		name = "values of " + name
		rules := append(p.definite(t, name, e), p.computes(t, name, e, schema.Type{})...)
		for _, n := range rules {
			n.Expr.SQL = Indexed + n.Expr.SQL
			out = append(out, chosen(n, where))
		}
	}
	for _, m := range p.leaves[t.Name] {
		for _, x := range m.Indexes {
			for _, k := range x.Keys {
				add(x.Name.Name, k.Expr, x.Where)
			}
			add(x.Name.Name, x.Where, nil)
		}
		for _, c := range m.Constraints {
			if c.Kind == schema.Exclude {
				for _, e := range c.Elements {
					add(c.Name, e.Key.Expr, c.Where)
				}
				add(c.Name, c.Where, nil)
			}
		}
	}
	return out
}

// chosen is the rule for the rows of a partial index, where its condition
// chooses among values of a column. What other conditions say, such as that
// there is a value, is seldom a reason for rows that the index could not take.
func chosen(n predicate.Named, where *schema.Expr) predicate.Named {
	if where == nil || !selects(where) || where.SQL == "" {
		return n
	}
	n.Expr = &schema.Expr{
		Kind: schema.ExprOr, SQL: "CASE WHEN (" + where.SQL + "\n) THEN (" + n.Expr.SQL + "\n) ELSE true END",
		Args: []*schema.Expr{{Kind: schema.ExprIsBool, Name: "true", Negated: true, Args: []*schema.Expr{where}}, n.Expr},
	}
	return n
}

func selects(where *schema.Expr) bool {
	found := false
	where.Walk(func(x *schema.Expr) bool {
		found = found || x.Kind == schema.ExprIn || x.Kind == schema.ExprAny || x.Kind == schema.ExprOp && x.Name == "="
		return !found
	})
	return found
}

// characters reports a type of texts of any length.
func characters(t schema.Type) bool {
	return t.Dims == 0 && (t.Is("text") || t.Is("varchar") || t.Is("bpchar") || t.Name.Name == "citext")
}

// least are comparisons that hold for every value of a type: that one of them
// is not false says that the value can be read.
var least = map[string][2]string{
	"int2": {"<=", "32767"}, "int4": {"<=", "2147483647"}, "int8": {"<=", "9223372036854775807"},
	"numeric": {"<=", "1000000000"}, "float8": {"<=", "1000000000"}, "float4": {"<=", "1000000000"},
	"uuid": {">=", "00000000-0000-0000-0000-000000000000"}, "bool": {">=", "false"},
}

// valued is not false of the rows for which the expression can be computed;
// nil where no comparison says so.
func valued(e *schema.Expr, t schema.Type) *schema.Expr {
	c, ok := least[t.Name.Name]
	if !ok || t.Dims > 0 {
		return nil
	}
	x := constantOf(catalogType(t.Name.Name), c[1])
	return &schema.Expr{Kind: schema.ExprOp, Name: c[0], Args: []*schema.Expr{e, x}, SQL: "(" + e.SQL + ") " + c[0] + " " + x.SQL}
}

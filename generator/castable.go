package generator

import (
	"github.com/effigydb/effigy/generator/predicate"
	"github.com/effigydb/effigy/schema"
)

// An index computes its expressions for every row, and one that raises an
// error fails the build of the index: ((doc ->> 'k')::integer) wants texts that
// are numbers, or none. What a cast of a text needs is asked of the rows as if
// it were a constraint: the expression has a value, or it is NULL.

// castable are such predicates for the indexes of the table's partitions.
func (p *planner) castable(t *Table) []predicate.Named {
	var out []predicate.Named
	for _, m := range p.leaves[t.Name] {
		for _, x := range m.Indexes {
			for _, k := range x.Keys {
				if k.Expr == nil || !p.casts(t, k.Expr) {
					continue
				}
				if e := valued(k.Expr, predicate.Bind(k.Expr, p.scope(t)).Type()); e != nil {
					out = append(out, predicate.Named{Constraint: "values of " + x.Name.Name, Expr: e})
				}
			}
		}
	}
	return out
}

// casts reports an understood expression that reads a text as another type.
func (p *planner) casts(t *Table, e *schema.Expr) bool {
	scope, found := p.scope(t), false
	e.Walk(func(x *schema.Expr) bool {
		if x.Kind == schema.ExprCast && len(x.Args) == 1 && len(x.Args[0].Columns()) > 0 {
			from := predicate.Bind(x.Args[0], scope).Type()
			found = found || characters(from) && !characters(x.Type)
		}
		return true
	})
	return found && predicate.Bind(e, scope).Understood()
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

package ddl

import (
	"slices"

	"github.com/effigydb/effigy/schema"
)

// cloneConstraint copies a constraint so that a rename in one table leaves
// the other's alone.
func cloneConstraint(c *schema.Constraint) *schema.Constraint {
	d := *c
	d.Columns, d.Including, d.RefColumns = slices.Clone(c.Columns), slices.Clone(c.Including), slices.Clone(c.RefColumns)
	d.Expr, d.Where = cloneExpr(c.Expr), cloneExpr(c.Where)
	d.Elements = slices.Clone(c.Elements)
	for i := range d.Elements {
		d.Elements[i].Key.Expr = cloneExpr(d.Elements[i].Key.Expr)
	}
	return &d
}

func cloneExpr(e *schema.Expr) *schema.Expr {
	if e == nil {
		return nil
	}
	d := *e
	d.Args = make([]*schema.Expr, len(e.Args))
	for i, a := range e.Args {
		d.Args[i] = cloneExpr(a)
	}
	return &d
}

package pipeline

import (
	"fmt"
	"slices"
	"strings"

	"github.com/effigydb/effigy/ddl"
	"github.com/effigydb/effigy/internal/config"
	"github.com/effigydb/effigy/schema"
)

// expression reads the expression of a column. It may name columns that the
// database does not compute, others with an expression among them, as long as
// it does not come back to itself.
func (r *Run) expression(key, column, sql string, t *schema.Table) (*schema.Expr, error) {
	where := r.Config.At("tables", key, "columns", column, "expression")
	e, err := ddl.Expression(sql)
	if err != nil {
		return nil, misuse(fmt.Sprintf("%s: %v", where, err), "it is SQL over the other columns of the row")
	}
	for _, name := range e.Columns() {
		switch c := t.Column(name); {
		case name == "effigy_row" || name == "effigy_now":
		case c == nil:
			return nil, misuse(fmt.Sprintf("%s: the table has no column %s", where, name), nearColumn(t, name))
		case c.Generated != "":
			return nil, misuse(fmt.Sprintf("%s: column %s is computed by the database", where, name), "name the columns that it is made from")
		}
	}
	e.Walk(func(x *schema.Expr) bool {
		if x.Kind == schema.ExprNow {
			err = misuse(where+": it reads the clock, and would give other rows each time", "effigy_now is the instant that --now sets")
		}
		return err == nil
	})
	if err != nil {
		return nil, err
	}
	if r.reaches(key, column, e, nil) {
		return nil, misuse(where+": it needs its own value", "name other columns than "+column)
	}
	return e, nil
}

// reaches reports whether an expression names the column, or one whose
// expression does.
func (r *Run) reaches(key, column string, e *schema.Expr, seen []string) bool {
	for _, name := range e.Columns() {
		if name == column {
			return true
		}
		sql := r.Config.Tables[key].Columns[name].Expression
		if sql == "" || slices.Contains(seen, name) {
			continue
		}
		seen = append(seen, name)
		if next, err := ddl.Expression(sql); err == nil && r.reaches(key, column, next, seen) {
			return true
		}
	}
	return false
}

// nearColumn is the hint for a column that the table lacks.
func nearColumn(t *schema.Table, name string) string {
	var known []string
	for _, c := range t.Columns {
		known = append(known, c.Name)
	}
	if near := config.Nearest(name, known); near != "" {
		return "did you mean " + near + "?"
	}
	return "its columns are " + strings.Join(known, ", ")
}

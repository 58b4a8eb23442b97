package expr

import (
	"strings"

	pg "github.com/sqlc-dev/oliphant"
)

// Statement is the form of an action of a rule or of an SQL body: a query, a
// change of rows, or anything else as it was parsed.
func (a *Analyzer) Statement(n *pg.Node) *Node {
	return a.guarded(n, func() *Node {
		if sel := n.GetSelectStmt(); sel != nil {
			return a.query(sel).form
		}
		form, _ := a.dml(n)
		return form
	})
}

// dml is INSERT, UPDATE or DELETE, with the columns that RETURNING gives.
func (a *Analyzer) dml(n *pg.Node) (*Node, []Column) {
	a.push()
	ctes := a.ctes
	defer func() { a.pop(); a.ctes = ctes }()
	switch v := n.GetNode().(type) {
	case *pg.Node_InsertStmt:
		return a.insert(v.InsertStmt)
	case *pg.Node_UpdateStmt:
		return a.update(v.UpdateStmt)
	case *pg.Node_DeleteStmt:
		return a.delete(v.DeleteStmt)
	}
	return list("raw", Raw(n)), nil
}

func (a *Analyzer) insert(s *pg.InsertStmt) (*Node, []Column) {
	out := list("insert", "")
	if s.WithClause != nil {
		out.Args = append(out.Args, a.with(s.WithClause))
	}
	target := a.rangeVar(s.Relation)
	entry := a.scope.rtes[len(a.scope.rtes)-1]
	cols := entry.cols
	var names []string
	for _, c := range s.Cols {
		names = append(names, c.GetResTarget().GetName())
	}
	if len(names) == 0 {
		for _, c := range cols {
			names = append(names, c.name)
		}
	}
	out.Args = append(out.Args, target)
	if sel := s.SelectStmt.GetSelectStmt(); sel != nil {
		a.scope.rtes = a.scope.rtes[:len(a.scope.rtes)-1]
		form := a.insertSource(sel, names, cols)
		a.scope.rtes = append(a.scope.rtes, entry)
		out.Args = append(out.Args, form)
		names = names[:min(len(names), max(1, sourceWidth(form, len(names))))]
	}
	out.Text = strings.Join(names, ",") + " " + s.Override.String()
	if s.OnConflictClause != nil {
		a.newRTE("excluded").cols = cols
		out.Args = append(out.Args, a.conflict(s.OnConflictClause))
	}
	return a.returning(out, s.ReturningClause)
}

// insertSource coerces a single row to the columns it goes into.
func (a *Analyzer) insertSource(sel *pg.SelectStmt, names []string, cols []rteColumn) *Node {
	if len(sel.ValuesLists) != 1 || len(sel.SortClause) > 0 {
		return withoutNames(a.query(sel).form)
	}
	row := list("values", "")
	for i, v := range sel.ValuesLists[0].GetList().GetItems() {
		n := a.expr(v)
		if i < len(names) {
			for _, c := range cols {
				if c.name == names[i] && c.typ.Name != "" {
					n = a.assign(n, c.typ)
				}
			}
		}
		row.Args = append(row.Args, n)
	}
	return row
}

func sourceWidth(form *Node, n int) int {
	if form.Op == "values" {
		return len(form.Args)
	}
	for _, f := range form.Args {
		if f.Op == "targets" {
			return len(f.Args)
		}
	}
	return n
}

func (a *Analyzer) conflict(c *pg.OnConflictClause) *Node {
	out := list("conflict", c.Action.String())
	if inf := c.Infer; inf != nil {
		part := list("infer", inf.Conname)
		for _, e := range inf.IndexElems {
			el := e.GetIndexElem()
			if el.GetExpr() != nil {
				part.Args = append(part.Args, a.expr(el.Expr))
				continue
			}
			part.Args = append(part.Args, list("column", el.GetName()))
		}
		if inf.WhereClause != nil {
			part.Args = append(part.Args, a.Condition(inf.WhereClause))
		}
		out.Args = append(out.Args, part)
	}
	out.Args = append(out.Args, a.assignments(c.TargetList))
	if c.WhereClause != nil {
		out.Args = append(out.Args, a.Condition(c.WhereClause))
	}
	return out
}

// assignments are SET items, each coerced to its column.
func (a *Analyzer) assignments(targets []*pg.Node) *Node {
	out := list("set", "")
	for _, t := range targets {
		r := t.GetResTarget()
		n := a.expr(r.GetVal())
		for _, e := range a.scope.rtes {
			if c := e.find(r.GetName()); c != nil && len(r.GetIndirection()) == 0 {
				n = a.assign(n, c.typ)
				break
			}
		}
		out.Args = append(out.Args, list("to", r.GetName(), n))
	}
	return out
}

func (e *rte) find(name string) *rteColumn {
	for i := range e.cols {
		if e.cols[i].name == name {
			return &e.cols[i]
		}
	}
	return nil
}

func (a *Analyzer) update(s *pg.UpdateStmt) (*Node, []Column) {
	out := list("update", "")
	if s.WithClause != nil {
		out.Args = append(out.Args, a.with(s.WithClause))
	}
	out.Args = append(out.Args, a.rangeVar(s.Relation))
	for _, f := range s.FromClause {
		out.Args = append(out.Args, a.fromItem(f))
	}
	out.Args = append(out.Args, a.assignments(s.TargetList))
	if s.WhereClause != nil {
		out.Args = append(out.Args, list("where", "", a.Condition(s.WhereClause)))
	}
	return a.returning(out, s.ReturningClause)
}

func (a *Analyzer) delete(s *pg.DeleteStmt) (*Node, []Column) {
	out := list("delete", "")
	if s.WithClause != nil {
		out.Args = append(out.Args, a.with(s.WithClause))
	}
	out.Args = append(out.Args, a.rangeVar(s.Relation))
	for _, f := range s.UsingClause {
		out.Args = append(out.Args, a.fromItem(f))
	}
	if s.WhereClause != nil {
		out.Args = append(out.Args, list("where", "", a.Condition(s.WhereClause)))
	}
	return a.returning(out, s.ReturningClause)
}

func (a *Analyzer) returning(out *Node, r *pg.ReturningClause) (*Node, []Column) {
	if r == nil {
		return out, nil
	}
	targets := a.targets(r.Exprs, nil)
	var cols []Column
	for _, t := range targets {
		cols = append(cols, Column{Name: t.name, Type: t.expr.Type})
	}
	out.Args = append(out.Args, targetList(targets))
	return out, cols
}

package expr

import (
	pg "github.com/sqlc-dev/oliphant"
)

func (a *Analyzer) subLink(s *pg.SubLink) *Node {
	var test *Node
	if s.Testexpr != nil {
		test = a.expr(s.Testexpr)
	}
	sel := s.Subselect.GetSelectStmt()
	if sel == nil {
		return list("raw", Raw(s.Subselect))
	}
	r := a.query(sel)
	form := withoutNames(r.form)
	first := Type{}
	if len(r.cols) > 0 {
		first = r.cols[0].Type
	}
	switch s.SubLinkType {
	case pg.SubLinkType_EXISTS_SUBLINK:
		return typed("exists", "", boolType, form)
	case pg.SubLinkType_ARRAY_SUBLINK:
		return typed("array-of", "", first.Array(), form)
	case pg.SubLinkType_EXPR_SUBLINK:
		return typed("scalar", "", first, form)
	}
	_, name := LastTwo(s.OperName)
	if name == "" {
		name = "="
	}
	if name == "!=" {
		name = "<>"
	}
	op := Op("any-of")
	if s.SubLinkType == pg.SubLinkType_ALL_SUBLINK {
		op = "all-of"
	}
	if test != nil && test.Op != opRow && len(r.cols) == 1 {
		pair := a.operator("", name, test, typed(opColumn, "", first))
		test = pair.Args[0]
	}
	return typed(op, name, boolType, test, form)
}

// cte is a common table expression in sight.
type cte struct {
	name, id string
	cols     []Column
	known    bool
}

func (a *Analyzer) findCTE(name string) *cte {
	for i := len(a.ctes) - 1; i >= 0; i-- {
		if a.ctes[i].name == name {
			return a.ctes[i]
		}
	}
	return nil
}

// with enters the common table expressions of a query. A recursive one is
// seen by itself with the columns of its first arm.
func (a *Analyzer) with(w *pg.WithClause) *Node {
	out := list("with", "")
	if w.Recursive {
		out.Text = "RECURSIVE"
	}
	for _, n := range w.Ctes {
		c := n.GetCommonTableExpr()
		if c == nil {
			continue
		}
		a.rels++
		entry := &cte{name: c.Ctename, id: "w" + itoa(a.rels), known: true}
		names := Strings(c.Aliascolnames)
		sel := c.Ctequery.GetSelectStmt()
		if sel != nil && w.Recursive && sel.Larg != nil {
			entry.cols = a.firstArm(sel, names)
			a.ctes = append(a.ctes, entry)
		}
		var form *Node
		if sel != nil {
			r := a.queryNamed(sel, names)
			form = r.form
			if len(entry.cols) == 0 || !w.Recursive {
				entry.cols = r.cols
			}
		} else {
			form, entry.cols = a.dml(c.Ctequery)
		}
		for _, col := range entry.cols {
			entry.known = entry.known && col.Name != "*"
		}
		a.ctes = append(a.ctes, entry)
		text := entry.id
		if c.Ctematerialized > pg.CTEMaterialize_CTEMaterializeDefault {
			text += " " + c.Ctematerialized.String()
		}
		part := list("cte", text, form)
		if c.SearchClause != nil {
			part.Args = append(part.Args, list("search", RawMessage(c.SearchClause)))
		}
		if c.CycleClause != nil {
			part.Args = append(part.Args, list("cycle", RawMessage(c.CycleClause)))
		}
		out.Args = append(out.Args, part)
	}
	return out
}

// firstArm finds the columns of a recursive query without counting its
// relations twice.
func (a *Analyzer) firstArm(sel *pg.SelectStmt, names []string) []Column {
	for sel.Larg != nil {
		sel = sel.Larg
	}
	rels := a.rels
	r := a.queryNamed(sel, names)
	a.rels = rels
	return r.cols
}

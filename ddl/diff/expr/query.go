package expr

import (
	"strings"

	pg "github.com/sqlc-dev/oliphant"
)

// result is an analysed query: its form and the columns it returns.
type result struct {
	form *Node
	cols []Column
}

// Query is a canonical query with the columns it returns. Names, where given,
// rename its columns from the left, as in CREATE VIEW v (a, b).
func (a *Analyzer) Query(n *pg.Node, names []string) (*Node, []Column) {
	var cols []Column
	form := a.guarded(n, func() *Node {
		sel := n.GetSelectStmt()
		if sel == nil {
			return a.expr(n)
		}
		r := a.queryNamed(sel, names)
		cols = r.cols
		return r.form
	})
	return form, cols
}

func (a *Analyzer) query(s *pg.SelectStmt) result { return a.queryNamed(s, nil) }

func (a *Analyzer) queryNamed(s *pg.SelectStmt, names []string) result {
	a.depth++
	defer func() { a.depth-- }()
	if a.depth > maxDepth/4 {
		return result{form: list("raw", RawMessage(s))}
	}
	a.push()
	ctes := a.ctes
	saved := a.windows
	defer func() { a.pop(); a.ctes, a.windows = ctes, saved }()
	form := list("select", "")
	if s.WithClause != nil {
		form.Args = append(form.Args, a.with(s.WithClause))
	}
	var r result
	switch {
	case s.Op != pg.SetOperation_SETOP_NONE && s.Op != 0:
		r = a.setOperation(form, s, names)
	case len(s.ValuesLists) > 0:
		r = a.values(form, s, names)
	default:
		r = a.plain(form, s, names)
	}
	a.limits(form, s)
	return r
}

// plain is SELECT … FROM …
func (a *Analyzer) plain(form *Node, s *pg.SelectStmt, names []string) result {
	var from []*Node
	for _, f := range s.FromClause {
		from = append(from, a.fromItem(f))
	}
	a.define(s.WindowClause)
	targets := a.targets(s.TargetList, names)
	r := result{form: form}
	if d := s.DistinctClause; len(d) > 0 {
		form.Args = append(form.Args, a.distinctClause(d, targets))
	}
	for _, t := range targets {
		if t.expr.Type.Name == "unknown" {
			t.expr = a.coerce(t.expr, textType)
		}
		r.cols = append(r.cols, Column{Name: t.name, Type: t.expr.Type})
	}
	form.Args = append(form.Args, targetList(targets), list("from", "", from...))
	if s.WhereClause != nil {
		form.Args = append(form.Args, list("where", "", a.Condition(s.WhereClause)))
	}
	if len(s.GroupClause) > 0 {
		form.Args = append(form.Args, a.groupBy(s, targets))
	}
	if s.HavingClause != nil {
		form.Args = append(form.Args, list("having", "", a.Condition(s.HavingClause)))
	}
	a.sort(form, s.SortClause, targets, false)
	return r
}

func (a *Analyzer) sort(form *Node, clause []*pg.Node, targets []*target, byNumber bool) {
	if len(clause) == 0 {
		return
	}
	order := list("order", "")
	for _, k := range clause {
		if byNumber {
			order.Args = append(order.Args, a.sortByNumber(k.GetSortBy(), targets))
			continue
		}
		order.Args = append(order.Args, a.sortKey(k.GetSortBy(), targets))
	}
	form.Args = append(form.Args, order)
}

func (a *Analyzer) limits(form *Node, s *pg.SelectStmt) {
	if s.LimitCount != nil {
		if n := a.coerce(a.expr(s.LimitCount), int8Type); n.Op != opNull {
			op := Op("limit")
			if s.LimitOption == pg.LimitOption_LIMIT_OPTION_WITH_TIES {
				op = "limit-ties"
			}
			form.Args = append(form.Args, list(op, "", n))
		}
	}
	if s.LimitOffset != nil {
		form.Args = append(form.Args, list("offset", "", a.coerce(a.expr(s.LimitOffset), int8Type)))
	}
	for _, l := range s.LockingClause {
		c := l.GetLockingClause()
		text := c.Strength.String() + " " + c.WaitPolicy.String()
		lock := list("lock", text)
		for _, rel := range c.LockedRels {
			lock.Args = append(lock.Args, a.lockedRelation(rel.GetRangeVar().GetRelname()))
		}
		if len(c.LockedRels) == 0 { // all relations of FROM
			for _, e := range a.scope.rtes {
				if e.rel != "" {
					lock.Args = append(lock.Args, list("rel", e.prefix))
				}
			}
		}
		form.Args = append(form.Args, lock)
	}
}

func (a *Analyzer) lockedRelation(name string) *Node {
	for _, e := range a.scope.rtes {
		if e.alias == name {
			return list("rel", e.prefix)
		}
	}
	return list("rel", name)
}

// setOperation is UNION, INTERSECT, EXCEPT: the first arm names the columns.
func (a *Analyzer) setOperation(form *Node, s *pg.SelectStmt, names []string) result {
	l := a.queryNamed(s.Larg, names)
	r := a.query(s.Rarg)
	text := strings.TrimPrefix(s.Op.String(), "SETOP_")
	if s.All {
		text += " ALL"
	}
	form.Args = append(form.Args, list("set", text, l.form, withoutNames(r.form)))
	out := result{form: form, cols: append([]Column{}, l.cols...)}
	var targets []*target
	for i := range out.cols {
		if i < len(r.cols) {
			out.cols[i].Type = a.common([]*Node{typed("", "", l.cols[i].Type), typed("", "", r.cols[i].Type)})
		}
		targets = append(targets, &target{name: out.cols[i].Name, expr: typed(opColumn, out.cols[i].Name, out.cols[i].Type)})
	}
	retypeArms(form, out.cols)
	a.sort(form, s.SortClause, targets, true)
	return out
}

// retypeArms lets literals of the arms take the type of the whole.
func retypeArms(form *Node, cols []Column) {
	for _, n := range form.Args {
		switch n.Op {
		case "set":
			for _, arm := range n.Args {
				retypeArms(arm, cols)
			}
		case "targets":
			for i, t := range n.Args {
				if i < len(cols) && len(t.Args) == 1 && t.Args[0].Op == opConst {
					t.Args[0] = loosen(t.Args[0])
				}
			}
		}
	}
}

// values is a VALUES list: each column takes the common type of its rows.
func (a *Analyzer) values(form *Node, s *pg.SelectStmt, names []string) result {
	var rows [][]*Node
	width := 0
	for _, r := range s.ValuesLists {
		row := a.exprs(r.GetList().GetItems())
		rows = append(rows, row)
		width = max(width, len(row))
	}
	out := result{form: form}
	for i := range width {
		var col []*Node
		for _, r := range rows {
			if i < len(r) {
				col = append(col, r[i])
			}
		}
		t := a.common(col)
		for _, r := range rows {
			if i < len(r) {
				if t.Name == "" {
					r[i] = loosen(r[i])
				} else {
					r[i] = a.coerce(r[i], t)
				}
			}
		}
		name := "column" + itoa(i+1)
		if i < len(names) {
			name = names[i]
		}
		out.cols = append(out.cols, Column{Name: name, Type: t})
	}
	v := list("values", "")
	for _, r := range rows {
		v.Args = append(v.Args, list(opRow, "", r...))
	}
	form.Args = append(form.Args, v)
	var targets []*target
	for _, c := range out.cols {
		targets = append(targets, &target{name: c.Name, expr: typed(opColumn, c.Name, c.Type)})
	}
	a.sort(form, s.SortClause, targets, true)
	return out
}

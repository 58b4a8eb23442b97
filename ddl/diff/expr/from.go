package expr

import (
	"strings"

	pg "github.com/sqlc-dev/oliphant"
)

// fromItem enters an item of FROM into the scope and returns its form.
func (a *Analyzer) fromItem(n *pg.Node) *Node {
	switch v := n.Node.(type) {
	case *pg.Node_RangeVar:
		return a.rangeVar(v.RangeVar)
	case *pg.Node_RangeSubselect:
		return a.rangeSubselect(v.RangeSubselect)
	case *pg.Node_RangeFunction:
		return a.rangeFunction(v.RangeFunction)
	case *pg.Node_JoinExpr:
		return a.join(v.JoinExpr)
	case *pg.Node_RangeTableSample:
		rel := a.fromItem(v.RangeTableSample.Relation)
		_, method := LastTwo(v.RangeTableSample.Method)
		args := append([]*Node{rel}, a.exprs(v.RangeTableSample.Args)...)
		if v.RangeTableSample.Repeatable != nil {
			args = append(args, a.expr(v.RangeTableSample.Repeatable))
		}
		for i := range args[1:] {
			args[i+1] = loosen(args[i+1])
		}
		return list("sample", method, args...)
	case *pg.Node_RangeTableFunc:
		return a.tableFunction(n, v.RangeTableFunc.Alias, v.RangeTableFunc.Columns)
	case *pg.Node_JsonTable:
		return a.tableFunction(n, v.JsonTable.Alias, v.JsonTable.Columns)
	}
	return list("raw", Raw(n))
}

func (a *Analyzer) rangeVar(v *pg.RangeVar) *Node {
	alias := v.Relname
	if v.Alias != nil {
		alias = v.Alias.Aliasname
	}
	if v.Schemaname == "" {
		if c := a.findCTE(v.Relname); c != nil {
			e := a.newRTE(alias)
			e.known = c.known
			e.setColumns(c.cols)
			e.rename(v.Alias)
			return list("cte", e.prefix+" "+c.id)
		}
	}
	rel := a.env.Relation(a.path, v.Schemaname, v.Relname)
	e := a.newRTE(alias)
	name := v.Relname
	if rel == nil {
		e.known = false
		if v.Schemaname != "" && v.Schemaname != "public" && v.Schemaname != "pg_catalog" {
			name = v.Schemaname + "." + name
		}
	} else {
		name, e.rowType = rel.Name, rel.Type
		e.setColumns(rel.Columns)
	}
	e.rel, e.schema = name, v.Schemaname
	a.mention("", name)
	e.rename(v.Alias)
	op := Op("rel")
	if !v.Inh {
		op = "only"
	}
	return list(op, e.prefix+" "+name)
}

func (e *rte) setColumns(cols []Column) {
	for _, c := range cols {
		e.cols = append(e.cols, rteColumn{name: c.Name, real: c.printed(), typ: c.Type})
	}
}

// rename applies the column aliases of FROM t AS a (x, y).
func (e *rte) rename(alias *pg.Alias) {
	for i, name := range Strings(alias.GetColnames()) {
		if i < len(e.cols) {
			e.cols[i].name = name
		} else if !e.known {
			e.cols = append(e.cols, rteColumn{name: name, real: name})
		}
	}
}

func (a *Analyzer) rangeSubselect(s *pg.RangeSubselect) *Node {
	hidden := a.scope
	if !s.Lateral {
		a.scope = &scope{parent: hidden.parent}
	}
	a.push()
	r := a.query(s.Subquery.GetSelectStmt())
	a.pop()
	a.scope = hidden
	alias := "unnamed_subquery"
	if s.Alias != nil {
		alias = s.Alias.Aliasname
	}
	e := a.newRTE(alias)
	e.setColumns(r.cols)
	for _, c := range r.cols {
		e.known = e.known && c.Name != "*"
	}
	for i, name := range Strings(s.Alias.GetColnames()) {
		if i < len(e.cols) {
			e.cols[i].name, e.cols[i].real = name, name
			renameTarget(r.form, i, name)
		}
	}
	op := Op("subquery")
	if s.Lateral {
		op = "lateral"
	}
	return list(op, e.prefix, r.form)
}

// renameTarget puts an outer alias of a column on the select list itself.
func renameTarget(form *Node, i int, name string) {
	for _, n := range form.Args {
		switch n.Op {
		case "targets":
			if i < len(n.Args) {
				n.Args[i].Text = quoteLiteral(name)
			}
			return
		case "set":
			renameTarget(n.Args[0], i, name)
			return
		}
	}
}

// join combines two items; USING columns hide those of both sides.
func (a *Analyzer) join(j *pg.JoinExpr) *Node {
	before := len(a.scope.rtes)
	l := a.fromItem(j.Larg)
	middle := len(a.scope.rtes)
	r := a.fromItem(j.Rarg)
	left, right := a.scope.rtes[before:middle], a.scope.rtes[middle:]
	using := Strings(j.UsingClause)
	if j.IsNatural {
		using = shared(left, right)
	}
	text := strings.TrimPrefix(j.Jointype.String(), "JOIN_")
	if len(using) > 0 {
		text += " USING " + strings.Join(using, ",")
	}
	for _, name := range using {
		a.merge(j, left, right, name)
	}
	out := list("join", text, l, r)
	if j.Quals != nil {
		out.Args = append(out.Args, a.Condition(j.Quals))
	}
	if j.Alias != nil {
		a.aliasJoin(j.Alias, before)
	}
	return out
}

func shared(left, right []*rte) []string {
	var out []string
	seen := map[string]bool{}
	for _, e := range right {
		for _, c := range e.cols {
			seen[c.name] = true
		}
	}
	for _, e := range left {
		for _, c := range e.cols {
			if seen[c.name] && !c.merged {
				out = append(out, c.name)
			}
		}
	}
	return out
}

// merge makes a USING column: the left one, the right one of a right join,
// either of a full join.
func (a *Analyzer) merge(j *pg.JoinExpr, left, right []*rte, name string) {
	l, r := hide(left, name), hide(right, name)
	kept := a.scope.merged[:0:0]
	for _, m := range a.scope.merged {
		if m.name == name && l == nil {
			l = m.form
			continue
		}
		kept = append(kept, m)
	}
	a.scope.merged = kept
	if l == nil {
		l = typed(opColumn, name, Type{})
	}
	if r == nil {
		r = typed(opColumn, name, Type{})
	}
	form := l
	switch j.Jointype {
	case pg.JoinType_JOIN_RIGHT:
		form = r
	case pg.JoinType_JOIN_FULL:
		form = typed("merged", "", l.Type, l, r)
	}
	a.scope.merged = append(a.scope.merged, rteColumn{name: name, typ: form.Type, form: form})
}

func hide(rtes []*rte, name string) *Node {
	for _, e := range rtes {
		for i := range e.cols {
			if e.cols[i].name == name && !e.cols[i].merged {
				e.cols[i].merged = true
				return e.node(e.cols[i])
			}
		}
	}
	return nil
}

// aliasJoin is (a JOIN b …) AS j: the members can no longer be named.
func (a *Analyzer) aliasJoin(alias *pg.Alias, before int) {
	e := &rte{alias: alias.Aliasname, known: true}
	for _, t := range (&scope{rtes: a.scope.rtes[before:], merged: a.scope.merged}).all() {
		e.cols = append(e.cols, rteColumn{name: t.name, typ: t.expr.Type, form: t.expr})
	}
	for _, m := range a.scope.rtes[before:] {
		m.hidden, m.alias = true, ""
	}
	a.scope.merged = nil
	e.rename(alias)
	a.scope.rtes = append(a.scope.rtes, e)
}

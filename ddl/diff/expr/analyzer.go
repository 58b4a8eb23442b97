package expr

import (
	"strconv"
	"strings"

	pg "github.com/sqlc-dev/oliphant"

	"github.com/effigydb/effigy/ddl/autoname"
)

// Analyzer reads expressions of one statement.
type Analyzer struct {
	env   Env
	path  []string
	scope *scope
	rels  int // numbers the relations of the whole statement
	depth int
	ctes  []*cte
	windows
	mentions map[string]bool
}

// New returns an analyzer that resolves names along the search path.
func New(env Env, path []string) *Analyzer {
	return &Analyzer{env: env, path: path, scope: &scope{}, mentions: map[string]bool{}}
}

// Mentions are the relations, routines and types that were resolved.
func (a *Analyzer) Mentions() map[string]bool { return a.mentions }

// WithRelation puts the columns of a relation in sight, under a name that is
// printed before them; an empty prefix prints the column alone.
func (a *Analyzer) WithRelation(r *Relation, alias, prefix string) *Analyzer {
	e := &rte{alias: alias, prefix: prefix, known: r != nil}
	if r != nil {
		e.rel, e.rowType = r.Name, r.Type
		for _, c := range r.Columns {
			e.cols = append(e.cols, rteColumn{name: c.Name, real: c.printed(), typ: c.Type})
		}
	}
	a.scope.rtes = append(a.scope.rtes, e)
	return a
}

// WithParameters puts the parameters of a routine in sight: they are printed
// by number, whatever they are called.
func (a *Analyzer) WithParameters(routine string, params []Column) *Analyzer {
	e := &rte{alias: routine, params: true, known: true}
	for i, p := range params {
		e.cols = append(e.cols, rteColumn{name: p.Name, real: "$" + strconv.Itoa(i+1), typ: p.Type})
	}
	a.scope.rtes = append(a.scope.rtes, e)
	return a
}

// Expr is the canonical form of an expression, coerced to a type where one is
// given.
func (a *Analyzer) Expr(n *pg.Node, to Type) *Node {
	if n == nil {
		return nil
	}
	out := a.guarded(n, func() *Node { return a.expr(n) })
	if to.Name != "" {
		out = a.assign(out, to)
	}
	return out
}

// guarded falls back to the tree as it was parsed where a rule meets a tree it
// cannot handle.
func (a *Analyzer) guarded(n *pg.Node, read func() *Node) (out *Node) {
	scope := a.scope
	defer func() {
		if recover() != nil {
			a.scope = scope
			out = list("raw", Raw(n))
		}
	}()
	return read()
}

// assign coerces to the type of a column: a length or precision that the
// column has anyway is not part of the form.
func (a *Analyzer) assign(n *Node, to Type) *Node {
	if n.Op == opCast && n.Type == to && len(n.Args) == 1 {
		n = n.Args[0]
	}
	if _, domain := a.env.Domain(to.Name); domain {
		to = a.base(to)
		if n.Op == opCast && len(n.Args) == 1 && a.base(n.Type).Name == to.Name {
			n = n.Args[0]
		}
	}
	bare := to
	bare.Mod = ""
	if to.Name == "interval" && n.Op == opConst { // read under its fields
		if n = a.coerce(n, to); n.Type == to {
			n = n.retyped(bare)
		}
	}
	return a.coerce(n, bare)
}

// Condition is the canonical form of a boolean expression.
func (a *Analyzer) Condition(n *pg.Node) *Node { return a.Expr(n, boolType) }

// maxDepth bounds the recursion; the parser's own limit is higher.
const maxDepth = 2000

func (a *Analyzer) expr(n *pg.Node) *Node {
	a.depth++
	defer func() { a.depth-- }()
	if a.depth > maxDepth || n == nil {
		return list("raw", Raw(n))
	}
	switch v := n.Node.(type) {
	case *pg.Node_AConst:
		return a.constant(v.AConst)
	case *pg.Node_ColumnRef:
		return a.column(v.ColumnRef)
	case *pg.Node_AExpr:
		return a.operation(v.AExpr)
	case *pg.Node_BoolExpr:
		return a.boolean(v.BoolExpr)
	case *pg.Node_FuncCall:
		return a.call(v.FuncCall)
	case *pg.Node_TypeCast:
		return a.typeCast(v.TypeCast)
	case *pg.Node_SubLink:
		return a.subLink(v.SubLink)
	case *pg.Node_NullTest:
		return a.nullTest(v.NullTest)
	case *pg.Node_BooleanTest:
		return typed("is", v.BooleanTest.Booltesttype.String(), boolType, a.toBool(a.expr(v.BooleanTest.Arg)))
	}
	return a.more(n)
}

func (a *Analyzer) more(n *pg.Node) *Node {
	switch v := n.Node.(type) {
	case *pg.Node_CaseExpr:
		return a.caseExpr(v.CaseExpr)
	case *pg.Node_CoalesceExpr:
		return a.alike("coalesce", v.CoalesceExpr.Args)
	case *pg.Node_MinMaxExpr:
		return a.alike(Op(strings.ToLower(v.MinMaxExpr.Op.String())), v.MinMaxExpr.Args)
	case *pg.Node_AArrayExpr:
		return a.array(v.AArrayExpr)
	case *pg.Node_RowExpr:
		return typed(opRow, "", recordType, a.rowArgs(v.RowExpr.Args)...)
	case *pg.Node_AIndirection:
		return a.indirection(v.AIndirection)
	case *pg.Node_CollateClause:
		return a.collate(v.CollateClause)
	case *pg.Node_SqlvalueFunction:
		return valueFunction(v.SqlvalueFunction)
	case *pg.Node_ParamRef:
		return a.param(int(v.ParamRef.Number))
	case *pg.Node_NamedArgExpr:
		arg := a.expr(v.NamedArgExpr.Arg)
		return typed("named", v.NamedArgExpr.Name, arg.Type, loosen(arg))
	case *pg.Node_GroupingFunc:
		return typed("grouping", "", Type{Name: "int4"}, a.exprs(v.GroupingFunc.Args)...)
	case *pg.Node_List:
		return typed(opRow, "", recordType, a.exprs(v.List.Items)...)
	case *pg.Node_SetToDefault:
		return list("default", "")
	case *pg.Node_SelectStmt:
		return a.query(v.SelectStmt).form
	case *pg.Node_XmlExpr:
		return a.xml(v.XmlExpr)
	}
	return a.generic(n)
}

// xml is XMLELEMENT and its kin; an attribute without a name has its column's.
func (a *Analyzer) xml(x *pg.XmlExpr) *Node {
	t := Type{Name: "xml"}
	if x.Op == pg.XmlExprOp_IS_DOCUMENT {
		t = boolType
	}
	out := typed("xml", strings.TrimSpace(x.Op.String()+" "+x.Name), t)
	for _, n := range x.NamedArgs {
		r := n.GetResTarget()
		name := r.GetName()
		if name == "" {
			name = autoname.Column(r.GetVal())
		}
		out.Args = append(out.Args, list("as", quoteLiteral(name), loosen(a.expr(r.GetVal()))))
	}
	for _, n := range x.Args {
		out.Args = append(out.Args, loosen(a.expr(n)))
	}
	if x.Op == pg.XmlExprOp_IS_XMLPARSE {
		out.Text += " " + x.Xmloption.String()
	}
	return out
}

// generic prints what has no rule of its own; expressions inside are analysed.
func (a *Analyzer) generic(n *pg.Node) *Node {
	w := &walker{}
	w.visit = func(m *pg.Node) (string, bool) {
		if m == n || m == nil {
			return "", false
		}
		if t := m.GetTypeName(); t != nil {
			return a.TypeOf(t).String(), true
		}
		if m.GetString_() != nil || m.GetInteger() != nil || m.GetDefElem() != nil || m.GetResTarget() != nil {
			return "", false
		}
		return loosen(a.expr(m)).String(), true
	}
	w.message(n.ProtoReflect())
	return typed("tree", w.out.String(), genericType(n))
}

func genericType(n *pg.Node) Type {
	switch n.Node.(type) {
	case *pg.Node_JsonIsPredicate:
		return boolType
	}
	return Type{}
}

func (a *Analyzer) exprs(nodes []*pg.Node) []*Node {
	out := make([]*Node, 0, len(nodes))
	for _, n := range nodes {
		out = append(out, a.expr(n))
	}
	return out
}

func (a *Analyzer) nullTest(t *pg.NullTest) *Node {
	return typed("is", strings.TrimPrefix(t.Nulltesttype.String(), "NULL_TEST_"), boolType, a.expr(t.Arg))
}

func valueFunction(f *pg.SQLValueFunction) *Node {
	name := strings.TrimPrefix(f.Op.String(), "SVFOP_")
	t := textType
	switch {
	case strings.HasPrefix(name, "CURRENT_DATE"):
		t.Name = "date"
	case strings.HasPrefix(name, "CURRENT_TIMESTAMP"):
		t.Name = "timestamptz"
	case strings.HasPrefix(name, "LOCALTIMESTAMP"):
		t.Name = "timestamp"
	case strings.HasPrefix(name, "CURRENT_TIME"):
		t.Name = "timetz"
	case strings.HasPrefix(name, "LOCALTIME"):
		t.Name = "time"
	default:
		t.Name = "name"
	}
	if name == "CURRENT_ROLE" || name == "USER" {
		name = "CURRENT_USER"
	}
	if strings.HasSuffix(name, "_N") {
		name += strconv.Itoa(int(f.Typmod))
	}
	return typed("value", name, t)
}

func (a *Analyzer) param(n int) *Node {
	text := "$" + strconv.Itoa(n)
	for s := a.scope; s != nil; s = s.parent {
		for _, e := range s.rtes {
			if e.params && n >= 1 && n <= len(e.cols) {
				return typed(opColumn, text, e.cols[n-1].typ)
			}
		}
	}
	return typed(opColumn, text, Type{})
}

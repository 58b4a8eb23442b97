package verdict

import (
	"fmt"
	"strings"

	pg "github.com/sqlc-dev/oliphant"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// nodes are the messages of the parse tree that a SELECT may be made of. A
// message that is not here refuses the statement: INTO, FOR UPDATE, data
// changing WITH, parameters and whatever a later grammar adds.
var nodes = set(`SelectStmt ResTarget ColumnRef A_Const Integer Float Boolean String BitString A_Star A_Expr A_Indices
A_Indirection A_ArrayExpr TypeCast TypeName CollateClause FuncCall NamedArgExpr BoolExpr SubLink CaseExpr CaseWhen
RowExpr CoalesceExpr MinMaxExpr SQLValueFunction NullTest BooleanTest RangeVar Alias RangeSubselect RangeFunction
RangeTableSample RangeTableFunc RangeTableFuncCol ColumnDef JoinExpr SortBy WindowDef WithClause CommonTableExpr
CTESearchClause CTECycleClause GroupingSet GroupingFunc List XmlExpr XmlSerialize JsonOutput JsonFormat JsonReturning
JsonArgument JsonFuncExpr JsonTable JsonTablePathSpec JsonTableColumn JsonKeyValue JsonParseExpr JsonScalarExpr
JsonSerializeExpr JsonObjectConstructor JsonArrayConstructor JsonArrayQueryConstructor JsonAggConstructor JsonObjectAgg
JsonArrayAgg JsonValueExpr JsonIsPredicate JsonBehavior`)

// spoken says what a refused node is in words.
var spoken = map[string]string{
	"IntoClause": "SELECT INTO", "LockingClause": "FOR UPDATE or FOR SHARE", "ParamRef": "a parameter",
	"InsertStmt": "INSERT", "UpdateStmt": "UPDATE", "DeleteStmt": "DELETE", "MergeStmt": "MERGE",
}

// walker walks a tree until the first refusal.
type walker struct {
	sql     string
	base    int // offset of the statement in sql
	allowed []signature
	used    []string
	depth   int // that is left
	refusal *Refusal
}

// scope is the names of the WITH queries that can be seen from a place.
type scope struct {
	name  string
	outer *scope
}

func (s *scope) has(name string) bool {
	for ; s != nil; s = s.outer {
		if s.name == name {
			return true
		}
	}
	return false
}

func (w *walker) refuse(at int, format string, args ...any) {
	if w.refusal == nil {
		w.refusal = refusalAt(w.sql, w.base+at, fmt.Sprintf(format, args...))
	}
}

// visit checks a message and everything below it. at is the nearest place in
// the text that is known.
func (w *walker) visit(m protoreflect.Message, at int, s *scope, depth int) {
	if w.refusal != nil || !m.IsValid() {
		return
	}
	if n, ok := m.Interface().(*pg.Node); ok {
		if fd := m.WhichOneof(m.Descriptor().Oneofs().Get(0)); n.Node != nil && fd != nil {
			w.visit(m.Get(fd).Message(), at, s, depth)
		}
		return
	}
	kind := string(m.Descriptor().Name())
	if fd := m.Descriptor().Fields().ByName("location"); fd != nil && m.Get(fd).Int() > 0 {
		at = int(m.Get(fd).Int())
	}
	if depth > w.depth {
		w.refuse(at, "nested more than %d deep", w.depth)
		return
	}
	if !nodes[kind] {
		w.refuse(at, "%s is not allowed here", phrase(kind))
		return
	}
	w.check(m, at, s)
	if sel, ok := m.Interface().(*pg.SelectStmt); ok && sel.WithClause != nil {
		s = w.with(sel.WithClause, at, s, depth)
	}
	w.below(m, at, s, depth)
}

func (w *walker) below(m protoreflect.Message, at int, s *scope, depth int) {
	fields := m.Descriptor().Fields()
	for i := range fields.Len() {
		fd := fields.Get(i)
		if fd.Message() == nil || !m.Has(fd) || fd.Name() == "with_clause" {
			continue
		}
		if !fd.IsList() {
			w.visit(m.Get(fd).Message(), at, s, depth+1)
			continue
		}
		for j, l := 0, m.Get(fd).List(); j < l.Len() && w.refusal == nil; j++ {
			w.visit(l.Get(j).Message(), at, s, depth+1)
		}
	}
}

// with visits the queries of a WITH clause and returns the scope behind it.
// Without RECURSIVE a query sees those before it only.
func (w *walker) with(c *pg.WithClause, at int, s *scope, depth int) *scope {
	all := s
	for _, q := range c.Ctes {
		all = &scope{q.GetCommonTableExpr().GetCtename(), all}
	}
	for _, q := range c.Ctes {
		seen := s
		if c.Recursive {
			seen = all
		}
		w.visit(q.ProtoReflect(), at, seen, depth+1)
		s = &scope{q.GetCommonTableExpr().GetCtename(), s}
	}
	return s
}

func phrase(kind string) string {
	if s := spoken[kind]; s != "" {
		return s
	}
	return "a node of the kind " + kind
}

// check applies the rules of one message.
func (w *walker) check(m protoreflect.Message, at int, s *scope) {
	switch n := m.Interface().(type) {
	case *pg.FuncCall:
		w.call(n, at)
	case *pg.RangeVar:
		w.relation(n, at, s)
	case *pg.ColumnRef:
		if len(n.Fields) > 1 {
			w.attribute(n.Fields[1:], at)
		}
	case *pg.A_Indirection:
		w.attribute(n.Indirection, at)
	case *pg.A_Expr:
		w.operator(n.Name, at)
	case *pg.SortBy:
		w.operator(n.UseOp, at)
	case *pg.SubLink:
		w.operator(n.OperName, at)
	case *pg.RangeTableSample:
		w.sample(n, at)
	case *pg.TypeName:
		if n.PctType {
			w.refuse(at, "%%TYPE is not allowed here")
		}
	}
}

// NotAllowed ends the reason where a function is neither a known built-in nor
// opened by Options.AllowFunctions.
const NotAllowed = "is not on the list of allowed functions"

// call passes the built-in functions of functions.txt and the opened ones.
func (w *walker) call(n *pg.FuncCall, at int) {
	schema, name := "", ""
	switch len(n.Funcname) {
	case 1:
		name = part(n.Funcname[0])
	case 2:
		schema, name = part(n.Funcname[0]), part(n.Funcname[1])
	}
	builtin := schema == "" || schema == "pg_catalog"
	switch reason := reasonIn(deniedFunctions, name); {
	case name == "":
		w.refuse(at, "a function of another database")
	case builtin && reason != "":
		w.refuse(at, "the function %s %s", name, reason)
	case builtin && functions()[name]:
	case schema != "pg_catalog" && w.opened(schema, name, len(n.Args)):
	default:
		w.refuse(at, "the function %s %s", strings.TrimPrefix(schema+"."+name, "."), NotAllowed)
	}
}

// relation keeps catalogs with credentials and server state closed.
func (w *walker) relation(n *pg.RangeVar, at int, s *scope) {
	name := n.Relname
	switch {
	case n.Catalogname != "":
		w.refuse(at, "a table of another database")
	case n.Schemaname == "information_schema":
		if reason := reasonIn(deniedViews, name); reason != "" {
			w.refuse(at, "%s.%s %s", n.Schemaname, name, reason)
		}
	case n.Schemaname == "pg_toast" || strings.HasPrefix(n.Schemaname, "pg_temp") || strings.HasPrefix(n.Schemaname, "pg_toast"):
		w.refuse(at, "the schema %s is closed", n.Schemaname)
	case n.Schemaname == "pg_catalog", n.Schemaname == "" && strings.HasPrefix(name, "pg_") && !s.has(name):
		if reason := reasonIn(deniedRelations, name); reason != "" {
			w.refuse(at, "%s %s", name, reason)
		} else if !openRelations[name] {
			w.refuse(at, "%s is no catalog that is open here", name)
		}
	}
}

// attribute closes x.f and (x).f, which Postgres reads as f(x) where x has no
// column f.
func (w *walker) attribute(fields []*pg.Node, at int) {
	for _, f := range fields {
		if reason := reasonIn(deniedFunctions, part(f)); part(f) != "" && reason != "" {
			w.refuse(at, "%s may be read as a function that %s", part(f), reason)
		}
	}
}

// operator passes operators without a schema and those of pg_catalog; which
// function an operator runs is the server's to check.
func (w *walker) operator(name []*pg.Node, at int) {
	if len(name) > 1 && part(name[0]) != "pg_catalog" {
		w.refuse(at, "an operator of the schema %s", part(name[0]))
	}
}

func (w *walker) sample(n *pg.RangeTableSample, at int) {
	method := part(n.Method[len(n.Method)-1])
	if len(n.Method) == 2 && part(n.Method[0]) != "pg_catalog" || len(n.Method) > 2 || method != "system" && method != "bernoulli" {
		w.refuse(at, "the sampling method %s", method)
	}
}

// explainOptions are those that run nothing.
var explainOptions = set("verbose costs format summary buffers generic_plan memory")

// explain passes EXPLAIN of a SELECT without ANALYZE in any spelling or value.
func (w *walker) explain(n *pg.ExplainStmt) {
	for _, o := range n.Options {
		d := o.GetDefElem()
		switch name := strings.ToLower(d.GetDefname()); {
		case name == "analyze" || name == "analyse":
			w.refuse(int(d.GetLocation()), "EXPLAIN ANALYZE runs the statement")
		case !explainOptions[name]:
			w.refuse(int(d.GetLocation()), "the EXPLAIN option %s", name)
		}
	}
	if n.GetQuery().GetSelectStmt() == nil {
		w.refuse(0, "EXPLAIN of anything but a SELECT")
		return
	}
	w.visit(n.Query.ProtoReflect(), 0, nil, 0)
}

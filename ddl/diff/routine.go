package diff

import (
	"slices"
	"strings"

	pg "github.com/sqlc-dev/oliphant"

	"github.com/effigydb/effigy/ddl/diff/catalog"
	"github.com/effigydb/effigy/ddl/diff/expr"
	"github.com/effigydb/effigy/schema"
)

// routine reads a function, procedure or aggregate.
func (r *reader) routine(f *catalog.Routine) {
	out := newFact(f.Kind, f.String(), f.Line)
	if f.Kind == "procedure" {
		out.id = "function " + out.name
	}
	if f.Aggregate != nil {
		out.setMap("", f.Attributes)
		r.aggregateDefaults(f, out)
	} else {
		r.functionBody(f, out)
	}
	out.show = statementText(f.Text)
	r.add(out)
	r.about(&f.Object, out)
}

func (r *reader) functionBody(f *catalog.Routine, out *fact) {
	a := r.cat.Analyzer(f.Path, f.At)
	out.set("returns", r.returns(f, a))
	r.parameters(f, a, out)
	r.note(a)
	language := f.Attributes["language"]
	if language == "" {
		language = "sql"
	}
	out.set("language", language)
	out.set("body", f.Attributes["body"])
	if f.Stmt.SqlBody != nil {
		out.setShown("atomic body", r.atomicBody(f, a), statementText(f.Tokens))
	}
	for k, usual := range map[string]string{
		"volatility": "volatile", "strict": "false", "security": "false", "leakproof": "false",
		"window": "false", "parallel": "unsafe", "cost": usualCost(language), "rows": usualRows(f),
	} {
		if v := f.Attributes[k]; v != "" && v != usual {
			out.set(attributeName(k), v)
		}
	}
	out.set("support", strings.TrimPrefix(f.Attributes["support"], "pg_catalog."))
	out.set("transform", f.Attributes["transform"])
	out.setMap("set ", f.Settings)
}

// atomicBody is the canonical form of a body that Postgres keeps parsed.
func (r *reader) atomicBody(f *catalog.Routine, a *expr.Analyzer) string {
	var params []expr.Column
	for _, n := range f.Stmt.Parameters {
		p := n.GetFunctionParameter()
		if p.Mode == pg.FunctionParameterMode_FUNC_PARAM_OUT || p.Mode == pg.FunctionParameterMode_FUNC_PARAM_TABLE {
			continue
		}
		params = append(params, expr.Column{Name: p.Name, Type: a.TypeOf(p.ArgType)})
	}
	see := func() *expr.Analyzer {
		return r.cat.Analyzer(f.Path, f.At).WithParameters(f.Name.Name, params)
	}
	if ret := f.Stmt.SqlBody.GetReturnStmt(); ret != nil {
		b := see()
		defer r.note(b)
		return "return " + b.Expr(ret.Returnval, a.TypeOf(f.Stmt.ReturnType)).String()
	}
	var out []string
	for _, group := range f.Stmt.SqlBody.GetList().GetItems() {
		for _, n := range group.GetList().GetItems() {
			b := see()
			out = append(out, b.Statement(n).String())
			r.note(b)
		}
	}
	return strings.Join(out, "; ")
}

func attributeName(k string) string {
	if k == "security" {
		return "security definer"
	}
	return k
}

func usualCost(language string) string {
	if language == "c" || language == "internal" {
		return "1"
	}
	return "100"
}

func usualRows(f *catalog.Routine) string {
	if f.Stmt.ReturnType.GetSetof() || hasTable(f) {
		return "1000"
	}
	return "0"
}

func hasTable(f *catalog.Routine) bool {
	for _, n := range f.Stmt.Parameters {
		if n.GetFunctionParameter().GetMode() == pg.FunctionParameterMode_FUNC_PARAM_TABLE {
			return true
		}
	}
	return false
}

// returns prints the result; that of OUT parameters stands in the parameters.
func (r *reader) returns(f *catalog.Routine, a *expr.Analyzer) string {
	t := f.Stmt.ReturnType
	if hasTable(f) {
		return "TABLE"
	}
	outs := 0
	for _, n := range f.Stmt.Parameters {
		switch n.GetFunctionParameter().GetMode() {
		case pg.FunctionParameterMode_FUNC_PARAM_OUT, pg.FunctionParameterMode_FUNC_PARAM_INOUT:
			outs++
		}
	}
	if t == nil || outs > 0 && !t.Setof {
		return ""
	}
	typ := a.TypeOf(t)
	typ.Mod = ""
	text := catalog.DisplayType(typ)
	if t.PctType {
		text = strings.Join(expr.Strings(t.Names), ".") + "%TYPE"
	}
	if t.Setof {
		text = "SETOF " + text
	}
	return text
}

// parameters reads names, modes and defaults.
func (r *reader) parameters(f *catalog.Routine, a *expr.Analyzer, out *fact) {
	var names, outs []string
	i := 0
	for _, n := range f.Stmt.Parameters {
		p := n.GetFunctionParameter()
		typ := a.TypeOf(p.ArgType)
		typ.Mod = ""
		mode := modes[p.Mode]
		name := p.Name
		shown := strings.TrimSpace(mode + " " + schema.Quote(name))
		if name == "" {
			shown = mode
		}
		switch p.Mode {
		case pg.FunctionParameterMode_FUNC_PARAM_OUT, pg.FunctionParameterMode_FUNC_PARAM_TABLE:
			outs = append(outs, strings.TrimSpace(shown+" "+catalog.DisplayType(typ)))
			continue
		case pg.FunctionParameterMode_FUNC_PARAM_INOUT:
			outs = append(outs, strings.TrimSpace(shown+" "+catalog.DisplayType(typ)))
		}
		i++
		names = append(names, shown)
		if p.Defexpr != nil {
			out.setShown("default "+itoa(i), a.Expr(p.Defexpr, typ).String(), source(p.Defexpr))
		}
	}
	if slices.ContainsFunc(names, func(s string) bool { return s != "" }) {
		out.set("arguments", strings.Join(names, ", "))
	}
	out.set("results", strings.Join(outs, ", "))
}

var modes = map[pg.FunctionParameterMode]string{
	pg.FunctionParameterMode_FUNC_PARAM_OUT:      "OUT",
	pg.FunctionParameterMode_FUNC_PARAM_INOUT:    "INOUT",
	pg.FunctionParameterMode_FUNC_PARAM_VARIADIC: "VARIADIC",
	pg.FunctionParameterMode_FUNC_PARAM_TABLE:    "TABLE",
}

// aggregateDefaults leaves out what CREATE AGGREGATE takes by itself.
func (r *reader) aggregateDefaults(f *catalog.Routine, out *fact) {
	for k, usual := range map[string]string{
		"finalfunc_modify": "read_only", "mfinalfunc_modify": "read_only", "parallel": "unsafe",
		"finalfunc_extra": "false", "mfinalfunc_extra": "false", "hypothetical": "false", "sspace": "0", "msspace": "0",
	} {
		if out.get(k) == usual {
			delete(out.attrs, k)
		}
	}
}

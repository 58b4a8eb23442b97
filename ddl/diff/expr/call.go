package expr

import (
	"strings"

	pg "github.com/sqlc-dev/oliphant"

	"github.com/effigydb/effigy/ddl/diff/builtin"
)

func (a *Analyzer) call(f *pg.FuncCall) *Node {
	schema, name := LastTwo(f.Funcname)
	args := a.exprs(f.Args)
	var order []*Node
	for _, s := range f.AggOrder {
		order = append(order, a.sortKey(s.GetSortBy(), nil))
	}
	if n := a.callAsCast(schema, name, f, args); n != nil {
		return n
	}
	if name == "extract" && schema == "pg_catalog" && len(args) == 2 && args[0].Op == opConst {
		args[0] = typed(opConst, strings.ToLower(args[0].Text), args[0].Type)
	}
	if f.AggWithinGroup { // the sorted values are arguments as well
		for _, k := range order {
			args = append(args, k.Args[0])
		}
	}
	out := a.resolveCall(schema, name, args, f)
	if f.AggWithinGroup {
		direct := len(out.Args) - len(order)
		for i, k := range order {
			k.Args[0] = out.Args[direct+i]
		}
		out.Args = out.Args[:direct]
	}
	if f.AggStar {
		out.Args = append(out.Args, list("star", ""))
	}
	if f.AggDistinct {
		out = typed("distinct-args", "", out.Type, out)
	}
	if len(order) > 0 {
		op := Op("order")
		if f.AggWithinGroup {
			op = "within"
		}
		out = typed(op, "", out.Type, append([]*Node{out}, order...)...)
	}
	if f.AggFilter != nil {
		out = typed("filter", "", out.Type, out, a.Condition(f.AggFilter))
	}
	if f.Over != nil {
		out = typed("over", "", out.Type, out, a.window(f.Over))
	}
	return out
}

// callAsCast reads a call such as text(x), where text is a type and no
// function fits, as the cast it is.
func (a *Analyzer) callAsCast(schema, name string, f *pg.FuncCall, args []*Node) *Node {
	if len(args) != 1 || f.AggDistinct || f.Over != nil || len(f.AggOrder) > 0 || f.FuncVariadic {
		return nil
	}
	t, ok := a.env.Type(a.path, schema, name)
	if !ok {
		return nil
	}
	from := args[0].Type
	for _, fn := range a.env.Functions(a.path, schema, name) {
		if len(fn.Args) == 1 && fn.Args[0] == from.Name {
			return nil
		}
	}
	to := Type{Name: t}
	_, byFunction := a.env.Cast(from.Name, to.Name)
	byText := isTextual(to.Name) && !byFunction && !isTextual(a.base(from).Name) && !a.isComposite(from)
	if from.Name == "unknown" || from.known() && (a.relabels(from, to) || byText) {
		return a.coerce(args[0], to)
	}
	return nil
}

// resolveCall chooses the function and coerces the arguments.
func (a *Analyzer) resolveCall(schema, name string, args []*Node, f *pg.FuncCall) *Node {
	fns := a.env.Functions(a.path, schema, name)
	fn, params := a.chooseFunction(fns, args, f)
	if fn == nil {
		return a.unresolved(schema, name, fns, args, f)
	}
	full := qualified(fn.Schema, fn.Name)
	a.mention(fn.Schema, fn.Name)
	b, _ := a.bind(params, args)
	for i, p := range params {
		if i >= len(args) || args[i].Op == "named" {
			continue
		}
		if p == "any" && args[i].Type.Name == "unknown" {
			args[i] = a.coerce(args[i], textType)
			continue
		}
		args[i] = a.coerce(args[i], a.resolve(b, p))
	}
	text := full
	if a.gather(fn, &args, f.FuncVariadic) || f.FuncVariadic {
		text += " VARIADIC"
	}
	out := typed("call", text, a.resultType(fn, b), args...)
	out.function = fn
	return out
}

// gather is the rule that f(a, b) of a variadic f is f(VARIADIC ARRAY[a, b]).
func (a *Analyzer) gather(fn *builtin.Function, args *[]*Node, written bool) bool {
	n := len(fn.Args) - 1
	if !fn.Variadic || written || n < 0 || fn.Args[n] == "any" || len(*args) <= n {
		return false
	}
	for _, arg := range *args {
		if arg.Op == "named" {
			return false
		}
	}
	rest := (*args)[n:]
	t := Type{Name: fn.Args[n]}
	if isPolymorphic(t.Name) {
		t = rest[0].Type.Array()
	}
	*args = append(append([]*Node{}, (*args)[:n]...), typed(opArray, "", t, rest...))
	return true
}

func (a *Analyzer) resultType(fn *builtin.Function, b bind) Type {
	if fn.Result == "" {
		return Type{}
	}
	return a.resolve(b, fn.Result)
}

// unresolved is a call of what is not known: the schema is printed only where
// it says more than the usual search path does.
func (a *Analyzer) unresolved(schema, name string, fns []builtin.Function, args []*Node, f *pg.FuncCall) *Node {
	for i := range args {
		args[i] = loosen(args[i])
	}
	if schema == "" {
		for _, fn := range fns {
			if len(fn.Args) >= len(args) {
				schema = fn.Schema
				break
			}
		}
	}
	a.mention(schema, name)
	t := Type{}
	for i, fn := range fns {
		if r := fn.Result; i == 0 && !isPolymorphic(r) {
			t.Name = r
		} else if r != t.Name {
			t.Name = ""
		}
	}
	text := qualified(schema, name)
	if f.FuncVariadic {
		text += " VARIADIC"
	}
	return typed("call", text, t, args...)
}

// qualified joins schema and name. A name of pg_catalog stands alone, and so
// does one of public that pg_catalog has not, so that an unknown function
// prints like a known one.
func qualified(schema, name string) string {
	switch {
	case schema == "" || schema == "pg_catalog":
		return name
	case schema == "public" && len(builtin.Core().Functions[name]) == 0:
		return name
	}
	return schema + "." + name
}

func (a *Analyzer) mention(schema, name string) {
	if schema != "" {
		name = schema + "." + name
	}
	a.mentions[name] = true
}

// chooseFunction finds the function and the parameter of each argument.
func (a *Analyzer) chooseFunction(fns []builtin.Function, args []*Node, f *pg.FuncCall) (*builtin.Function, []string) {
	direct := args
	var cands []candidate
	for i := range fns {
		if params, ok := parameters(&fns[i], direct, f.FuncVariadic); ok {
			cands = append(cands, candidate{params, i})
		}
	}
	for _, n := range direct {
		if n.Type.Name == "" {
			return a.onlyOne(fns, cands)
		}
	}
	pick := a.choose(cands, direct)
	if pick < 0 {
		return nil, nil
	}
	for _, c := range cands {
		if c.index == pick {
			return &fns[pick], c.params
		}
	}
	return nil, nil
}

// onlyOne is the function when the types cannot decide but need not.
func (a *Analyzer) onlyOne(fns []builtin.Function, cands []candidate) (*builtin.Function, []string) {
	if len(cands) != 1 {
		return nil, nil
	}
	return &fns[cands[0].index], cands[0].params
}

// parameters are the types that a function takes the given arguments as, in
// their order; false when the number or a name does not fit.
func parameters(fn *builtin.Function, args []*Node, variadic bool) ([]string, bool) {
	if fn.Kind == 'p' || len(args) < len(fn.Args)-fn.Defaults && !fn.Variadic {
		return nil, false
	}
	named := false
	for _, n := range args {
		named = named || n.Op == "named"
	}
	if named {
		return namedParameters(fn, args)
	}
	if len(args) <= len(fn.Args) && (!fn.Variadic || variadic) {
		return fn.Args[:len(args)], true
	}
	if !fn.Variadic || variadic || len(args) < len(fn.Args)-1 {
		return nil, false
	}
	last := fn.Args[len(fn.Args)-1]
	elem := strings.TrimSuffix(last, "[]")
	switch last {
	case "anyarray":
		elem = "anyelement"
	case "anycompatiblearray":
		elem = "anycompatible"
	}
	params := append([]string{}, fn.Args[:len(fn.Args)-1]...)
	for len(params) < len(args) {
		params = append(params, elem)
	}
	return params, true
}

func namedParameters(fn *builtin.Function, args []*Node) ([]string, bool) {
	params := make([]string, len(args))
	for i, n := range args {
		if n.Op != "named" {
			if i >= len(fn.Args) {
				return nil, false
			}
			params[i] = fn.Args[i]
			continue
		}
		found := false
		for j, name := range fn.Names {
			if name == n.Text && j < len(fn.Args) {
				params[i], found = fn.Args[j], true
			}
		}
		if !found {
			return nil, false
		}
	}
	return params, true
}

package ddl

import (
	"regexp"
	"strings"

	"github.com/effigydb/effigy/schema"
	pg "github.com/sqlc-dev/oliphant"
)

// printed are the built-in types that format_type prints by other words.
var printed = map[string]string{
	"int2": "smallint", "int4": "integer", "int8": "bigint", "float4": "real", "float8": "double precision",
	"bool": "boolean", "varchar": "character varying", "bpchar": "character", "varbit": "bit varying",
	"timestamptz": "timestamp with time zone", "timestamp": "timestamp without time zone",
	"timetz": "time with time zone", "time": "time without time zone", "char": `"char"`,
}

// typeText prints a type as an argument of a function's signature.
func typeText(t schema.Type) string {
	name := t.Name.String()
	if t.Name.Schema == schema.Catalog {
		name = t.Name.Name
		if p := printed[name]; p != "" {
			name = p
		}
	}
	if t.IsArray() {
		name += "[]"
	}
	return name
}

// signature prints a routine with its input types.
func signature(n schema.Name, args []schema.Type) string {
	texts := make([]string, len(args))
	for i, a := range args {
		texts[i] = typeText(a)
	}
	return n.String() + "(" + strings.Join(texts, ", ") + ")"
}

func (r *reader) createFunction(s *pg.CreateFunctionStmt) {
	f := &schema.Function{
		Name: r.cat.create(dotted(words(s.Funcname))), Kind: "function", Line: r.src.Line,
		Returns: r.typeRef(s.ReturnType), SetOf: s.ReturnType.GetSetof(), Volatility: "volatile", Language: "sql",
	}
	if s.IsProcedure {
		f.Kind = "procedure"
	}
	for _, p := range s.Parameters {
		a := p.GetFunctionParameter()
		switch a.GetMode() {
		case pg.FunctionParameterMode_FUNC_PARAM_TABLE:
			f.SetOf = true
		case pg.FunctionParameterMode_FUNC_PARAM_OUT:
		default:
			f.Arguments = append(f.Arguments, r.typeRef(a.GetArgType()))
		}
	}
	for _, o := range s.Options {
		d := o.GetDefElem()
		switch d.GetDefname() {
		case "language":
			f.Language = strings.ToLower(d.Arg.GetString_().GetSval())
		case "as":
			if list := d.Arg.GetList().GetItems(); len(list) > 0 {
				f.Body = list[0].GetString_().GetSval()
			}
		case "volatility":
			f.Volatility = d.Arg.GetString_().GetSval()
		}
	}
	if at := sqlBody.FindStringIndex(r.src.Text); s.SqlBody != nil && at != nil {
		f.Body = r.src.Text[at[0]:]
	}
	r.is(f.Kind, signature(f.Name, f.Arguments))
	r.addFunction(f)
}

// sqlBody is where the source of a routine starts that is not given as a
// string.
var sqlBody = regexp.MustCompile(`(?i)\bbegin\s+atomic\b|\breturn\b`)

// addFunction adds a routine, in place of one of the same signature.
func (r *reader) addFunction(f *schema.Function) {
	for i, g := range r.out.Schema.Functions {
		if g.Name == f.Name && signature(g.Name, g.Arguments) == signature(f.Name, f.Arguments) {
			r.out.Schema.Functions[i] = f
			return
		}
	}
	r.cat.functions[f.Name]++
	r.out.Schema.Functions = append(r.out.Schema.Functions, f)
}

// define reads CREATE AGGREGATE, TYPE, OPERATOR, COLLATION, TEXT SEARCH ….
func (r *reader) define(s *pg.DefineStmt) {
	n := r.cat.create(dotted(words(s.Defnames)))
	switch s.Kind {
	case pg.ObjectType_OBJECT_AGGREGATE:
		f := &schema.Function{Name: n, Kind: "aggregate", Arguments: r.aggregateArgs(s), Language: "internal", Volatility: "immutable", Line: r.src.Line}
		r.is("aggregate", signature(n, f.Arguments))
		r.addFunction(f)
	case pg.ObjectType_OBJECT_TYPE:
		if !r.cat.types[n] {
			r.out.Schema.BaseTypes = append(r.out.Schema.BaseTypes, &schema.BaseType{Name: n, Line: r.src.Line})
		}
		r.newType(words(s.Defnames))
	case pg.ObjectType_OBJECT_OPERATOR:
		r.opaqueItem("operator", r.operatorSignature(n, s.Definition))
	default:
		r.opaqueItem(objectWord(s.Kind), n.String())
	}
}

func (r *reader) aggregateArgs(s *pg.DefineStmt) []schema.Type {
	var out []schema.Type
	for _, a := range s.Args {
		for _, p := range append([]*pg.Node{a}, a.GetList().GetItems()...) {
			if fp := p.GetFunctionParameter(); fp != nil {
				out = append(out, r.typeRef(fp.ArgType))
			}
		}
	}
	if s.Oldstyle {
		for _, d := range s.Definition {
			if e := d.GetDefElem(); strings.EqualFold(e.GetDefname(), "basetype") && e.Arg.GetTypeName() != nil {
				out = append(out, r.typeRef(e.Arg.GetTypeName()))
			}
		}
	}
	return out
}

func (r *reader) operatorSignature(n schema.Name, definition []*pg.Node) string {
	args := map[string]string{"leftarg": "NONE", "rightarg": "NONE"}
	for _, d := range definition {
		e := d.GetDefElem()
		if name := strings.ToLower(e.GetDefname()); args[name] != "" && e.Arg.GetTypeName() != nil {
			args[name] = typeText(r.typeRef(e.Arg.GetTypeName()))
		}
	}
	// An operator is never quoted.
	name := n.Name
	if n.Schema != "" {
		name = schema.Quote(n.Schema) + "." + name
	}
	return name + " (" + args["leftarg"] + ", " + args["rightarg"] + ")"
}

// routine prints what COMMENT, ALTER, DROP and GRANT name a routine by.
func (r *reader) routine(o *pg.ObjectWithArgs) string {
	n, _ := r.cat.function(dotted(words(o.GetObjname())))
	if o.GetArgsUnspecified() {
		for _, f := range r.out.Schema.Functions {
			if f.Name == n {
				return signature(n, f.Arguments)
			}
		}
		return n.String()
	}
	var args []schema.Type
	for _, a := range o.GetObjargs() {
		args = append(args, r.typeRef(a.GetTypeName()))
	}
	return signature(n, args)
}

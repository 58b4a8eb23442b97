package catalog

import (
	"strings"

	pg "github.com/sqlc-dev/oliphant"

	"github.com/effigydb/effigy/ddl/diff/builtin"
	"github.com/effigydb/effigy/ddl/diff/expr"
	"github.com/effigydb/effigy/schema"
)

// TypeInfo is the category of a type and what else pg_type says.
func (e env) TypeInfo(name string) (builtin.Type, bool) {
	if t, ok := builtin.Core().Types[name]; ok {
		return t, true
	}
	for _, x := range e.extensions {
		if t, ok := x.catalog.Types[name]; ok {
			return t, true
		}
	}
	n := ParseName(name)
	if t := e.Types[n]; t != nil {
		return typeInfo(t), true
	}
	if r := e.Relations[n]; r != nil {
		return builtin.Type{Name: name, Kind: 'c', Category: 'C', Storage: 'x'}, true
	}
	return builtin.Type{}, false
}

func typeInfo(t *Type) builtin.Type {
	out := builtin.Type{Name: t.Name.String(), Kind: 'b', Category: 'U', Storage: 'p'}
	switch {
	case t.Kind == "domain":
		out.Kind, out.Category = 'd', 'U'
	case t.Attributes["form"] == "enum":
		out.Kind, out.Category = 'e', 'E'
	case t.Attributes["form"] == "range":
		out.Kind, out.Category, out.Storage = 'r', 'R', 'x'
	default:
		if c := t.Attributes["category"]; c != "" {
			out.Category = strings.ToUpper(c)[0]
		}
		out.Preferred = t.Attributes["preferred"] == "true"
		if s := t.Attributes["storage"]; s != "" {
			out.Storage = map[string]byte{"plain": 'p', "external": 'e', "extended": 'x', "main": 'm'}[s]
		}
	}
	return out
}

// systemDomains are the domains of information_schema.
var systemDomains = map[string]expr.Type{
	"information_schema.sql_identifier":  {Name: "name"},
	"information_schema.character_data":  {Name: "varchar"},
	"information_schema.cardinal_number": {Name: "int4"},
	"information_schema.yes_or_no":       {Name: "varchar", Mod: "3"},
	"information_schema.time_stamp":      {Name: "timestamptz", Mod: "2"},
}

// Domain is the type below a domain.
func (e env) Domain(name string) (expr.Type, bool) {
	if !strings.Contains(name, ".") {
		return expr.Type{}, false
	}
	if t, ok := systemDomains[name]; ok {
		return t, true
	}
	t := e.Types[ParseName(name)]
	if t == nil || t.Kind != "domain" || t.Base.Name == nil {
		return expr.Type{}, false
	}
	return e.TypeOf(t.Base), true
}

// Fields are the columns of a composite type or of a relation's rows.
func (e env) Fields(name string) ([]expr.Column, bool) {
	if !strings.Contains(name, ".") || strings.HasSuffix(name, "[]") {
		if cols, ok := builtin.Core().Relations[name]; ok {
			return systemRelation(name, cols).Columns, true
		}
		return nil, false
	}
	r := e.Relations[ParseName(name)]
	if r == nil || r.Index != nil || r.Sequence != nil {
		return nil, false
	}
	return e.columnsOf(r), true
}

// Range finds a range type by its name or its multirange's.
func (e env) Range(name string) (builtin.Range, bool) {
	for _, r := range builtin.Core().Ranges {
		if r.Name == name || r.Multirange == name {
			return r, true
		}
	}
	for _, t := range e.Types {
		if t.Attributes["form"] == "range" && (t.Name.String() == name || t.Multirange.String() == name) {
			return e.rangeOf(t), true
		}
	}
	return builtin.Range{}, false
}

func (e env) rangeOf(t *Type) builtin.Range {
	return builtin.Range{Name: t.Name.String(), Subtype: e.TypeOf(t.Subtype).Name, Multirange: t.Multirange.String()}
}

// RangeOf is the range over a type.
func (e env) RangeOf(subtype string) (builtin.Range, bool) {
	for _, r := range builtin.Core().Ranges {
		if r.Subtype == subtype {
			return r, true
		}
	}
	return builtin.Range{}, false
}

// Object resolves the name in a regclass, regproc or regtype literal.
func (e env) Object(path []string, regtype, name string) string {
	n := ParseName(strings.TrimSpace(name))
	switch regtype {
	case "regclass":
		if r := e.relationAt(path, n.Schema, n.Name, e.at); r != nil {
			return r.Name.String()
		}
	case "regtype":
		if t, ok := e.Type(path, n.Schema, n.Name); ok {
			return t
		}
	case "regconfig", "regdictionary":
		kind := map[string]string{"regconfig": "text search configuration ", "regdictionary": "text search dictionary "}[regtype]
		for _, s := range e.schemas(path, n.Schema) {
			if found := (schema.Name{Schema: s, Name: n.Name}).String(); e.Entries[kind+found] != nil {
				return found
			}
		}
	case "regproc":
		for _, s := range e.schemas(path, n.Schema) {
			for _, f := range e.byFunction[n.Name] {
				if f.Name.Schema == s {
					return f.Name.String()
				}
			}
		}
	}
	if n.Schema == "pg_catalog" {
		n.Schema = ""
	}
	return n.String()
}

// Collation resolves a collation along the path.
func (e env) Collation(path []string, schemaName, name string) string {
	n := schema.Name{Schema: schemaName, Name: name}
	if schemaName == "pg_catalog" {
		return schema.Quote(name)
	}
	for _, s := range e.schemas(path, schemaName) {
		n.Schema = s
		if e.Entries["collation "+n.String()] != nil {
			return n.String()
		}
	}
	if schemaName == "" {
		return schema.Quote(name)
	}
	return schema.Name{Schema: schemaName, Name: name}.String()
}

// Collation resolves a collation named at a statement; the default is "".
func (c *Catalog) Collation(names []*pg.Node, path []string) string {
	out := c.analyzer(path, 0).Collation(names)
	if out == `"default"` {
		return ""
	}
	return out
}

// ParseName reads a name as schema.Name prints it.
func ParseName(s string) schema.Name {
	var parts []string
	var b strings.Builder
	quoted := false
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '"' && quoted && i+1 < len(s) && s[i+1] == '"':
			b.WriteByte('"')
			i++
		case s[i] == '"':
			quoted = !quoted
		case s[i] == '.' && !quoted:
			parts = append(parts, b.String())
			b.Reset()
		case !quoted && s[i] >= 'A' && s[i] <= 'Z':
			b.WriteByte(s[i] + 'a' - 'A')
		default:
			b.WriteByte(s[i])
		}
	}
	parts = append(parts, b.String())
	if len(parts) == 1 {
		return schema.Name{Name: parts[0]}
	}
	return schema.Name{Schema: parts[len(parts)-2], Name: parts[len(parts)-1]}
}

// functionOf is a routine of the text as a candidate of calls.
func (c *Catalog) functionOf(f *Routine) *builtin.Function {
	if out := c.routineFns[f]; out != nil && c.final {
		return out
	}
	out := &builtin.Function{Name: f.Name.Name, Schema: schema.Quote(f.Name.Schema), Kind: 'f'}
	a := c.analyzer(f.Path, f.At)
	if f.Aggregate != nil {
		c.aggregateOf(f, a, out)
	} else {
		c.plainFunction(f, a, out)
	}
	if c.final {
		c.routineFns[f] = out
	}
	return out
}

func (c *Catalog) plainFunction(f *Routine, a *expr.Analyzer, out *builtin.Function) {
	if f.Stmt.IsProcedure {
		out.Kind = 'p'
	}
	for _, n := range f.Stmt.Parameters {
		p := n.GetFunctionParameter()
		t := a.TypeOf(p.ArgType)
		mode := p.Mode
		if mode != pg.FunctionParameterMode_FUNC_PARAM_OUT && mode != pg.FunctionParameterMode_FUNC_PARAM_TABLE {
			out.Args = append(out.Args, t.Name)
			out.Names = append(out.Names, p.Name)
			out.Variadic = out.Variadic || mode == pg.FunctionParameterMode_FUNC_PARAM_VARIADIC
			if p.Defexpr != nil {
				out.Defaults++
			}
		}
		switch mode {
		case pg.FunctionParameterMode_FUNC_PARAM_OUT, pg.FunctionParameterMode_FUNC_PARAM_INOUT, pg.FunctionParameterMode_FUNC_PARAM_TABLE:
			out.Out = append(out.Out, builtin.Column{Name: p.Name, Type: t.String()})
		}
	}
	if f.Stmt.ReturnType != nil {
		t := a.TypeOf(f.Stmt.ReturnType)
		out.Result, out.Set = t.Name, f.Stmt.ReturnType.Setof
		if f.Stmt.ReturnType.PctType {
			out.Result = ""
		}
	}
	switch len(out.Out) {
	case 0:
	case 1:
		if out.Result == "" || f.Stmt.ReturnType.GetSetof() {
			out.Result = expr.ParseType(out.Out[0].Type).Name
		}
	default:
		out.Result = "record"
	}
}

func (c *Catalog) aggregateOf(f *Routine, a *expr.Analyzer, out *builtin.Function) {
	out.Kind = 'a'
	if len(f.Aggregate.Args) > 0 {
		for _, n := range f.Aggregate.Args[0].GetList().GetItems() {
			out.Args = append(out.Args, a.TypeOf(n.GetFunctionParameter().GetArgType()).Name)
		}
	}
	for _, n := range f.Aggregate.Definition {
		d := n.GetDefElem()
		switch strings.ToLower(d.GetDefname()) {
		case "basetype":
			if t := d.Arg.GetTypeName(); t != nil && value(d.Arg) != "ANY" {
				out.Args = append(out.Args, a.TypeOf(t).Name)
			}
		case "stype", "stype1":
			if out.Result == "" {
				out.Result = a.TypeOf(d.Arg.GetTypeName()).Name
			}
		}
	}
	if name := f.Attributes["finalfunc"]; name != "" {
		n := ParseName(name)
		out.Result = ""
		for _, fn := range (env{c, f.At}).Functions(f.Path, n.Schema, n.Name) {
			out.Result = fn.Result
		}
	}
}

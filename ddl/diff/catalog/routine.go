package catalog

import (
	"strings"

	pg "github.com/sqlc-dev/oliphant"

	"github.com/effigydb/effigy/ddl/diff/expr"
	"github.com/effigydb/effigy/ddl/statement"
	"github.com/effigydb/effigy/schema"
)

func (c *Catalog) createRoutine(st *statement.Statement, s *pg.CreateFunctionStmt) error {
	schemaName, name := expr.LastTwo(s.Funcname)
	kind, acl := "function", "function"
	if s.IsProcedure {
		kind = "procedure"
	}
	f := &Routine{Object: c.object(kind, c.creation(schemaName, name)), Stmt: s, Path: c.path, At: c.at,
		Attributes: map[string]string{}, Settings: map[string]string{}}
	f.Args = c.signature(s.Parameters)
	if old := c.Routines[f.String()]; old != nil {
		if !s.Replace {
			return nil
		}
		f.Object = old.Object
		f.Line, f.Text = c.line, c.text
		c.dropRoutine(old)
		f.dropped = false
	} else {
		f.ACL = c.initialACL(acl, f.Name.Schema)
	}
	c.routineOptions(f, s.Options)
	if s.SqlBody != nil {
		f.Tokens = atomicBody(st.Tokens())
	}
	c.putRoutine(f)
	return nil
}

func (c *Catalog) putRoutine(f *Routine) {
	c.Routines[f.String()] = f
	c.byFunction[f.Name.Name] = append(c.byFunction[f.Name.Name], f)
}

func (c *Catalog) dropRoutine(f *Routine) {
	f.dropped = true
	delete(c.Routines, f.String())
	all := c.byFunction[f.Name.Name]
	for i, o := range all {
		if o == f {
			c.byFunction[f.Name.Name] = append(all[:i:i], all[i+1:]...)
			return
		}
	}
}

// signature prints the input types, which with the name identify a routine.
func (c *Catalog) signature(params []*pg.Node) string {
	var types []string
	for _, n := range params {
		p := n.GetFunctionParameter()
		switch p.GetMode() {
		case pg.FunctionParameterMode_FUNC_PARAM_OUT, pg.FunctionParameterMode_FUNC_PARAM_TABLE:
			continue
		}
		types = append(types, c.typeName(p.GetArgType()))
	}
	return "(" + strings.Join(types, ",") + ")"
}

// typeName prints a type as findings do, without its modifier.
func (c *Catalog) typeName(t *pg.TypeName) string {
	if t == nil {
		return "NONE"
	}
	typ := c.analyzer(c.path, c.at).TypeOf(t)
	typ.Mod = ""
	return DisplayType(typ)
}

// routineOptions applies the clauses of CREATE or ALTER FUNCTION.
func (c *Catalog) routineOptions(f *Routine, options []*pg.Node) {
	for _, o := range options {
		d := o.GetDefElem()
		switch d.GetDefname() {
		case "set":
			f.set(d.Arg.GetVariableSetStmt())
		case "as":
			parts := expr.Strings(list(d.Arg))
			f.Attributes["body"] = strings.Join(parts, ", ")
		case "language":
			f.Attributes["language"] = strings.ToLower(value(d.Arg))
		case "volatility", "parallel":
			f.Attributes[d.Defname] = strings.ToLower(value(d.Arg))
		case "strict", "security", "leakproof", "window":
			f.Attributes[d.Defname] = value(d.Arg)
		case "cost", "rows":
			f.Attributes[d.Defname] = strings.TrimSuffix(value(d.Arg), ".0")
		case "support":
			f.Attributes["support"] = value(d.Arg)
		case "transform":
			var types []string
			for _, t := range itemsOf(d.Arg) {
				types = append(types, c.typeName(t.GetTypeName()))
			}
			f.Attributes["transform"] = strings.Join(types, ", ")
		}
	}
}

func (f *Routine) set(s *pg.VariableSetStmt) {
	name := strings.ToLower(s.GetName())
	switch s.GetKind() {
	case pg.VariableSetKind_VAR_SET_VALUE:
		var args []string
		for _, a := range s.Args {
			args = append(args, value(a))
		}
		if name == "search_path" {
			for i := range args {
				args[i] = schema.Quote(args[i])
			}
		}
		f.Settings[name] = strings.Join(args, ", ")
	case pg.VariableSetKind_VAR_SET_CURRENT:
		f.Settings[name] = "FROM CURRENT"
		if name == "search_path" { // what the session had
			var args []string
			for _, p := range f.Path {
				args = append(args, schema.Quote(p))
			}
			f.Settings[name] = strings.Join(args, ", ")
		}
	case pg.VariableSetKind_VAR_RESET_ALL:
		f.Settings = map[string]string{}
	default:
		delete(f.Settings, name)
	}
}

func (c *Catalog) alterRoutine(s *pg.AlterFunctionStmt) error {
	f, err := c.routine(s.Func)
	if err != nil {
		return err
	}
	c.routineOptions(f, s.Actions)
	return nil
}

// routine finds a routine by its name and argument types; the types may be
// left out where the name is unique.
func (c *Catalog) routine(o *pg.ObjectWithArgs) (*Routine, error) {
	if o == nil {
		return nil, errOpaque
	}
	schemaName, name := expr.LastTwo(o.Objname)
	schemas := []string{schemaName}
	if schemaName == "" {
		schemas = search(c.path)
	}
	for _, s := range schemas {
		if f := c.routineIn(s, name, o); f != nil {
			return f, nil
		}
	}
	return nil, missing("routine", schema.Name{Schema: schemaName, Name: name})
}

func (c *Catalog) routineIn(schemaName, name string, o *pg.ObjectWithArgs) *Routine {
	if o.ArgsUnspecified {
		for _, f := range c.byFunction[name] {
			if f.Name.Schema == schemaName {
				return f
			}
		}
		return nil
	}
	n := schema.Name{Schema: schemaName, Name: name}.String()
	if len(o.Objfuncargs) > 0 {
		if f := c.Routines[n+c.signature(o.Objfuncargs)]; f != nil {
			return f
		}
	}
	var types []string
	for _, a := range o.Objargs {
		types = append(types, c.typeName(a.GetTypeName()))
	}
	args := "(" + strings.Join(types, ",") + ")"
	if f := c.Routines[n+args]; f != nil {
		return f
	}
	if args == "()" {
		return c.Routines[n+"(*)"]
	}
	return nil
}

// atomicBody are the tokens of a BEGIN ATOMIC or RETURN body.
func atomicBody(tokens []statement.Token) string {
	var out []string
	in := false
	for i, t := range tokens {
		w := strings.ToLower(t.Text)
		if !in && (w == "begin" && i+1 < len(tokens) && strings.EqualFold(tokens[i+1].Text, "atomic") || w == "return") {
			in = true
		}
		if in {
			if t.Keyword {
				out = append(out, w)
			} else {
				out = append(out, t.Text)
			}
		}
	}
	return strings.Join(out, " ")
}

package catalog

import (
	"maps"
	"strings"

	pg "github.com/sqlc-dev/oliphant"

	"github.com/effigydb/effigy/ddl/diff/builtin"
	"github.com/effigydb/effigy/ddl/diff/expr"
	"github.com/effigydb/effigy/schema"
)

// define is the family of CREATE … (name = value, …).
func (c *Catalog) define(s *pg.DefineStmt) error {
	switch s.Kind {
	case pg.ObjectType_OBJECT_AGGREGATE:
		return c.createAggregate(s)
	case pg.ObjectType_OBJECT_OPERATOR:
		return c.createOperator(s)
	case pg.ObjectType_OBJECT_TYPE:
		return c.baseType(s)
	case pg.ObjectType_OBJECT_COLLATION:
		return c.createCollation(s)
	case pg.ObjectType_OBJECT_TSCONFIGURATION, pg.ObjectType_OBJECT_TSDICTIONARY,
		pg.ObjectType_OBJECT_TSPARSER, pg.ObjectType_OBJECT_TSTEMPLATE:
		e := c.qualifiedEntry(entryKinds[s.Kind], s.Defnames)
		e.define(s.Definition, func(d *pg.DefElem) string { return trimSystem(plainValue(d)) })
		c.copyConfiguration(e, s)
		return c.putEntry(e)
	}
	return errOpaque
}

// copyConfiguration is CREATE TEXT SEARCH CONFIGURATION … (COPY = …).
func (c *Catalog) copyConfiguration(e *Entry, s *pg.DefineStmt) {
	for _, n := range s.Definition {
		d := n.GetDefElem()
		if !strings.EqualFold(d.GetDefname(), "copy") {
			continue
		}
		delete(e.Attributes, "copy")
		schemaName, name := expr.LastTwo(list(d.Arg))
		for _, l := range c.pathLabels(list(d.Arg)) {
			if o := c.Entries[e.Kind+" "+l]; o != nil {
				for k, v := range o.Attributes {
					e.Attributes[k] = v
				}
				return
			}
		}
		if m := builtinConfiguration(name); m != nil && (schemaName == "" || schemaName == "pg_catalog") {
			for k, v := range m {
				e.Attributes[k] = v
			}
			return
		}
		e.Attributes["copied from"] = value(d.Arg)
	}
}

func (c *Catalog) createCollation(s *pg.DefineStmt) error {
	e := c.qualifiedEntry("collation", s.Defnames)
	if len(s.Definition) == 1 && s.Definition[0].GetDefElem().GetDefname() == "from" {
		c.copyCollation(e, s.Definition[0].GetDefElem().Arg)
		return c.putEntry(e)
	}
	e.define(s.Definition, plainValue)
	delete(e.Attributes, "version")
	if e.Attributes["lc_collate"] == e.Attributes["lc_ctype"] && e.Attributes["lc_collate"] != "" {
		e.Attributes["locale"] = e.Attributes["lc_collate"]
		delete(e.Attributes, "lc_collate")
		delete(e.Attributes, "lc_ctype")
	}
	if e.Attributes["provider"] == "icu" {
		e.Attributes["locale"] = languageTag(e.Attributes["locale"])
	}
	if e.Attributes["provider"] == "" {
		e.Attributes["provider"] = "libc"
	}
	if d := e.Attributes["deterministic"]; d == "true" || d == "" {
		delete(e.Attributes, "deterministic")
	}
	return c.putEntry(e)
}

// copyCollation is CREATE COLLATION … FROM. What the server's own collations
// are, but for C and POSIX, is its own.
func (c *Catalog) copyCollation(e *Entry, from *pg.Node) {
	for _, l := range c.pathLabels(list(from)) {
		if o := c.Entries["collation "+l]; o != nil {
			maps.Copy(e.Attributes, o.Attributes)
			return
		}
	}
	switch _, name := expr.LastTwo(list(from)); name {
	case "C", "POSIX":
		e.Attributes["provider"], e.Attributes["locale"] = "libc", name
	default:
		e.Attributes["from"] = trimSystem(value(from))
	}
}

// createAggregate: an aggregate is named like a function.
func (c *Catalog) createAggregate(s *pg.DefineStmt) error {
	schemaName, name := expr.LastTwo(s.Defnames)
	f := &Routine{Object: c.object("aggregate", c.creation(schemaName, name)), Aggregate: s, Path: c.path, At: c.at,
		Attributes: map[string]string{}, Settings: map[string]string{}}
	f.Args = c.aggregateArgs(s)
	f.ACL = c.initialACL("function", f.Name.Schema)
	for _, n := range s.Definition {
		d := n.GetDefElem()
		k := strings.ToLower(d.GetDefname())
		switch k {
		case "sfunc1", "stype1", "initcond1":
			k = strings.TrimSuffix(k, "1")
		case "basetype":
			continue
		}
		v := plainValue(d)
		switch k {
		case "stype", "mstype":
			v = c.typeName(d.Arg.GetTypeName())
		case "sfunc", "finalfunc", "combinefunc", "serialfunc", "deserialfunc", "msfunc", "minvfunc", "mfinalfunc":
			v = c.functionName(list(d.Arg))
		case "parallel", "finalfunc_modify":
			v = strings.ToLower(v)
		}
		f.Attributes[k] = v
	}
	if f.Attributes["parallel"] == "unsafe" {
		delete(f.Attributes, "parallel")
	}
	if old := c.Routines[f.String()]; old != nil {
		if !s.Replace {
			return nil
		}
		c.dropRoutine(old)
	}
	c.putRoutine(f)
	return nil
}

// aggregateArgs prints the argument types; (*) for none.
func (c *Catalog) aggregateArgs(s *pg.DefineStmt) string {
	if s.Oldstyle {
		for _, n := range s.Definition {
			if d := n.GetDefElem(); strings.EqualFold(d.GetDefname(), "basetype") {
				if t := d.Arg.GetTypeName(); t != nil && value(d.Arg) != "ANY" {
					return "(" + c.typeName(t) + ")"
				}
			}
		}
		return "(*)"
	}
	var types []string
	if len(s.Args) > 0 {
		for _, n := range s.Args[0].GetList().GetItems() {
			types = append(types, c.typeName(n.GetFunctionParameter().GetArgType()))
		}
	}
	if len(types) == 0 {
		return "(*)"
	}
	return "(" + strings.Join(types, ",") + ")"
}

func (c *Catalog) createOperator(s *pg.DefineStmt) error {
	e := c.qualifiedEntry("operator", s.Defnames)
	left, right := "NONE", "NONE"
	var l, r *pg.TypeName
	for _, n := range s.Definition {
		d := n.GetDefElem()
		switch k := strings.ToLower(d.GetDefname()); k {
		case "leftarg":
			l, left = d.Arg.GetTypeName(), c.typeName(d.Arg.GetTypeName())
		case "rightarg":
			r, right = d.Arg.GetTypeName(), c.typeName(d.Arg.GetTypeName())
		case "procedure", "function":
			e.Attributes["function"] = c.functionName(list(d.Arg))
		case "hashes", "merges":
			e.Attributes[k] = plainValue(d)
		case "commutator", "negator":
			e.Attributes[k] = operatorName(d.Arg)
		default:
			e.Attributes[k] = trimSystem(plainValue(d))
		}
	}
	e.Label = schema.Quote(e.Name.Schema) + "." + e.Name.Name + "(" + left + "," + right + ")"
	c.addOperator(e, l, r)
	return c.putEntry(e)
}

// operatorName prints the operator that an option names, without its schema:
// a dump always writes it, a person seldom does.
func operatorName(n *pg.Node) string {
	names := list(n)
	if len(names) == 0 {
		return value(n)
	}
	_, name := expr.LastTwo(names)
	return name
}

func (c *Catalog) alterOperator(s *pg.AlterOperatorStmt) error {
	for _, l := range c.operatorLabels(s.Opername) {
		e := c.Entries["operator "+l]
		if e == nil {
			continue
		}
		for _, n := range s.Options {
			d := n.GetDefElem()
			if k := strings.ToLower(d.GetDefname()); d.GetArg() == nil {
				delete(e.Attributes, k)
			} else if k == "commutator" || k == "negator" {
				e.Attributes[k] = operatorName(d.Arg)
			} else {
				e.Attributes[k] = trimSystem(plainValue(d))
			}
		}
		return nil
	}
	return errMissing
}

// addOperator makes an operator known to expressions.
func (c *Catalog) addOperator(e *Entry, l, r *pg.TypeName) {
	o := builtin.Operator{Name: e.Name.Name, Schema: schema.Quote(e.Name.Schema), Left: "-", Right: "-"}
	a := c.analyzer(c.path, c.at)
	if l != nil {
		o.Left = a.TypeOf(l).Name
	}
	if r != nil {
		o.Right = a.TypeOf(r).Name
	}
	for _, f := range c.byFunction[lastPart(e.Attributes["function"])] {
		o.Result = c.functionOf(f).Result
	}
	c.userOps[o.Name] = append(c.userOps[o.Name], o)
}

func lastPart(s string) string {
	if i := strings.LastIndexByte(s, '.'); i >= 0 {
		s = s[i+1:]
	}
	return strings.Trim(s, `"`)
}

func (c *Catalog) addCast(s *pg.CreateCastStmt, method byte) {
	a := c.analyzer(c.path, c.at)
	context := byte('e')
	switch s.Context {
	case pg.CoercionContext_COERCION_IMPLICIT:
		context = 'i'
	case pg.CoercionContext_COERCION_ASSIGNMENT:
		context = 'a'
	}
	k := builtin.Cast{From: a.TypeOf(s.Sourcetype).Name, To: a.TypeOf(s.Targettype).Name, Context: context, Method: method}
	c.userCasts[[2]string{k.From, k.To}] = k
}

package catalog

import (
	"slices"
	"strings"

	pg "github.com/sqlc-dev/oliphant"

	"github.com/effigydb/effigy/ddl/autoname"
	"github.com/effigydb/effigy/ddl/diff/expr"
	"github.com/effigydb/effigy/schema"
)

func (c *Catalog) newType(kind string, names []*pg.Node) *Type {
	schemaName, name := expr.LastTwo(names)
	t := &Type{Object: c.object(kind, c.creation(schemaName, name)), Attributes: map[string]string{}}
	t.ACL = c.initialACL("type", t.Name.Schema)
	return t
}

// typ finds a type by the name it has now.
func (c *Catalog) typ(names []*pg.Node) (*Type, error) {
	schemaName, name := expr.LastTwo(names)
	schemas := []string{schemaName}
	if schemaName == "" {
		schemas = search(c.path)
	}
	for _, s := range schemas {
		if t := c.Types[schema.Name{Schema: s, Name: name}]; t != nil {
			return t, nil
		}
	}
	return nil, missing("type", schema.Name{Schema: schemaName, Name: name})
}

func (c *Catalog) createEnum(s *pg.CreateEnumStmt) error {
	t := c.newType("type", s.TypeName)
	if c.Types[t.Name] != nil {
		return nil
	}
	t.Attributes["form"] = "enum"
	t.Labels = expr.Strings(s.Vals)
	c.Types[t.Name] = t
	return nil
}

func (c *Catalog) alterEnum(s *pg.AlterEnumStmt) error {
	t, err := c.typ(s.TypeName)
	if err != nil {
		return err
	}
	if s.OldVal != "" {
		if i := slices.Index(t.Labels, s.OldVal); i >= 0 {
			t.Labels[i] = s.NewVal
		}
		return nil
	}
	if slices.Contains(t.Labels, s.NewVal) {
		return nil
	}
	at := len(t.Labels)
	if s.NewValNeighbor != "" {
		i := slices.Index(t.Labels, s.NewValNeighbor)
		if i < 0 {
			return errMissing
		}
		if s.NewValIsAfter {
			i++
		}
		at = i
	}
	t.Labels = slices.Insert(t.Labels, at, s.NewVal)
	return nil
}

func (c *Catalog) createDomain(s *pg.CreateDomainStmt) error {
	t := c.newType("domain", s.Domainname)
	if c.Types[t.Name] != nil {
		return nil
	}
	t.Base = c.typeRef(s.TypeName)
	if s.CollClause != nil {
		t.Collation = s.CollClause.Collname
	}
	c.Types[t.Name] = t
	for _, n := range s.Constraints {
		c.domainConstraint(t, n.GetConstraint())
	}
	return nil
}

func (c *Catalog) domainConstraint(t *Type, k *pg.Constraint) {
	switch k.GetContype() {
	case pg.ConstrType_CONSTR_NOTNULL:
		t.NotNull, t.NotNullName = true, k.Conname
	case pg.ConstrType_CONSTR_NULL:
		t.NotNull = false
	case pg.ConstrType_CONSTR_DEFAULT:
		t.Default = c.expr(k.RawExpr)
	case pg.ConstrType_CONSTR_CHECK:
		out := &Constraint{Object: c.object("constraint", t.Name), Node: k, Path: c.path, At: c.at, Enforced: true, Validated: !k.SkipValidation, Local: true}
		out.Name.Name = k.Conname
		if k.Conname == "" {
			out.Name.Name = c.chooseConstraint(t.Name.Name, "", "check", t.Name.Schema)
			out.AutoNamed = true
		}
		c.conNames[out.Name]++
		t.Constraints = append(t.Constraints, out)
	}
}

func (c *Catalog) alterDomain(s *pg.AlterDomainStmt) error {
	t, err := c.typ(s.TypeName)
	if err != nil {
		return err
	}
	switch s.Subtype {
	case "T":
		t.Default = c.expr(s.Def)
	case "N":
		t.NotNull, t.NotNullName = false, ""
	case "O":
		t.NotNull = true
	case "C":
		c.domainConstraint(t, s.Def.GetConstraint())
	case "X":
		for i, k := range t.Constraints {
			if k.Name.Name == s.Name {
				t.Constraints = slices.Delete(slices.Clone(t.Constraints), i, i+1)
				break
			}
		}
	case "V":
		for _, k := range t.Constraints {
			if k.Name.Name == s.Name {
				k.Validated = true
			}
		}
	default:
		return errOpaque
	}
	return nil
}

func (c *Catalog) createComposite(s *pg.CompositeTypeStmt) error {
	r, err := c.newRelation(s.Typevar, "type")
	if err != nil || r == nil {
		return err
	}
	r.ACL = c.initialACL("type", r.Name.Schema)
	c.put(r)
	b := &tableBuilder{c: c, r: r}
	for _, n := range s.Coldeflist {
		b.element(n)
	}
	return nil
}

func (c *Catalog) createRange(s *pg.CreateRangeStmt) error {
	t := c.newType("type", s.TypeName)
	if c.Types[t.Name] != nil {
		return nil
	}
	t.Attributes["form"] = "range"
	t.Multirange = schema.Name{Schema: t.Name.Schema, Name: autoname.Multirange(t.Name.Name)}
	for _, n := range s.Params {
		d := n.GetDefElem()
		switch d.GetDefname() {
		case "subtype":
			t.Subtype = c.typeRef(d.Arg.GetTypeName())
		case "multirange_type_name":
			schemaName, name := expr.LastTwo(list(d.Arg))
			t.Multirange = c.creation(schemaName, name)
		case "collation":
			t.Collation = list(d.Arg)
		case "canonical", "subtype_diff":
			t.Attributes[d.Defname] = c.functionName(list(d.Arg))
		}
	}
	for _, n := range s.Params { // the subtype may stand behind it
		if d := n.GetDefElem(); d.GetDefname() == "subtype_opclass" {
			if class := c.Opclass(list(d.Arg), "btree", c.TypeOf(t.Subtype)); class != "" {
				t.Attributes[d.Defname] = class
			}
		}
	}
	c.Types[t.Name] = t
	return nil
}

func trimSystem(s string) string { return strings.TrimPrefix(s, "pg_catalog.") }

func (c *Catalog) alterType(s *pg.AlterTypeStmt) error {
	t, err := c.typ(s.TypeName)
	if err != nil {
		return err
	}
	for _, n := range s.Options {
		d := n.GetDefElem()
		t.Attributes[d.GetDefname()] = trimSystem(value(d.GetArg()))
	}
	return nil
}

// baseType is CREATE TYPE name (INPUT = …), or the shell before it.
func (c *Catalog) baseType(s *pg.DefineStmt) error {
	t := c.newType("type", s.Defnames)
	if old := c.Types[t.Name]; old != nil {
		t = old
	}
	t.Attributes["form"] = "base"
	t.Shell = len(s.Definition) == 0
	for _, n := range s.Definition {
		d := n.GetDefElem()
		t.Attributes[strings.ToLower(d.GetDefname())] = trimSystem(strings.ToLower(value(d.GetArg())))
	}
	t.Line, t.Text = c.line, c.text
	c.Types[t.Name] = t
	return nil
}

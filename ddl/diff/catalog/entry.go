package catalog

import (
	"strings"

	pg "github.com/sqlc-dev/oliphant"

	"github.com/effigydb/effigy/ddl/diff/expr"
	"github.com/effigydb/effigy/ddl/statement"
	"github.com/effigydb/effigy/schema"
)

// entryStatement makes and alters the kinds that are kept as attributes.
func (c *Catalog) entryStatement(st *statement.Statement, n *pg.Node) error {
	switch v := n.Node.(type) {
	case *pg.Node_CreateExtensionStmt:
		return c.createExtension(v.CreateExtensionStmt)
	case *pg.Node_AlterExtensionStmt:
		return c.alterExtension(v.AlterExtensionStmt)
	case *pg.Node_CreateEventTrigStmt:
		return c.createEventTrigger(v.CreateEventTrigStmt)
	case *pg.Node_AlterEventTrigStmt:
		return c.alterEventTrigger(v.AlterEventTrigStmt)
	case *pg.Node_CreateStatsStmt:
		return c.createStatistics(v.CreateStatsStmt)
	case *pg.Node_AlterStatsStmt:
		return c.alterStatistics(v.AlterStatsStmt)
	case *pg.Node_CreatePublicationStmt:
		return c.createPublication(v.CreatePublicationStmt)
	case *pg.Node_AlterPublicationStmt:
		return c.alterPublication(v.AlterPublicationStmt)
	case *pg.Node_CreateSubscriptionStmt:
		return c.createSubscription(v.CreateSubscriptionStmt)
	case *pg.Node_AlterSubscriptionStmt:
		return c.alterSubscription(v.AlterSubscriptionStmt)
	}
	return c.foreignStatement(st, n)
}

func (c *Catalog) foreignStatement(st *statement.Statement, n *pg.Node) error {
	switch v := n.Node.(type) {
	case *pg.Node_CreateFdwStmt:
		return c.createWrapper(v.CreateFdwStmt)
	case *pg.Node_AlterFdwStmt:
		return c.alterWrapper(v.AlterFdwStmt)
	case *pg.Node_CreateForeignServerStmt:
		return c.createServer(v.CreateForeignServerStmt)
	case *pg.Node_AlterForeignServerStmt:
		return c.alterServer(v.AlterForeignServerStmt)
	case *pg.Node_CreateUserMappingStmt:
		return c.createMapping(v.CreateUserMappingStmt)
	case *pg.Node_AlterUserMappingStmt:
		return c.alterMapping(v.AlterUserMappingStmt)
	case *pg.Node_DropUserMappingStmt:
		delete(c.Entries, "other "+mappingLabel(v.DropUserMappingStmt.User, v.DropUserMappingStmt.Servername))
		return nil
	}
	return c.operatorStatement(st, n)
}

func (c *Catalog) operatorStatement(st *statement.Statement, n *pg.Node) error {
	switch v := n.Node.(type) {
	case *pg.Node_CreateCastStmt:
		return c.createCast(v.CreateCastStmt)
	case *pg.Node_CreateConversionStmt:
		return c.createConversion(v.CreateConversionStmt)
	case *pg.Node_CreateTransformStmt:
		return c.createTransform(v.CreateTransformStmt)
	case *pg.Node_CreateOpClassStmt:
		return c.createOpclass(v.CreateOpClassStmt)
	case *pg.Node_CreateOpFamilyStmt:
		return c.createOpfamily(v.CreateOpFamilyStmt)
	case *pg.Node_AlterOpFamilyStmt:
		return c.alterOpfamily(v.AlterOpFamilyStmt)
	case *pg.Node_AlterOperatorStmt:
		return c.alterOperator(v.AlterOperatorStmt)
	case *pg.Node_AlterTsconfigurationStmt:
		return c.alterTextSearch(v.AlterTsconfigurationStmt)
	case *pg.Node_AlterTsdictionaryStmt:
		return c.alterDictionary(v.AlterTsdictionaryStmt)
	case *pg.Node_CreateAmStmt:
		e := c.entry("access method", schema.Name{Name: v.CreateAmStmt.Amname})
		e.Attributes["type"] = v.CreateAmStmt.Amtype
		e.Attributes["handler"] = c.functionName(v.CreateAmStmt.HandlerName)
		return c.putEntry(e)
	case *pg.Node_CreatePlangStmt:
		return c.createLanguage(v.CreatePlangStmt)
	case *pg.Node_AlterObjectDependsStmt:
		return nil
	}
	return errOpaque
}

// entry makes an object that is kept as its attributes.
func (c *Catalog) entry(kind string, n schema.Name) *Entry {
	return &Entry{Object: c.object(kind, n), Attributes: map[string]string{}, Expressions: map[string]*Expr{}}
}

// putEntry keeps an entry unless there is one of the name.
func (c *Catalog) putEntry(e *Entry) error {
	key := e.Kind + " " + e.String()
	if c.Entries[key] == nil {
		c.Entries[key] = e
	}
	return nil
}

// rekey changes what an entry is called.
func (c *Catalog) rekey(e *Entry, change func()) {
	delete(c.Entries, e.Kind+" "+e.String())
	change()
	c.Entries[e.Kind+" "+e.String()] = e
}

func (c *Catalog) renameEntry(s *pg.RenameStmt) error {
	n := s.Object
	if n == nil {
		n = pg.MakeStrNode(s.Subname)
	}
	e, err := c.entryOf(s.RenameType, n)
	if err != nil {
		return err
	}
	c.rekey(e, func() {
		e.Name.Name = s.Newname
		if rest, ok := strings.CutPrefix(e.Label, ""); ok && strings.Contains(rest, " USING ") {
			e.Label = e.Name.String() + rest[strings.Index(rest, " USING "):]
		}
	})
	return nil
}

func (c *Catalog) qualifiedEntry(kind string, names []*pg.Node) *Entry {
	schemaName, name := expr.LastTwo(names)
	return c.entry(kind, c.creation(schemaName, name))
}

// attributes copies definition items as attributes.
func (e *Entry) define(items []*pg.Node, print func(*pg.DefElem) string) {
	for _, n := range items {
		if d := n.GetDefElem(); d != nil {
			if d.Defaction == pg.DefElemAction_DEFELEM_DROP {
				delete(e.Attributes, strings.ToLower(d.Defname))
				continue
			}
			e.Attributes[strings.ToLower(d.Defname)] = print(d)
		}
	}
}

func plainValue(d *pg.DefElem) string {
	if d.Arg == nil {
		return "true"
	}
	return value(d.Arg)
}

// functionName prints a function that is named without its arguments, those
// of pg_catalog alone.
func (c *Catalog) functionName(names []*pg.Node) string {
	schemaName, name := expr.LastTwo(names)
	if schemaName == "" {
		for _, s := range search(c.path) {
			for _, f := range c.byFunction[name] {
				if f.Name.Schema == s {
					return f.Name.String()
				}
			}
		}
	}
	if schemaName == "pg_catalog" || schemaName == "" {
		return schema.Quote(name)
	}
	return schema.Name{Schema: schemaName, Name: name}.String()
}

// FunctionName is functionName for a place earlier in the text.
func (c *Catalog) FunctionName(names []*pg.Node, path []string) string {
	saved := c.path
	c.path = path
	defer func() { c.path = saved }()
	return c.functionName(names)
}

func (c *Catalog) createSchema(st *statement.Statement, s *pg.CreateSchemaStmt) error {
	name := s.Schemaname
	if name == "" {
		name = s.Authrole.GetRolename()
	}
	o := c.Schemas[name]
	if o == nil {
		made := c.object("schema", schema.Name{Name: name})
		made.ACL = c.initialACL("schema", "")
		o = &made
		c.Schemas[name] = o
	}
	if s.Authrole != nil {
		o.setOwner(c, role(s.Authrole))
	}
	saved := c.path
	c.path = append([]string{name}, saved...)
	defer func() { c.path = saved }()
	for _, n := range s.SchemaElts {
		if err := c.statement(st, n); err != nil {
			return err
		}
	}
	if s.Authrole != nil && len(s.SchemaElts) > 0 {
		for _, r := range c.Relations {
			if r.Name.Schema == name && r.Text == c.text && r.Owner == "" && r.Index == nil {
				r.setOwner(c, role(s.Authrole))
			}
		}
	}
	return nil
}

func (c *Catalog) createLanguage(s *pg.CreatePLangStmt) error {
	if s.Plname == "plpgsql" {
		return nil
	}
	e := c.entry("language", schema.Name{Name: s.Plname})
	e.ACL = c.initialACL("language", "")
	if s.Pltrusted {
		e.Attributes["trusted"] = "true"
	}
	for k, names := range map[string][]*pg.Node{"handler": s.Plhandler, "inline": s.Plinline, "validator": s.Plvalidator} {
		if len(names) > 0 {
			e.Attributes[k] = c.functionName(names)
		}
	}
	return c.putEntry(e)
}

package catalog

import (
	"strings"

	pg "github.com/sqlc-dev/oliphant"

	"github.com/effigydb/effigy/ddl/diff/expr"
	"github.com/effigydb/effigy/ddl/pattern"
	"github.com/effigydb/effigy/schema"
)

// optionPrefix keeps FDW options apart from other attributes.
const optionPrefix = "option "

func (e *Entry) options(items []*pg.Node) {
	set := map[string]string{}
	for k, v := range e.Attributes {
		if len(k) > len(optionPrefix) && k[:len(optionPrefix)] == optionPrefix {
			set[k[len(optionPrefix):]] = v
			delete(e.Attributes, k)
		}
	}
	setOptions(set, items)
	for k, v := range set {
		e.Attributes[optionPrefix+k] = v
		if secretOption().MatchString(k) {
			if e.Secret == nil {
				e.Secret = map[string]bool{}
			}
			e.Secret[optionPrefix+k] = true
		}
	}
}

// secretOption are option names whose values are not for showing.
var secretOption = pattern.Of(`(?i)pass|secret|token|key|credential`)

func (c *Catalog) wrapperFunctions(e *Entry, items []*pg.Node) {
	for _, n := range items {
		d := n.GetDefElem()
		if d.GetArg() == nil {
			delete(e.Attributes, d.GetDefname())
			continue
		}
		e.Attributes[d.Defname] = c.functionName(list(d.Arg))
	}
}

func (c *Catalog) createWrapper(s *pg.CreateFdwStmt) error {
	e := c.entry("foreign data wrapper", schema.Name{Name: s.Fdwname})
	c.wrapperFunctions(e, s.FuncOptions)
	e.options(s.Options)
	return c.putEntry(e)
}

func (c *Catalog) alterWrapper(s *pg.AlterFdwStmt) error {
	e := c.Entries["foreign data wrapper "+schema.Quote(s.Fdwname)]
	if e == nil {
		return errMissing
	}
	c.wrapperFunctions(e, s.FuncOptions)
	e.options(s.Options)
	return nil
}

func (c *Catalog) createServer(s *pg.CreateForeignServerStmt) error {
	e := c.entry("server", schema.Name{Name: s.Servername})
	e.Attributes["wrapper"] = s.Fdwname
	if s.Servertype != "" {
		e.Attributes["type"] = s.Servertype
	}
	if s.Version != "" {
		e.Attributes["version"] = s.Version
	}
	e.options(s.Options)
	return c.putEntry(e)
}

func (c *Catalog) alterServer(s *pg.AlterForeignServerStmt) error {
	e := c.Entries["server "+schema.Quote(s.Servername)]
	if e == nil {
		return errMissing
	}
	if s.HasVersion {
		e.Attributes["version"] = s.Version
	}
	e.options(s.Options)
	return nil
}

func mappingLabel(user *pg.RoleSpec, server string) string {
	return "USER MAPPING " + role(user) + " SERVER " + schema.Quote(server)
}

func (c *Catalog) createMapping(s *pg.CreateUserMappingStmt) error {
	e := c.entry("other", schema.Name{Name: s.Servername})
	e.Label = mappingLabel(s.User, s.Servername)
	e.options(s.Options)
	e.hide()
	return c.putEntry(e)
}

func (c *Catalog) alterMapping(s *pg.AlterUserMappingStmt) error {
	e := c.Entries["other "+mappingLabel(s.User, s.Servername)]
	if e == nil {
		return errMissing
	}
	e.options(s.Options)
	e.hide()
	return nil
}

// hide marks all attributes as not to be shown.
func (e *Entry) hide() {
	e.Secret = map[string]bool{}
	for k := range e.Attributes {
		e.Secret[k] = true
	}
}

func (c *Catalog) createCast(s *pg.CreateCastStmt) error {
	e := c.entry("cast", schema.Name{})
	from, to := c.typeName(s.Sourcetype), c.typeName(s.Targettype)
	e.Label = "(" + from + " AS " + to + ")"
	e.Attributes["context"] = strings.ToLower(strings.TrimPrefix(s.Context.String(), "COERCION_"))
	method := byte('b')
	switch {
	case s.Func != nil:
		e.Attributes["function"] = c.functionName(s.Func.Objname)
		method = 'f'
	case s.Inout:
		e.Attributes["function"] = "INOUT"
		method = 'i'
	default:
		e.Attributes["function"] = "none"
	}
	c.addCast(s, method)
	return c.putEntry(e)
}

func (c *Catalog) createConversion(s *pg.CreateConversionStmt) error {
	e := c.qualifiedEntry("other", s.ConversionName)
	e.Attributes["form"] = "conversion"
	e.Attributes["from"], e.Attributes["to"] = s.ForEncodingName, s.ToEncodingName
	e.Attributes["function"] = c.functionName(s.FuncName)
	if s.Def {
		e.Attributes["default"] = "true"
	}
	return c.putEntry(e)
}

func (c *Catalog) createTransform(s *pg.CreateTransformStmt) error {
	e := c.entry("other", schema.Name{})
	e.Label = "TRANSFORM FOR " + c.typeName(s.TypeName) + " LANGUAGE " + s.Lang
	if s.Fromsql != nil {
		e.Attributes["from sql"] = c.functionName(s.Fromsql.Objname)
	}
	if s.Tosql != nil {
		e.Attributes["to sql"] = c.functionName(s.Tosql.Objname)
	}
	return c.putEntry(e)
}

func (c *Catalog) alterDictionary(s *pg.AlterTSDictionaryStmt) error {
	for _, l := range c.pathLabels(s.Dictname) {
		if e := c.Entries["text search dictionary "+l]; e != nil {
			e.define(s.Options, plainValue)
			return nil
		}
	}
	return errMissing
}

// alterTextSearch maps token types to dictionaries.
func (c *Catalog) alterTextSearch(s *pg.AlterTSConfigurationStmt) error {
	var e *Entry
	for _, l := range c.pathLabels(s.Cfgname) {
		if found := c.Entries["text search configuration "+l]; found != nil {
			e = found
			break
		}
	}
	if e == nil {
		return errMissing
	}
	var dicts []string
	for _, d := range s.Dicts {
		dicts = append(dicts, c.dictionary(list(d)))
	}
	for _, token := range expr.Strings(s.Tokentype) {
		switch s.Kind {
		case pg.AlterTSConfigType_ALTER_TSCONFIG_DROP_MAPPING:
			delete(e.Attributes, "mapping "+token)
		case pg.AlterTSConfigType_ALTER_TSCONFIG_ADD_MAPPING, pg.AlterTSConfigType_ALTER_TSCONFIG_ALTER_MAPPING_FOR_TOKEN:
			text := ""
			for i, d := range dicts {
				if i > 0 {
					text += ", "
				}
				text += d
			}
			e.Attributes["mapping "+token] = text
		default:
			return errOpaque
		}
	}
	return nil
}

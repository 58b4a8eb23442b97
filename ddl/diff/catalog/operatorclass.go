package catalog

import (
	"fmt"
	"strings"

	pg "github.com/sqlc-dev/oliphant"

	"github.com/effigydb/effigy/ddl/diff/expr"
)

func (c *Catalog) createOpclass(s *pg.CreateOpClassStmt) error {
	e := c.qualifiedEntry("operator class", s.Opclassname)
	e.Label = e.Name.String() + " USING " + s.Amname
	e.Attributes["type"] = c.typeName(s.Datatype)
	if s.IsDefault {
		e.Attributes["default"] = "true"
	}
	family := e.Name
	if len(s.Opfamilyname) > 0 {
		schemaName, name := expr.LastTwo(s.Opfamilyname)
		family = c.creation(schemaName, name)
	}
	if family != e.Name {
		e.Attributes["family"] = family.String()
	}
	c.opItems(e, s.Items)
	implied := c.entry("operator family", family)
	implied.Label = family.String() + " USING " + s.Amname
	implied.Attributes["implied"] = "true"
	_ = c.putEntry(implied)
	return c.putEntry(e)
}

func (c *Catalog) opItems(e *Entry, items []*pg.Node) {
	for _, n := range items {
		i := n.GetCreateOpClassItem()
		switch i.GetItemtype() {
		case 1:
			v := trimSystem(strings.Join(expr.Strings(i.Name.GetObjname()), "."))
			if _, name, ok := strings.Cut(v, "."); ok {
				v = name
			}
			e.Attributes[fmt.Sprintf("operator %d %s", i.Number, itemArgs(c.classArgs(i.Name.GetObjargs()), e))] = v
		case 2:
			args := itemArgs(c.classArgs(i.ClassArgs), e)
			e.Attributes[fmt.Sprintf("function %d %s", i.Number, args)] = c.functionName(i.Name.GetObjname())
		case 3:
			if t := c.typeName(i.Storedtype); t != e.Attributes["type"] {
				e.Attributes["storage"] = t
			}
		}
	}
}

// itemArgs: operand types that are not written are the type of the class.
func itemArgs(args string, e *Entry) string {
	t := e.Attributes["type"]
	if args == "()" && t != "" || args == "("+t+")" {
		return "(" + t + "," + t + ")"
	}
	return args
}

func (c *Catalog) classArgs(args []*pg.Node) string {
	var out []string
	for _, a := range args {
		out = append(out, c.typeName(a.GetTypeName()))
	}
	return "(" + strings.Join(out, ",") + ")"
}

func (c *Catalog) createOpfamily(s *pg.CreateOpFamilyStmt) error {
	e := c.qualifiedEntry("operator family", s.Opfamilyname)
	e.Label = e.Name.String() + " USING " + s.Amname
	return c.putEntry(e)
}

func (c *Catalog) alterOpfamily(s *pg.AlterOpFamilyStmt) error {
	for _, l := range c.pathLabels(s.Opfamilyname) {
		if e := c.Entries["operator family "+l+" USING "+s.Amname]; e != nil {
			c.opItems(e, s.Items)
			return nil
		}
	}
	return errMissing
}

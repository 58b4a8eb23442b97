package catalog

import (
	pg "github.com/sqlc-dev/oliphant"

	"github.com/effigydb/effigy/ddl/diff/builtin"
	"github.com/effigydb/effigy/schema"
)

// homes are the schemas of extensions that choose their own.
var homes = map[string]string{"adminpack": "pg_catalog", "pg_cron": "pg_catalog"}

func (c *Catalog) createExtension(s *pg.CreateExtensionStmt) error {
	if s.Extname == "plpgsql" {
		return nil
	}
	e := c.entry("extension", schema.Name{Name: s.Extname})
	in := ""
	for _, o := range s.Options {
		if d := o.GetDefElem(); d.GetDefname() == "schema" {
			in = value(d.Arg)
		}
	}
	if in == "" {
		in = homes[s.Extname]
	}
	if in == "" {
		in = c.firstSchema()
	}
	e.Attributes["schema"] = in
	if c.Entries["extension "+e.String()] != nil {
		return nil
	}
	c.install(s.Extname, in)
	return c.putEntry(e)
}

func (c *Catalog) install(name, in string) {
	if cat := builtin.Extension(name, schema.Quote(in)); cat != nil {
		c.extensions = append(c.extensions, &installed{name, in, cat})
	}
}

func (c *Catalog) moveExtension(name, in string) error {
	e := c.Entries["extension "+schema.Quote(name)]
	if e == nil {
		return errMissing
	}
	e.Attributes["schema"] = in
	for i, x := range c.extensions {
		if x.name == name {
			c.extensions = append(c.extensions[:i:i], c.extensions[i+1:]...)
			c.install(name, in)
			break
		}
	}
	return nil
}

// alterExtension is UPDATE TO: versions are the environment's.
func (c *Catalog) alterExtension(s *pg.AlterExtensionStmt) error {
	if c.Entries["extension "+schema.Quote(s.Extname)] == nil {
		return errMissing
	}
	return nil
}

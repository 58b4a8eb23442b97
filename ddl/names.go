package ddl

import (
	"strings"

	"github.com/effigydb/effigy/schema"
	pg "github.com/sqlc-dev/oliphant"
)

// words lists the strings of a node list: a dotted name, a list of columns.
func words(list []*pg.Node) []string {
	out := make([]string, 0, len(list))
	for _, n := range list {
		switch {
		case n.GetString_() != nil:
			out = append(out, n.GetString_().Sval)
		case n.GetAStar() != nil:
			out = append(out, "*")
		}
	}
	return out
}

// dotted reads a name of one to three parts; a catalog in front is dropped.
func dotted(parts []string) schema.Name {
	switch len(parts) {
	case 0:
		return schema.Name{}
	case 1:
		return schema.Name{Name: parts[0]}
	}
	return schema.Name{Schema: parts[len(parts)-2], Name: parts[len(parts)-1]}
}

func rangeName(v *pg.RangeVar) schema.Name {
	return schema.Name{Schema: v.GetSchemaname(), Name: v.GetRelname()}
}

// relation kinds share one namespace in a schema, with composite types.
type relation byte

const (
	isTable relation = iota + 1
	isView
	isIndex
	isSequence
	isComposite
)

// catalog is what the text has defined so far, by name: what search_path is
// resolved against and automatic names are chosen around.
type catalog struct {
	schemas   map[string]bool
	relations map[schema.Name]relation
	types     map[schema.Name]bool
	functions map[schema.Name]int
	// constraints counts the names of constraints of each schema.
	constraints map[schema.Name]int
	// path is search_path without "$user" and pg_catalog.
	path []string
}

func newCatalog() *catalog {
	return &catalog{
		schemas:     map[string]bool{"public": true},
		relations:   map[schema.Name]relation{},
		types:       map[schema.Name]bool{},
		functions:   map[schema.Name]int{},
		constraints: map[schema.Name]int{},
		path:        []string{"public"},
	}
}

// create is the name under which an object is created.
func (c *catalog) create(n schema.Name) schema.Name {
	if n.Schema != "" {
		return n
	}
	for _, s := range c.path {
		if c.schemas[s] {
			return schema.Name{Schema: s, Name: n.Name}
		}
	}
	return schema.Name{Schema: "public", Name: n.Name}
}

// resolve finds a name by search_path; one that exists nowhere is where it
// would be created.
func (c *catalog) resolve(n schema.Name, exists func(schema.Name) bool) (schema.Name, bool) {
	if n.Schema != "" {
		return n, exists(n)
	}
	for _, s := range c.path {
		if q := (schema.Name{Schema: s, Name: n.Name}); exists(q) {
			return q, true
		}
	}
	return c.create(n), false
}

func (c *catalog) relation(v *pg.RangeVar) schema.Name { return c.find(rangeName(v)) }

func (c *catalog) find(n schema.Name) schema.Name {
	q, _ := c.resolve(n, func(n schema.Name) bool { return c.relations[n] != 0 })
	return q
}

// typeName finds a type of the text.
func (c *catalog) typeName(n schema.Name) (schema.Name, bool) {
	return c.resolve(n, func(n schema.Name) bool {
		r := c.relations[n]
		return c.types[n] || r != 0 && r != isIndex && r != isSequence
	})
}

func (c *catalog) function(n schema.Name) (schema.Name, bool) {
	return c.resolve(n, func(n schema.Name) bool { return c.functions[n] > 0 })
}

// rename moves a relation or type to another name.
func (c *catalog) rename(from, to schema.Name) {
	if k := c.relations[from]; k != 0 {
		delete(c.relations, from)
		c.relations[to] = k
	}
	if c.types[from] {
		delete(c.types, from)
		c.types[to] = true
	}
}

// setPath reads the value of search_path, quoted or not, entry by entry.
func (c *catalog) setPath(entries []string) {
	c.path = c.path[:0:0]
	for _, e := range entries {
		if e = strings.TrimSpace(e); e != "" && e != "$user" && e != schema.Catalog {
			c.path = append(c.path, e)
		}
	}
}

// splitPath cuts the text of a search_path as SplitIdentifierString does.
func splitPath(text string) []string {
	var out []string
	for text = strings.TrimSpace(text); text != ""; text = strings.TrimSpace(text) {
		var name string
		if text[0] == '"' {
			end := strings.IndexByte(text[1:], '"')
			if end < 0 {
				return out
			}
			name, text = text[1:1+end], text[end+2:]
		} else {
			end := strings.IndexByte(text, ',')
			if end < 0 {
				end = len(text)
			}
			name, text = strings.ToLower(strings.TrimSpace(text[:end])), text[end:]
		}
		out = append(out, name)
		text = strings.TrimPrefix(strings.TrimSpace(text), ",")
	}
	return out
}

// findType resolves the name of a type; one that exists nowhere is where it
// would be created.
func (c *catalog) findType(n schema.Name) schema.Name {
	q, _ := c.typeName(n)
	return q
}

// lastWord is the last of some names, "" where that is a star.
func lastWord(w []string) string {
	if len(w) == 0 || w[len(w)-1] == "*" {
		return ""
	}
	return w[len(w)-1]
}

package catalog

import (
	"strings"

	pg "github.com/sqlc-dev/oliphant"

	"github.com/effigydb/effigy/ddl/diff/expr"
	"github.com/effigydb/effigy/schema"
)

// asciiTokens and wordTokens are mapped to a stemmer by the configurations
// that come with Postgres, the rest to simple (src/backend/snowball).
const (
	asciiTokens  = "asciiword asciihword hword_asciipart"
	wordTokens   = "word hword hword_part"
	simpleTokens = "email url host sfloat version hword_numpart numword numhword url_path file float int uint"
)

// twoStemmers are languages whose ASCII words are taken for English.
var twoStemmers = map[string]bool{"russian": true, "hindi": true}

// builtinConfiguration is a configuration of pg_catalog, nil for none.
func builtinConfiguration(name string) map[string]string {
	stem, ascii := name+"_stem", name+"_stem"
	switch {
	case name == "simple":
		stem, ascii = "simple", "simple"
	case strings.Contains(name, "."):
		return nil
	case twoStemmers[name]:
		ascii = "english_stem"
	}
	out := map[string]string{"parser": "default"}
	put := func(tokens, dict string) {
		for _, t := range strings.Fields(tokens) {
			out["mapping "+t] = dict
		}
	}
	put(simpleTokens, "simple")
	put(asciiTokens, ascii)
	put(wordTokens, stem)
	return out
}

// dictionaryHomes are the dictionaries that extensions bring.
var dictionaryHomes = map[string]string{"unaccent": "unaccent", "intdict": "dict_int", "xsyn": "dict_xsyn"}

// dictionary resolves the name of a text search dictionary.
func (c *Catalog) dictionary(names []*pg.Node) string {
	schemaName, name := expr.LastTwo(names)
	if schemaName == "pg_catalog" || schemaName == "" && (name == "simple" || strings.HasSuffix(name, "_stem")) {
		return schema.Quote(name)
	}
	if schemaName == "" {
		for _, s := range search(c.path) {
			n := schema.Name{Schema: s, Name: name}
			if c.Entries["text search dictionary "+n.String()] != nil {
				return n.String()
			}
		}
		schemaName = c.firstSchema()
		if e := c.Entries["extension "+schema.Quote(dictionaryHomes[name])]; e != nil {
			schemaName = e.Attributes["schema"]
		}
	}
	return schema.Name{Schema: schemaName, Name: name}.String()
}

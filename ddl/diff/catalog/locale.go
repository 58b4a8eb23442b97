package catalog

import (
	"slices"
	"strings"
)

// icuKeys are ICU's own keywords and their BCP 47 keys (CLDR, bcp47/collation.xml).
var icuKeys = map[string]string{
	"colalternate": "ka", "colbackwards": "kb", "colcaselevel": "kc", "colcasefirst": "kf", "colhiraganaquaternary": "kh",
	"colnormalization": "kk", "colnumeric": "kn", "colreorder": "kr", "colstrength": "ks", "collation": "co", "kv": "kv",
}

var icuValues = map[string]string{
	"primary": "level1", "secondary": "level2", "tertiary": "level3", "quaternary": "level4", "identical": "identic",
	"non-ignorable": "noignore", "phonebook": "phonebk", "traditional": "trad", "dictionary": "dict",
}

// languageTag writes an ICU locale the way PostgreSQL 17 stores it: from
// there on CREATE COLLATION turns de@colNumeric=yes into de-u-kn.
func languageTag(locale string) string {
	base, keywords, found := strings.Cut(locale, "@")
	base = strings.ReplaceAll(base, "_", "-")
	if !found {
		return base
	}
	if base == "" || base == "root" {
		base = "und"
	}
	var parts []string
	for _, k := range strings.Split(strings.ToLower(keywords), ";") {
		name, v, _ := strings.Cut(k, "=")
		if short := icuKeys[name]; short != "" {
			name = short
		}
		if long := icuValues[v]; long != "" {
			v = long
		}
		if v == "yes" || v == "true" {
			parts = append(parts, name)
			continue
		}
		if v == "no" {
			v = "false"
		}
		parts = append(parts, name+"-"+v)
	}
	slices.Sort(parts)
	return base + "-u-" + strings.Join(parts, "-")
}

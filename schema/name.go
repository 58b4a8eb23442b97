package schema

import "strings"

// Name is the name of a schema object: the schema it lives in and its own
// name, both as stored in the catalogs (folded, without quotes). An object
// without a schema (a role, an extension, a schema) has an empty Schema.
type Name struct {
	Schema string
	Name   string
}

// String prints the name as Postgres would: schema-qualified where it has a
// schema, each part quoted only where needed.
func (n Name) String() string {
	if n.Schema == "" {
		return Quote(n.Name)
	}
	return Quote(n.Schema) + "." + Quote(n.Name)
}

// On prints the name as a server of that major version would: what became a
// keyword after it stands without quotes.
func (n Name) On(major int) string {
	quote := func(ident string) string {
		if since[ident] > major && plain(ident) {
			return ident
		}
		return Quote(ident)
	}
	if n.Schema == "" {
		return quote(n.Name)
	}
	return quote(n.Schema) + "." + quote(n.Name)
}

// Member prints the name of a part of the object, such as a column or a
// constraint: schema.object.member.
func (n Name) Member(member string) string {
	return n.String() + "." + Quote(member)
}

// Compare orders names by schema, then by name, bytewise.
func (n Name) Compare(o Name) int {
	if c := strings.Compare(n.Schema, o.Schema); c != 0 {
		return c
	}
	return strings.Compare(n.Name, o.Name)
}

// Quote quotes an identifier where Postgres' quote_ident would: when it is
// empty, not all lower-case letters, digits and underscores, starts with a
// digit, or is a keyword that isn't unreserved.
func Quote(ident string) string {
	if plain(ident) && !reserved[ident] {
		return ident
	}
	return `"` + strings.ReplaceAll(ident, `"`, `""`) + `"`
}

// Literal is a text as a constant of SQL, by standard_conforming_strings: a
// backslash stands for itself.
func Literal(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }

func plain(ident string) bool {
	for i := range len(ident) {
		c := ident[i]
		switch {
		case c >= 'a' && c <= 'z', c == '_':
		case c >= '0' && c <= '9' && i > 0:
		default:
			return false
		}
	}
	return ident != ""
}

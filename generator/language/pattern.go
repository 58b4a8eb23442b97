// Package language holds the sets of strings that pattern constraints
// describe: Postgres' regular expressions, LIKE and SIMILAR TO, their
// complements, lengths and intersections, as finite automata whose strings
// can be counted and unranked.
//
// It never guesses: a pattern with a feature outside regular languages or
// outside what is understood (back references, look-around) is an error, and
// never compiled to something nearly equal.
package language

// Syntax is the notation of a Pattern.
type Syntax uint8

// The notations.
const (
	Regex   Syntax = iota // Postgres' advanced regular expression, unanchored, as in ~
	Like                  // LIKE with backslash as the escape
	Similar               // SIMILAR TO with backslash as the escape
)

// Pattern is one pattern a text has to match, or not to match when Negated.
type Pattern struct {
	Syntax  Syntax
	Text    string
	Fold    bool // ignores case: ~*, ILIKE, citext
	Negated bool
}

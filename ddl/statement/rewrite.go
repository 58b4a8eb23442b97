package statement

import (
	"strings"

	pg "github.com/sqlc-dev/oliphant"
)

// rewrite replaces the tokens that the parser is known to refuse although
// Postgres takes them, keeping every length, so that positions in the tree
// are positions in the text:
//
//   - an unnamed "double precision" argument of a routine becomes
//     "float8" and blanks
//   - a comment between the parts of a string that goes on over several
//     lines becomes blanks
func rewrite(text string, tokens []Token) string {
	var out []byte
	put := func(at int, s string) {
		if out == nil {
			out = []byte(text)
		}
		copy(out[at:], s)
	}
	for i := 1; i < len(tokens); i++ {
		if from := tokens[i-1].Start + len(tokens[i-1].Text); isString(tokens[i-1]) && isString(tokens[i]) {
			put(from, blanks(text[from:tokens[i].Start]))
		}
	}
	if !isRoutine(tokens) {
		tokens = nil
	}
	for i, t := range tokens {
		if t.is("double") && i+1 < len(tokens) && tokens[i+1].is("precision") {
			next := tokens[i+1]
			put(t.Start, "float8"+strings.Repeat(" ", next.Start+len(next.Text)-t.Start-len("float8")))
		}
	}
	if out == nil {
		return text
	}
	return string(out)
}

// isRoutine reports whether the statement names a routine with arguments.
func isRoutine(tokens []Token) bool {
	for i, t := range tokens {
		if i > 6 {
			break
		}
		if t.is("function", "procedure", "aggregate", "routine", "operator", "cast") {
			return true
		}
	}
	return false
}

// isParameter reports whether the token between the two is the name of a
// parameter: after "(" or "," or a mode, before a type.
func isParameter(before, after Token) bool {
	return before.is("(", ",", "in", "out", "inout", "variadic") &&
		(after.Kind == pg.Token_IDENT || after.Keyword && !after.is("default", "as"))
}

func isString(t Token) bool {
	return t.Kind == pg.Token_SCONST || t.Kind == pg.Token_USCONST || t.Kind == pg.Token_BCONST || t.Kind == pg.Token_XCONST
}

// blanks keeps the line ends of a text and blanks out the rest.
func blanks(text string) string {
	b := []byte(text)
	for i, c := range b {
		if c != '\n' && c != '\r' {
			b[i] = ' '
		}
	}
	return string(b)
}

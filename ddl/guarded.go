package ddl

import (
	"slices"
	"strings"

	"github.com/effigydb/effigy/ddl/statement"
	pg "github.com/sqlc-dev/oliphant"
)

// Unguard takes the guard off blocks of code that only make what is not there
// yet, as migrations that may be run again have them:
//
//	DO $$ BEGIN CREATE TYPE …; EXCEPTION WHEN duplicate_object THEN NULL; END $$
//	DO $$ BEGIN IF NOT EXISTS (SELECT … FROM pg_type …) THEN CREATE TYPE …; END IF; END $$
//
// What is around their statements becomes blanks, so that lines and columns
// stay. A block that makes what the text may have made before is left alone,
// and so is any other code: what that does only a server can tell.
func Unguard(text string) string {
	script := statement.Cut(text)
	if !slices.ContainsFunc(script.Statements, func(st statement.Statement) bool { return begins(&st, "do") }) {
		return text
	}
	out, named := []byte(text), map[string]bool{}
	for i := range script.Statements {
		st := &script.Statements[i]
		if g := newGuard(st); g != nil && g.read() && !slices.ContainsFunc(g.makes, func(n string) bool { return named[n] }) {
			g.bare(out[st.Start : st.Start+len(st.Text)])
			for _, n := range g.makes {
				named[n] = true
			}
		}
		if !begins(st, "drop") {
			for _, t := range st.Tokens() {
				named[identifier(t.Text)] = true
			}
		}
	}
	return string(out)
}

// begins reports the first word of a statement.
func begins(st *statement.Statement, word string) bool {
	rest, ok := strings.CutPrefix(strings.ToLower(st.Text[:min(len(word)+1, len(st.Text))]), word)
	return ok && strings.Trim(rest, " \t\r\n$") == ""
}

// guard reads the body of a block.
type guard struct {
	text   string
	start  int // of text in the statement
	tokens []statement.Token
	at     int
	keep   [][2]int // statements, with their semicolons
	makes  []string // names of what they make
}

// newGuard is the body of a DO in dollar quotes, nil for any other statement.
func newGuard(st *statement.Statement) *guard {
	if !begins(st, "do") {
		return nil
	}
	for _, t := range st.Tokens() {
		if n := strings.IndexByte(t.Text[min(1, len(t.Text)):], '$') + 2; t.Kind == pg.Token_SCONST && t.Text[0] == '$' && n > 1 && len(t.Text) >= 2*n {
			g := &guard{text: t.Text[n : len(t.Text)-n], start: t.Start + n}
			g.tokens, _ = statement.Tokens(g.text)
			return g
		}
	}
	return nil
}

// bare blanks all of the statement but what the guard keeps.
func (g *guard) bare(st []byte) {
	from := 0
	blank := func(to int) {
		for i := from; i < to; i++ {
			if st[i] != '\n' {
				st[i] = ' '
			}
		}
	}
	for _, k := range g.keep {
		blank(g.start + k[0])
		from = g.start + k[1]
	}
	blank(len(st))
}

// read reports a body that is nothing but a guard and statements that make
// something.
func (g *guard) read() bool {
	if !g.word("begin") {
		return false
	}
	for {
		switch {
		case g.word("end"):
			g.word(";")
			return g.at == len(g.tokens) && len(g.keep) > 0
		case g.word("exception"):
			if !g.handler() {
				return false
			}
		case g.word("if"):
			if !g.condition() {
				return false
			}
			for !g.word("end") {
				if !g.statement() {
					return false
				}
			}
			if !g.word("if") || !g.word(";") {
				return false
			}
		case !g.statement():
			return false
		}
	}
}

// word takes a token if it is the next.
func (g *guard) word(text string) bool {
	if g.at < len(g.tokens) && strings.EqualFold(g.tokens[g.at].Text, text) {
		g.at++
		return true
	}
	return false
}

// until takes tokens up to and with one outside brackets.
func (g *guard) until(text string) (taken []statement.Token, ok bool) {
	depth, from := 0, g.at
	for ; g.at < len(g.tokens); g.at++ {
		switch t := g.tokens[g.at].Text; {
		case depth == 0 && strings.EqualFold(t, text):
			g.at++
			return g.tokens[from : g.at-1], true
		case t == "(":
			depth++
		case t == ")":
			depth--
		}
	}
	return nil, false
}

// handler takes WHEN duplicate_… THEN and what only tells of it.
func (g *guard) handler() bool {
	for g.word("when") {
		conditions, ok := g.until("then")
		if !ok || slices.ContainsFunc(conditions, func(t statement.Token) bool {
			return !strings.EqualFold(t.Text, "or") && !strings.HasPrefix(strings.ToLower(t.Text), "duplicate_")
		}) {
			return false
		}
		action, ok := g.until(";")
		if !ok || len(action) == 0 || !strings.EqualFold(action[0].Text, "null") && !strings.EqualFold(action[0].Text, "raise") {
			return false
		}
	}
	return true
}

// catalogs are those that are asked whether a thing is there.
var catalogs = []string{"pg_type", "pg_constraint", "pg_policies", "pg_policy", "pg_trigger", "pg_roles", "pg_authid", "table_constraints"}

// condition takes NOT EXISTS (SELECT … FROM a catalog …) THEN.
func (g *guard) condition() bool {
	if !g.word("not") || !g.word("exists") || !g.word("(") {
		return false
	}
	query, ok := g.until(")")
	return ok && g.word("then") && slices.ContainsFunc(query, func(t statement.Token) bool {
		return slices.Contains(catalogs, strings.ToLower(t.Text))
	})
}

// statement takes one that makes something that has a name.
func (g *guard) statement() bool {
	tokens, ok := g.until(";")
	if !ok || len(tokens) < 3 {
		return false
	}
	words := make([]string, len(tokens))
	for i, t := range tokens {
		words[i] = strings.ToLower(t.Text)
	}
	switch words[0] + " " + words[1] {
	case "create type", "create domain":
		n := 2
		if len(words) > 4 && words[3] == "." {
			n = 4
		}
		g.makes = append(g.makes, identifier(tokens[n].Text))
	case "create policy", "create trigger":
		g.makes = append(g.makes, identifier(tokens[2].Text))
	case "create role", "create user": // the whole server's
	case "alter table":
		if !g.constraints(tokens, words) {
			return false
		}
	default:
		return false
	}
	last := g.tokens[g.at-1]
	g.keep = append(g.keep, [2]int{tokens[0].Start, last.Start + len(last.Text)})
	return true
}

// constraints takes ALTER TABLE … ADD CONSTRAINT name, once or more.
func (g *guard) constraints(tokens []statement.Token, words []string) bool {
	if slices.Contains(words, "column") || slices.Contains(words, "drop") {
		return false
	}
	before := len(g.makes)
	for i, w := range words[:len(words)-1] {
		if w == "add" && words[i+1] != "constraint" {
			return false
		}
		if w == "constraint" {
			g.makes = append(g.makes, identifier(tokens[i+1].Text))
		}
	}
	return len(g.makes) > before
}

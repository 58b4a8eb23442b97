package statement

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	pg "github.com/sqlc-dev/oliphant"
	"github.com/sqlc-dev/oliphant/parser"
)

// MaxDepth is how deep parentheses, brackets and CASE may nest in a
// statement. The parser's time grows with the square of the depth and its
// stack with the depth, so this is checked on the tokens before any parse.
const MaxDepth = 500

// Parse parses one statement that stands alone. The error is a *SyntaxError
// when the text is no single statement that Postgres 18 would parse.
func Parse(text string) (*Statement, error) {
	s := Split(text)
	switch {
	case s.Err != nil:
		return nil, s.Err
	case len(s.Statements) == 0:
		return nil, errorAt(text, 0, "no statement")
	case len(s.Statements) > 1:
		return nil, errorAt(text, s.Statements[1].Start, "a second statement")
	case s.Statements[0].Err != nil:
		return nil, s.Statements[0].Err
	}
	return &s.Statements[0], nil
}

func (st *Statement) parse(script string) {
	if plain(st.Text) {
		if node, err := parseOne(st.Text); err == nil {
			st.Node = node
			return
		}
	}
	tokens, err := Tokens(st.Text)
	if err == nil {
		err = checkDepth(tokens)
	}
	var node *pg.Node
	if err == nil {
		node, err = parseNames(rewrite(st.Text, tokens), tokens)
	}
	st.lexing.once.Do(func() { st.lexing.tokens = tokens })
	if err != nil {
		st.Err = st.syntaxError(script, err)
		return
	}
	st.Node = node
}

// plain reports a text that needs no look at its tokens before it is parsed:
// too short to nest too deeply, and without what rewrite is for.
func plain(text string) bool {
	return len(text) < MaxDepth && !strings.Contains(text, "--") && !strings.Contains(text, "/*") &&
		!strings.Contains(strings.ToLower(text), "double")
}

// parseNames parses a text, and where that fails once more with the keywords
// disguised that may be names in it. The first error is the one that is told.
func parseNames(text string, tokens []Token) (*pg.Node, error) {
	node, err := parseOne(text)
	if err == nil {
		return node, nil
	}
	disguised, words := disguise(text, tokens)
	if len(words) == 0 {
		return nil, err
	}
	if node, again := parseOne(disguised); again == nil {
		reveal(node, words)
		return node, nil
	}
	return nil, err
}

func parseOne(text string) (node *pg.Node, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the parser gave up on this statement")
		}
	}()
	tree, err := pg.Parse(text)
	if err != nil {
		return nil, err
	}
	if len(tree.Stmts) != 1 {
		return nil, fmt.Errorf("expected one statement")
	}
	return tree.Stmts[0].Stmt, nil
}

// is reports whether a token is one of the words, in any case.
func (t Token) is(words ...string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.EqualFold(t.Text, w) })
}

func checkDepth(tokens []Token) error {
	depth, signs := 0, 0
	for _, t := range tokens {
		switch t.Text {
		case "(", "[":
			depth++
		case ")", "]":
			depth--
		case "-", "+", "not", "NOT":
			signs++
			if signs > MaxDepth {
				return &parser.Error{Message: "nested too deeply", Cursorpos: t.Start + 1}
			}
			continue
		default:
			if strings.EqualFold(t.Text, "case") {
				depth++
			} else if strings.EqualFold(t.Text, "end") && depth > 0 {
				depth--
			}
		}
		signs = 0
		if depth > MaxDepth {
			return &parser.Error{Message: "nested too deeply", Cursorpos: t.Start + 1}
		}
	}
	return nil
}

func (st *Statement) syntaxError(script string, err error) *SyntaxError {
	var perr *parser.Error
	at := st.Start
	if errors.As(err, &perr) && perr.Cursorpos > 0 {
		at += byteOffset(st.Text, perr.Cursorpos-1)
	}
	return errorAt(script, at, err.Error())
}

// byteOffset turns an offset in characters into one in bytes.
func byteOffset(text string, chars int) int {
	for i := range text {
		if chars == 0 {
			return i
		}
		chars--
	}
	return len(text)
}

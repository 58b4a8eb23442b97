// Package statement cuts a schema text into statements and parses each one.
//
// It is the ground floor of ddl: the splitter works on the parser's lexer, so
// that dollar quotes, nested comments, BEGIN ATOMIC bodies and psql's
// meta-commands are told apart before anything is parsed. Text and span of
// every statement are kept as they stand; nothing is ever dropped without
// being listed. Text here is hostile: its depth is limited on the tokens
// before any parse, and a statement that does not parse is a statement with
// an Err, not the end of the script.
package statement

import (
	"sync"

	pg "github.com/sqlc-dev/oliphant"
)

// Statement is one statement of a script.
type Statement struct {
	// Text is the statement as written, without the comments and blanks
	// around it and without its semicolon.
	Text string
	// Start and End are the byte offsets of Text in the script; End is the
	// offset of the semicolon where there is one.
	Start, End int
	// Line is the line of the first byte of Text, from 1.
	Line int
	// Node is the parse tree; nil when Err is set.
	Node *pg.Node
	// Err is why the statement could not be parsed.
	Err *SyntaxError

	lexing *lexing
}

// New is a statement that is not parsed.
func New(text string) *Statement { return &Statement{Text: text, lexing: new(lexing)} }

// Tokens are the lexer's, comments left out, offsets relative to Text; none of
// a text that it does not read. They are made when first asked for.
func (st *Statement) Tokens() []Token {
	st.lexing.once.Do(func() { st.lexing.tokens, _ = Tokens(st.Text) })
	return st.lexing.tokens
}

// lexing holds the tokens of a statement and of its copies.
type lexing struct {
	once   sync.Once
	tokens []Token
}

// Meta is a psql meta-command found at top level, such as \restrict or
// \connect: one whole line.
type Meta struct {
	Text       string
	Start, End int
	Line       int
}

// CopyData is the data that follows COPY … FROM stdin, up to and with the
// closing \. line.
type CopyData struct {
	Start, End int
	Line       int
}

// Script is a text cut into statements. Statements, metas and comments never
// overlap.
type Script struct {
	Text       string
	Statements []Statement
	Metas      []Meta
	Copies     []CopyData
	// Err is a fault of the text as a whole (a string or comment that does
	// not end, a NUL byte, invalid UTF-8). The statements before it are there.
	Err *SyntaxError
}

// SyntaxError is a fault at a place of the script.
type SyntaxError struct {
	Message string
	Offset  int    // bytes from the start of the script
	Line    int    // from 1
	Column  int    // in characters, from 1
	Source  string // the line of the script, without its newline
}

// Error prints line:column and message.
func (e *SyntaxError) Error() string {
	return position(e.Line, e.Column) + ": " + e.Message
}

// Caret prints the line of the fault with a caret under the place.
func (e *SyntaxError) Caret() string { return caretUnder(e.Source, e.Column) }

package statement

import (
	"google.golang.org/protobuf/encoding/protowire"

	pg "github.com/sqlc-dev/oliphant"
	"github.com/sqlc-dev/oliphant/parser"
)

// Token is one token of a statement.
type Token struct {
	// Text is the token as written.
	Text string
	// Start is its offset in the statement's Text.
	Start int
	// Kind is the lexer's.
	Kind pg.Token
	// Keyword tells keywords from identifiers.
	Keyword bool
}

// The fields of pg_query's messages ScanResult and ScanToken
// (pg_query.proto of libpg_query 18).
const (
	fieldTokens      = 2
	fieldStart       = 1
	fieldEnd         = 2
	fieldToken       = 4
	fieldKeywordKind = 5
)

// Tokens lexes a text with the parser's own lexer, comments left out. The
// lexer hands its tokens on as a message, which is read here where it lies: a
// message for each token costs as much again as the lexing.
func Tokens(text string) ([]Token, error) {
	scan, err := parser.ScanToProtobuf(text)
	if err != nil {
		return nil, err
	}
	tokens := make([]Token, 0, len(scan)/bytesPerToken)
	for len(scan) > 0 {
		field, kind, n := protowire.ConsumeTag(scan)
		if n < 0 {
			return nil, protowire.ParseError(n)
		}
		size := protowire.ConsumeFieldValue(field, kind, scan[n:])
		if size < 0 {
			return nil, protowire.ParseError(size)
		}
		value := scan[n : n+size]
		scan = scan[n+size:]
		if field != fieldTokens || kind != protowire.BytesType {
			continue
		}
		body, _ := protowire.ConsumeBytes(value)
		if t := token(text, body); t.Kind != pg.Token_SQL_COMMENT && t.Kind != pg.Token_C_COMMENT {
			tokens = append(tokens, t)
		}
	}
	return tokens, nil
}

// bytesPerToken is about what a token takes in the lexer's message.
const bytesPerToken = 9

// token reads one ScanToken.
func token(text string, body []byte) Token {
	var t Token
	end := 0
	for len(body) > 0 {
		field, _, n := protowire.ConsumeTag(body)
		value, size := protowire.ConsumeVarint(body[max(n, 0):])
		if n < 0 || size < 0 {
			break
		}
		body = body[n+size:]
		switch field {
		case fieldStart:
			t.Start = int(value)
		case fieldEnd:
			end = int(value)
		case fieldToken:
			t.Kind = pg.Token(value)
		case fieldKeywordKind:
			t.Keyword = pg.KeywordKind(value) != pg.KeywordKind_NO_KEYWORD
		}
	}
	t.Text = text[t.Start:end]
	return t
}

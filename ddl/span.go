package ddl

import (
	"sort"
	"strings"

	"github.com/effigydb/effigy/ddl/statement"
	pg "github.com/sqlc-dev/oliphant"
)

// source is a statement seen as tokens: what the parse tree leaves out is
// where things end, and that is found here.
type source struct {
	*statement.Statement
}

// at is the index of the first token at or after an offset.
func (s source) at(offset int32) int {
	return sort.Search(len(s.Tokens()), func(i int) bool { return s.Tokens()[i].Start >= int(offset) })
}

// is reports whether token i is the word or sign, in any case.
func (s source) is(i int, word string) bool {
	return i >= 0 && i < len(s.Tokens()) && strings.EqualFold(s.Tokens()[i].Text, word)
}

// find is the index of the first such token in [from, to), or -1.
func (s source) find(from, to int, word string) int {
	for i := from; i < min(to, len(s.Tokens())); i++ {
		if s.is(i, word) {
			return i
		}
	}
	return -1
}

// closing is the index of the bracket that closes the one at i.
func (s source) closing(i int) int {
	depth := 0
	for ; i < len(s.Tokens()); i++ {
		switch s.Tokens()[i].Text {
		case "(", "[":
			depth++
		case ")", "]":
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return len(s.Tokens())
}

// elementEnd is the index after the last token of the list element that
// token i is in: its comma, the bracket around the list, or the end.
func (s source) elementEnd(i int) int {
	for ; i < len(s.Tokens()); i++ {
		switch s.Tokens()[i].Text {
		case "(", "[":
			i = s.closing(i)
		case ")", "]", ",":
			return i
		}
	}
	return len(s.Tokens())
}

// text is the source of the tokens [from, to).
func (s source) text(from, to int) string {
	from, to = max(from, 0), min(to, len(s.Tokens()))
	if from >= to {
		return ""
	}
	last := s.Tokens()[to-1]
	return s.Text[s.Tokens()[from].Start : last.Start+len(last.Text)]
}

// inside is the source between the brackets that open at or after token i.
func (s source) inside(i int) string {
	open := s.find(i, len(s.Tokens()), "(")
	if open < 0 {
		return ""
	}
	return s.text(open+1, s.closing(open))
}

// offset is where token i starts, or the end of the text.
func (s source) offset(i int) int {
	if i < len(s.Tokens()) {
		return s.Tokens()[i].Start
	}
	return len(s.Text)
}

// lineAt is the line of the script an offset of the statement is on.
func (s source) lineAt(offset int32) int {
	at := min(max(int(offset), 0), len(s.Text))
	return s.Line + strings.Count(s.Text[:at], "\n")
}

// without is the statement with a keyword outside brackets cut out.
func (s source) without(word string) string {
	for i := 0; i < len(s.Tokens()); i++ {
		switch {
		case s.is(i, "("):
			i = s.closing(i)
		case s.is(i, word) && s.Tokens()[i].Keyword:
			return s.Text[:s.offset(i)] + s.Text[s.offset(i+1):]
		}
	}
	return s.Text
}

// withoutTablespace cuts [USING INDEX] TABLESPACE x out of a table, index or
// key: a sandbox has the server's default and no other.
func withoutTablespace(sql string, n *pg.Node) string {
	if n.GetCreateStmt() == nil && n.GetIndexStmt() == nil && n.GetAlterTableStmt() == nil && n.GetCreateTableAsStmt() == nil {
		return sql
	}
	if !strings.Contains(strings.ToLower(sql), "tablespace") {
		return sql
	}
	src := source{statement.New(sql)}
	tokens := src.Tokens()
	var b strings.Builder
	at, depth := 0, 0
	for i := range tokens {
		switch {
		case src.is(i, "("):
			depth++
		case src.is(i, ")"):
			depth--
		case depth == 0 && i > 0 && i+1 < len(tokens) && src.is(i, "tablespace") && tokens[i].Keyword:
			from := i
			if src.is(i-1, "index") && src.is(i-2, "using") {
				from = i - 2
			}
			b.WriteString(strings.TrimRight(sql[at:src.offset(from)], " \t"))
			at = src.offset(i+1) + len(tokens[i+1].Text)
		}
	}
	return b.String() + sql[at:]
}

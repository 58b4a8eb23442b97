package diff

import (
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/effigydb/effigy/ddl/statement"
)

// words that a mutation puts in each other's place.
var words = map[string][]string{
	"integer": {"bigint", "int", "numeric(8,2)"}, "int": {"bigint", "integer", "smallint"}, "bigint": {"int8", "integer"},
	"text": {"integer", "varchar", "varchar(9)"}, "timestamptz": {"timestamp with time zone", "timestamp"}, "numeric": {"decimal", "real"},
	"boolean": {"bool"}, "true": {"false", "'yes'"}, "false": {"true", "'off'"}, "now": {"clock_timestamp"}, "count": {"max"},
	"DESC": {"ASC", "DESC NULLS LAST"}, "ASC": {"DESC"}, "AND": {"OR"}, "OR": {"AND"}, "NOT": {""}, "IN": {"NOT IN"}, "BETWEEN": {"NOT BETWEEN"},
	">": {">=", "<"}, "<": {"<>", "<="}, "=": {"<>"}, "<>": {"!=", "="}, "+": {"-"}, "||": {"||''||"},
	"STABLE": {"IMMUTABLE"}, "IMMUTABLE": {"VOLATILE"}, "LANGUAGE": {"STRICT LANGUAGE", "SECURITY DEFINER LANGUAGE"},
	"BEFORE": {"AFTER"}, "AFTER": {"BEFORE"}, "INSERT": {"DELETE", "INSERT OR UPDATE"}, "ROW": {"STATEMENT"},
	"UNIQUE": {""}, "CASCADE": {"RESTRICT", "NO ACTION", "SET NULL"}, "RANGE": {"LIST"}, "ALWAYS": {"BY DEFAULT"},
	"SELECT": {"SELECT DISTINCT"}, "LEFT": {"INNER"}, "JOIN": {"LEFT JOIN"}, "VIEW": {"MATERIALIZED VIEW"}, "WHERE": {"WHERE true AND"}, "LIKE": {"ILIKE"},
	"btree": {"hash"}, "PERMISSIVE": {"RESTRICTIVE"}, "TABLE": {"UNLOGGED TABLE"},
}

// phrases that a mutation puts behind any token.
var phrases = []string{
	"NOT NULL", "DEFAULT 1", "DEFAULT NULL", "UNIQUE", "DEFERRABLE", "NULLS FIRST", "NO INHERIT", "NOT VALID", `COLLATE "C"`, "WITH (fillfactor=70)",
	"ON DELETE CASCADE", "::text", "::varchar", "::integer", "IS NOT NULL", "NULLS NOT DISTINCT", "INITIALLY DEFERRED", "CHECK (true)",
	"GENERATED ALWAYS AS IDENTITY", "[]", "WITH CHECK (true)", "LIMIT 3", "ORDER BY 1", "DESC", "MATCH FULL", "SET search_path TO public",
}

// mutate drops a statement, a token or an element of a list, adds a phrase,
// or changes one word, number or literal.
func mutate(r *rand.Rand, text string) (mutated, what string) {
	s := statement.Split(text)
	if len(s.Statements) == 0 {
		return text, ""
	}
	st := s.Statements[r.IntN(len(s.Statements))]
	kind := r.IntN(8)
	if kind == 0 {
		return text[:st.Start] + text[st.End+1:], "dropping " + st.Text
	}
	for range 50 {
		i := r.IntN(len(st.Tokens()))
		from, to, with := st.Tokens()[i].Start, st.Tokens()[i].Start+len(st.Tokens()[i].Text), ""
		switch kind {
		case 1:
		case 2:
			if st.Tokens()[i].Text != "," {
				continue
			}
			to = elementEnd(st.Tokens(), i)
		case 3:
			from, with = to, " "+phrases[r.IntN(len(phrases))]+" "
		default:
			if with = other(r, st.Tokens()[i].Text); with == st.Tokens()[i].Text {
				continue
			}
		}
		return text[:st.Start+from] + with + text[st.Start+to:], "putting " + with + " for " + st.Text[from:to] + " in " + st.Text
	}
	return text, ""
}

// other is another spelling or another meaning of a token.
func other(r *rand.Rand, token string) string {
	if w := words[token]; w != nil {
		return w[r.IntN(len(w))]
	}
	if n, err := strconv.Atoi(token); err == nil {
		return strconv.Itoa(n + 1)
	}
	if strings.HasPrefix(token, "'") && len(token) > 2 {
		return [...]string{token[:len(token)-1] + "x'", "E" + token, strings.ToUpper(token), token + "::text"}[r.IntN(4)]
	}
	return token
}

// elementEnd is where the element of a list after a comma ends.
func elementEnd(tokens []statement.Token, comma int) int {
	depth := 0
	for _, t := range tokens[comma+1:] {
		switch t.Text {
		case "(", "[":
			depth++
		case ")", "]":
			depth--
		}
		if depth < 0 || depth == 0 && t.Text == "," {
			return t.Start
		}
	}
	last := tokens[len(tokens)-1]
	return last.Start + len(last.Text)
}

package sanitize

import (
	"strings"

	"github.com/effigydb/effigy/ddl/statement"
)

// partOfWord: an underscore is an edge, because derived names have one there.
func partOfWord(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c >= 0x80 || c == '$'
}

// wordAt reports whether a text has a word at a place, between edges.
func wordAt(text string, at int, w string, fold bool) bool {
	end := at + len(w)
	if end > len(text) || at > 0 && partOfWord(text[at-1]) || end < len(text) && partOfWord(text[end]) {
		return false
	}
	return text[at:end] == w || fold && strings.EqualFold(text[at:end], w)
}

func containsWord(text, w string) bool {
	for i := range len(text) {
		if wordAt(text, i, w, true) {
			return true
		}
	}
	return false
}

// replaceWords puts new names for old; of two that fit the first is taken.
func replaceWords(text string, rules []rule) string {
	var b strings.Builder
	last := 0
	for i := 0; i < len(text); i++ {
		for _, r := range rules {
			if wordAt(text, i, r.old, r.fold) {
				b.WriteString(text[last:i] + r.new)
				i += len(r.old) - 1
				last = i + 1
				break
			}
		}
	}
	return b.String() + text[last:]
}

// proof says what speaks against a renamed text, or "": it has the same
// statements, each of them parses where it did, no name outgrew Postgres' 63
// bytes, no word of Postgres' own was changed, no old name is left, and put
// back the new names give the text that came in.
func proof(before *statement.Script, out string, rules []rule) string {
	after := statement.Split(out)
	if len(after.Statements) != len(before.Statements) {
		return "the renamed text has other statements"
	}
	for i := range after.Statements {
		a, b := &before.Statements[i], &after.Statements[i]
		if (a.Err == nil) != (b.Err == nil) || a.Err == nil && nodeName(a.Node) != nodeName(b.Node) {
			return "a renamed statement reads differently"
		}
	}
	var back []rule
	for _, r := range rules {
		if containsWordOf(out, r) {
			return "the old name would be left"
		}
		back = append(back, rule{old: r.new, new: r.old, fold: true})
	}
	if !strings.EqualFold(replaceWords(out, back), before.Text) {
		return "the renamed text can't be reversed"
	}
	return spoiled(before.Text, out, rules)
}

func containsWordOf(text string, r rule) bool {
	for i := range len(text) {
		if wordAt(text, i, r.old, r.fold) {
			return true
		}
	}
	return false
}

// spoiled looks at every name that changed. Two names that differ only in
// case would become one.
func spoiled(in, out string, rules []rule) string {
	from := map[string]string{}
	for _, t := range deepTokens(in) {
		if t.kind != word && t.kind != identifier {
			continue
		}
		old := strings.Trim(t.text, `"`)
		if t.kind == word {
			old = strings.ToLower(old)
		}
		changed := replaceWords(old, rules)
		switch other, seen := from[changed]; {
		case seen && other != old:
			return "two names would become one"
		case changed != old && len(changed) > 63:
			return "a name that follows it would have more than 63 bytes"
		case changed != old && known(old):
			return "a name of Postgres' own has the old one in it"
		}
		from[changed] = old
	}
	return ""
}

// deepTokens are the tokens of a text and of the dollar-quoted bodies in it.
func deepTokens(text string) []token {
	var out []token
	for _, t := range lex(text) {
		if tag := dollarTag(t.text); t.kind == literal && tag != "" && len(t.text) >= 2*len(tag) {
			out = append(out, deepTokens(t.text[len(tag):len(t.text)-len(tag)])...)
			continue
		}
		out = append(out, t)
	}
	return out
}

package expr

import (
	"sort"
	"strings"
)

// normalArray prints an array literal with every element quoted and in the
// form of its type; false when it is none.
func (a *Analyzer) normalArray(s string, elem Type) (string, bool) {
	p := &arrayParser{text: strings.TrimSpace(s), elem: func(v string) string {
		out, ok := a.value(v, a.base(elem))
		if !ok {
			return v
		}
		return out
	}}
	out, ok := p.array(0)
	return out, ok && p.pos == len(p.text)
}

type arrayParser struct {
	text string
	pos  int
	elem func(string) string
}

func (p *arrayParser) array(depth int) (string, bool) {
	if depth > 6 || p.pos >= len(p.text) || p.text[p.pos] != '{' {
		return "", false
	}
	p.pos++
	var out []string
	for {
		p.blanks()
		switch {
		case p.pos >= len(p.text):
			return "", false
		case p.text[p.pos] == '}':
			p.pos++
			return "{" + strings.Join(out, ",") + "}", true
		case p.text[p.pos] == ',' && len(out) > 0:
			p.pos++
			p.blanks()
		}
		e, ok := p.element(depth)
		if !ok {
			return "", false
		}
		out = append(out, e)
	}
}

func (p *arrayParser) blanks() {
	for p.pos < len(p.text) && strings.IndexByte(" \t\n\r", p.text[p.pos]) >= 0 {
		p.pos++
	}
}

func (p *arrayParser) element(depth int) (string, bool) {
	if p.pos < len(p.text) && p.text[p.pos] == '{' {
		return p.array(depth + 1)
	}
	if p.pos < len(p.text) && p.text[p.pos] == '"' {
		v, ok := p.quoted()
		return quoteElement(p.elem(v)), ok
	}
	start := p.pos
	for p.pos < len(p.text) && strings.IndexByte(",}{\"", p.text[p.pos]) < 0 {
		if p.text[p.pos] == '\\' {
			return "", false
		}
		p.pos++
	}
	v := strings.TrimSpace(p.text[start:p.pos])
	if v == "" {
		return "", false
	}
	if strings.EqualFold(v, "null") {
		return "NULL", true
	}
	return quoteElement(p.elem(v)), true
}

func (p *arrayParser) quoted() (string, bool) {
	var b strings.Builder
	for p.pos++; p.pos < len(p.text); p.pos++ {
		switch p.text[p.pos] {
		case '"':
			p.pos++
			return b.String(), true
		case '\\':
			p.pos++
			if p.pos >= len(p.text) {
				return "", false
			}
		}
		b.WriteByte(p.text[p.pos])
	}
	return "", false
}

func quoteElement(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
}

// normalLexemes prints a tsvector without positions as its sorted lexemes.
func normalLexemes(s string) string {
	if strings.ContainsAny(s, `:\`) {
		return s
	}
	seen := map[string]bool{}
	for rest := strings.TrimSpace(s); rest != ""; rest = strings.TrimSpace(rest) {
		if rest[0] != '\'' {
			word, after, _ := strings.Cut(rest, " ")
			seen[word], rest = true, after
			continue
		}
		end := 1
		for end < len(rest) && (rest[end] != '\'' || end+1 < len(rest) && rest[end+1] == '\'') {
			if rest[end] == '\'' {
				end++
			}
			end++
		}
		if end >= len(rest) {
			return s
		}
		seen[strings.ReplaceAll(rest[1:end], "''", "'")], rest = true, rest[end+1:]
	}
	out := make([]string, 0, len(seen))
	for w := range seen {
		out = append(out, quoteLiteral(w))
	}
	sort.Strings(out)
	return strings.Join(out, " ")
}

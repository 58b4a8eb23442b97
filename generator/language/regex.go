package language

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// maxRepeat is RE_DUP_MAX, the greatest bound Postgres takes.
const maxRepeat = 255

// maxPattern and maxNesting bound what is parsed at all.
const (
	maxPattern = 4000
	maxNesting = 60
)

// parser reads Postgres' advanced regular expressions (Henry Spencer's AREs,
// src/backend/regex/regcomp.c and regc_lex.c; manual section 9.7.3).
type parser struct {
	text   string
	pos    int
	fold   bool
	locale bool
	depth  int
}

func parseRegex(text string, fold bool) (parsed, error) {
	p := &parser{text: text, fold: fold}
	if len(text) > maxPattern {
		return parsed{}, fmt.Errorf("pattern of %d bytes is too long", len(text))
	}
	literal, err := p.director()
	if err != nil {
		return parsed{}, err
	}
	if literal {
		return parsed{root: p.literal(p.text[p.pos:]), locale: p.locale}, nil
	}
	root, err := p.alternatives()
	if err == nil && p.pos < len(p.text) {
		err = p.fault("unmatched )")
	}
	return parsed{root: root, locale: p.locale || p.fold}, err
}

func (p *parser) fault(what string) error {
	return fmt.Errorf("pattern at byte %d: %s", p.pos, what)
}

// director reads ***: and ***= and embedded options such as (?i).
func (p *parser) director() (literal bool, err error) {
	switch {
	case strings.HasPrefix(p.text, "***="):
		p.pos = 4
		return true, nil
	case strings.HasPrefix(p.text, "***:"):
		p.pos = 4
	case strings.HasPrefix(p.text, "***"):
		return false, p.fault("unknown director")
	}
	rest := p.text[p.pos:]
	end := strings.IndexByte(rest, ')')
	if !strings.HasPrefix(rest, "(?") || end < 3 || !isLetters(rest[2:end]) {
		return false, nil
	}
	for _, option := range rest[2:end] {
		switch option {
		case 'i':
			p.fold = true
		case 'c':
			p.fold = false
		case 'q':
			literal = true
		case 's', 't':
		default:
			return false, p.fault("option " + string(option) + " is not understood")
		}
	}
	p.pos += end + 1
	return literal, nil
}

func isLetters(s string) bool {
	for i := range len(s) {
		if s[i] < 'a' || s[i] > 'z' {
			return false
		}
	}
	return true
}

func (p *parser) literal(s string) *node {
	var args []*node
	for _, r := range s {
		args = append(args, p.rune(r))
	}
	return concat(args...)
}

func (p *parser) rune(r rune) *node { return p.chars(single(r)) }

func (p *parser) chars(c charset) *node {
	if p.fold {
		c = c.fold()
	}
	return char(c)
}

func (p *parser) more() bool { return p.pos < len(p.text) }

func (p *parser) peek() byte {
	if p.pos < len(p.text) {
		return p.text[p.pos]
	}
	return 0
}

func (p *parser) next() rune {
	r, n := utf8.DecodeRuneInString(p.text[p.pos:])
	p.pos += n
	return r
}

func (p *parser) alternatives() (*node, error) {
	if p.depth++; p.depth > maxNesting {
		return nil, p.fault("nested too deeply")
	}
	defer func() { p.depth-- }()
	var args []*node
	for {
		n, err := p.sequence()
		if err != nil {
			return nil, err
		}
		args = append(args, n)
		if p.peek() != '|' {
			return either(args...), nil
		}
		p.pos++
	}
}

func (p *parser) sequence() (*node, error) {
	var args []*node
	for p.more() && p.peek() != '|' && p.peek() != ')' {
		n, err := p.atom()
		if err != nil {
			return nil, err
		}
		n, err = p.quantified(n)
		if err != nil {
			return nil, err
		}
		args = append(args, n)
	}
	return concat(args...), nil
}

func (p *parser) atom() (*node, error) {
	switch c := p.peek(); {
	case c == '(':
		return p.group()
	case c == '[':
		return p.bracket()
	case c == '\\':
		return p.escape()
	case c == '*' || c == '+' || c == '?' || p.atBound():
		return nil, p.fault("quantifier without operand")
	}
	switch r := p.next(); r {
	case '.':
		return char(everything), nil
	case '^':
		return place(textStart), nil
	case '$':
		return place(textEnd), nil
	default:
		return p.rune(r), nil
	}
}

func (p *parser) group() (*node, error) {
	p.pos++
	if p.peek() == '?' {
		if !strings.HasPrefix(p.text[p.pos:], "?:") {
			return nil, p.fault("look-around is not regular")
		}
		p.pos += 2
	}
	n, err := p.alternatives()
	if err != nil {
		return nil, err
	}
	if p.peek() != ')' {
		return nil, p.fault("unmatched (")
	}
	p.pos++
	return n, nil
}

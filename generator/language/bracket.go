package language

import (
	"strings"
	"unicode"
)

// bracket reads a bracket expression.
func (p *parser) bracket() (*node, error) {
	rest := p.text[p.pos:]
	switch {
	case strings.HasPrefix(rest, "[[:<:]]"):
		return p.boundary(wordStart), nil
	case strings.HasPrefix(rest, "[[:>:]]"):
		return p.boundary(wordEnd), nil
	}
	p.pos++
	negated := p.peek() == '^'
	if negated {
		p.pos++
	}
	set, err := p.members()
	if err != nil {
		return nil, err
	}
	if p.fold {
		set = set.fold()
	}
	if negated {
		set = set.complement()
	}
	return char(set), nil
}

func (p *parser) boundary(a assertion) *node {
	p.locale = true
	p.pos += len("[[:<:]]")
	return place(a)
}

func (p *parser) members() (charset, error) {
	var set charset
	for first := true; ; first = false {
		if !p.more() {
			return nil, p.fault("unmatched [")
		}
		if p.peek() == ']' && !first {
			p.pos++
			return set, nil
		}
		part, err := p.member()
		if err != nil {
			return nil, err
		}
		set = set.union(part)
	}
}

// member reads a class, a character or a range.
func (p *parser) member() (charset, error) {
	if strings.HasPrefix(p.text[p.pos:], "[:") {
		return p.namedClass()
	}
	if p.peek() == '\\' && p.pos+1 < len(p.text) {
		if c, ok := p.classEscape(); ok {
			return c, nil
		}
	}
	low, err := p.endpoint()
	if err != nil {
		return nil, err
	}
	if p.peek() != '-' || p.pos+1 >= len(p.text) || p.text[p.pos+1] == ']' {
		return single(low), nil
	}
	p.pos++
	high, err := p.endpoint()
	if err != nil {
		return nil, err
	}
	if high < low {
		return nil, p.fault("range out of order")
	}
	return charset{{low, high}}, nil
}

func (p *parser) endpoint() (rune, error) {
	switch rest := p.text[p.pos:]; {
	case !p.more():
		return 0, p.fault("unmatched [")
	case strings.HasPrefix(rest, "[.") || strings.HasPrefix(rest, "[="):
		return p.collating(rest)
	case rest[0] == '\\':
		return p.charEscape()
	}
	return p.next(), nil
}

// collating reads [.x.] and [=x=] of one character; in Postgres each is that
// character alone.
func (p *parser) collating(rest string) (rune, error) {
	close := rest[1:2] + "]"
	end := strings.Index(rest[2:], close)
	if end < 0 {
		return 0, p.fault("unmatched [")
	}
	runes := []rune(rest[2 : 2+end])
	if len(runes) != 1 {
		return 0, p.fault("collating element is not understood")
	}
	p.pos += 2 + end + 2
	return runes[0], nil
}

func (p *parser) namedClass() (charset, error) {
	rest := p.text[p.pos+2:]
	end := strings.Index(rest, ":]")
	if end < 0 {
		return nil, p.fault("unmatched [")
	}
	set, ok := classes[rest[:end]]
	if !ok {
		return nil, p.fault("unknown character class")
	}
	if p.fold && (rest[:end] == "upper" || rest[:end] == "lower") {
		set = alpha
	}
	p.locale = true
	p.pos += 2 + end + 2
	return set, nil
}

// printable reports whether r can be shown in generated text.
func printable(r rune) bool { return r >= ' ' && r != 127 && (r < 127 || unicode.IsLetter(r)) }

package language

import "strconv"

// atBound reports whether a bound such as {2,3} starts here: in an ARE a {
// that no digit follows is an ordinary character.
func (p *parser) atBound() bool {
	return p.peek() == '{' && p.pos+1 < len(p.text) && isDigit(p.text[p.pos+1])
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// quantified reads the quantifier after an atom. Greed does not matter to
// whether a text matches.
func (p *parser) quantified(n *node) (*node, error) {
	low, high := 0, -1
	switch c := p.peek(); {
	case c == '*':
		p.pos++
	case c == '+':
		low = 1
		p.pos++
	case c == '?':
		high = 1
		p.pos++
	case p.atBound():
		var err error
		if low, high, err = p.bound(); err != nil {
			return nil, err
		}
	default:
		return n, nil
	}
	if n.kind == nodeAssert {
		return nil, p.fault("quantifier after a constraint")
	}
	if p.peek() == '?' {
		p.pos++
	}
	if c := p.peek(); c == '*' || c == '+' || c == '?' || p.atBound() {
		return nil, p.fault("quantifier after a quantifier")
	}
	return repeat(n, low, high), nil
}

func (p *parser) bound() (low, high int, err error) {
	p.pos++
	low, err = p.number()
	high = low
	if err == nil && p.peek() == ',' {
		p.pos++
		high = -1
		if isDigit(p.peek()) {
			high, err = p.number()
		}
	}
	if err != nil {
		return 0, 0, err
	}
	if p.peek() != '}' || high >= 0 && high < low {
		return 0, 0, p.fault("malformed bound")
	}
	p.pos++
	return low, high, nil
}

func (p *parser) number() (int, error) {
	start := p.pos
	for isDigit(p.peek()) {
		p.pos++
	}
	n, err := strconv.Atoi(p.text[start:p.pos])
	if err != nil || n > maxRepeat {
		return 0, p.fault("bound out of range")
	}
	return n, nil
}

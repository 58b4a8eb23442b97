package language

import (
	"strconv"
	"unicode"
	"unicode/utf8"
)

// escape reads a backslash sequence outside brackets.
func (p *parser) escape() (*node, error) {
	if p.pos+1 >= len(p.text) {
		return nil, p.fault("trailing backslash")
	}
	switch p.text[p.pos+1] {
	case 'A':
		return p.place(textStart), nil
	case 'Z':
		return p.place(textEnd), nil
	case 'm':
		return p.word(wordStart), nil
	case 'M':
		return p.word(wordEnd), nil
	case 'y':
		return p.word(wordEdge), nil
	case 'Y':
		return p.word(wordInner), nil
	}
	if c, ok := p.classEscape(); ok {
		return char(c), nil
	}
	r, err := p.charEscape()
	if err != nil {
		return nil, err
	}
	return p.rune(r), nil
}

func (p *parser) place(a assertion) *node {
	p.pos += 2
	return place(a)
}

// word is a place that depends on what the locale calls a word.
func (p *parser) word(a assertion) *node {
	p.locale = true
	return p.place(a)
}

// classEscape reads \d, \s, \w and their complements.
func (p *parser) classEscape() (charset, bool) {
	var c charset
	switch p.text[p.pos+1] {
	case 'd', 'D':
		c = digits
	case 's', 'S':
		c = blanks
	case 'w', 'W':
		c = word
	default:
		return nil, false
	}
	if unicode.IsUpper(rune(p.text[p.pos+1])) {
		c = c.complement()
	}
	p.locale = true
	p.pos += 2
	return c, true
}

var controlEscapes = map[byte]rune{
	'a': 7, 'b': 8, 'B': '\\', 'e': 27, 'f': 12, 'n': 10, 'r': 13, 't': 9, 'v': 11,
}

// charEscape reads an escape that stands for one character.
func (p *parser) charEscape() (rune, error) {
	p.pos++
	if !p.more() {
		return 0, p.fault("trailing backslash")
	}
	c := p.peek()
	if r, ok := controlEscapes[c]; ok {
		p.pos++
		return r, nil
	}
	switch {
	case c == 'u':
		return p.hex(4)
	case c == 'U':
		return p.hex(8)
	case c == 'x':
		return p.hex(0)
	case c == '0':
		return p.octal()
	case isDigit(c):
		return 0, p.fault("back references are not regular")
	case c < utf8.RuneSelf && (c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'):
		return 0, p.fault("escape is not understood")
	}
	return p.next(), nil
}

// hex reads exactly n hexadecimal digits, or as many as there are for n = 0.
func (p *parser) hex(n int) (rune, error) {
	p.pos++
	start := p.pos
	for p.more() && classes["xdigit"].contains(rune(p.peek())) && (n == 0 || p.pos-start < n) {
		p.pos++
	}
	v, err := strconv.ParseUint(p.text[start:p.pos], 16, 31)
	if err != nil || n > 0 && p.pos-start != n || v == 0 || !utf8.ValidRune(rune(v)) {
		return 0, p.fault("malformed character number")
	}
	return rune(v), nil
}

func (p *parser) octal() (rune, error) {
	start := p.pos
	for p.more() && p.peek() >= '0' && p.peek() <= '7' && p.pos-start < 3 {
		p.pos++
	}
	v, err := strconv.ParseUint(p.text[start:p.pos], 8, 31)
	if err != nil || v == 0 {
		return 0, p.fault("malformed character number")
	}
	return rune(v), nil
}

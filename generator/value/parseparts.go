package value

import "strings"

// maxDims is Postgres' MAXDIM.
const maxDims = 6

// keep copies parsed values into the arena.
func keep(parts []Value, a *Arena) []Value {
	e := a.Values(len(parts))
	copy(e, parts)
	return e
}

// parseArray reads {…}; arrays with lower bounds of their own are not
// understood, and dimensions must be even.
func (c *Codec) parseArray(text string, a *Arena) (Value, bool) {
	separator := byte(',')
	if c.elem.form == formBox {
		separator = ';'
	}
	s := scanner{text: strings.TrimSpace(text), separator: separator}
	v, ok := c.arrayLevel(&s, a, 1)
	return v, ok && s.at == len(s.text) && c.even(v)
}

func (c *Codec) arrayLevel(s *scanner, a *Arena, depth int) (Value, bool) {
	if depth > maxDims || !s.take('{') {
		return Value{}, false
	}
	var parts []Value
	for s.blank(); !s.take('}'); s.blank() {
		if len(parts) > 0 && !s.take(s.separator) {
			return Value{}, false
		}
		s.blank()
		var e Value
		ok := true
		if s.peek() == '{' && c.elem.form != formMultirange {
			e, ok = c.arrayLevel(s, a, depth+1)
		} else {
			word, quoted, read := s.word(s.separator, '}')
			if ok = read; ok && (quoted || !strings.EqualFold(word, "null")) {
				e, ok = c.elem.parse(word, a)
			}
		}
		if !ok {
			return Value{}, false
		}
		parts = append(parts, e)
	}
	return Value{Kind: Array, E: keep(parts, a)}, true
}

// even reports whether all sub-arrays have the shape of the first.
func (c *Codec) even(v Value) bool {
	if !c.nested(v) {
		for _, e := range v.E {
			if e.Kind == Array && c.elem.form != formMultirange {
				return false
			}
		}
		return true
	}
	for _, e := range v.E {
		if e.Kind != Array || len(e.E) != len(v.E[0].E) || c.nested(e) != c.nested(v.E[0]) || !c.even(e) {
			return false
		}
	}
	return true
}

func (c *Codec) parseMultirange(text string, a *Arena) (Value, bool) {
	s := scanner{text: strings.TrimSpace(text), separator: ','}
	if !s.take('{') {
		return Value{}, false
	}
	var parts []Value
	for s.blank(); !s.take('}'); s.blank() {
		if len(parts) > 0 && !s.take(',') {
			return Value{}, false
		}
		s.blank()
		from := s.at
		for s.at < len(s.text) && s.peek() != ')' && s.peek() != ']' {
			if s.peek() == '"' {
				if _, _, ok := s.word(0); !ok {
					return Value{}, false
				}
				continue
			}
			s.at++
		}
		s.at = min(s.at+1, len(s.text))
		r, ok := c.elem.parse(s.text[from:s.at], a)
		if !ok {
			return Value{}, false
		}
		if r.N&RangeEmpty == 0 {
			parts = append(parts, r)
		}
	}
	return Value{Kind: Array, E: keep(parts, a)}, s.at == len(s.text)
}

func (c *Codec) parseRow(text string, a *Arena) (Value, bool) {
	s := scanner{text: strings.TrimSpace(text), separator: ',', doubled: true}
	if !s.take('(') {
		return Value{}, false
	}
	e := a.Values(len(c.fields))
	for i, f := range c.fields {
		if i > 0 && !s.take(',') {
			return Value{}, false
		}
		word, quoted, ok := s.word(',', ')')
		if ok && (word != "" || quoted) {
			e[i], ok = f.parse(word, a)
		}
		if !ok {
			return Value{}, false
		}
	}
	return Value{Kind: Row, E: e}, s.take(')') && s.at == len(s.text)
}

// scanner walks the text form of an array, range or composite.
type scanner struct {
	text      string
	at        int
	separator byte
	doubled   bool // a doubled quote is one (ranges and rows)
}

func (s *scanner) peek() byte {
	if s.at < len(s.text) {
		return s.text[s.at]
	}
	return 0
}

func (s *scanner) take(b byte) bool {
	if s.at < len(s.text) && s.text[s.at] == b {
		s.at++
		return true
	}
	return false
}

func (s *scanner) blank() {
	for s.at < len(s.text) && (s.text[s.at] == ' ' || s.text[s.at] >= '\t' && s.text[s.at] <= '\r') {
		s.at++
	}
}

// word reads up to one of the ends, quotes and backslashes undone. With no
// ends it reads one quoted string.
func (s *scanner) word(ends ...byte) (word string, quoted, ok bool) {
	var b strings.Builder
	inside := false
	for s.at < len(s.text) {
		c := s.text[s.at]
		switch {
		case c == '\\' && s.at+1 < len(s.text):
			s.at++
			b.WriteByte(s.text[s.at])
		case c == '"' && inside && s.doubled && strings.HasPrefix(s.text[s.at:], `""`):
			s.at++
			b.WriteByte('"')
		case c == '"':
			inside, quoted = !inside, true
			if !inside && ends[0] == 0 {
				s.at++
				return b.String(), true, true
			}
		case !inside && strings.IndexByte(string(ends), c) >= 0:
			return s.unquoted(b.String(), quoted), quoted, true
		default:
			b.WriteByte(c)
		}
		s.at++
	}
	return "", false, false
}

// unquoted drops the blanks after an array's bare element.
func (s *scanner) unquoted(word string, quoted bool) string {
	if quoted || s.doubled {
		return word
	}
	return strings.TrimRight(word, " \t\n\r\v\f")
}

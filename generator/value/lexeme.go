package value

import (
	"strconv"
	"strings"
)

// appendLexemes appends tsvector_send's payload for a tsvector's text: the
// number of lexemes, each as a C string with its positions, of which the two
// high bits are the weight.
func appendLexemes(dst, text []byte) ([]byte, bool) {
	at, n := len(dst), 0
	dst = append(dst, 0, 0, 0, 0)
	s := words{text: string(text)}
	for s.blank(); s.at < len(s.text); s.blank() {
		word, ok := s.token('\'', " :")
		if !ok || word == "" {
			return dst[:at], false
		}
		dst = append(append(dst, word...), 0)
		positions, ok := s.positions()
		if !ok {
			return dst[:at], false
		}
		dst = big.AppendUint16(dst, uint16(len(positions)))
		for _, p := range positions {
			dst = big.AppendUint16(dst, p)
		}
		n++
	}
	big.PutUint32(dst[at:], uint32(n))
	return dst, true
}

// appendPairs appends hstore_send's payload for an hstore's text.
func appendPairs(dst, text []byte) ([]byte, bool) {
	at, n := len(dst), 0
	dst = append(dst, 0, 0, 0, 0)
	s := words{text: string(text)}
	for s.blank(); s.at < len(s.text); s.blank() {
		if n > 0 && !s.take(",") {
			return dst[:at], false
		}
		s.blank()
		key, okKey := s.token('"', " =")
		s.blank()
		if !okKey || !s.take("=>") {
			return dst[:at], false
		}
		s.blank()
		from := s.at
		val, okVal := s.token('"', " ,")
		if !okVal {
			return dst[:at], false
		}
		dst = append(big.AppendUint32(dst, uint32(len(key))), key...)
		if strings.EqualFold(s.text[from:s.at], "null") {
			dst = big.AppendUint32(dst, 1<<32-1)
		} else {
			dst = append(big.AppendUint32(dst, uint32(len(val))), val...)
		}
		n++
	}
	big.PutUint32(dst[at:], uint32(n))
	return dst, true
}

// words walks the tokens of a tsvector or hstore.
type words struct {
	text string
	at   int
}

func (s *words) blank() {
	for s.at < len(s.text) && s.text[s.at] == ' ' {
		s.at++
	}
}

func (s *words) take(t string) bool {
	if strings.HasPrefix(s.text[s.at:], t) {
		s.at += len(t)
		return true
	}
	return false
}

// token reads a quoted token, in which a backslash or a doubled quote escapes,
// or a bare one up to one of the ends.
func (s *words) token(quote byte, ends string) (string, bool) {
	var b strings.Builder
	quoted := s.at < len(s.text) && s.text[s.at] == quote
	if quoted {
		s.at++
	}
	for ; s.at < len(s.text); s.at++ {
		c := s.text[s.at]
		switch {
		case c == '\\' && s.at+1 < len(s.text):
			s.at++
			b.WriteByte(s.text[s.at])
			continue
		case quoted && c == quote && quote == '\'' && s.at+1 < len(s.text) && s.text[s.at+1] == quote:
			s.at++
		case quoted && c == quote:
			s.at++
			return b.String(), true
		case !quoted && strings.IndexByte(ends, c) >= 0:
			return b.String(), true
		}
		b.WriteByte(c)
	}
	return b.String(), !quoted
}

// positions reads :1,3B and the like; none is no fault.
func (s *words) positions() ([]uint16, bool) {
	if !s.take(":") {
		return nil, true
	}
	end := strings.IndexByte(s.text[s.at:], ' ')
	if end < 0 {
		end = len(s.text) - s.at
	}
	list := strings.Split(s.text[s.at:s.at+end], ",")
	s.at += end
	var all []uint16
	for _, p := range list {
		digits := strings.TrimRight(p, "ABCD")
		n, err := strconv.ParseUint(digits, 10, 14)
		weight := strings.Index("DCBA", p[len(digits):])
		if err != nil || len(p)-len(digits) > 1 || n == 0 || len(all) > 0 && uint16(n) <= all[len(all)-1]&(1<<14-1) {
			return nil, false
		}
		all = append(all, uint16(weight)<<14|uint16(n))
	}
	return all, true
}

package expr

import (
	"math/big"
	"slices"
	"strings"
	"time"

	"github.com/effigydb/effigy/ddl/diff/builtin"
)

// span is a range: its bounds in the form of their type, "" where it has none.
type span struct {
	low, high               string
	lowClosed, highClosed   bool
	lowUnbound, highUnbound bool
}

// rangeValue prints the literal of a range or multirange as its output
// function does: discrete ranges as [low,high), an empty one as empty.
func (a *Analyzer) rangeValue(s string, t Type, r builtin.Range) string {
	if t.Name == r.Multirange {
		if out, ok := a.normalMultirange(s, r); ok {
			return out
		}
		return s
	}
	p := &rangeParser{text: strings.TrimSpace(s)}
	out, ok := p.span()
	p.blanks()
	if !ok || p.pos != len(p.text) {
		return s
	}
	return a.settle(out, r).String()
}

// normalMultirange prints the literal of a multirange; the ranges of a
// discrete type are sorted and joined where they meet.
func (a *Analyzer) normalMultirange(s string, r builtin.Range) (string, bool) {
	text := strings.TrimSpace(s)
	if len(text) < 2 || text[0] != '{' || text[len(text)-1] != '}' {
		return "", false
	}
	p := &rangeParser{text: strings.TrimSpace(text[1 : len(text)-1])}
	var spans []span
	for p.pos < len(p.text) {
		one, ok := p.span()
		if !ok {
			return "", false
		}
		if one = a.settle(one, r); !one.empty() {
			spans = append(spans, one)
		}
		p.comma()
	}
	if discrete[r.Name] {
		spans = joined(spans, r.Subtype)
	}
	parts := make([]string, len(spans))
	for i, one := range spans {
		parts[i] = one.String()
	}
	return "{" + strings.Join(parts, ",") + "}", true
}

// discrete are the ranges with a canonical function.
var discrete = map[string]bool{"int4range": true, "int8range": true, "daterange": true}

// settle brings the bounds into the form of their type.
func (a *Analyzer) settle(s span, r builtin.Range) span {
	if s.empty() {
		return s
	}
	t := a.base(Type{Name: r.Subtype})
	s.low, s.high = a.bound(s.low, t), a.bound(s.high, t)
	if discrete[r.Name] {
		if next := step(t.Name, s.low); next != "" && !s.lowUnbound && !s.lowClosed {
			s.low, s.lowClosed = next, true
		}
		if next := step(t.Name, s.high); next != "" && !s.highUnbound && s.highClosed {
			s.high, s.highClosed = next, false
		}
	}
	if !s.lowUnbound && !s.highUnbound && s.low == s.high && !(s.lowClosed && s.highClosed) {
		return emptySpan
	}
	return s
}

func (a *Analyzer) bound(text string, t Type) string {
	if out, ok := a.value(text, t); ok {
		return out
	}
	return text
}

// step is the next value of a discrete type, "" for any other.
func step(typ, value string) string {
	switch {
	case isInteger(typ):
		if n, ok := new(big.Int).SetString(value, 10); ok {
			return n.Add(n, big.NewInt(1)).String()
		}
	case typ == "date":
		if t, err := time.Parse(time.DateOnly, value); err == nil {
			return t.AddDate(0, 0, 1).Format(time.DateOnly)
		}
	}
	return ""
}

// joined sorts spans of a discrete type and joins those that meet.
func joined(spans []span, typ string) []span {
	less := func(x, y string) int {
		if typ == "date" {
			return strings.Compare(x, y)
		}
		i, _ := new(big.Int).SetString(x, 10)
		j, _ := new(big.Int).SetString(y, 10)
		if i == nil || j == nil {
			return strings.Compare(x, y)
		}
		return i.Cmp(j)
	}
	slices.SortStableFunc(spans, func(x, y span) int {
		switch {
		case x.lowUnbound:
			return -1
		case y.lowUnbound:
			return 1
		}
		return less(x.low, y.low)
	})
	var out []span
	for _, s := range spans {
		last := len(out) - 1
		if last < 0 || !out[last].highUnbound && !s.lowUnbound && less(out[last].high, s.low) < 0 {
			out = append(out, s)
			continue
		}
		if !out[last].highUnbound && (s.highUnbound || less(out[last].high, s.high) < 0) {
			out[last].high, out[last].highUnbound = s.high, s.highUnbound
		}
	}
	return out
}

var emptySpan = span{low: "empty"}

func (s span) empty() bool { return s == emptySpan }

// String prints the span; bounds are always quoted, which is one form too.
func (s span) String() string {
	if s.empty() {
		return "empty"
	}
	var b strings.Builder
	b.WriteString(map[bool]string{true: "[", false: "("}[s.lowClosed && !s.lowUnbound])
	if !s.lowUnbound {
		b.WriteString(quoteElement(s.low))
	}
	b.WriteByte(',')
	if !s.highUnbound {
		b.WriteString(quoteElement(s.high))
	}
	b.WriteString(map[bool]string{true: "]", false: ")"}[s.highClosed && !s.highUnbound])
	return b.String()
}

// rangeParser reads what range_in reads.
type rangeParser struct {
	text string
	pos  int
}

func (p *rangeParser) blanks() {
	for p.pos < len(p.text) && strings.IndexByte(" \t\n\r", p.text[p.pos]) >= 0 {
		p.pos++
	}
}

func (p *rangeParser) comma() {
	p.blanks()
	if p.pos < len(p.text) && p.text[p.pos] == ',' {
		p.pos++
	}
	p.blanks()
}

func (p *rangeParser) span() (span, bool) {
	p.blanks()
	rest := p.text[p.pos:]
	if len(rest) >= len("empty") && strings.EqualFold(rest[:len("empty")], "empty") {
		p.pos += len("empty")
		return emptySpan, true
	}
	if rest == "" || rest[0] != '[' && rest[0] != '(' {
		return span{}, false
	}
	s := span{lowClosed: rest[0] == '['}
	p.pos++
	var ok bool
	if s.low, s.lowUnbound, ok = p.bound(","); !ok {
		return span{}, false
	}
	p.pos++
	if s.high, s.highUnbound, ok = p.bound(")]"); !ok {
		return span{}, false
	}
	s.highClosed = p.text[p.pos] == ']'
	p.pos++
	return s, true
}

// bound reads up to one of the ends, which stays unread.
func (p *rangeParser) bound(ends string) (value string, unbound, ok bool) {
	var b strings.Builder
	quoted, any := false, false
	for ; p.pos < len(p.text); p.pos++ {
		c := p.text[p.pos]
		switch {
		case c == '\\' && p.pos+1 < len(p.text):
			p.pos++
			b.WriteByte(p.text[p.pos])
			any = true
		case c == '"' && quoted && p.pos+1 < len(p.text) && p.text[p.pos+1] == '"':
			p.pos++
			b.WriteByte('"')
		case c == '"':
			quoted, any = !quoted, true
		case !quoted && strings.IndexByte(ends, c) >= 0:
			return b.String(), !any, true
		case !quoted && strings.IndexByte("()[],", c) >= 0:
			return "", false, false
		default:
			b.WriteByte(c)
			any = true
		}
	}
	return "", false, false
}

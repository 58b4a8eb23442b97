package space

import (
	"strings"
	"unicode/utf8"

	"github.com/effigydb/effigy/generator/draw"
	"github.com/effigydb/effigy/generator/language"
	"github.com/effigydb/effigy/generator/value"
)

// prefixed is a space of texts that begin with a given one, each followed by
// a text of the column's own kind. Where the beginning differs from row to
// row it costs far less than a language.
type prefixed struct {
	begin string
	inner Space
}

// prefixed is that space for a single LIKE 'begin%'; nil where the domain asks
// for more, or where the usual texts begin so anyway.
func (b *builder) prefixed(f fit) Space {
	d := &b.Domain
	switch b.codec.Type.Name.Name {
	case "text", "varchar", "citext":
	default:
		return nil
	}
	if len(d.Patterns) != 1 || len(d.Padded) > 0 || len(d.NotLen) > 0 || len(d.Not) > 0 || d.Trimmed || d.Octets.Capped || f.lower || f.upper || b.Fold {
		return nil
	}
	begin, ok := beginning(d.Patterns[0])
	n := utf8.RuneCountInString(begin)
	if !ok || n == 0 || f.max >= 0 && f.max < n+4 {
		return nil
	}
	whole, err := b.plainText(f)
	for i := range uint64(8) {
		if err == nil && strings.HasPrefix(string(whole.Draw(draw.Mix(i), nil).B), begin) {
			return nil
		}
	}
	f.min = max(f.min-n, 1)
	if f.max >= 0 {
		f.max -= n
	}
	inner, err := b.plainText(f)
	if err != nil {
		return nil
	}
	return &prefixed{begin, inner}
}

// beginning reads LIKE 'begin%'.
func beginning(p language.Pattern) (string, bool) {
	if p.Syntax != language.Like || p.Fold || p.Negated {
		return "", false
	}
	body, ok := strings.CutSuffix(p.Text, "%")
	var out strings.Builder
	for i := 0; i < len(body); i++ {
		switch c := body[i]; c {
		case '%', '_':
			return "", false
		case '\\':
			if i++; i == len(body) {
				return "", false
			}
			out.WriteByte(body[i])
		default:
			out.WriteByte(c)
		}
	}
	return out.String(), ok
}

func (p *prefixed) Name() string { return "'" + p.begin + "' and " + p.inner.Name() }

func (p *prefixed) Capacity() uint64 { return p.inner.Capacity() }

func (p *prefixed) Unrank(rank uint64, a *value.Arena) value.Value {
	return p.after(p.inner.Unrank(rank, a), a)
}

func (p *prefixed) Draw(h uint64, a *value.Arena) value.Value { return p.after(p.inner.Draw(h, a), a) }

func (p *prefixed) after(v value.Value, a *value.Arena) value.Value {
	return value.Value{Kind: value.Text, B: a.Keep(append(append(a.Scratch(len(p.begin)+len(v.B)), p.begin...), v.B...))}
}

package space

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/draw"
	"github.com/effigydb/effigy/generator/language"
	"github.com/effigydb/effigy/generator/value"
)

// patterned is a space of texts that match patterns: those of a composer
// where its texts match, else those of the language itself.
type patterned struct {
	name     string
	language *language.Language
	matcher  *language.Matcher
	inner    *text   // nil where its texts rarely match
	group    Grouped // inner where its texts are parts of a person or a place
	ranks    bool    // inner's texts match throughout, so that its ranks serve
	fit      fit
}

// samples is how many texts of a composer are tried against the patterns.
const samples = 200

// patterned builds the space of a text with patterns.
func (b *builder) patterned(f fit) (Space, error) {
	if p := b.prefixed(f); p != nil {
		return p, nil
	}
	patterns := append([]language.Pattern{}, b.Domain.Patterns...)
	if len(b.Domain.Padded) > 0 && len(b.codec.Type.Mods) > 0 { // as long as its padding: both see the same
		f.min = b.codec.Type.Mod(0, 1)
		patterns = append(patterns, b.Domain.Padded...)
	}
	for _, n := range b.Domain.NotLen {
		patterns = append(patterns, language.Pattern{Text: fmt.Sprintf("^.{%d}$", n), Negated: true})
	}
	o := language.Options{MinLen: f.min, MaxLen: max(f.max, 0), Lower: f.lower, Upper: f.upper, Trimmed: b.Domain.Trimmed, Want: b.Need}
	if f.max == 0 {
		return b.emptyText(patterns, o)
	}
	if b.codec.Type.Is("bpchar") {
		o.Trimmed = true
	}
	l, err := b.compile(patterns, o)
	if err != nil {
		return nil, err
	}
	m, err := language.NewMatcher(patterns, o)
	if err != nil {
		return nil, fmt.Errorf("patterns: %w: %w", err, ErrUnknown)
	}
	p := &patterned{name: "pattern " + spelling(patterns), language: l, matcher: m, fit: f}
	p.adopt(b)
	if p.inner != nil {
		p.name = p.inner.name + ", " + p.name
	}
	if p.group != nil && (p.ranks || b.Need == 0) {
		return except(&patternedPart{p}, b.Domain.Not, b.Type)
	}
	return except(p, b.Domain.Not, b.Type)
}

// patternedPart are matching texts that go with others of the row.
type patternedPart struct{ *patterned }

// Part is the member's text where it matches.
func (p *patternedPart) Part(member uint64, a *value.Arena) value.Value {
	if v := p.group.Part(member, a); p.matches(v) {
		return v
	}
	return p.Draw(draw.Mix(member), a)
}

// compile builds the language. Where case must not be all that tells two
// texts apart, one case is enough if it leaves as many as are needed.
func (b *builder) compile(patterns []language.Pattern, o language.Options) (*language.Language, error) {
	attempts := []language.Options{o}
	if !o.Lower && !o.Upper && (b.Fold || b.codec.Type.Name.Name == "citext") {
		lower, upper := o, o
		lower.Lower, upper.Upper = true, true
		attempts = []language.Options{lower, upper, o}
	}
	var best *language.Language
	for _, o := range attempts {
		l, err := language.Compile(patterns, o)
		if err != nil {
			return nil, fmt.Errorf("patterns: %w: %w", err, ErrUnknown)
		}
		if best == nil || best.Count() == 0 {
			best = l
		}
		if l.Count() > 0 && l.Count() >= b.Need {
			return l, nil
		}
	}
	if best.Count() == 0 {
		return nil, fmt.Errorf("patterns: %w", ErrEmpty)
	}
	return best, nil
}

// emptyText is the space of ” alone, where it matches.
func (b *builder) emptyText(patterns []language.Pattern, o language.Options) (Space, error) {
	o.MaxLen = 0
	m, err := language.NewMatcher(patterns, o)
	if err != nil {
		return nil, fmt.Errorf("patterns: %w: %w", err, ErrUnknown)
	}
	if ok, known := m.Match(""); !ok && known {
		return nil, fmt.Errorf("patterns: %w", ErrEmpty)
	}
	return newFinite("''", []value.Value{{Kind: value.Text, B: []byte{}}}, b.Key), nil
}

// paths is the space of ltree with rules on its text.
func (b *builder) paths() (Space, error) {
	b.Domain.Patterns = append(b.Domain.Patterns[:len(b.Domain.Patterns):len(b.Domain.Patterns)],
		language.Pattern{Text: `^[a-z0-9_]+(\.[a-z0-9_]+)*$`})
	return b.patterned(fit{max: 120})
}

// adopt takes the composer of the column's meaning where its texts match.
func (p *patterned) adopt(b *builder) {
	for first := 0; first < variants && b.Meaning != 0 && p.inner == nil; first++ {
		b.variant = first
		p.try(b)
	}
}

func (p *patterned) try(b *builder) {
	s, err := b.plainText(p.fit)
	if err != nil {
		return
	}
	inner, ok := s.(*text)
	g, isPart := s.(*partText)
	if isPart {
		inner, ok = &g.text, true
	}
	if !ok {
		return
	}
	if !p.hits(inner) {
		return
	}
	if p.inner = inner; isPart {
		p.group = g
	}
	p.ranks = inner.Capacity() >= min(p.language.Count(), max(b.Need, 1)) && p.ranked(inner)
}

// hits reports that the pattern takes more than a quarter of what a composer
// draws: none of the first few tells enough.
func (p *patterned) hits(inner *text) bool {
	n := 0
	for i := range uint64(samples) {
		if p.matches(inner.Draw(draw.Mix(i), nil)) {
			n++
		}
		if n == 0 && i == samples/8 {
			return false
		}
	}
	return n > samples/4
}

// ranked reports that the pattern takes all that a composer counts, as far as
// some of it tells.
func (p *patterned) ranked(inner *text) bool {
	for i := range uint64(samples) {
		if !p.matches(inner.Unrank(draw.Below(draw.Mix(i), inner.Capacity()), nil)) || !p.matches(inner.Unrank(i%inner.Capacity(), nil)) {
			return false
		}
	}
	return true
}

func (p *patterned) matches(v value.Value) bool {
	ok, known := p.matcher.Match(string(v.B))
	return ok && known
}

// spelling is the first pattern as people write it, and how many more.
func spelling(patterns []language.Pattern) string {
	text := patterns[0].Text
	if utf8.RuneCountInString(text) > 40 {
		text = string([]rune(text)[:40]) + "…"
	}
	text = strings.ToValidUTF8(text, "?")
	if n := len(patterns) - 1; n > 0 {
		text += fmt.Sprintf(" and %d more", n)
	}
	return text
}

func (p *patterned) Name() string { return p.name }

func (p *patterned) Capacity() uint64 {
	if p.ranks {
		return p.inner.Capacity()
	}
	return p.language.Count()
}

func (p *patterned) Unrank(rank uint64, a *value.Arena) value.Value {
	if p.ranks {
		if v := p.inner.Unrank(rank, a); p.matches(v) {
			return v
		}
		rank = draw.Below(draw.Mix(rank), p.language.Count())
	}
	return value.Value{Kind: value.Text, B: a.Keep(p.language.Unrank(a.Scratch(64), rank))}
}

func (p *patterned) Draw(h uint64, a *value.Arena) value.Value {
	if p.inner != nil {
		for range 4 {
			if v := p.inner.Draw(h, a); p.matches(v) {
				return v
			}
			h = draw.Next(h)
		}
	}
	return value.Value{Kind: value.Text, B: a.Keep(p.language.Draw(a.Scratch(64), h))}
}

// formatted is the space of texts in the form of another type: documents, as
// far as there is room for them.
func (b *builder) formatted(f fit) (Space, error) {
	format := b.Domain.Format
	if format == "" { // rules of a document hold without one on its form
		format = "json"
	}
	kind, isJSON := strings.CutPrefix(format, "json")
	if isJSON && (f.max < 0 || f.max >= 1000) {
		if b.Domain.JSON == nil {
			b.Domain.JSON = &domain.JSON{Type: strings.Replace(strings.TrimSpace(kind), "scalar", "number", 1)}
		}
		return b.documents()
	}
	if b.Domain.JSON != nil {
		return nil, fmt.Errorf("short documents: %w", ErrUnknown)
	}
	t := &text{name: format, fit: f}
	switch format {
	case "json", "json object":
		t.c = must(newTemplate(f.max, 1, "", literal(`{"n": 1`), literal("}")))
	case "json array":
		t.c = must(newTemplate(f.max, 1, "", literal("[1"), literal("]")))
	case "json scalar":
		t.c = must(newTemplate(f.max, -1, "", literal("1")))
	case "xml document", "xml content":
		t.c = must(newTemplate(f.max, 1, "", literal("<n>1"), literal("</n>")))
	}
	if t.c == nil {
		return nil, fmt.Errorf("format %s: %w", format, ErrUnknown)
	}
	return except(t, b.Domain.Not, b.Type)
}

// must keeps a nil template from becoming a composer that is not nil.
func must(t *template) composer {
	if t == nil {
		return nil
	}
	return t
}

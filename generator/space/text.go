package space

import (
	"bytes"
	"fmt"
	"unicode/utf8"

	"github.com/effigydb/effigy/generator/value"
)

// fit are the limits of a text: characters, -1 for no greatest, and case.
type fit struct {
	min, max     int
	lower, upper bool
}

func (f fit) has(n int) bool { return n >= f.min && (f.max < 0 || n <= f.max) }

// nameBytes is what the type name holds.
const nameBytes = 63

// fit combines the type's length with the domain's.
func (b *builder) fit() (fit, error) {
	d := &b.Domain
	f := fit{min: d.Len.Min, max: -1, lower: d.Lower, upper: d.Upper}
	limit := func(n int) {
		if f.max < 0 || n < f.max {
			f.max = n
		}
	}
	if d.Len.Capped {
		limit(d.Len.Max)
	}
	if d.Octets.Capped {
		limit(d.Octets.Max)
	}
	f.min = max(f.min, d.Octets.Min) // all texts here are ASCII
	switch t := b.codec.Type; {
	case t.Is("name"):
		limit(nameBytes)
	case t.Is("varchar"):
		if n := t.Mod(0, -1); n > 0 {
			limit(n)
		}
	case t.Is("bpchar"):
		if len(t.Mods) > 0 {
			limit(t.Mod(0, 1))
		}
	}
	if f.max >= 0 && f.min > f.max {
		return f, fmt.Errorf("lengths: %w", ErrEmpty)
	}
	return f, nil
}

// text is a space of texts.
type text struct {
	name  string
	c     composer // of ranks and draws
	codes composer // where a draw does not fit; nil when all do
	fit   fit
}

func (t *text) Name() string     { return t.name }
func (t *text) Capacity() uint64 { return t.c.size() }

func (t *text) Unrank(rank uint64, a *value.Arena) value.Value {
	return t.keep(t.c.at(a.Scratch(64), rank), a)
}

func (t *text) Draw(h uint64, a *value.Arena) value.Value {
	dst := t.c.draw(a.Scratch(64), h)
	if t.codes != nil && !t.fit.has(utf8.RuneCount(dst)) {
		dst = t.codes.draw(dst[:0], h)
	}
	return t.keep(dst, a)
}

// keep brings a text into its case and into the arena.
func (t *text) keep(dst []byte, a *value.Arena) value.Value {
	if t.fit.lower || t.fit.upper {
		fold(dst, t.fit.upper)
	}
	return value.Value{Kind: value.Text, B: a.Keep(dst)}
}

func fold(dst []byte, upper bool) {
	for i, c := range dst {
		switch {
		case upper && c >= 'a' && c <= 'z':
			dst[i] = c - 'a' + 'A'
		case !upper && c >= 'A' && c <= 'Z':
			dst[i] = c - 'A' + 'a'
		}
	}
}

// texts is the space of the text family.
func (b *builder) texts() (Space, error) {
	f, err := b.fit()
	if err != nil {
		return nil, err
	}
	if b.Domain.Format != "" || b.Domain.JSON != nil {
		return b.formatted(f)
	}
	if len(b.Domain.Patterns)+len(b.Domain.Padded)+len(b.Domain.NotLen) > 0 {
		return b.patterned(f)
	}
	s, err := b.plainText(f)
	if err != nil {
		return nil, err
	}
	return except(s, b.Domain.Not, b.Type)
}

// plainText is the space of a text that only lengths and case restrict.
func (b *builder) plainText(f fit) (Space, error) {
	codes := newCodes(f)
	if codes == nil { // only '' has that length
		return newFinite("''", []value.Value{{Kind: value.Text, B: []byte{}}}, b.Key), nil
	}
	if codes.size() < b.Need {
		base, _ := b.Schema.Base(b.Type)
		codes.widen(b.Need, !f.lower && !f.upper && base.Name.Name != "citext", b.Domain.Octets.Free() && base.Name.Name != "name")
	}
	t := &text{name: b.Meaning.String(), fit: f, codes: codes}
	c := b.compose(f)
	if g, ok := c.(grouped); ok && g.shortest() >= f.min && c.size() >= b.Need {
		t.c = c
		return &partText{text: *t, group: g}, nil
	}
	switch {
	case c == nil || c.size() < b.Need:
		t.c, t.name = codes, b.named(f)
	case shortest(c) < f.min:
		t.c = mixed{codes, c}
	default:
		t.c = c
	}
	if t.name == "" {
		t.name = b.named(f)
	}
	return t, nil
}

// shortest is the length that no text of a composer is under; 0 where that
// is not known.
func shortest(c composer) int {
	if s, ok := c.(interface{ shortest() int }); ok {
		return s.shortest()
	}
	return 0
}

// mixed takes ranks from one composer and draws from another.
type mixed struct {
	composer
	drawn composer
}

func (m mixed) shortest() int { return shortest(m.composer) }

func (m mixed) draw(dst []byte, h uint64) []byte { return m.drawn.draw(dst, h) }

func (b *builder) named(f fit) string {
	switch {
	case f.max >= 0 && f.min == f.max:
		return fmt.Sprintf("text of %d", f.max)
	case f.max >= 0:
		return fmt.Sprintf("text up to %d", f.max)
	case f.min > 0:
		return fmt.Sprintf("text from %d", f.min)
	}
	return "text"
}

// grouped composers know the part of a member of a group.
type grouped interface {
	composer
	part(dst []byte, member uint64) []byte
	shortest() int
}

// partText is a text that belongs to a group.
type partText struct {
	text
	group grouped
}

func (t *partText) Part(member uint64, a *value.Arena) value.Value {
	dst := t.group.part(a.Scratch(64), member)
	if !t.fit.has(len(dst)) {
		dst = t.codes.draw(dst[:0], member)
	}
	return t.keep(dst, a)
}

// excluding leaves single values out of a space: their ranks go to values of
// the last ranks.
type excluding struct {
	Space
	out   [][]byte
	total uint64
}

// except takes excluded texts out of a space.
func except(s Space, not []value.Value, t fmt.Stringer) (Space, error) {
	if len(not) == 0 {
		return s, nil
	}
	x := &excluding{Space: s}
	for _, v := range not {
		x.out = append(x.out, v.B)
	}
	if s.Capacity() <= enumerable {
		x.prune()
	}
	switch n := uint64(len(x.out)); {
	case n == 0:
		return s, nil
	case s.Capacity() <= n:
		return nil, fmt.Errorf("type %s: %w", t, ErrEmpty)
	}
	x.total = s.Capacity() - uint64(len(x.out))
	if g, ok := s.(Grouped); ok {
		return &excludingPart{x, g}, nil
	}
	return x, nil
}

// enumerable is the size of a space up to which it is known which excluded
// values it has.
const enumerable = 4096

// prune drops what the space does not have anyway.
func (x *excluding) prune() {
	var there [][]byte
	for r := range x.Space.Capacity() {
		if v := x.Space.Unrank(r, nil); x.excludes(v) {
			there = append(there, v.B)
		}
	}
	x.out = there
}

func (x *excluding) excludes(v value.Value) bool {
	for _, o := range x.out {
		if bytes.Equal(o, v.B) {
			return true
		}
	}
	return false
}

func (x *excluding) Capacity() uint64 { return x.total }

func (x *excluding) Unrank(rank uint64, a *value.Arena) value.Value {
	v := x.Space.Unrank(rank, a)
	for i, o := range x.out {
		if bytes.Equal(o, v.B) {
			return x.Unrank(x.total+uint64(i), a)
		}
	}
	return v
}

func (x *excluding) Draw(h uint64, a *value.Arena) value.Value {
	v := x.Space.Draw(h, a)
	if x.excludes(v) {
		return x.Unrank(h%x.total, a)
	}
	return v
}

type excludingPart struct {
	*excluding
	group Grouped
}

func (x *excludingPart) Part(member uint64, a *value.Arena) value.Value {
	v := x.group.Part(member, a)
	if x.excludes(v) {
		return x.Unrank(member%x.total, a)
	}
	return v
}

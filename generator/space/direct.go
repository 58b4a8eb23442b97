package space

import (
	"unicode/utf8"

	"github.com/effigydb/effigy/generator/value"
)

// Numbers, Texts and Labels give what the usual spaces draw without a Value
// in between, for the row program of a table: the same as Draw, Unrank and
// Part.

// Numbers draws whole numbers; see value.Kind for what they mean.
type Numbers struct{ lattice *lattice }

// NumbersOf is the space as numbers of so many digits after the point; false
// for a space of another kind.
func NumbersOf(s Space) (n Numbers, scale int, ok bool) {
	l, ok := s.(*lattice)
	if !ok {
		return Numbers{}, 0, false
	}
	switch l.unit.kind {
	case value.Int, value.Date, value.Timestamp, value.Time, value.Decimal:
		return Numbers{l}, l.unit.scale, true
	}
	return Numbers{}, 0, false
}

// Draw is the number that a hash draws.
func (n Numbers) Draw(h uint64) int64 {
	l := n.lattice
	return l.usual.at(l.rank(h, l.usual.total))
}

// Texts appends texts.
type Texts struct {
	text  *text
	group grouped // nil for texts that belong to no group
}

// TextsOf is the space as texts; false for a space of another kind.
func TextsOf(s Space) (t Texts, ok bool) {
	switch x := s.(type) {
	case *text:
		return Texts{text: x}, true
	case *partText:
		return Texts{text: &x.text, group: x.group}, true
	}
	return Texts{}, false
}

// Draw appends the text that a hash draws.
func (t Texts) Draw(dst []byte, h uint64) []byte {
	at := len(dst)
	dst = t.text.c.draw(dst, h)
	if t.text.codes != nil && (t.text.fit.min > 0 || t.text.fit.max >= 0) && !t.text.fit.has(utf8.RuneCount(dst[at:])) {
		dst = t.text.codes.draw(dst[:at], h)
	}
	return t.cased(dst, at)
}

// Unrank appends the text of a rank.
func (t Texts) Unrank(dst []byte, rank uint64) []byte {
	at := len(dst)
	return t.cased(t.text.c.at(dst, rank), at)
}

// Part appends the text that belongs to a member of the group.
func (t Texts) Part(dst []byte, member uint64) []byte {
	at := len(dst)
	dst = t.group.part(dst, member)
	if !t.text.fit.has(len(dst) - at) {
		dst = t.text.codes.draw(dst[:at], member)
	}
	return t.cased(dst, at)
}

func (t Texts) cased(dst []byte, at int) []byte {
	if t.text.fit.lower || t.text.fit.upper {
		fold(dst[at:], t.text.fit.upper)
	}
	return dst
}

// Labels picks among a list.
type Labels struct{ finite *finite }

// LabelsOf is the space as a list; false for a space of another kind.
func LabelsOf(s Space) (l Labels, ok bool) {
	f, ok := s.(*finite)
	return Labels{f}, ok
}

// Values are the list.
func (l Labels) Values() []value.Value { return l.finite.values }

// Draw is the place in the list that a hash draws.
func (l Labels) Draw(h uint64) uint64 { return uint64(l.finite.alias.At(h)) }

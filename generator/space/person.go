package space

import (
	"strings"

	"github.com/effigydb/effigy/generator/draw"
	"github.com/effigydb/effigy/generator/vocabulary"
)

// digest spells ranks as hexadecimal digits that look random: a bijection of
// the rank first, then what follows from it.
type digest struct {
	key   draw.Key
	width int
}

func (d *digest) shortest() int { return d.width }

func (d *digest) size() uint64 { return saturatedPower(16, d.width) }

func (d *digest) at(dst []byte, rank uint64) []byte {
	first := min(d.width, 16)
	h := rank
	if first == 16 {
		h = draw.Mix(rank ^ uint64(d.key))
	} else {
		p := draw.NewPermutation(d.size(), d.key)
		h = p.At(rank)
	}
	dst = spell(dst, hexLetters, first, h)
	for left := d.width - first; left > 0; left -= 16 {
		h = draw.Next(h)
		dst = spell(dst, hexLetters, min(left, 16), h)
	}
	return dst
}

func (d *digest) draw(dst []byte, h uint64) []byte {
	if d.width < 16 {
		h = draw.Below(h, d.size())
	}
	return d.at(dst, h)
}

// people numbers persons: a first name, a family name and a number. Any
// 64-bit number is a member; those past the counted ones have no number.
type people struct {
	first, last []string
	whom        uint64 // of Input
}

// person is what a member stands for.
func (p *people) person(member uint64) (first, last int, number uint64) {
	f, l := uint64(len(p.first)), uint64(len(p.last))
	if member/(f*l) >= maxNumber {
		member = draw.Below(draw.Mix(member), f*l)
	}
	return int(member % f), int(member / f % l), member / (f * l)
}

// named is a composer of one name of a person.
type named struct {
	*words
	people *people
	last   bool
}

func (n *named) part(dst []byte, member uint64) []byte {
	f, l, _ := n.people.person(another(member, n.people.whom))
	if n.last {
		return append(dst, n.people.last[l]...)
	}
	return append(dst, n.people.first[f]...)
}

func (n *named) draw(dst []byte, h uint64) []byte { return n.part(dst, h) }

// addressed is a composer of what both names and a number make.
type addressed struct {
	*template
	// unnumbered parts leave the number out: two people may have one name.
	unnumbered bool
	whom       uint64 // of Input
}

// another is the person that is told by whom of the row's.
func another(member, whom uint64) uint64 {
	if whom == 0 {
		return member
	}
	return draw.Mix(member ^ whom)
}

func (a *addressed) part(dst []byte, member uint64) []byte {
	member = another(member, a.whom)
	names := a.sizes[0] * a.sizes[2]
	if member/names >= maxNumber || member >= a.total && !a.unnumbered {
		member = draw.Below(draw.Mix(member), names)
	}
	if a.unnumbered {
		member %= names
	}
	return a.at(dst, member)
}

func (a *addressed) draw(dst []byte, h uint64) []byte { return a.part(dst, h|1<<63) }

// person is the composer of a part of a person; nil for other meanings.
func (b *builder) person(f fit) composer {
	p := &people{b.Book.Words(vocabulary.FirstName), b.Book.Words(vocabulary.LastName), b.Whom}
	slots := []slot{{words: p.first}, literal(" "), {words: p.last}}
	place, before := -1, ""
	switch b.Meaning {
	case vocabulary.FirstName, vocabulary.LastName:
		last := b.Meaning == vocabulary.LastName
		list := p.first
		if last {
			list = p.last
		}
		if w := newWords(list, f, b.Key); w != nil {
			return &named{w, p, last}
		}
		return nil
	case vocabulary.FullName:
		before = " "
	case vocabulary.UserName:
		slots = []slot{lowered(p.first), literal([]string{"_", ".", "-", "", " "}[b.variant%variants]), lowered(p.last)}
	case vocabulary.Email:
		slots = []slot{lowered(p.first), literal("."), lowered(p.last), literal("@"), {words: mailHosts, derived: true}}
		place = 3
	default:
		return nil
	}
	if t := newTemplate(f.max, place, before, slots...); t != nil {
		return &addressed{t, b.Meaning == vocabulary.FullName && b.Need == 0, b.Whom}
	}
	return nil
}

func lowered(words []string) slot {
	low := make([]string, len(words))
	for i, w := range words {
		low[i] = strings.ToLower(w)
	}
	return slot{words: low}
}

// located is a composer of one fact of a place.
type located struct {
	*words
	facts []string // of every place, in the order of vocabulary.Places
}

func (l *located) part(dst []byte, member uint64) []byte {
	return append(dst, l.facts[placeOf(member)]...)
}

func (l *located) draw(dst []byte, h uint64) []byte { return l.part(dst, h) }

// placeOf is the place of a member, the first ones more often.
func placeOf(member uint64) int {
	n := uint64(len(vocabulary.Places))
	if member < n {
		return int(member)
	}
	return int(soon.at(draw.Mix(member), n))
}

func (b *builder) location(f fit) composer {
	l := &located{}
	for _, p := range vocabulary.Places {
		l.facts = append(l.facts, p.Fact(b.Meaning))
	}
	seen := map[string]bool{}
	var list []string
	for _, x := range l.facts {
		if !seen[x] {
			seen[x] = true
			list = append(list, x)
		}
	}
	switch l.words = newWords(list, f, b.Key); {
	case l.words == nil:
		return nil
	case len(l.words.list) < len(list):
		return l.words
	}
	return l
}

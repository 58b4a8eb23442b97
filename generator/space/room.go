package space

// A list of words, or a template, has short texts before those with long
// numbers. Where texts have to differ, no more of them are used than rows need.

// Roomy is a space that knows how many of its first values are enough.
type Roomy interface {
	Space
	// Room is the number of ranks, from 0, that so many distinct values are
	// best spread over: at least that many, where the space has them.
	Room(need uint64) uint64
}

// Room is asked of the composer; the space's capacity where it does not know.
func (t *text) Room(need uint64) uint64 { return min(roomOf(t.c, need), t.Capacity()) }

func roomOf(c composer, need uint64) uint64 {
	if r, ok := c.(interface{ room(need uint64) uint64 }); ok {
		return r.room(need)
	}
	return c.size()
}

func (m mixed) room(need uint64) uint64 { return roomOf(m.composer, need) }

// room is the list alone where that is enough, else the list with numbers of as
// few digits as there have to be.
func (w *words) room(need uint64) uint64 {
	n := uint64(len(w.list))
	for d := 1; n < need && d <= w.digits; d++ {
		n = uint64(len(w.list)) + uint64(len(w.roots))*(saturatedPower(10, d)-2)
	}
	return n
}

// thin is how many texts of a template there are for each that is used.
const thin = 4

// room is what there is without a number where that is enough, else with
// numbers of as few digits as there have to be.
func (t *template) room(need uint64) uint64 {
	n, plain := uint64(1), t.total/t.most
	for saturatedProduct(plain, n) < saturatedProduct(thin, need) && n < t.most {
		n *= 10
	}
	return saturatedProduct(plain, min(n, t.most))
}

// Member is asked of the group; the rank itself where it does not know.
func (t *partText) Member(rank uint64) uint64 {
	if l, ok := t.group.(*located); ok {
		return l.member(rank)
	}
	return rank
}

// member is the place that a word of the list is of, with a number or without.
func (l *located) member(rank uint64) uint64 {
	list, n := l.list, uint64(len(l.list))
	if rank >= n {
		rank -= n
		list, n = l.roots, uint64(len(l.roots))
	}
	for i, fact := range l.facts {
		if fact == list[rank%n] {
			return uint64(i)
		}
	}
	return rank
}

// Member is asked of the texts that match, where their ranks are those.
func (p *patternedPart) Member(rank uint64) uint64 { return p.group.Member(rank) }

// Member is the rank itself.
func (p *placed) Member(rank uint64) uint64 { return rank }

// Member is asked of the group.
func (x *excludingPart) Member(rank uint64) uint64 { return x.group.Member(rank) }

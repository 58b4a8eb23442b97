package language

import (
	"encoding/binary"
	"slices"
)

// side is what stands beside a place in the text.
type side uint8

const (
	sideOther side = iota // a character that is not of a word
	sideWord
	sideEdge // the start or the end of the text
)

// maxDeterministic bounds the states of one determined pattern.
const maxDeterministic = 6000

// dfa determines an nfa state by state, as they are asked for.
type dfa struct {
	nfa      *nfa
	alphabet *alphabet
	negated  bool
	states   []subset
	index    map[string]int32
	moves    [][]int32 // by state and class; -1 where not known yet
}

// subset is a state: the nfa's states before this place's assertions are
// looked at, and what stands before the place.
type subset struct {
	set     []int32
	before  side
	matched bool // an unanchored pattern has matched already
	accepts bool
}

func determine(m *nfa, a *alphabet, negated bool) *dfa {
	d := &dfa{nfa: m, alphabet: a, negated: negated, index: map[string]int32{}}
	before := sideOther
	if m.places {
		before = sideEdge
	}
	d.add(subset{set: []int32{0}, before: before})
	return d
}

// add returns the number of the state, which is new or known.
func (d *dfa) add(s subset) int32 {
	if s.matched {
		s.set, s.before = nil, sideOther
	}
	key := make([]byte, 0, 4*len(s.set)+2)
	key = append(key, byte(s.before), 0)
	if s.matched {
		key[1] = 1
	}
	for _, x := range s.set {
		key = binary.LittleEndian.AppendUint32(key, uint32(x))
	}
	if i, ok := d.index[string(key)]; ok {
		return i
	}
	_, final := d.closure(s, sideEdge)
	s.accepts = (s.matched || final) != d.negated
	i := int32(len(d.states))
	d.index[string(key)] = i
	d.states = append(d.states, s)
	moves := make([]int32, len(d.alphabet.members))
	for c := range moves {
		moves[c] = -1
	}
	d.moves = append(d.moves, moves)
	return i
}

// step is the state after a character of the class; false when the automaton
// grows too large.
func (d *dfa) step(from int32, class int) (int32, bool) {
	if to := d.moves[from][class]; to >= 0 {
		return to, true
	}
	if len(d.states) > maxDeterministic {
		return 0, false
	}
	to := d.add(d.successor(d.states[from], class))
	d.moves[from][class] = to
	return to, true
}

func (d *dfa) successor(s subset, class int) subset {
	if s.matched {
		return s
	}
	after := sideOther
	if d.nfa.words && d.alphabet.word[class] {
		after = sideWord
	}
	reached, final := d.closure(s, after)
	if final && !d.nfa.anchored {
		return subset{matched: true}
	}
	next := subset{before: after}
	for _, x := range reached {
		if st := &d.nfa.states[x]; st.classes != nil && st.classes[class] {
			next.set = append(next.set, st.next[0])
		}
	}
	if !d.nfa.anchored {
		next.set = append(next.set, 0)
	}
	slices.Sort(next.set)
	next.set = slices.Compact(next.set)
	return next
}

// closure follows the edges that take no character, with s.before on the
// left of the place and after on its right.
func (d *dfa) closure(s subset, after side) (reached []int32, final bool) {
	seen := make([]bool, len(d.nfa.states))
	stack := slices.Clone(s.set)
	for len(stack) > 0 {
		x := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if seen[x] {
			continue
		}
		seen[x] = true
		reached = append(reached, x)
		st := &d.nfa.states[x]
		if st.classes != nil || st.guarded && !holds(st.assert, s.before, after) {
			continue
		}
		stack = append(stack, st.next...)
	}
	return reached, seen[d.nfa.final]
}

func holds(a assertion, before, after side) bool {
	left, right := before == sideWord, after == sideWord
	switch a {
	case textStart:
		return before == sideEdge
	case textEnd:
		return after == sideEdge
	case wordStart:
		return !left && right
	case wordEnd:
		return left && !right
	case wordEdge:
		return left != right
	}
	return left == right
}

// maxExplored bounds the states that a matcher determines beforehand.
const maxExplored = 600

// explore determines the moves of up to limit states.
func (d *dfa) explore(limit int) {
	for s := 0; s < len(d.states) && s < limit; s++ {
		for c := range d.alphabet.members {
			d.step(int32(s), c)
		}
	}
}

package language

import "encoding/binary"

// maxProduct bounds the states of all patterns together.
const maxProduct = 12000

// product is the automaton of all patterns at once.
type product struct {
	moves   [][]int32 // by state and class, -1 for none
	accepts []bool
}

// product explores the states that can be reached by classes that lend
// characters to generated text.
func (l *Language) product() (*product, error) {
	p := &product{}
	index := map[string]int32{}
	var tuples [][]int32
	add := func(t []int32) int32 {
		key := make([]byte, 0, 4*len(t))
		for _, x := range t {
			key = binary.LittleEndian.AppendUint32(key, uint32(x))
		}
		if i, ok := index[string(key)]; ok {
			return i
		}
		i := int32(len(tuples))
		index[string(key)] = i
		tuples = append(tuples, t)
		return i
	}
	usable := l.usable()
	add(make([]int32, len(l.parts)))
	for at := 0; at < len(tuples); at++ {
		if at > maxProduct {
			return nil, errTooLarge
		}
		moves, accepts := make([]int32, len(usable)), true
		for i, d := range l.parts {
			accepts = accepts && d.states[tuples[at][i]].accepts
		}
		for class := range usable {
			moves[class] = -1
			if !usable[class] {
				continue
			}
			to, err := l.step(tuples[at], class)
			if err != nil {
				return nil, err
			}
			moves[class] = add(to)
		}
		p.moves = append(p.moves, moves)
		p.accepts = append(p.accepts, accepts)
	}
	p.prune()
	return p, nil
}

func (l *Language) usable() []bool {
	out := make([]bool, len(l.alphabet.members))
	for c := range out {
		out[c] = len(l.alphabet.letters(c, true, l.options.ASCII)) > 0
	}
	return out
}

func (l *Language) step(from []int32, class int) ([]int32, error) {
	to := make([]int32, len(from))
	for i, d := range l.parts {
		var ok bool
		if to[i], ok = d.step(from[i], class); !ok {
			return nil, errTooLarge
		}
	}
	return to, nil
}

// prune cuts the moves to states from which nothing is accepted.
func (p *product) prune() {
	back := make([][]int32, len(p.moves))
	for from, moves := range p.moves {
		for _, to := range moves {
			if to >= 0 {
				back[to] = append(back[to], int32(from))
			}
		}
	}
	alive := make([]bool, len(p.moves))
	var stack []int32
	for s, ok := range p.accepts {
		if ok {
			alive[s] = true
			stack = append(stack, int32(s))
		}
	}
	for len(stack) > 0 {
		s := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, from := range back[s] {
			if !alive[from] {
				alive[from] = true
				stack = append(stack, from)
			}
		}
	}
	for _, moves := range p.moves {
		for c, to := range moves {
			if to >= 0 && !alive[to] {
				moves[c] = -1
			}
		}
	}
}

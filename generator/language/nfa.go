package language

import "errors"

// maxStates bounds the states of one pattern.
const maxStates = 20000

var errTooLarge = errors.New("pattern: too large an automaton")

// state is a state of a non-deterministic automaton: at most one character
// edge or one assertion, and edges that need no character.
type state struct {
	classes []bool // character edge to next[0] on these classes
	assert  assertion
	guarded bool // next[0] only where assert holds
	next    []int32
}

// nfa is Thompson's construction of a pattern: state 0 starts, final ends.
type nfa struct {
	states   []state
	final    int32
	anchored bool
	places   bool // it has assertions
	words    bool // it has assertions on words
}

func build(p parsed, a *alphabet) (*nfa, error) {
	m := &nfa{anchored: p.anchored}
	start := m.add(state{})
	end, err := m.append(p.root, start, a)
	m.final = end
	return m, err
}

func (m *nfa) add(s state) int32 {
	m.states = append(m.states, s)
	return int32(len(m.states) - 1)
}

func (m *nfa) link(from, to int32) {
	m.states[from].next = append(m.states[from].next, to)
}

// append adds n after the state from, and returns the state after it.
func (m *nfa) append(n *node, from int32, a *alphabet) (int32, error) {
	if len(m.states) > maxStates {
		return 0, errTooLarge
	}
	switch n.kind {
	case nodeChars:
		classes := make([]bool, len(a.members))
		for c, members := range a.members {
			classes[c] = n.chars.contains(members[0].low)
		}
		return m.edge(from, state{classes: classes}), nil
	case nodeAssert:
		m.places = true
		m.words = m.words || n.assert > textEnd
		return m.edge(from, state{assert: n.assert, guarded: true}), nil
	case nodeConcat:
		var err error
		for _, arg := range n.args {
			if from, err = m.append(arg, from, a); err != nil {
				return 0, err
			}
		}
		return from, nil
	case nodeEither:
		return m.either(n, from, a)
	case nodeRepeat:
		return m.repeat(n, from, a)
	}
	return from, nil
}

// edge adds a state with one way out.
func (m *nfa) edge(from int32, s state) int32 {
	to := m.add(state{})
	s.next = []int32{to}
	m.link(from, m.add(s))
	return to
}

func (m *nfa) either(n *node, from int32, a *alphabet) (int32, error) {
	join := m.add(state{})
	for _, arg := range n.args {
		entry := m.add(state{})
		m.link(from, entry)
		end, err := m.append(arg, entry, a)
		if err != nil {
			return 0, err
		}
		m.link(end, join)
	}
	return join, nil
}

func (m *nfa) repeat(n *node, from int32, a *alphabet) (int32, error) {
	var err error
	for range n.min {
		if from, err = m.append(n.args[0], from, a); err != nil {
			return 0, err
		}
	}
	if n.max < 0 {
		loop := m.add(state{})
		m.link(from, loop)
		end, err := m.append(n.args[0], loop, a)
		if err != nil {
			return 0, err
		}
		m.link(end, loop)
		exit := m.add(state{})
		m.link(loop, exit)
		return exit, nil
	}
	exit := m.add(state{})
	m.link(from, exit)
	for range n.max - n.min {
		entry := m.add(state{})
		m.link(from, entry)
		if from, err = m.append(n.args[0], entry, a); err != nil {
			return 0, err
		}
		m.link(from, exit)
	}
	return exit, nil
}

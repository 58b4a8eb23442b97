package language

import (
	"fmt"
	"unicode"
	"unicode/utf8"
)

// Options limit a language beyond its patterns.
type Options struct {
	MinLen int // characters
	// MaxLen bounds the characters, MaxOctets the bytes of UTF-8; 0 for no
	// limit.
	MaxLen, MaxOctets     int
	Lower, Upper, Trimmed bool
	// ASCII allows printable ASCII only, even where the patterns name more.
	ASCII bool
	// Want is how many strings are needed: up to it, longer strings and
	// unpleasant characters are taken in. 0 stands for a million.
	Want uint64
}

// Language is the set of strings that match all patterns. It is immutable
// and safe for concurrent use.
type Language struct {
	alphabet *alphabet
	parts    []*dfa // every move that generation needs is determined
	locale   bool
	options  Options
	table    *table
}

// Compile builds the language. An error says which pattern is not
// understood; an empty language is no error: its Count is 0.
func Compile(patterns []Pattern, o Options) (*Language, error) {
	l, err := assemble(patterns, o)
	if err != nil {
		return nil, err
	}
	product, err := l.product()
	if err != nil {
		return nil, err
	}
	if l.options.Want == 0 {
		l.options.Want = 1_000_000
	}
	l.table = l.count(product)
	return l, nil
}

// assemble parses the patterns and builds an automaton for each.
func assemble(patterns []Pattern, o Options) (*Language, error) {
	l := &Language{options: o}
	patterns = append(patterns[:len(patterns):len(patterns)], normalForms(o)...)
	trees := make([]parsed, len(patterns))
	var sets []charset
	for i, p := range patterns {
		var err error
		if trees[i], err = parse(p); err != nil {
			return nil, err
		}
		l.locale = l.locale || trees[i].locale
		trees[i].root.walk(func(n *node) {
			if n.kind == nodeChars {
				sets = append(sets, n.chars)
			}
			if n.kind == nodeAssert && n.assert > textEnd {
				sets = append(sets, word)
			}
		})
	}
	l.alphabet = newAlphabet(sets)
	for i, tree := range trees {
		m, err := build(tree, l.alphabet)
		if err != nil {
			return nil, err
		}
		l.parts = append(l.parts, determine(m, l.alphabet, patterns[i].Negated))
	}
	return l, nil
}

func parse(p Pattern) (tree parsed, err error) {
	if !utf8.ValidString(p.Text) {
		return parsed{}, fmt.Errorf("pattern: not valid UTF-8")
	}
	switch p.Syntax {
	case Like:
		return parseLike(p.Text, p.Fold)
	case Similar:
		return parseSimilar(p.Text, p.Fold)
	}
	return parseRegex(p.Text, p.Fold)
}

// normalForms are patterns for lower(), upper() and btrim(): exact for ASCII.
func normalForms(o Options) []Pattern {
	var out []Pattern
	if o.Lower {
		out = append(out, Pattern{Text: "[A-Z]", Negated: true})
	}
	if o.Upper {
		out = append(out, Pattern{Text: "[a-z]", Negated: true})
	}
	if o.Trimmed {
		out = append(out, Pattern{Text: "^ | $", Negated: true})
	}
	return out
}

// Matcher tells whether texts match patterns, without counting anything.
type Matcher struct{ language *Language }

// NewMatcher prepares patterns for matching; lengths of o count too.
func NewMatcher(patterns []Pattern, o Options) (*Matcher, error) {
	m, err := NewGlance(patterns, o)
	if err != nil {
		return nil, err
	}
	for _, d := range m.language.parts {
		d.explore(maxExplored)
	}
	return m, nil
}

// NewGlance is NewMatcher for a few texts: it is there sooner, and matches more
// slowly.
func NewGlance(patterns []Pattern, o Options) (*Matcher, error) {
	l, err := assemble(patterns, o)
	if err != nil {
		return nil, err
	}
	return &Matcher{l}, nil
}

// Match reports whether s matches all of the patterns as Postgres sees it.
// Known is false where that depends on the locale, or is too costly to say.
func (m *Matcher) Match(s string) (match, known bool) {
	l, n := m.language, utf8.RuneCountInString(s)
	if n < l.options.MinLen || l.options.MaxLen > 0 && n > l.options.MaxLen ||
		l.options.MaxOctets > 0 && len(s) > l.options.MaxOctets {
		return false, true
	}
	if l.locale || l.options.Lower || l.options.Upper {
		for i := range len(s) {
			if s[i] > unicode.MaxASCII {
				return false, false
			}
		}
	}
	for _, d := range l.parts {
		match, known = d.match(s)
		if !match || !known {
			return match, known
		}
	}
	return true, true
}

// match runs one automaton: along known moves, and where they end on the
// nfa's states directly, so that nothing shared is written.
func (d *dfa) match(s string) (match, known bool) {
	at := int32(0)
	for i, r := range s {
		to := d.moves[at][d.alphabet.of(r)]
		if to < 0 {
			return d.simulate(d.states[at], s[i:])
		}
		at = to
	}
	return d.states[at].accepts, true
}

func (d *dfa) simulate(at subset, s string) (match, known bool) {
	if len(s)*len(d.nfa.states) > 1<<26 {
		return false, false
	}
	for _, r := range s {
		if at = d.successor(at, d.alphabet.of(r)); at.matched {
			break
		}
	}
	_, final := d.closure(at, sideEdge)
	return (at.matched || final) != d.negated, true
}

package language

import (
	"testing"
)

func TestMatch(t *testing.T) {
	for _, c := range []struct {
		pattern   Pattern
		yes, not_ []string
	}{
		{Pattern{Text: `^[A-HJ-NP-Z]{2,3}-\d{3}[a-f]?$`}, []string{"AB-123", "ABC-123f"}, []string{"AI-123", "AB-123g", "xAB-123"}},
		{Pattern{Text: `b+`}, []string{"abc", "b"}, []string{"", "ac"}},
		{Pattern{Text: `^a|b$`}, []string{"ax", "xb"}, []string{"xa", "bx"}},
		{Pattern{Text: `\mfoo\M`}, []string{"foo", "a foo b"}, []string{"foobar", "xfoo"}},
		{Pattern{Text: `\yx\Y`}, []string{"xa"}, []string{"x", "ax"}},
		{Pattern{Text: `(?i)^ab$`}, []string{"aB"}, []string{"abc"}},
		{Pattern{Text: `^x$`, Fold: true}, []string{"X", "x"}, nil},
		{Pattern{Text: `***=a.c`}, []string{"xa.cx"}, []string{"abc"}},
		{Pattern{Text: `^[]a-]+$`}, []string{"]a-"}, []string{"b"}},
		{Pattern{Text: `^[^\d\s]+$`}, []string{"ab"}, []string{"a1", "a b"}},
		{Pattern{Text: `^[[:upper:]][[:lower:]]+$`}, []string{"Ab"}, []string{"ab"}},
		{Pattern{Text: `a{,2}`}, []string{"a{,2}"}, []string{"aa"}},
		{Pattern{Text: `^a.b$`}, []string{"a\nb"}, []string{"ab"}},
		{Pattern{Text: `^(a|)b$`}, []string{"ab", "b"}, []string{"aab"}},
		{Pattern{Text: `\d`, Negated: true}, []string{"abc"}, []string{"a1"}},
		{Pattern{Syntax: Like, Text: `G-__\%%`}, []string{"G-ab%", "G-ab%x"}, []string{"G-abx"}},
		{Pattern{Syntax: Like, Text: `/data/%`, Fold: true}, []string{"/DATA/x"}, []string{"/dat"}},
		{Pattern{Syntax: Similar, Text: `(L|M)[0-9]{3,5}(a|b)?`}, []string{"L123", "M12345b"}, []string{"L12", "xL123"}},
		{Pattern{Syntax: Similar, Text: `%(x|y)%`, Negated: true}, []string{"abc"}, []string{"axc"}},
	} {
		m, err := NewMatcher([]Pattern{c.pattern}, Options{})
		if err != nil {
			t.Errorf("%q: %v", c.pattern.Text, err)
			continue
		}
		for _, s := range c.yes {
			if ok, known := m.Match(s); !ok || !known {
				t.Errorf("%q does not match %q", c.pattern.Text, s)
			}
		}
		for _, s := range c.not_ {
			if ok, known := m.Match(s); ok || !known {
				t.Errorf("%q matches %q", c.pattern.Text, s)
			}
		}
	}
}

func TestRefused(t *testing.T) {
	for _, p := range []string{`(a)\1`, `a(?=b)`, `(?<!a)b`, `a**`, `*a`, `[b-a]`, `a{3,2}`, `a{300}`, `(a`, `a)`, `\`, `\q`, `[[:nope:]]`} {
		if _, err := Compile([]Pattern{{Text: p}}, Options{}); err == nil {
			t.Errorf("%q was taken", p)
		}
	}
}

func TestGenerated(t *testing.T) {
	for _, c := range []struct {
		patterns []Pattern
		options  Options
		least    uint64
	}{
		{[]Pattern{{Text: `^[A-HJ-NP-Z]{2,3}-\d{3}[a-f]?$`}}, Options{}, 300},
		{[]Pattern{{Text: `^\w+$`}, {Text: `\d`, Negated: true}, {Text: `q`, Negated: true, Fold: true}}, Options{}, 1000},
		{[]Pattern{{Text: `^[[:upper:]][[:lower:]]+( [[:alpha:]]+){1,3}\.$`}}, Options{}, 1000},
		{[]Pattern{{Syntax: Like, Text: `%\%`}}, Options{MaxLen: 4}, 40000},
		{[]Pattern{{Syntax: Like, Text: `G-____-%`}, {Syntax: Like, Text: `%-0%`, Negated: true}}, Options{}, 1000},
		{[]Pattern{{Syntax: Similar, Text: `%(x|y)%`, Negated: true}}, Options{MinLen: 1}, 1000},
		{[]Pattern{{Text: `^[a-z]$`}, {Text: `^[x-z0-9]$`}}, Options{}, 3},
		{[]Pattern{{Text: `^a`}, {Text: `^b`}}, Options{}, 0},
		{nil, Options{MinLen: 2, MaxOctets: 16, Upper: true}, 1000},
		{nil, Options{Trimmed: true, Lower: true, MinLen: 3, MaxLen: 40}, 1000},
		{[]Pattern{{Text: `^[0-9a-f]{64}$`}}, Options{}, 1 << 60},
		{[]Pattern{{Text: `^[а-я]{3}$`}}, Options{}, 1000},
		{[]Pattern{{Text: `^[a-z]+$`}}, Options{MinLen: 1000}, 0}, // longer than any that is counted
		{[]Pattern{{Text: `^.$`}}, Options{Want: 90}, 95},
	} {
		l, err := Compile(c.patterns, c.options)
		if err != nil {
			t.Errorf("%v: %v", c.patterns, err)
			continue
		}
		if l.Count() < c.least || c.least == 0 && l.Count() > 0 {
			t.Errorf("%v: %d strings", c.patterns, l.Count())
		}
		check(t, l, c.patterns, c.options)
	}
}

// check tries a few hundred strings of a language against the patterns.
func check(t *testing.T, l *Language, patterns []Pattern, o Options) {
	t.Helper()
	m, err := NewMatcher(patterns, o)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for i := range min(l.Count(), 300) {
		s := string(l.Unrank(nil, i*(l.Count()/300+1)%l.Count()))
		if l.Count() < 300 && seen[s] {
			t.Errorf("%v: %q twice", patterns, s)
		}
		seen[s] = true
		for _, s := range []string{s, string(l.Draw(nil, i*0x9E3779B97F4A7C15))} {
			if ok, known := m.Match(s); known && !ok {
				t.Errorf("%v: %q does not match", patterns, s)
			}
		}
	}
}

func TestRanksAreDistinct(t *testing.T) {
	l, err := Compile([]Pattern{{Text: `^[ab]{1,6}c?$`}}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for i := range l.Count() {
		seen[string(l.Unrank(nil, i))] = true
	}
	if want := 2 * (2 + 4 + 8 + 16 + 32 + 64); len(seen) != want || l.Count() != uint64(want) {
		t.Errorf("%d strings, %d distinct, want %d", l.Count(), len(seen), want)
	}
}

func TestPleasant(t *testing.T) {
	for _, c := range []struct{ pattern, refused string }{
		{`^[^@ ]+@[^@ ]+\.[a-z]{2,4}$`, `[A-Z]`}, {`^sh`, `[^a-z0-9]`},
	} {
		l, err := Compile([]Pattern{{Text: c.pattern}}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		m, _ := NewMatcher([]Pattern{{Text: c.refused}}, Options{})
		for i := range uint64(200) {
			s := string(l.Draw(nil, i*0x9E3779B97F4A7C15))
			if bad, _ := m.Match(s); bad || len(s) > 40 {
				t.Errorf("%s: unpleasant %q", c.pattern, s)
			}
		}
	}
}

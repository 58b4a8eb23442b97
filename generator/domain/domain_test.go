package domain

import (
	"math"
	"testing"

	"github.com/effigydb/effigy/generator/language"
	"github.com/effigydb/effigy/generator/value"
)

func whole(n int64) value.Value { return value.Integer(n) }

func between(low, high int64) Interval { return Interval{Low: whole(low), High: whole(high)} }

func TestIntervals(t *testing.T) {
	for name, c := range map[string]struct {
		got  []Interval
		in   []int64
		none []int64
	}{
		"meet":       {MeetAll([]Interval{From(whole(3))}, []Interval{Below(whole(7))}), []int64{3, 6}, []int64{2, 7}},
		"apart":      {MeetAll([]Interval{between(1, 2)}, []Interval{between(3, 4)}), nil, []int64{1, 2, 3, 4}},
		"complement": {Complement([]Interval{between(2, 4), Above(whole(9))}), []int64{1, 5, 9}, []int64{2, 4, 10}},
		"union":      {Union([]Interval{between(5, 9), between(1, 4), UpTo(whole(-3))}), []int64{-3, 1, 4, 5, 9}, []int64{-2, 0, 10}},
		"swallow":    {Union([]Interval{From(whole(0)), between(3, 4)}), []int64{0, 5, 1 << 40}, []int64{-1}},
	} {
		has := func(n int64) bool {
			for _, i := range c.got {
				if i.Has(whole(n)) {
					return true
				}
			}
			return false
		}
		for _, n := range c.in {
			if !has(n) {
				t.Errorf("%s: %d is missing", name, n)
			}
		}
		for _, n := range c.none {
			if has(n) {
				t.Errorf("%s: %d is in", name, n)
			}
		}
	}
	if got := Union([]Interval{between(1, 4), between(5, 9)}); len(got) != 1 {
		t.Errorf("neighbours stay apart: %d", len(got))
	}
}

func TestCompareAcrossKinds(t *testing.T) {
	for _, c := range []struct {
		a, b value.Value
		want int
	}{
		{whole(2), value.Number(25, 1), -1},
		{value.Number(250, 2), value.Number(25, 1), 0},
		{value.Value{Kind: value.Float, F: 0.5}, value.Number(5, 1), 0},
		{value.Value{Kind: value.Float, F: math.NaN()}, whole(1), 1},
		{value.Value{Kind: value.Decimal, B: []byte("123456789012345678901234567890.5")}, whole(math.MaxInt64), 1},
		{value.Value{Kind: value.Date, I: 1}, value.Value{Kind: value.Timestamp, I: value.Day}, 0},
		{value.Value{Kind: value.Date, I: math.MaxInt32}, value.Value{Kind: value.Timestamp, I: math.MaxInt64 - 1}, 1},
		{value.IntervalOf(1, 0, 0), value.IntervalOf(0, 30, 0), 0},
		{value.IntervalOf(0, 0, value.Day), value.IntervalOf(0, 1, 1), -1},
		{value.String("a"), value.String("b"), -1},
	} {
		if got, ok := Compare(c.a, c.b); !ok || got != c.want {
			t.Errorf("%v, %v: %d, %v", c.a, c.b, got, ok)
		}
	}
	if _, ok := Compare(whole(1), value.String("1")); ok {
		t.Error("a number and a text were compared")
	}
}

func TestEmptiness(t *testing.T) {
	pattern := func(s string, not bool) Domain {
		return Domain{Patterns: []language.Pattern{{Text: s, Negated: not}}}
	}
	set := func(v ...value.Value) Domain { return Domain{Set: v} }
	for name, c := range map[string]struct {
		a, b Domain
		want bool
	}{
		"sets":            {set(whole(1), whole(2)), set(whole(3)), true},
		"set and range":   {set(whole(1), whole(5)), Domain{Intervals: []Interval{Above(whole(4))}}, false},
		"nulls":           {Domain{Nulls: AlwaysNull}, Domain{}, true},
		"lengths":         {Domain{Len: AtLeast(4)}, Domain{Len: Between(0, 3)}, true},
		"patterns":        {pattern("^a", false), pattern("^b", false), true},
		"pattern and not": {pattern("^a+$", false), pattern("a", true), true},
		"fine patterns":   {pattern("^a", false), pattern("z$", false), false},
		"remainders":      {Domain{Congruences: []Congruence{{Modulus: 4, Remainder: 1}}}, Domain{Congruences: []Congruence{{Modulus: 6, Remainder: 2}}}, true},
		"fine remainders": {Domain{Congruences: []Congruence{{Modulus: 4, Remainder: 1}}}, Domain{Congruences: []Congruence{{Modulus: 6, Remainder: 3}}}, false},
		"months":          {Domain{Parts: []Part{{Field: "month", Values: []int64{1}}}}, Domain{Parts: []Part{{Field: "month", Values: []int64{2}}}}, true},
		"ranges":          {Domain{Range: &Range{Empty: true}}, Domain{Range: &Range{NotEmpty: true}}, true},
		"documents":       {Domain{JSON: &JSON{Type: "array"}}, Domain{JSON: &JSON{Type: "object"}}, true},
		"keys":            {Domain{JSON: &JSON{Keys: []Key{{Name: "k", Present: true}}}}, Domain{JSON: &JSON{Keys: []Key{{Name: "k", Absent: true}}}}, true},
		"formats":         {Domain{Format: "json object"}, Domain{Format: "json"}, false},
		"other formats":   {Domain{Format: "json object"}, Domain{Format: "json array"}, true},
		"families":        {Domain{Net: &Net{Family: 4}}, Domain{Net: &Net{Family: 6}}, true},
		"fields":          {Domain{Fields: []Field{{"f", Domain{Nulls: NeverNull, Len: AtLeast(4)}}}}, Domain{Fields: []Field{{"f", Domain{Len: Between(0, 3)}}}}, true},
		"dimensions":      {Domain{Dims: []int{2}}, Domain{Dims: []int{3}}, true},
		"one excluded":    {Domain{Intervals: []Interval{between(3, 3)}}, Domain{Not: []value.Value{whole(3)}}, true},
	} {
		for _, d := range []Domain{Intersect(c.a, c.b), Intersect(c.b, c.a)} {
			d.Nulls = max(d.Nulls, NeverNull)
			if got := d.Barren(); got != c.want {
				t.Errorf("%s: barren %v", name, got)
			}
		}
	}
}

func TestNullsDecideEmptiness(t *testing.T) {
	barren := Domain{Set: []value.Value{}}
	if barren.Empty() || !barren.Barren() {
		t.Error("NULL is left of a domain that may be NULL")
	}
	if d := Intersect(barren, Domain{Nulls: NeverNull}); !d.Empty() {
		t.Error("nothing is left without NULL")
	}
	if d := Intersect(Domain{Nulls: AlwaysNull}, Domain{Nulls: NeverNull}); !d.Empty() {
		t.Error("always and never NULL")
	}
}

func TestMatcher(t *testing.T) {
	d := Domain{
		Len: Between(2, 3), Not: []value.Value{value.String("abc")}, Lower: true,
		Patterns: []language.Pattern{{Text: "^[a-zA-Z]+$"}},
	}
	m := NewMatcher(d)
	for text, want := range map[string]bool{"ab": true, "abc": false, "a": false, "aB": false, "a1": false, "abcd": false} {
		if m.Allows(value.String(text)) != want {
			t.Errorf("%q: %v", text, !want)
		}
	}
	day := Domain{Parts: []Part{{Field: "isodow", Values: []int64{1}}}, Congruences: []Congruence{{Modulus: 2, Remainder: 0}}}
	m = NewMatcher(day)
	// 2000-01-03, day 2, was a Monday; so was day 9.
	for n, want := range map[int64]bool{2: true, 9: false, 16: true, 3: false} {
		if m.Allows(value.Value{Kind: value.Date, I: n}) != want {
			t.Errorf("day %d: %v", n, !want)
		}
	}
}

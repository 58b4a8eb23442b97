package space

import (
	"errors"
	"fmt"
	"testing"

	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/draw"
	"github.com/effigydb/effigy/generator/language"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/generator/vocabulary"
)

// dice draws test cases.
type dice uint64

func (d *dice) n(n int) int {
	*d = dice(draw.Next(uint64(*d)))
	return int(draw.Below(uint64(*d), uint64(n)))
}

// cases is how many domains are composed.
const cases = 800

// TestRandomDomainsHold composes domains from rules of every kind that suit a
// type. What is no space must be refused as empty or not understood.
func TestRandomDomainsHold(t *testing.T) {
	ordered := []string{"int2", "int4", "int8", "numeric(6,2)", "numeric(3,0)", "numeric", "float8", "float4", "date",
		"timestamp", "timestamptz(0)", "time", "interval", "money"}
	texts := []string{"text", "varchar(5)", "varchar(30)", "bpchar(4)", "citext", "name"}
	d := dice(1)
	empty := 0
	for i := range cases {
		typ := append(append([]string{}, ordered...), texts...)[i%(len(ordered)+len(texts))]
		in := request(typ)
		in.Meaning = vocabulary.Meaning(d.n(70))
		if typ == "citext" {
			in.Type.Name.Schema = "public"
		}
		if i%(len(ordered)+len(texts)) < len(ordered) {
			in.Domain = d.ordered(t, in)
		} else {
			in.Domain = d.text()
		}
		in.Need = uint64(d.n(2) * d.n(2000))
		s, err := Of(in)
		if err != nil {
			if !errors.Is(err, ErrEmpty) && !errors.Is(err, ErrUnknown) {
				t.Fatalf("%s %+v: %v", typ, in.Domain, err)
			}
			if empty++; errors.Is(err, ErrEmpty) {
				refute(t, in)
			}
			continue
		}
		t.Run(fmt.Sprint(i, typ), func(t *testing.T) { checkSpace(t, s, domain.NewMatcher(in.Domain), in) })
	}
	if empty > cases/2 {
		t.Errorf("%d of %d are empty", empty, cases)
	}
}

// refute looks for a value among those of the type without its domain.
func refute(t *testing.T, in Input) {
	t.Helper()
	free := in
	free.Domain = domain.Domain{}
	s, err := Of(free)
	if err != nil {
		t.Fatal(err)
	}
	m := domain.NewMatcher(in.Domain)
	for i := range uint64(300) {
		if v := s.Draw(draw.Mix(i), nil); m.Allows(v) {
			t.Fatalf("%s %+v is called empty, but allows %+v", in.Type, in.Domain, v)
		}
	}
}

func (d *dice) ordered(t *testing.T, in Input) domain.Domain {
	free := in
	free.Domain, free.Need = domain.Domain{}, 0
	s, err := Of(free)
	if err != nil {
		t.Fatal(err)
	}
	c, _ := value.CodecFor(in.Schema, in.Type, nil)
	some := func() value.Value {
		if d.n(3) == 0 {
			return s.Unrank(draw.Below(draw.Mix(uint64(*d)), s.Capacity()), nil)
		}
		return s.Draw(draw.Mix(uint64(d.n(1<<30))), nil)
	}
	var out domain.Domain
	for range d.n(3) {
		low, high := some(), some()
		if order, _ := c.Compare(low, high); order > 0 {
			low, high = high, low
		}
		i := domain.Interval{Low: low, High: high, LowOpen: d.n(2) == 0, HighOpen: d.n(2) == 0}
		switch d.n(4) {
		case 0:
			i.Low, i.LowOpen = value.Value{}, false
		case 1:
			i.High, i.HighOpen = value.Value{}, false
		}
		if out.Intervals == nil {
			out.Intervals = domain.Everything()
		}
		out.Intervals = domain.MeetAll(out.Intervals, []domain.Interval{i})
	}
	for range d.n(3) {
		out.Not = append(out.Not, some())
	}
	if kind := c.Kind(); kind == value.Int || kind == value.Date {
		for range d.n(3) {
			m := int64(d.n(12) + 1)
			out.Congruences = append(out.Congruences, domain.Congruence{Modulus: m, Remainder: int64(d.n(int(m))), Negated: d.n(2) == 0})
		}
	}
	if kind := c.Kind(); kind == value.Date || kind == value.Timestamp {
		if d.n(4) == 0 {
			out.Parts = append(out.Parts, domain.Part{Field: "isodow", Low: 1, High: 5})
		}
		if d.n(4) == 0 && kind == value.Timestamp {
			out.Parts = append(out.Parts, domain.Part{Field: "hour", Low: 9, High: 16})
		}
	}
	return out
}

func (d *dice) text() domain.Domain {
	var out domain.Domain
	switch d.n(4) {
	case 0:
		out.Len = domain.AtLeast(d.n(30))
	case 1:
		out.Len = domain.Between(d.n(3), d.n(12)+1)
	}
	if d.n(5) == 0 {
		out.Octets = domain.Between(0, d.n(20)+1)
	}
	out.Lower, out.Trimmed = d.n(5) == 0, d.n(4) == 0
	out.Upper = !out.Lower && d.n(6) == 0
	patterns := []language.Pattern{{Text: "^[A-Z]"}, {Text: "@"}, {Text: "[0-9]$"}, {Text: "^[a-z0-9_ -]+$"}, {Syntax: language.Like, Text: "%a%"}, {Text: "x", Negated: true}}
	for range d.n(3) {
		out.Patterns = append(out.Patterns, patterns[d.n(len(patterns))])
	}
	for range d.n(3) {
		out.Not = append(out.Not, value.String([]string{"", "a", "active", "b"}[d.n(4)]))
	}
	if d.n(6) == 0 {
		out.NotLen = []int{d.n(6)}
	}
	return out
}

package space

import (
	"encoding/json"
	"net/netip"
	"strings"
	"testing"

	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/draw"
	"github.com/effigydb/effigy/generator/value"
)

// each value of a space, near and far, drawn and by rank.
func values(t *testing.T, in Input) (Space, []value.Value) {
	t.Helper()
	s, err := Of(in)
	if err != nil {
		t.Fatal(err)
	}
	var all []value.Value
	far := draw.NewPermutation(s.Capacity(), 9)
	for i := range uint64(300) {
		all = append(all, s.Draw(draw.Mix(i), nil), s.Unrank(i%s.Capacity(), nil), s.Unrank(far.At(i), nil))
	}
	return s, all
}

func TestDocumentsHold(t *testing.T) {
	number := &domain.Domain{Intervals: []domain.Interval{{Low: value.Integer(1), High: value.Integer(5)}}}
	for _, c := range []struct {
		rule domain.JSON
		test func(doc any) bool
	}{
		{domain.JSON{Type: "object"}, func(d any) bool { _, ok := d.(map[string]any); return ok }},
		{domain.JSON{Types: []string{"array", "null"}}, func(d any) bool { _, ok := d.([]any); return ok }},
		{domain.JSON{Type: "array", Len: domain.Between(2, 3)}, func(d any) bool { n := len(d.([]any)); return n == 2 || n == 3 }},
		{domain.JSON{Type: "string"}, func(d any) bool { _, ok := d.(string); return ok }},
		{domain.JSON{Type: "number"}, func(d any) bool { _, ok := d.(float64); return ok }},
		{domain.JSON{Keys: []domain.Key{{Name: "level", Present: true, Cast: "int4", Value: number}, {Name: "id", Absent: true}}}, func(d any) bool {
			m := d.(map[string]any)
			_, id := m["id"]
			return m["level"].(float64) >= 1 && m["level"].(float64) <= 5 && !id
		}},
		{domain.JSON{Keys: []domain.Key{{Name: "kind", Present: true, Value: &domain.Domain{Set: []value.Value{value.String("a\"b"), value.String("c")}}}}}, func(d any) bool {
			k := d.(map[string]any)["kind"]
			return k == "a\"b" || k == "c"
		}},
		{domain.JSON{Keys: []domain.Key{{Name: "sub", Present: true, Value: &domain.Domain{JSON: &domain.JSON{Type: "object", Keys: []domain.Key{{Name: "x", Present: true}}}}}}}, func(d any) bool {
			_, ok := d.(map[string]any)["sub"].(map[string]any)["x"]
			return ok
		}},
		{domain.JSON{Type: "array", Contains: []string{`"x"`}}, func(d any) bool { return d.([]any)[0] == "x" }},
		{domain.JSON{Type: "array", Contains: []string{`"x"`}, Keys: []domain.Key{{Name: "1", Present: true, Cast: "text", Value: &domain.Domain{Set: []value.Value{value.String("y")}}}}}, func(d any) bool {
			return d.([]any)[0] == "x" && d.([]any)[1] == "y"
		}},
	} {
		in := request("jsonb")
		in.Domain.JSON = &c.rule
		s, all := values(t, in)
		for _, v := range all {
			var d any
			if err := json.Unmarshal(v.B, &d); err != nil || !c.test(d) {
				t.Errorf("%s gives %s: %v", s.Name(), v.B, err)
				break
			}
		}
	}
}

func TestRangesHold(t *testing.T) {
	day := func(text string) value.Value { return parsed(t, typed("date"), text) }
	from := func(low, high value.Value) *domain.Domain {
		return &domain.Domain{Intervals: []domain.Interval{{Low: low, High: high}}}
	}
	for _, c := range []struct {
		typ  string
		rule domain.Range
		test func(v value.Value) bool
	}{
		{"int4range", domain.Range{NotEmpty: true}, func(v value.Value) bool { return v.N&value.RangeEmpty == 0 }},
		{"int4range", domain.Range{Lower: from(value.Integer(1), value.Value{}), Upper: from(value.Value{}, value.Integer(25))}, func(v value.Value) bool {
			return v.E[0].I >= 1 && v.E[1].I <= 25 && v.E[0].I < v.E[1].I
		}},
		{"int4range", domain.Range{MinWidth: value.Integer(3), MaxWidth: value.Integer(6), MaxWidthOpen: true}, func(v value.Value) bool {
			w := v.E[1].I - v.E[0].I
			return w >= 3 && w < 6
		}},
		{"daterange", domain.Range{MinWidth: value.Integer(7)}, func(v value.Value) bool { return v.E[1].I-v.E[0].I >= 7 }},
		{"tstzrange", domain.Range{MinWidth: value.IntervalOf(0, 0, value.Hour), MaxWidth: value.IntervalOf(0, 1, 0)}, func(v value.Value) bool {
			w := v.E[1].I - v.E[0].I
			return w >= value.Hour && w <= value.Day
		}},
		{"daterange", domain.Range{UpperInf: domain.Yes}, func(v value.Value) bool { return v.N&value.RangeUpperInfinite != 0 }},
		{"daterange", domain.Range{LowerInf: domain.Yes}, func(v value.Value) bool { return v.N&value.RangeLowerInfinite != 0 }},
		{"daterange", domain.Range{UpperInf: domain.No}, func(v value.Value) bool { return v.N&value.RangeUpperInfinite == 0 }},
		{"daterange", domain.Range{Includes: []value.Value{day("2020-05-05")}}, func(v value.Value) bool {
			x := day("2020-05-05").I
			return v.E[0].I <= x && (v.N&value.RangeUpperInfinite != 0 || v.E[1].I > x)
		}},
		{"daterange", domain.Range{Within: []value.Value{parsed(t, typed("daterange"), "[2024-01-01,2025-01-01)")}}, func(v value.Value) bool {
			return v.E[0].I >= day("2024-01-01").I && v.E[1].I <= day("2025-01-01").I
		}},
		{"numrange", domain.Range{Lower: from(value.Number(0, 0), value.Value{}), LowerInc: domain.No, UpperInc: domain.Yes}, func(v value.Value) bool {
			return value.DecimalSign(v.E[0]) >= 0 && v.N&value.RangeLowerInclusive == 0
		}},
		{"numrange", domain.Range{Empty: true}, func(v value.Value) bool { return v.N&value.RangeEmpty != 0 }},
	} {
		in := request(c.typ)
		in.Domain.Range = &c.rule
		s, all := values(t, in)
		codec, _ := value.CodecFor(in.Schema, in.Type, nil)
		for _, v := range all {
			if !c.test(v) {
				t.Errorf("%s %+v gives %s", s.Name(), c.rule, codec.AppendText(nil, v))
				break
			}
		}
	}
}

func TestNetworksHold(t *testing.T) {
	for _, c := range []struct {
		typ  string
		rule domain.Net
		test func(p netip.Prefix) bool
	}{
		{"inet", domain.Net{Family: 4}, func(p netip.Prefix) bool { return p.Addr().Is4() && p.Bits() == 32 }},
		{"inet", domain.Net{Family: 6}, func(p netip.Prefix) bool { return p.Addr().Is6() }},
		{"cidr", domain.Net{Mask: domain.Between(24, 28)}, func(p netip.Prefix) bool { return p.Bits() >= 24 && p.Bits() <= 28 }},
		{"inet", domain.Net{Within: []string{"10.0.0.0/8"}, Strict: true}, func(p netip.Prefix) bool {
			return netip.MustParsePrefix("10.0.0.0/8").Contains(p.Addr())
		}},
		{"inet", domain.Net{Outside: []string{"192.0.0.0/8"}}, func(p netip.Prefix) bool {
			return !netip.MustParsePrefix("192.0.0.0/8").Contains(p.Addr())
		}},
	} {
		in := request(c.typ)
		in.Domain.Net = &c.rule
		s, all := values(t, in)
		for _, v := range all {
			if p, ok := value.NetOf(v); !ok || !c.test(p) {
				t.Errorf("%s %+v gives %s", s.Name(), c.rule, v.B)
				break
			}
		}
	}
}

func TestCandidates(t *testing.T) {
	in := request("text")
	in.Domain.Patterns = nil
	if n := len(Candidates(in)); n < 100 {
		t.Errorf("%d candidates of a plain text", n)
	}
	in.Type.Name.Schema, in.Type.Name.Name, in.Type.Mods = "public", "vector", []string{"4"}
	all := Candidates(in)
	if len(all) < 20 || strings.Count(all[0], ",") != 3 {
		t.Errorf("candidates of a vector of 4: %q", all[:1])
	}
	if _, err := Of(in); err == nil {
		t.Error("an unknown type has a space")
	}
}

// TestIntervalsOfMonths holds that types which keep no less than months or
// years have values of some of them.
func TestIntervalsOfMonths(t *testing.T) {
	for _, typ := range []string{"interval(year to month)", "interval(year)", "interval(month)"} {
		s, err := Of(request(typ))
		if err != nil {
			t.Fatal(err)
		}
		seen := map[int32]bool{}
		for i := range uint64(100) {
			v := s.Draw(draw.Mix(i), nil)
			if seen[v.M] = true; v.M <= 0 || v.M > 12*50 || v.N != 0 || v.I != 0 || typ == "interval(year)" && v.M%12 != 0 {
				t.Errorf("%s: %d months, %d days, %d µs", typ, v.M, v.N, v.I)
			}
		}
		if len(seen) < 5 {
			t.Errorf("%s: only %d values", typ, len(seen))
		}
	}
}

package space

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/draw"
	"github.com/effigydb/effigy/generator/language"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/generator/vocabulary"
	"github.com/effigydb/effigy/schema"
)

func parsed(t *testing.T, typ schema.Type, text string) value.Value {
	t.Helper()
	if text == "" {
		return value.Value{}
	}
	c, _ := value.CodecFor(&schema.Schema{}, typ, nil)
	v, err := c.Parse(text, nil)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func typed(text string) schema.Type {
	t := schema.Type{}
	if rest, ok := strings.CutSuffix(text, "[]"); ok {
		t, text = schema.Type{Dims: 1}, rest
	}
	name, mods, _ := strings.Cut(text, "(")
	if mods != "" {
		t.Mods = strings.Split(strings.TrimSuffix(mods, ")"), ",")
	}
	t.Name = schema.Name{Schema: schema.Catalog, Name: name}
	return t
}

var book = vocabulary.New(1)

func request(typ string) Input {
	return Input{Schema: &schema.Schema{}, Type: typed(typ), Book: book, Key: 5, Now: value.DayOf(2026, 3, 1)*value.Day + 45}
}

// TestDomainsHold draws from restricted spaces: every value lies in the
// domain, and ranks differ.
func TestDomainsHold(t *testing.T) {
	interval := func(typ, low, high string, open ...bool) domain.Domain {
		i := domain.Interval{Low: parsed(t, typed(typ), low), High: parsed(t, typed(typ), high)}
		if len(open) > 0 {
			i.LowOpen, i.HighOpen = open[0], open[1]
		}
		return domain.Domain{Intervals: []domain.Interval{i}}
	}
	pattern := func(texts ...string) domain.Domain {
		d := domain.Domain{}
		for _, p := range texts {
			d.Patterns = append(d.Patterns, language.Pattern{Text: p})
		}
		return d
	}
	with := func(d domain.Domain, f func(*domain.Domain)) domain.Domain { f(&d); return d }
	email := domain.Domain{Len: domain.Between(5, 30), Lower: true}
	for _, c := range []struct {
		typ     string
		meaning vocabulary.Meaning
		d       domain.Domain
		want    string // part of the name
	}{
		{"int4", 0, interval("int4", "1", "99"), "1..99"},
		{"int2", 0, interval("int4", "0", ""), ""},
		{"int4", 0, interval("int4", "", "-5"), ""},
		{"int4", 0, domain.Domain{Congruences: []domain.Congruence{{Modulus: 7, Remainder: 3}}}, ""},
		{"int4", 0, domain.Domain{Congruences: []domain.Congruence{{Modulus: 4, Remainder: 2}, {Modulus: 3, Remainder: 0, Negated: true}}}, ""},
		{"int8", 0, domain.Domain{Not: []value.Value{value.Integer(1), value.Integer(2), value.Integer(1000)}}, ""},
		{"numeric(4,2)", 0, interval("numeric", "0", "1", false, true), "0.00..0.99"},
		{"numeric", 0, interval("numeric", "0", "0.001", true, true), ""},
		{"numeric", vocabulary.Percent, interval("numeric", "0", "100"), "percent"},
		{"float8", 0, interval("float8", "0", "1", true, true), ""},
		{"float4", 0, interval("float8", "0.1", "0.3"), ""},
		{"numeric", 0, interval("numeric", "1e17", ""), ""},
		{"float4", vocabulary.Latitude, interval("float8", "-90", "90"), "latitude"},
		{"int4", 0, interval("int4", "0", ""), "0.."},
		{"int4", vocabulary.Year, interval("int4", "1901", "2155"), "year"},
		{"interval(year to month)", 0, domain.Domain{}, ""},
		{"timestamp(0)", 0, interval("timestamp", "2020-01-01 00:00:00.5", "2020-01-01 00:00:02"), ""},
		{"date", 0, interval("date", "1990-01-01", "1990-12-31"), "1990-01-01..1990-12-31"},
		{"date", 0, interval("date", "2100-01-01", ""), ""},
		{"date", 0, domain.Domain{Parts: []domain.Part{{Field: "isodow", Low: 1, High: 5}}}, ""},
		{"timestamptz", 0, domain.Domain{Parts: []domain.Part{{Field: "hour", Low: 8, High: 17}, {Field: "dow", Values: []int64{0, 6}}}}, ""},
		{"timestamptz", vocabulary.Created, interval("timestamptz", "2020-01-01", "2020-02-01", false, true), ""},
		{"time", 0, interval("time", "08:00", "18:00"), ""},
		{"interval", 0, interval("interval", "00:00:00", "8 hours", true, false), ""},
		{"text", 0, domain.Domain{Len: domain.Between(3, 3)}, "text of 3"},
		{"text", 0, domain.Domain{Len: domain.AtLeast(100)}, ""},
		{"text", vocabulary.Label, domain.Domain{Len: domain.Between(1, 20), Not: []value.Value{value.String("a")}}, ""},
		{"varchar(20)", vocabulary.Email, email, "e-mail"},
		{"text", vocabulary.Email, pattern(`^[^@\s]+@[^@\s]+\.[^@\s]+$`), "e-mail"},
		{"text", vocabulary.Phone, pattern(`^\+?[0-9 ()-]{7,20}$`), "phone"},
		{"varchar(3)", vocabulary.Currency, pattern(`^[A-Z]{3}$`), "currency"},
		{"bpchar(2)", vocabulary.CountryCode, pattern(`^[A-Z]{2}$`), "country code"},
		{"text", vocabulary.Slug, pattern(`^[a-z0-9]+(-[a-z0-9]+)*$`), "slug"},
		{"text", vocabulary.Code, pattern(`^[A-Z]{3}-\d{4}$`), "pattern"},
		{"text", 0, with(pattern(`^x`), func(d *domain.Domain) { d.NotLen = []int{2, 3} }), "pattern"},
		{"ltree", 0, pattern(`^root(\.|$)`, `^[A-Za-z0-9_]+(\.[A-Za-z0-9_]+){0,4}$`), "pattern"},
		{"bytea", 0, domain.Domain{Len: domain.Between(32, 32)}, "32 to 32"},
		{"bytea", 0, domain.Domain{Len: domain.Between(1, 2)}, ""},
		{"int4[]", 0, domain.Domain{Len: domain.Between(2, 3), Distinct: true, Elem: &domain.Domain{Intervals: interval("int4", "1", "9").Intervals}}, "array of 2 to 3"},
		{"text[]", 0, domain.Domain{Contains: []value.Value{value.String("a")}, Len: domain.AtLeast(1)}, ""},
		{"int4", 0, domain.Domain{Set: []value.Value{value.Integer(3), value.Integer(4)}}, "one of 2"},
	} {
		t.Run(c.typ+" "+fmt.Sprint(c.meaning), func(t *testing.T) {
			in := request(c.typ)
			in.Meaning, in.Domain = c.meaning, c.d
			if c.typ == "ltree" {
				in.Type.Name.Schema = "public"
			}
			s, err := Of(in)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(s.Name(), c.want) {
				t.Errorf("is called %q", s.Name())
			}
			checkSpace(t, s, domain.NewMatcher(c.d), in)
		})
	}
}

// checkSpace draws and unranks, near and far.
func checkSpace(t *testing.T, s Space, m *domain.Matcher, in Input) {
	t.Helper()
	c, err := value.CodecFor(in.Schema, in.Type, nil)
	if err != nil {
		t.Fatal(err)
	}
	check := func(v value.Value, how string, i uint64) string {
		text := string(c.AppendText(nil, v))
		if !m.Allows(v) {
			t.Fatalf("%s: %s %d gives %q, which the domain forbids", s.Name(), how, i, text)
		}
		return text
	}
	for i := range uint64(500) {
		check(s.Draw(draw.Mix(i), nil), "hash", i)
	}
	far := draw.NewPermutation(s.Capacity(), 9)
	seen, ranks := map[string]uint64{}, map[uint64]bool{}
	for i := range min(s.Capacity(), 400) {
		r := i
		if i >= 200 {
			r = far.At(i)
		}
		if ranks[r] {
			continue
		}
		ranks[r] = true
		text := check(s.Unrank(r, nil), "rank", r)
		folded := text
		if !strings.Contains(s.Name(), "pattern") {
			folded = strings.ToLower(text)
		}
		if old, ok := seen[folded]; ok {
			t.Fatalf("%s: ranks %d and %d give %q", s.Name(), old, r, text)
		}
		seen[folded] = r
	}
	if o, ok := s.(Ordered); ok {
		low, high := s.Draw(1, nil), s.Draw(2, nil)
		if d, _ := c.Compare(low, high); d > 0 {
			low, high = high, low
		}
		for i := range uint64(50) {
			v, ok := o.DrawBetween(draw.Mix(i), low, high, nil)
			a, _ := c.Compare(low, v)
			b, _ := c.Compare(v, high)
			if !ok || a > 0 || b > 0 {
				t.Fatalf("%s: %s does not lie between %s and %s", s.Name(), c.AppendText(nil, v), c.AppendText(nil, low), c.AppendText(nil, high))
			}
			check(v, "between", i)
		}
	}
}

// TestFold: ranks of a pattern in both cases differ without case too.
func TestFold(t *testing.T) {
	in := request("text")
	in.Fold = true
	in.Domain.Patterns = []language.Pattern{{Text: "^[A-Za-z]{3}$"}}
	s, err := Of(in)
	if err != nil || s.Capacity() != 26*26*26 {
		t.Fatalf("capacity %d: %v", s.Capacity(), err)
	}
}

// TestMeaningsRead shows what a person sees: every meaning in a text or number
// of its own.
func TestMeaningsRead(t *testing.T) {
	for m := vocabulary.None; m.String() != "" || m == vocabulary.None; m++ {
		for _, typ := range []string{"text", "varchar(30)", "varchar(10)", "varchar(4)", "citext", "int4", "numeric(10,2)", "timestamptz"} {
			in := request(typ)
			in.Meaning = m
			if typ == "citext" {
				in.Type.Name.Schema = "public"
			}
			s, err := Of(in)
			if err != nil {
				t.Fatal(err)
			}
			checkSpace(t, s, domain.NewMatcher(domain.Domain{}), in)
			if typ == "text" || typ == "varchar(10)" {
				t.Logf("%-14s %-12s %q %q %q | %q %q", m, typ, s.Draw(draw.Mix(1), nil).B, s.Draw(draw.Mix(2), nil).B, s.Draw(draw.Mix(3), nil).B, s.Unrank(0, nil).B, s.Unrank(draw.Below(1<<60, s.Capacity()), nil).B)
			}
			if typ == "int4" {
				t.Logf("%-14s %-12s %d %d %d", m, typ, s.Draw(draw.Mix(1), nil).I, s.Draw(draw.Mix(2), nil).I, s.Draw(draw.Mix(3), nil).I)
			}
		}
	}
}

// TestPersonsAgree: names and e-mail of one member belong to one person.
func TestPersonsAgree(t *testing.T) {
	part := map[vocabulary.Meaning]Grouped{}
	for _, m := range []vocabulary.Meaning{vocabulary.FirstName, vocabulary.LastName, vocabulary.Email, vocabulary.FullName} {
		in := request("text")
		in.Meaning = m
		s, err := Of(in)
		if err != nil {
			t.Fatal(err)
		}
		part[m] = s.(Grouped)
	}
	for _, member := range []uint64{0, 77, 100_000, 1 << 40, 1 << 63} {
		first := strings.ToLower(string(part[vocabulary.FirstName].Part(member, nil).B))
		last := strings.ToLower(string(part[vocabulary.LastName].Part(member, nil).B))
		mail := string(part[vocabulary.Email].Part(member, nil).B)
		if full := strings.ToLower(string(part[vocabulary.FullName].Part(member, nil).B)); full != first+" "+last {
			t.Errorf("member %d: %s %s is called %s", member, first, last, full)
		}
		if !strings.HasPrefix(mail, first+"."+last) {
			t.Errorf("member %d: %s %s has the e-mail %s", member, first, last, mail)
		}
	}
	if got, want := part[vocabulary.Email].Unrank(4711, nil), part[vocabulary.Email].Part(4711, nil); string(got.B) != string(want.B) {
		t.Errorf("rank and member differ: %s, %s", got.B, want.B)
	}
}

func TestReasons(t *testing.T) {
	far := domain.Domain{Intervals: []domain.Interval{{Low: value.Value{Kind: value.Float, F: 1e30}}}}
	none := domain.Domain{Intervals: []domain.Interval{}}
	for _, c := range []struct {
		typ  string
		d    domain.Domain
		want error
	}{
		{"float8", far, ErrUnknown}, {"int4", none, ErrEmpty}, {"text", domain.Domain{Set: []value.Value{}}, ErrEmpty},
		{"varchar(3)", domain.Domain{Len: domain.AtLeast(4)}, ErrEmpty}, {"pg_node_tree", domain.Domain{}, ErrUnknown},
		{"int4[]", domain.Domain{Len: domain.AtLeast(1), Elem: &none}, ErrEmpty},
	} {
		in := request(c.typ)
		in.Domain = c.d
		if _, err := Of(in); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, not %v", c.typ, err, c.want)
		}
	}
}

func BenchmarkDraw(b *testing.B) {
	for _, typ := range []string{"int4", "numeric(10,2)", "timestamptz", "text", "varchar(20)", "uuid", "bool", "int4[]", "jsonb", "bytea"} {
		b.Run(typ, func(b *testing.B) {
			s, err := Of(request(typ))
			if err != nil {
				b.Fatal(err)
			}
			var a value.Arena
			b.ReportAllocs()
			for i := range b.N {
				a.Reset()
				s.Draw(draw.Mix(uint64(i)), &a)
			}
		})
	}
}

func BenchmarkUnrank(b *testing.B) {
	for _, m := range []vocabulary.Meaning{vocabulary.None, vocabulary.Email, vocabulary.Company, vocabulary.Hash, vocabulary.SKU} {
		b.Run(m.String(), func(b *testing.B) {
			in := request("text")
			in.Meaning = m
			s, err := Of(in)
			if err != nil {
				b.Fatal(err)
			}
			var a value.Arena
			b.ReportAllocs()
			for i := range b.N {
				a.Reset()
				s.Unrank(uint64(i), &a)
			}
		})
	}
}

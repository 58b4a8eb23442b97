package space

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/effigydb/effigy/generator/draw"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

// known are texts for types of well-known extensions, # standing for a small
// number, by the type's name.
var known = map[string][]string{
	"geometry":      {"POINT(# #)", "LINESTRING(# #, 0 0)", "POLYGON((0 0, # 0, # #, 0 0))"},
	"geography":     {"POINT(# #)", "LINESTRING(# #, 0 0)"},
	"semver":        {"1.#.0", "0.0.#"},
	"uri":           {"https://www.example.com/#"},
	"email":         {"user#@example.com"},
	"emailaddr":     {"user#@example.com"},
	"ip4":           {"192.0.2.#"},
	"ip6":           {"2001:db8::#"},
	"ip4r":          {"192.0.2.#"},
	"iprange":       {"192.0.2.#"},
	"ipaddress":     {"192.0.2.#"},
	"query_int":     {"1&#"},
	"aclitem":       {"=r/postgres"},
	"h3index":       {"8928308280fffff"},
	"roaringbitmap": {"{#}"},
	"periodset":     {"{[2024-01-01, 2024-01-02]}"},
	"yes_or_no":     {"YES", "NO"},
}

// general are texts that many types read.
var general = []string{"#", "text #", "a#", "0.#", "(#,#)", "[#,#]", "{#}", "{\"k\": #}", "[1, #)", "2024-01-0#",
	"2024-01-01 00:00:0#", "00:00:0#", "#.#.0", "user#@example.com", "192.0.2.#", "x=>#", "a.b#", "<#,#>",
	"00000000-0000-4000-8000-00000000000#", "\\x0#", "t", "f", "", "# # #", "POINT(# #)"}

// perText is how many numbers each text is tried with.
const perText = 9

// Candidates are texts that an unknown type, or a rule that is not
// understood, may accept: for a database to vet. They are made from the type
// without the domain where that is understood, else from what types of its
// name, or any types, read.
func Candidates(in Input) []string {
	for _, attempt := range []Input{in, bare(in)} {
		if s, err := Of(attempt); err == nil {
			return sampled(attempt, s)
		}
	}
	t, _ := in.Schema.Base(in.Type)
	var all []string
	if strings.HasSuffix(t.Name.Name, "vec") || t.Name.Name == "vector" {
		all = vectors(t)
	}
	for _, text := range append(append([]string{}, known[t.Name.Name]...), general...) {
		for i := 1; i <= perText; i++ {
			x := strings.ReplaceAll(text, "#", strconv.Itoa(i))
			all = append(all, x)
			if x == text {
				break
			}
		}
	}
	return all
}

// bare is the input without what its domain says of single values.
func bare(in Input) Input {
	d := in.Domain
	in.Domain = Input{}.Domain
	in.Domain.Len, in.Domain.Octets = d.Len, d.Octets
	return in
}

// candidates is how many values of an understood type are tried.
const candidates = 400

func sampled(in Input, s Space) []string {
	c, err := value.CodecFor(in.Schema, in.Type, nil)
	if err != nil {
		return nil
	}
	var all []string
	seen := map[string]bool{}
	add := func(v value.Value) {
		if text := string(c.AppendText(nil, v)); !seen[text] {
			seen[text] = true
			all = append(all, text)
		}
	}
	for i := range uint64(candidates / 2) {
		add(s.Draw(draw.Mix(i), nil))
		if i < s.Capacity() {
			add(s.Unrank(i, nil))
		}
	}
	return all
}

// vectors are texts of pgvector's types.
func vectors(t schema.Type) []string {
	n := max(t.Mod(0, 3), 1)
	var all []string
	for i := range uint64(30) {
		parts := make([]string, n)
		for j := range parts {
			parts[j] = fmt.Sprintf("%.3f", draw.Unit(draw.Mix(i<<20+uint64(j))))
		}
		if t.Name.Name == "sparsevec" {
			all = append(all, fmt.Sprintf("{1:%s}/%d", parts[0], n))
			continue
		}
		all = append(all, "["+strings.Join(parts, ",")+"]")
	}
	return all
}

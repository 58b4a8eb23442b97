package space

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/effigydb/effigy/generator/draw"
	"github.com/effigydb/effigy/generator/language"
	"github.com/effigydb/effigy/generator/value"
)

// Near are values of a type that the texts and patterns of a rule lead to,
// each once, at most so many: the texts themselves and what stands next to
// them, texts of the patterns, and combinations of both for types made of
// others. Texts of patterns are as long as the input's domain says; whether the
// rest satisfies anything is for others to say.
func Near(in Input, texts []string, patterns []language.Pattern, most int) []value.Value {
	codec, err := value.CodecFor(in.Schema, in.Type, nil)
	if err != nil || in.depth > maxDepth {
		return nil
	}
	n := &near{in: in, codec: codec, most: most, seen: map[string]bool{}}
	n.literal(texts)
	n.parts(texts, patterns)
	n.documents(texts)
	n.matchingBoth(patterns)
	n.matching(texts, patterns)
	for step := int64(1); len(n.found) > 0 && len(n.found) < most && step <= 1<<40; step *= 2 {
		before := len(n.found)
		for _, v := range n.found[:min(before, most/2+1)] {
			n.beside(v, step)
		}
	}
	return n.found
}

type near struct {
	in    Input
	codec *value.Codec
	most  int
	seen  map[string]bool
	found []value.Value
}

func (n *near) add(v value.Value) {
	if text := string(n.codec.AppendText(nil, v)); len(n.found) < n.most && !n.seen[text] && n.holds(v) {
		n.seen[text] = true
		n.found = append(n.found, v)
	}
}

// holds reports that the type's modifiers take the value as it is.
func (n *near) holds(v value.Value) bool {
	t := n.codec.Type
	if len(t.Mods) == 0 && !t.Is("bit") || t.Dims > 0 {
		return true
	}
	switch most := t.Mod(0, 1); t.Name.Name {
	case "bit":
		return len(v.B) == most
	case "varbit", "varchar", "bpchar":
		return utf8.RuneCount(v.B) <= most
	case "numeric":
		scale := t.Mod(1, 0)
		if v.Kind != value.Decimal || len(v.B) > 0 || int(v.N) > scale {
			return false
		}
		limit := value.Number(power(min(max(most-scale, 0), 18)), 0)
		return value.DecimalCompare(v, limit) < 0 && value.DecimalCompare(v, value.DecimalNegate(limit)) > 0
	}
	return v.Kind != value.Time && v.Kind != value.Timestamp && v.Kind != value.Interval
}

// text adds what the type reads.
func (n *near) text(s string) {
	if v, err := n.codec.Parse(s, nil); err == nil {
		n.add(v)
	}
}

func (n *near) literal(texts []string) {
	for _, s := range texts {
		n.text(s)
	}
	if labels := n.codec.Labels(); labels != nil {
		for _, l := range labels {
			n.text(l)
		}
	}
}

// maxNear is how long a text of a pattern is at most, in characters.
const maxNear = 200

// options are those of the languages of patterns.
func (n *near) options() language.Options {
	o := language.Options{MaxLen: maxNear, Want: uint64(n.most)}
	if long := n.in.Domain.Len; n.codec.Kind() == value.Text && !long.None() {
		o.MinLen = min(long.Min, maxNear)
		if long.Capped {
			o.MaxLen = min(long.Max, maxNear)
		}
	}
	return o
}

// matching adds texts of each pattern that the type may write, in the case of
// the pattern or in another.
func (n *near) matching(texts []string, patterns []language.Pattern) {
	if n.codec.Kind() == value.Array || n.codec.Kind() == value.Range || n.codec.Kind() == value.Row {
		return
	}
	form := forms[n.codec.Type.Name.Name]
	if form == "" {
		form = kindForms[n.codec.Kind()]
	}
	for _, p := range patterns {
		for _, fold := range []bool{p.Fold, true} {
			p.Fold = fold
			both := []language.Pattern{p}
			if form != "" {
				both = append(both, language.Pattern{Text: form})
			}
			l, err := language.Compile(both, n.options())
			if err != nil && p.Syntax == language.Regex {
				both[0].Text = relaxed(p.Text)
				l, err = language.Compile(both, n.options())
			}
			if err != nil || l.Count() == 0 {
				continue
			}
			// the first ones, and some of all
			for k := range min(l.Count(), uint64(n.most)) {
				n.text(string(l.Unrank(nil, k)))
				n.text(string(l.Unrank(nil, draw.Below(draw.Mix(k), l.Count()))))
			}
		}
	}
}

// paired is the number of patterns that are put together, two at a time.
const paired = 6

// matchingBoth adds texts of two patterns at once, half of all at most.
func (n *near) matchingBoth(patterns []language.Pattern) {
	if n.codec.Kind() != value.Text {
		return
	}
	patterns = patterns[:min(len(patterns), paired)]
	each := n.most / max(len(patterns)*(len(patterns)-1), 1)
	for i, p := range patterns {
		for _, q := range patterns[:i] {
			l, err := language.Compile([]language.Pattern{p, q}, n.options())
			if err != nil || l.Count() == 0 {
				continue
			}
			for k := range min(l.Count(), uint64(each)) {
				n.text(string(l.Unrank(nil, draw.Below(draw.Mix(k), l.Count()))))
			}
		}
	}
}

// kindForms are the texts of values that are not held as text.
var kindForms = map[value.Kind]string{
	value.Int:       "^(0|-?[1-9][0-9]{0,8})$",
	value.Decimal:   `^(0|-?[1-9][0-9]{0,8})(\.[0-9]{2})?$`,
	value.Float:     `^(0|-?[1-9][0-9]{0,5})(\.[1-9])?$`,
	value.Date:      "^(19|20)[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])$",
	value.Timestamp: "^(19|20)[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8]) ([01][0-9]|2[0-3])(:[0-5][0-9]){2}$",
	value.Time:      "^([01][0-9]|2[0-3])(:[0-5][0-9]){2}$",
	value.Bytes:     `^\\x([0-9a-f]{2})*$`,
}

// parts adds arrays of the elements and ranges between the ends that the
// rule leads to.
func (n *near) parts(texts []string, patterns []language.Pattern) {
	elem := n.codec.Elem()
	if elem == nil {
		return
	}
	in := n.in
	in.Type, in.depth = elem.Type, in.depth+1
	list := Near(in, texts, patterns, min(n.most, 24))
	if n.codec.Kind() == value.Range {
		n.spans(elem, list)
		return
	}
	for i, v := range list {
		n.add(value.Value{Kind: value.Array, E: []value.Value{v}})
		if i > 0 && n.codec.Type.Dims > 0 {
			n.add(value.Value{Kind: value.Array, E: []value.Value{list[i-1], v}})
			n.add(value.Value{Kind: value.Array, E: slices.Clone(list[:i+1])})
		}
	}
}

func (n *near) spans(elem *value.Codec, list []value.Value) {
	for i, a := range list {
		for _, b := range list[i:] {
			if c, ok := elem.Compare(a, b); !ok {
				continue
			} else if c > 0 {
				a, b = b, a
			}
			low, high := string(elem.AppendText(nil, a)), string(elem.AppendText(nil, b))
			n.text("[" + quoted(low) + "," + quoted(high) + "]")
			n.text("[" + quoted(low) + "," + quoted(high) + ")")
		}
		end := quoted(string(elem.AppendText(nil, a)))
		n.text("[" + end + ",)")
		n.text("(," + end + "]")
	}
	n.text("(,)")
	n.text("empty")
}

func quoted(s string) string { return `"` + s + `"` }

// keyword is a text that may be the key of a document, path one that leads to
// such keys; inner is a path in a filter, from what the filter stands on.
var (
	keyword  = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)
	pathStep = regexp.MustCompile(`\.("?)([A-Za-z_][A-Za-z0-9_]*)`)
	inner    = regexp.MustCompile(`@((?:\."?[A-Za-z_][A-Za-z0-9_]*"?)+)`)
)

// documents adds JSON objects with all the keys and paths that the texts name,
// and values of several types; arrays of them where a path asks for elements.
func (n *near) documents(texts []string) {
	if name := n.codec.Type.Name.Name; name != "json" && name != "jsonb" {
		return
	}
	n.mixtures(texts)
	for _, v := range []string{"1", "10", "100000", `"text"`, "true", "[1, 2]", "{}"} {
		doc, list := map[string]json.RawMessage{}, false
		for _, s := range texts {
			if keyword.MatchString(s) {
				doc[s] = json.RawMessage(v)
			}
			if strings.HasPrefix(s, "$") {
				list = list || strings.HasPrefix(s, "$[")
				lead(doc, s, v)
			}
		}
		b, err := json.Marshal(doc)
		if err != nil {
			continue
		}
		n.text(string(b))
		if list {
			n.text("[" + string(b) + "]")
		}
	}
}

// mixtures is the number of objects whose keys have values of different types.
const mixtures = 1500

// mixtures adds objects with all the keys that the texts name, each with a
// value of its own: one of the texts, or of their numbers, or something usual.
func (n *near) mixtures(texts []string) {
	var keys []string
	values := []string{"1", `"text"`, "true", "[]", "{}"}
	for _, s := range texts {
		if keyword.MatchString(s) {
			keys = append(keys, s)
		}
		if b, err := json.Marshal(s); err == nil {
			values = append(values, string(b))
		}
		if json.Valid([]byte(s)) {
			values = append(values, s)
		}
	}
	if len(keys) < 2 || len(keys) > 24 {
		return
	}
	for k := range uint64(min(mixtures, n.most/2)) {
		doc := map[string]json.RawMessage{}
		for i, key := range keys {
			doc[key] = json.RawMessage(values[draw.Below(draw.Mix(k<<8+uint64(i)), uint64(len(values)))])
		}
		if b, err := json.Marshal(doc); err == nil {
			n.text(string(b))
		}
	}
}

// lead sets what a path leads to, and what its filter looks at.
func lead(doc map[string]json.RawMessage, path, v string) {
	base, filter, _ := strings.Cut(path, "?")
	steps := pathStep.FindAllStringSubmatch(base, -1)
	found := inner.FindAllStringSubmatch(filter, -1)
	if found == nil {
		put(doc, steps, v)
		return
	}
	below := map[string]json.RawMessage{}
	for _, m := range found {
		put(below, pathStep.FindAllStringSubmatch(m[1], -1), v)
	}
	if len(steps) == 0 {
		for k, x := range below {
			doc[k] = x
		}
		return
	}
	if b, err := json.Marshal(below); err == nil {
		put(doc, steps, string(b))
	}
}

// put sets what a path leads to.
func put(doc map[string]json.RawMessage, steps [][]string, v string) {
	if len(steps) == 0 {
		return
	}
	for i := len(steps) - 1; i > 0; i-- {
		v = `{"` + steps[i][2] + `": ` + v + `}`
	}
	doc[steps[0][2]] = json.RawMessage(v)
}

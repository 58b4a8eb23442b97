package document

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/effigydb/effigy/generator/draw"
)

// JSON is the k-th document: the first ones have every key that the sources
// name, later ones fewer, and values of other kinds.
func (g *Guide) JSON(k uint64) string {
	d := dice(draw.Mix(k + 1))
	m := maker{dice: &d, keys: []int{100, 100, 85, 60}[min(k, 3)], strange: []int{0, 3, 15}[k%3]}
	if k > 3 {
		m.keys = []int{100, 90, 75, 50}[k%4]
	}
	var out strings.Builder
	m.write(&out, g.root)
	return out.String()
}

type maker struct {
	*dice
	keys, strange int // how often a key is there, and a value another one than told, in a hundred
}

func (m *maker) write(out *strings.Builder, n *node) {
	object, list := len(n.keys) > 0 || slices.Contains(n.kinds, "object"), n.elem != nil || slices.Contains(n.kinds, "array")
	if object && list { // a place of both is told apart by a draw
		object = m.chance(50)
		list = !object
	}
	scalar := (len(n.values)+len(n.langs)+len(n.casts) > 0 || slices.ContainsFunc(n.kinds, plain)) && m.chance(50)
	switch {
	case object && !(scalar && len(n.keys) == 0):
		m.object(out, n)
	case list && !scalar:
		m.list(out, n)
	default:
		m.scalar(out, n)
	}
}

func plain(kind string) bool { return kind != "object" && kind != "array" }

func (m *maker) object(out *strings.Builder, n *node) {
	out.WriteByte('{')
	comma := ""
	for _, k := range n.keys {
		if !m.chance(m.keys) {
			continue
		}
		name, _ := json.Marshal(k)
		out.WriteString(comma + string(name) + ": ")
		m.write(out, n.kids[k])
		comma = ", "
	}
	out.WriteByte('}')
}

func (m *maker) list(out *strings.Builder, n *node) {
	size := 1 + m.below(3)
	if m.chance(m.strange) {
		size = 0
	}
	out.WriteByte('[')
	for i := range size {
		if i > 0 {
			out.WriteString(", ")
		}
		m.write(out, n.element())
	}
	out.WriteByte(']')
}

func (m *maker) scalar(out *strings.Builder, n *node) {
	text, quoted := m.text(n)
	if slices.Contains(n.kinds, "string") && !m.chance(m.strange) {
		quoted = true
	}
	if !quoted && json.Valid([]byte(text)) {
		out.WriteString(text)
		return
	}
	b, _ := json.Marshal(text)
	out.Write(b)
}

// text is a value, and whether it is a string of JSON.
func (m *maker) text(n *node) (text string, quoted bool) {
	known := len(n.values) + len(n.langs)
	if cast := m.one(n.casts); cast != "" && (known == 0 || m.chance(50)) && !m.chance(m.strange) {
		return m.cast(cast)
	}
	if known > 0 && !m.chance(m.strange) {
		if at := m.below(known); at < len(n.values) {
			return n.values[at], len(n.casts) == 0
		} else {
			l := n.langs[at-len(n.values)]
			return string(l.Unrank(nil, uint64(m.below(int(min(l.Count(), 1<<30)))))), true
		}
	}
	kind := m.one(n.kinds)
	if kind == "" || !plain(kind) || m.chance(m.strange) {
		kind = []string{"string", "string", "string", "number", "number", "boolean"}[m.below(6)]
	}
	switch kind {
	case "number":
		return strconv.Itoa(m.below([]int{10, 100, 10_000}[m.below(3)]) + 1), false
	case "boolean":
		return strconv.FormatBool(m.chance(50)), false
	case "null":
		return "null", false
	}
	return m.word(), true
}

func (m *maker) one(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return list[m.below(len(list))]
}

// cast is a text that a SQL type reads.
func (m *maker) cast(to string) (text string, quoted bool) {
	day := func() string {
		return strconv.Itoa(2015+m.below(11)) + "-" + two(1+m.below(12)) + "-" + two(1+m.below(28))
	}
	clock := func() string { return two(m.below(24)) + ":" + two(m.below(60)) + ":00" }
	switch {
	case to == "date":
		return day(), true
	case strings.HasPrefix(to, "timestamp"):
		return day() + "T" + clock() + "Z", true
	case strings.HasPrefix(to, "time"):
		return clock(), true
	case to == "uuid":
		a, b := draw.Next(uint64(*m.dice)), draw.Mix(uint64(*m.dice))
		m.below(2)
		h := strconv.FormatUint(a|1<<63, 16) + strconv.FormatUint(b|1<<63, 16)
		return h[:8] + "-" + h[8:12] + "-4" + h[13:16] + "-a" + h[17:20] + "-" + h[20:], true
	case strings.HasPrefix(to, "bool"), to == "json":
		return strconv.FormatBool(m.chance(50)), false
	case to == "interval":
		return strconv.Itoa(1+m.below(48)) + " hours", true
	case to == "inet":
		return "10." + strconv.Itoa(m.below(256)) + "." + strconv.Itoa(m.below(256)) + ".1", true
	case to == "text", strings.HasPrefix(to, "varchar"), to == "character":
		return m.word(), true
	}
	return strconv.Itoa(m.below([]int{10, 100, 10_000}[m.below(3)]) + 1), false
}

func two(n int) string {
	if n < 10 {
		return "0" + strconv.Itoa(n)
	}
	return strconv.Itoa(n)
}

package predicate

import (
	"bytes"
	"strings"

	"github.com/effigydb/effigy/generator/value"
)

// defineParts has the functions that cut a text.
func defineParts() {
	cut := func(f func(r []rune, n int64) []rune) func(a []value.Value) (value.Value, bool) {
		return func(a []value.Value) (value.Value, bool) {
			return value.String(string(f([]rune(string(a[0].B)), a[1].I))), true
		}
	}
	define("left", "text", cut(func(r []rune, n int64) []rune {
		if n < 0 {
			n = max(0, int64(len(r))+n)
		}
		return r[:min(n, int64(len(r)))]
	}), "text", "int4")
	define("right", "text", cut(func(r []rune, n int64) []rune {
		if n < 0 {
			n = max(0, int64(len(r))+n)
		}
		return r[int64(len(r))-min(n, int64(len(r))):]
	}), "text", "int4")
	for _, name := range []string{"substr", "substring"} {
		define(name, "text", cut(func(r []rune, n int64) []rune { return r[min(max(n-1, 0), int64(len(r))):] }), "text", "int4")
		define(name, "text", substring, "text", "int4", "int4")
	}
	define("split_part", "text", splitPart, "text", "text", "int4")
	define("replace", "text", func(a []value.Value) (value.Value, bool) {
		if len(a[1].B) == 0 {
			return a[0], true
		}
		return value.Value{Kind: value.Text, B: bytes.ReplaceAll(a[0].B, a[1].B, a[2].B)}, true
	}, "text", "text", "text")
	define("translate", "text", func(a []value.Value) (value.Value, bool) {
		return value.String(translate(string(a[0].B), []rune(string(a[1].B)), []rune(string(a[2].B)))), true
	}, "text", "text", "text")
	define("lpad", "text", func(a []value.Value) (value.Value, bool) { return fill(a, " ", true) }, "text", "int4")
	define("rpad", "text", func(a []value.Value) (value.Value, bool) { return fill(a, " ", false) }, "text", "int4")
	define("lpad", "text", func(a []value.Value) (value.Value, bool) { return fill(a, string(a[2].B), true) }, "text", "int4", "text")
	define("rpad", "text", func(a []value.Value) (value.Value, bool) { return fill(a, string(a[2].B), false) }, "text", "int4", "text")
}

func substring(a []value.Value) (value.Value, bool) {
	r, from, n := []rune(string(a[0].B)), a[1].I, a[2].I
	if n < 0 {
		return value.Value{}, false
	}
	end := min(from+n-1, int64(len(r)))
	start := max(from-1, 0)
	if start >= end {
		return value.String(""), true
	}
	return value.String(string(r[start:end])), true
}

func splitPart(a []value.Value) (value.Value, bool) {
	text, separator, n := string(a[0].B), string(a[1].B), a[2].I
	if n == 0 {
		return value.Value{}, false
	}
	parts := []string{text}
	if separator != "" && text != "" {
		parts = strings.Split(text, separator)
	}
	if n < 0 {
		n += int64(len(parts)) + 1
	}
	if n < 1 || n > int64(len(parts)) {
		return value.String(""), true
	}
	return value.String(parts[n-1]), true
}

func translate(s string, from, to []rune) string {
	var b strings.Builder
next:
	for _, r := range s {
		for i, f := range from {
			if f != r {
				continue
			}
			if i < len(to) {
				b.WriteRune(to[i])
			}
			continue next
		}
		b.WriteRune(r)
	}
	return b.String()
}

// maxFill bounds how long padded texts may grow.
const maxFill = 10_000

func fill(a []value.Value, with string, left bool) (value.Value, bool) {
	r, n := []rune(string(a[0].B)), a[1].I
	if n > maxFill {
		return value.Value{}, false
	}
	n = max(n, 0)
	if int64(len(r)) >= n {
		return value.String(string(r[:n])), true
	}
	missing := int(n) - len(r)
	w := []rune(with)
	if len(w) == 0 {
		return a[0], true
	}
	pad := make([]rune, missing)
	for i := range pad {
		pad[i] = w[i%len(w)]
	}
	if left {
		return value.String(string(pad) + string(r)), true
	}
	return value.String(string(r) + string(pad)), true
}

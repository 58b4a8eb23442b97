package predicate

import (
	"bytes"
	"crypto/md5"
	"encoding/hex"
	"strings"
	"unicode/utf8"

	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

func init() {
	for _, f := range []struct {
		name  string
		apply func(string) (string, bool)
	}{
		{"lower", func(s string) (string, bool) { return strings.ToLower(s), isASCII(s) }},
		{"upper", func(s string) (string, bool) { return strings.ToUpper(s), isASCII(s) }},
		{"initcap", func(s string) (string, bool) { return initcap(s), isASCII(s) }},
		{"btrim", func(s string) (string, bool) { return strings.Trim(s, " "), true }},
		{"ltrim", func(s string) (string, bool) { return strings.TrimLeft(s, " "), true }},
		{"rtrim", func(s string) (string, bool) { return strings.TrimRight(s, " "), true }},
		{"reverse", func(s string) (string, bool) { return reverse(s), true }},
		{"md5", func(s string) (string, bool) {
			sum := md5.Sum([]byte(s))
			return hex.EncodeToString(sum[:]), true
		}},
	} {
		define(f.name, "text", func(a []value.Value) (value.Value, bool) {
			s, ok := f.apply(string(a[0].B))
			return value.String(s), ok
		}, "text")
	}
	for _, name := range []string{"btrim", "ltrim", "rtrim"} {
		define(name, "text", func(a []value.Value) (value.Value, bool) {
			return value.String(trim(name, string(a[0].B), string(a[1].B))), true
		}, "text", "text")
	}
	defineLengths()
	defineParts()
	defineBits()
	defineUUIDs()
	defineDigests()
	defineSearches()
}

func isASCII(s string) bool { return ascii([]byte(s)) }

func number(n int) (value.Value, bool) { return value.Integer(int64(n)), true }

func defineLengths() {
	define("length", "int4", func(a []value.Value) (value.Value, bool) { return number(utf8.RuneCount(a[0].B)) }, "text")
	define("length", "int4", func(a []value.Value) (value.Value, bool) {
		return number(utf8.RuneCount(bytes.TrimRight(a[0].B, " ")))
	}, "bpchar")
	define("length", "int4", func(a []value.Value) (value.Value, bool) { return number(len(a[0].B)) }, "bytea")
	define("length", "int4", func(a []value.Value) (value.Value, bool) { return number(len(a[0].B)) }, "bit")
	define("length", "int4", func(a []value.Value) (value.Value, bool) { return number(len(a[0].B)) }, "varbit")
	define("octet_length", "int4", func(a []value.Value) (value.Value, bool) { return number(len(a[0].B)) }, "text")
	define("octet_length", "int4", func(a []value.Value) (value.Value, bool) { return number(len(a[0].B)) }, "bytea")
	define("bit_length", "int4", func(a []value.Value) (value.Value, bool) { return number(8 * len(a[0].B)) }, "text")
	define("bit_length", "int4", func(a []value.Value) (value.Value, bool) { return number(len(a[0].B)) }, "varbit")
	define("bit_length", "int4", func(a []value.Value) (value.Value, bool) { return number(len(a[0].B)) }, "bit")
	// octet_length and bit_length of a char(n) see its padding, which is not
	// kept here.
	beyond := func([]value.Value) (value.Value, bool) { return value.Value{}, false }
	define("octet_length", "int4", beyond, "bpchar")
	define("bit_length", "int4", beyond, "bpchar")
	define("get_byte", "int4", func(a []value.Value) (value.Value, bool) {
		if a[1].I < 0 || a[1].I >= int64(len(a[0].B)) {
			return value.Value{}, false
		}
		return number(int(a[0].B[a[1].I]))
	}, "bytea", "int4")
	define("ascii", "int4", func(a []value.Value) (value.Value, bool) {
		r, n := utf8.DecodeRune(a[0].B)
		if n == 0 {
			r = 0
		}
		return number(int(r))
	}, "text")
}

func defineSearches() {
	define("strpos", "int4", func(a []value.Value) (value.Value, bool) {
		at := bytes.Index(a[0].B, a[1].B)
		if at < 0 {
			return number(0)
		}
		return number(utf8.RuneCount(a[0].B[:at]) + 1)
	}, "text", "text")
	define("regexp_count", "int4", func(a []value.Value) (value.Value, bool) {
		if !letter(a[1].B) {
			return value.Value{}, false
		}
		return number(bytes.Count(a[0].B, a[1].B))
	}, "text", "text")
	define("starts_with", "bool", func(a []value.Value) (value.Value, bool) {
		return value.Boolean(bytes.HasPrefix(a[0].B, a[1].B)), true
	}, "text", "text")
	define("repeat", "text", func(a []value.Value) (value.Value, bool) {
		if a[1].I > maxFill || int64(len(a[0].B))*a[1].I > maxFill {
			return value.Value{}, false
		}
		return value.String(strings.Repeat(string(a[0].B), int(max(a[1].I, 0)))), true
	}, "text", "int4")
}

// letter reports a pattern of one character that stands for itself.
func letter(pattern []byte) bool {
	return len(pattern) == 1 && quote(string(pattern)) == string(pattern)
}

func trim(name, s, chars string) string {
	if chars == "" {
		return s
	}
	switch name {
	case "ltrim":
		return strings.TrimLeft(s, chars)
	case "rtrim":
		return strings.TrimRight(s, chars)
	}
	return strings.Trim(s, chars)
}

func reverse(s string) string {
	r := []rune(s)
	for i, j := 0, len(r)-1; i < j; i, j = i+1, j-1 {
		r[i], r[j] = r[j], r[i]
	}
	return string(r)
}

// initcap raises the first letter of every run of letters and digits.
func initcap(s string) string {
	out := []byte(strings.ToLower(s))
	inside := false
	for i, c := range out {
		letter := c >= 'a' && c <= 'z'
		if letter && !inside {
			out[i] = c - 'a' + 'A'
		}
		inside = letter || c >= '0' && c <= '9'
	}
	return string(out)
}

// concatenate is || on texts and arrays.
func (b *binder) concatenate(x, y term) term {
	textual := func(t term) bool { return t.literal != nil || isText(t.typ) }
	if x.literal == nil && x.typ.Dims > 0 || y.literal == nil && y.typ.Dims > 0 ||
		!textual(x) && !textual(y) || x.literal != nil && y.literal != nil {
		return b.beyond()
	}
	for _, t := range []*term{&x, &y} {
		if t.literal == nil && (short(t.typ) == "jsonb" || short(t.typ) == "bytea" || short(t.typ) == "varbit" || short(t.typ) == "bit") {
			return b.beyond()
		}
		*t = b.as(*t, textType)
	}
	return b.lift(textType, func(a []value.Value) (value.Value, bool) {
		return value.Value{Kind: value.Text, B: append(append([]byte{}, a[0].B...), a[1].B...)}, true
	}, x, y)
}

// concat skips NULLs.
func (b *binder) concat(args []term) term {
	for i := range args {
		if args[i].literal == nil && short(args[i].typ) == "bool" {
			return b.beyond() // printed as t and f, unlike a cast
		}
		args[i] = b.as(args[i], textType)
	}
	return settle(term{typ: textType, eval: func(row []value.Value) (value.Value, bool) {
		out := []byte{}
		for _, a := range args {
			v, ok := a.eval(row)
			if !ok {
				return v, false
			}
			out = append(out, v.B...)
		}
		return value.Value{Kind: value.Text, B: out}, true
	}}, args...)
}

// array is ARRAY[…].
func (b *binder) array(e *schema.Expr) term {
	args := b.all(e.Args)
	t, ok := b.unified(args)
	if !ok || t.Dims > 0 {
		return b.beyond()
	}
	t.Mods, t.Dims = nil, 1
	return settle(term{typ: t, eval: func(row []value.Value) (value.Value, bool) {
		out := value.Value{Kind: value.Array, E: make([]value.Value, len(args))}
		for i, a := range args {
			var ok bool
			if out.E[i], ok = a.eval(row); !ok {
				return out, false
			}
		}
		return out, true
	}}, args...)
}

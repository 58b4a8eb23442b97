package expr

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"math"
	"math/big"
	"sort"
	"strconv"
	"strings"

	"github.com/effigydb/effigy/ddl/pattern"
)

// value is a string literal as the type's output function would print the
// value, for the types whose literals people write in more than one way.
// False when the literal must keep its cast.
func (a *Analyzer) value(s string, t Type) (string, bool) {
	switch {
	case t.IsArray():
		if out, ok := a.normalArray(s, t.Elem()); ok {
			return out, true
		}
		return s, true
	case strings.HasSuffix(t.Name, ".hstore"):
		return normalStore(s), true
	case plain[t.Name] != nil:
		return plain[t.Name](s), true
	case measured[t.Name] != nil:
		return measured[t.Name](s, t)
	case strings.HasPrefix(t.Name, "reg"):
		return a.env.Object(a.path, t.Name, s), true
	}
	if a.env != nil {
		if r, ok := a.env.Range(t.Name); ok {
			return a.rangeValue(s, t, r), true
		}
	}
	return s, true
}

// plain are the types whose values have one form whatever the modifier.
var plain = map[string]func(string) string{
	"point": normalShape, "lseg": normalShape, "path": normalShape, "polygon": normalShape, "circle": normalShape, "box": normalBox, "money": normalMoney,
	"bool": normalBool, "float4": normalFloat, "float8": normalFloat, "tsvector": normalLexemes,
	"inet": normalAddress, "cidr": normalNetwork, "macaddr": normalMAC, "macaddr8": normalMAC, "jsonb": normalJSON, "jsonpath": normalPath, "uuid": normalUUID,
	"date":        func(s string) string { return normalTime(s, "date") },
	"timestamp":   func(s string) string { return normalTime(s, "timestamp") },
	"timestamptz": func(s string) string { return normalTime(s, "timestamptz") },
	"time":        normalClock, "timetz": normalZonedClock, "char": firstByte, "bytea": normalBytea,
}

// measured are the types whose modifier may change a value: then the cast
// stays.
var measured = map[string]func(string, Type) (string, bool){
	"int2": wholeNumber, "int4": wholeNumber, "int8": wholeNumber, "oid": wholeNumber,
	"numeric": func(s string, t Type) (string, bool) {
		if f := normalFloat(s); f == "NaN" || strings.HasSuffix(f, "Infinity") {
			return f, t.Mod == ""
		}
		return wholeNumber(s, t)
	},
	"interval": wholeInterval,
	"bpchar": func(s string, t Type) (string, bool) {
		s = strings.TrimRight(s, " ")
		return s, t.Mod == "" || fitsLength(s, t.Mod)
	},
	"bit":     bitString,
	"varbit":  bitString,
	"varchar": func(s string, t Type) (string, bool) { return s, t.Mod == "" || modKeeps(s, t) },
}

func wholeNumber(s string, t Type) (string, bool) {
	return normalNumber(strings.TrimSpace(s)), t.Mod == ""
}

func bitString(s string, t Type) (string, bool) { return s, t.Mod == "" || len(s) == modLength(t.Mod) }

func firstByte(s string) string {
	if s != "" && s[0] != '\\' {
		return s[:1]
	}
	return s
}

func normalFloat(s string) string {
	v, err := strconv.ParseFloat(strings.TrimSpace(s), 64)
	switch {
	case err != nil:
		return s
	case math.IsInf(v, 0):
		return strings.TrimPrefix(strconv.FormatFloat(v, 'f', -1, 64), "+") + "inity"
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

func wholeInterval(s string, t Type) (string, bool) {
	if unit := intervalFields[t.Mod]; unit != "" && plainNumber().MatchString(s) {
		s += " " + unit
	}
	return normalInterval(s), true // read under its modifier, as no other type is
}

func normalZonedClock(s string) string {
	if m := clockZone().FindStringSubmatch(s); m != nil {
		return normalClock(m[1]) + m[2]
	}
	return s
}

func normalBool(s string) string {
	switch strings.ToLower(strings.TrimSpace(s)) {
	case "t", "tr", "tru", "true", "y", "ye", "yes", "on", "1":
		return "true"
	case "f", "fa", "fal", "fals", "false", "n", "no", "of", "off", "0":
		return "false"
	}
	return s
}

var plainNumber = pattern.Of(`^[+-]?\d+(\.\d+)?$`)

// normalNumber writes out exponents and drops a plus sign and leading zeros;
// the digits after the point are part of a numeric and stay.
func normalNumber(s string) string {
	s = strings.TrimPrefix(s, "+")
	if strings.HasPrefix(s, ".") {
		s = "0" + s
	}
	s = strings.TrimSuffix(s, ".")
	if plainNumber().MatchString(s) {
		sign := ""
		if strings.HasPrefix(s, "-") {
			sign, s = "-", s[1:]
		}
		for len(s) > 1 && s[0] == '0' && s[1] != '.' {
			s = s[1:]
		}
		return sign + s
	}
	if i := strings.IndexAny(s, "eE"); i < 0 || len(s)-i > 5 {
		return s
	}
	r, ok := new(big.Rat).SetString(s)
	if !ok {
		return s
	}
	if r.IsInt() {
		return r.Num().String()
	}
	return strings.TrimRight(r.FloatString(40), "0")
}

// normalJSON prints a jsonb value: keys by length then bytes, no spaces.
func normalJSON(s string) string {
	d := json.NewDecoder(strings.NewReader(s))
	d.UseNumber()
	var v any
	if d.Decode(&v) != nil || d.More() {
		return s
	}
	var b bytes.Buffer
	writeJSON(&b, v)
	return b.String()
}

func writeJSON(b *bytes.Buffer, v any) {
	switch v := v.(type) {
	case map[string]any:
		keys := make([]string, 0, len(v))
		for k := range v {
			keys = append(keys, k)
		}
		sort.Slice(keys, func(i, j int) bool {
			if len(keys[i]) != len(keys[j]) {
				return len(keys[i]) < len(keys[j])
			}
			return keys[i] < keys[j]
		})
		for i, k := range keys {
			b.WriteString(map[bool]string{true: "{", false: ","}[i == 0])
			writeJSON(b, k)
			b.WriteByte(':')
			writeJSON(b, v[k])
		}
		b.WriteString(map[bool]string{true: "{}", false: "}"}[len(keys) == 0])
	case []any:
		b.WriteByte('[')
		for i, e := range v {
			if i > 0 {
				b.WriteByte(',')
			}
			writeJSON(b, e)
		}
		b.WriteByte(']')
	default:
		e, _ := json.Marshal(v)
		b.Write(e)
	}
}

var (
	pathKey   = pattern.Of(`\."([A-Za-z_][A-Za-z0-9_]*)"`)
	pathParts = pattern.Of(`"(?:[^"\\]|\\.)*"|\s+`)
)

// normalPath prints a jsonpath with no blanks and no needless quotes; lax is
// the default mode.
func normalPath(s string) string {
	s = pathKey().ReplaceAllString(s, ".$1")
	s = strings.TrimPrefix(strings.TrimSpace(s), "lax ")
	return pathParts().ReplaceAllStringFunc(s, func(part string) string {
		if part[0] == '"' {
			return part
		}
		return ""
	})
}

// normalBytea prints a bytea as hex digits; other input is the escape format.
func normalBytea(s string) string {
	if hexDigits, ok := strings.CutPrefix(s, `\x`); ok {
		return `\x` + strings.ToLower(hexDigits)
	}
	var b []byte
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] != '\\':
			b = append(b, s[i])
		case i+1 < len(s) && s[i+1] == '\\':
			b = append(b, '\\')
			i++
		case i+3 < len(s):
			v, err := strconv.ParseUint(s[i+1:i+4], 8, 8)
			if err != nil {
				return s
			}
			b = append(b, byte(v))
			i += 3
		default:
			return s
		}
	}
	return `\x` + hex.EncodeToString(b)
}

func normalUUID(s string) string {
	digits := strings.ToLower(strings.NewReplacer("{", "", "}", "", "-", "").Replace(s))
	if len(digits) != 32 {
		return s
	}
	return strings.Join([]string{digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]}, "-")
}

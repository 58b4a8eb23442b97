package predicate

import (
	"math"
	"strconv"
	"strings"

	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

// constant resolves a literal. One without a type stays a literal until its
// surroundings say what it is.
func (b *binder) constant(e *schema.Expr) term {
	if e.Type.Name.Name == "" {
		return term{literal: e, constant: true, eval: unknown}
	}
	if e.Null {
		return term{typ: e.Type, constant: true, eval: null}
	}
	return b.parsed(e.Value, e.Type)
}

// parsed is the constant that a type reads from a text.
func (b *binder) parsed(text string, t schema.Type) term {
	base, through := b.Schema.Base(t)
	if v, ok := b.relative(text, base); ok {
		return b.cast(v, t)
	}
	c := b.codec(base)
	if c == nil || len(through) > 0 {
		return b.beyond()
	}
	v, err := c.Parse(text, nil)
	if err != nil {
		return b.beyond()
	}
	if v, ok := b.fit(v, base, true); ok {
		return fixed(base, v)
	}
	return b.beyond()
}

// relative reads the words for moments that depend on the clock.
func (b *binder) relative(text string, t schema.Type) (term, bool) {
	if !isMoment(t) {
		return term{}, false
	}
	day := floorDiv(b.Now, value.Day)
	switch strings.ToLower(strings.TrimSpace(text)) {
	case "now":
		return fixed(zonedType, value.Value{Kind: value.Timestamp, I: b.Now}), true
	case "today":
	case "tomorrow":
		day++
	case "yesterday":
		day--
	default:
		return term{}, false
	}
	return fixed(dateType, value.Value{Kind: value.Date, I: day}), true
}

// as gives a literal the type of its surroundings; other terms are cast the
// way Postgres does without being asked.
func (b *binder) as(t term, want schema.Type) term {
	if t.literal == nil {
		if same(t.typ, want) {
			return t
		}
		return b.cast(t, want)
	}
	want.Mods = nil
	if t.literal.Null {
		return term{typ: want, constant: true, eval: null}
	}
	return b.parsed(t.literal.Value, want)
}

// instant resolves CURRENT_DATE and its kin.
func (b *binder) instant(e *schema.Expr) term {
	now := fixed(zonedType, value.Value{Kind: value.Timestamp, I: b.Now})
	switch e.Name {
	case "now":
		return now
	case "date":
		return b.cast(now, dateType)
	case "time", "localtime":
		return b.cast(now, timeType)
	case "timetz":
		return b.cast(now, builtin("timetz"))
	case "timestamp":
		return b.cast(now, stampType)
	}
	return b.beyond()
}

// fit applies the modifiers of a type to a value of it: explicit casts cut
// texts, everything else that is too long is an error.
func (b *binder) fit(v value.Value, t schema.Type, explicit bool) (value.Value, bool) {
	if v.IsNull() {
		return v, true
	}
	switch name := short(t); name {
	case "int2", "int4":
		return v, inRange(v.I, name)
	case "float4":
		v.F = float64(float32(v.F))
		return v, true
	case "numeric":
		return fitNumeric(v, t)
	case "varchar", "bpchar":
		return fitText(v, t, name == "bpchar", explicit)
	case "timestamp", "timestamptz", "time":
		return fitTime(v, t), true
	case "interval", "bit", "varbit", "timetz":
		return v, len(t.Mods) == 0
	}
	if t.Dims > 0 && len(t.Mods) > 0 {
		return b.fitElements(v, t.Elem(), explicit)
	}
	return v, true
}

// holdsAll reports a type with nothing for fit to do.
func holdsAll(t schema.Type) bool {
	switch short(t) {
	case "int8", "float8", "numeric", "text", "date", "bool":
		return len(t.Mods) == 0
	}
	return false
}

func (b *binder) fitElements(v value.Value, elem schema.Type, explicit bool) (value.Value, bool) {
	out := value.Value{Kind: value.Array, E: make([]value.Value, len(v.E))}
	for i, x := range v.E {
		var ok bool
		if x.Kind == value.Array {
			return v, false
		}
		if out.E[i], ok = b.fit(x, elem, explicit); !ok {
			return v, false
		}
	}
	return out, true
}

func inRange(i int64, name string) bool {
	if name == "int2" {
		return i >= math.MinInt16 && i <= math.MaxInt16
	}
	return name != "int4" || i >= math.MinInt32 && i <= math.MaxInt32
}

// fitNumeric rounds to the declared scale and checks the precision.
func fitNumeric(v value.Value, t schema.Type) (value.Value, bool) {
	if len(t.Mods) == 0 {
		return v, true
	}
	precision, scale := t.Mod(0, 0), t.Mod(1, 0)
	if special(v) {
		return v, string(v.B) == "NaN"
	}
	v = value.DecimalRound(v, scale)
	return v, digitsBeforePoint(v) <= max(precision-scale, 0) && fitsFraction(v, precision, scale)
}

// fitsFraction holds a value below 1 against numeric(2,4), whose greatest is
// 0.0099.
func fitsFraction(v value.Value, precision, scale int) bool {
	if precision >= scale {
		return true
	}
	limit := value.Number(1, scale-precision)
	return value.DecimalCompare(v, limit) < 0 && value.DecimalCompare(value.DecimalNegate(v), limit) < 0
}

// special reports whether a decimal is NaN or an infinity.
func special(v value.Value) bool {
	return v.Kind == value.Decimal && len(v.B) > 0 && (v.B[0] == 'N' || v.B[0] == 'I' || len(v.B) > 1 && v.B[1] == 'I')
}

func digitsBeforePoint(v value.Value) int {
	text := decimalText(v)
	text = strings.TrimPrefix(text, "-")
	whole, _, _ := strings.Cut(text, ".")
	return len(strings.TrimLeft(whole, "0"))
}

func decimalText(v value.Value) string {
	if v.B != nil {
		return string(v.B)
	}
	text := strconv.FormatInt(v.I, 10)
	if v.N <= 0 {
		return text
	}
	negative := strings.HasPrefix(text, "-")
	text = strings.TrimPrefix(text, "-")
	for len(text) <= int(v.N) {
		text = "0" + text
	}
	text = text[:len(text)-int(v.N)] + "." + text[len(text)-int(v.N):]
	if negative {
		return "-" + text
	}
	return text
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

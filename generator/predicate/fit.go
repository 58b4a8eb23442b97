package predicate

import (
	"bytes"
	"math"

	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

// Stored is what a column of a type holds of a value that is written to it, by
// the length or precision of the type; false where Postgres refuses the value.
func Stored(s *schema.Schema, v value.Value, t schema.Type) (value.Value, bool) {
	b := newBinder(Scope{Schema: s})
	if t.Dims > 0 {
		return b.storedElements(v, t.Elem())
	}
	switch name := short(t); {
	case v.IsNull():
		return v, true
	case name == "bit":
		return v, len(v.B) == t.Mod(0, 1)
	case name == "varbit":
		return v, len(v.B) <= t.Mod(0, len(v.B))
	case name == "interval", name == "timetz": // rounded by Postgres, never refused
		return v, true
	}
	return b.fit(v, t, false)
}

func (b *binder) storedElements(v value.Value, elem schema.Type) (value.Value, bool) {
	if v.Kind != value.Array {
		return v, true
	}
	out := v
	out.E = make([]value.Value, len(v.E))
	for i, x := range v.E {
		var ok bool
		if x.Kind == value.Array {
			out.E[i], ok = b.storedElements(x, elem)
		} else {
			out.E[i], ok = Stored(b.Schema, x, elem)
		}
		if !ok {
			return v, false
		}
	}
	return out, true
}

// fitText applies the length of varchar(n) and char(n).
func fitText(v value.Value, t schema.Type, blanks, explicit bool) (value.Value, bool) {
	limit := t.Mod(0, -1)
	if blanks {
		v.B = bytes.TrimRight(v.B, " ")
	}
	if limit < 0 {
		return v, true
	}
	at := 0
	for i := range string(v.B) {
		if at == limit {
			if !explicit && len(bytes.Trim(v.B[i:], " ")) > 0 {
				return v, false
			}
			v.B = v.B[:i:i]
			break
		}
		at++
	}
	if blanks {
		v.B = bytes.TrimRight(v.B, " ")
	}
	return v, true
}

// fitTime rounds to the declared number of digits of a second.
func fitTime(v value.Value, t schema.Type) value.Value {
	n := t.Mod(0, 6)
	if n >= 6 || n < 0 || !finite(v) {
		return v
	}
	unit := int64(math.Pow10(6 - n))
	rest := v.I - floorDiv(v.I, unit)*unit
	v.I -= rest
	// AdjustTimestampForTypmod rounds half away from zero on the signed
	// number of microseconds.
	if rest*2 > unit || rest*2 == unit && v.I >= 0 {
		v.I += unit
	}
	return v
}

package predicate

import (
	"bytes"
	"math"

	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

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
			if !explicit {
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

// Package value holds one cell: what generated rows, literals of a CHECK and
// keys of a parent row are made of, and how a cell is written in the binary
// and text forms of COPY.
//
// It imports no database, reads no clock and uses no cgo. A Value never owns
// the memory behind it: it points into a vocabulary, which lives as long as
// the plan, or into the Arena of the row being written, and is valid until
// that arena is reset.
package value

// Kind says how a Value holds its cell.
type Kind uint8

// The kinds. The kind follows from the base type of the column; see Codec.Kind.
const (
	Null      Kind = iota
	Bool           // I: 0 or 1
	Int            // I: int2, int4, int8, oid; "char" too
	Float          // F: float4, float8; NaN and infinities allowed
	Decimal        // I unscaled and N digits after the point (numeric, money); a number that does not fit is Decimal with its text in B
	Text           // B: text, varchar, bpchar, name, citext, xml, json, jsonb, enum labels, uuid as 36 characters, and the text form of every type without a kind of its own
	Bytes          // B: bytea
	Date           // I: days since 2000-01-01; math.MaxInt32 and MinInt32 are ±infinity
	Time           // I: microseconds since midnight; timetz has N: seconds west of UTC
	Timestamp      // I: microseconds since 2000-01-01 00:00 (timestamp, timestamptz in UTC); MaxInt64 and MinInt64 are ±infinity
	Interval       // I: microseconds; N: days; M: months
	Array          // E: elements, which are Arrays where there are more dimensions; an empty E is {}. The ranges of a multirange
	Range          // E: lower and upper bound (Null for an open end); N: flags as in the binary form (see the Range* constants)
	Row            // E: fields of a composite
)

// Flags of a Range, as Postgres' range_send writes them.
const (
	RangeEmpty          = 0x01
	RangeLowerInclusive = 0x02
	RangeUpperInclusive = 0x04
	RangeLowerInfinite  = 0x08
	RangeUpperInfinite  = 0x10
)

// Value is one cell.
type Value struct {
	Kind Kind
	N    int32
	M    int32
	I    int64
	F    float64
	B    []byte
	E    []Value
}

// IsNull reports whether the value is SQL's NULL.
func (v Value) IsNull() bool { return v.Kind == Null }

// Boolean returns the value of a boolean.
func Boolean(b bool) Value {
	if b {
		return Value{Kind: Bool, I: 1}
	}
	return Value{Kind: Bool}
}

// Integer returns the value of an integer type.
func Integer(i int64) Value { return Value{Kind: Int, I: i} }

// String returns the value of a text-like type.
func String(s string) Value { return Value{Kind: Text, B: []byte(s)} }

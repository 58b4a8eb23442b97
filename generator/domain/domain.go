// Package domain says what one branch of a table's constraints leaves of one
// column: its NULLs, the values it may and may not take, its lengths,
// patterns and the shape of its parts.
//
// A Domain is plain data. The zero Domain allows everything, so that fields
// nobody knows about never restrict. It never holds a rule that it could not
// say exactly: what does not fit in here stays a test on the finished value
// (package predicate) and is never approximated to something wider.
package domain

import (
	"github.com/effigydb/effigy/generator/language"
	"github.com/effigydb/effigy/generator/value"
)

// Nulls says whether a column may be NULL.
type Nulls uint8

// The states of NULL.
const (
	MayBeNull Nulls = iota
	NeverNull
	AlwaysNull
)

// Domain is what is left of a column. All fields hold together: a value has
// to satisfy each of them. They are about values that are not NULL; NULL is
// up to Nulls alone.
type Domain struct {
	Nulls Nulls
	// Set is the finite list of values, each once, in the order of the
	// constraint (of the labels for an enum); nil when unrestricted, empty
	// when no value is left. The other fields have been applied to it where
	// they can be: all of Set may be drawn from.
	Set []value.Value
	// Not are single values excluded. Never used together with Set.
	Not []value.Value
	// Intervals are sorted and disjoint; nil when unrestricted. For discrete
	// types (integers, dates, numeric with a scale) finite ends are closed
	// and representable. Only for kinds with an order of their own: bool,
	// numbers, times, interval, bytea, uuid; text orders become Patterns.
	Intervals []Interval
	// Congruences hold together: value mod m = r. Integers, dates (days
	// since 2000-01-01), times and timestamps (microseconds).
	Congruences []Congruence
	// Parts are rules on fields of a date or time, such as the weekday.
	Parts []Part

	// Len bounds characters of a text, bytes of a bytea, bits of a bit
	// string, the cardinality of a one-dimensional array, the labels of a
	// multirange. Octets bounds bytes of a text.
	Len    Span
	Octets Span
	// NotLen are lengths excluded.
	NotLen []int
	// Patterns hold together. They see a char(n) without its trailing blanks,
	// Padded ones see it blank-padded to n.
	Patterns []language.Pattern
	Padded   []language.Pattern
	// Lower, Upper and Trimmed are normal forms of a text: it equals its
	// lower(), upper() or btrim(). Patterns do not repeat them.
	Lower, Upper, Trimmed bool
	// Format asks for a text of another type's form: "json", "json object",
	// "json array", "json scalar", "xml document", "xml content".
	Format string

	// Elem restricts every element of an array. Contains are elements that
	// must be there, Overlaps lists of which one must be there each.
	Elem     *Domain
	Contains []value.Value
	Overlaps [][]value.Value
	// Dims are the exact lengths of each dimension; nil for one dimension
	// with Len. NDims of 0 leaves the number of dimensions open; an array
	// with NDims is not empty.
	Dims  []int
	NDims int
	// Distinct asks for elements that differ.
	Distinct bool

	// Range restricts a range, or every range of a multirange.
	Range *Range
	// JSON restricts a json, jsonb or hstore.
	JSON *JSON
	// Fields restrict the parts of a composite by name, and the coordinates
	// "0" and "1" of a point.
	Fields []Field
	// Net restricts inet and cidr.
	Net *Net

	never bool // a contradiction between rules was met
}

// Interval is a stretch of values. A NULL end is open without limit.
type Interval struct {
	Low, High         value.Value
	LowOpen, HighOpen bool // the end itself is excluded
}

// Span bounds a length: at least Min, and at most Max when Capped. The zero
// Span allows every length.
type Span struct {
	Min, Max int
	Capped   bool
}

// Congruence is value mod Modulus = Remainder, 0 ≤ Remainder < Modulus, in
// the mathematical sense (-1 mod 7 is 6). Where Postgres' %, which takes the
// sign of its left side, means another thing, the intervals hold the sign.
type Congruence struct {
	Modulus, Remainder int64
	Negated            bool // the remainder must be another one
}

// Part is a rule on extract(Field from value): it is one of Values when that
// is not nil, else Low ≤ part ≤ High. See PartOf.
type Part struct {
	Field     string // "year", "month", "day", "dow", "isodow", "doy", "hour", "minute", "second" (whole), "quarter", "week"
	Values    []int64
	Low, High int64
}

// Range restricts a range value.
type Range struct {
	NotEmpty bool
	Empty    bool
	// Lower and Upper restrict the bounds that are there.
	Lower, Upper *Domain
	// LowerInf and UpperInf, LowerInc and UpperInc: Yes, No or Either.
	LowerInf, UpperInf, LowerInc, UpperInc Choice
	// MinWidth and MaxWidth bound upper - lower: an Int, Float, Decimal or
	// Interval value, NULL when absent; a range with a width is finite.
	MinWidth, MaxWidth         value.Value
	MinWidthOpen, MaxWidthOpen bool
	// Within are ranges (of which each contains the value), Includes are
	// elements it contains.
	Within   []value.Value
	Includes []value.Value
}

// Grouped is the pattern of the text of an address of IPv6 of which no group is
// zero, so that none can be left out of it.
const Grouped = `^([1-9a-f][0-9a-f]{0,3}:){7}[1-9a-f][0-9a-f]{0,3}$`

// Dotted is the pattern of the text of an address of IPv4.
const Dotted = `^((25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9][0-9]|[0-9])\.){3}(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9][0-9]|[0-9])$`

// Choice is a tri-state.
type Choice uint8

// The choices.
const (
	Either Choice = iota
	Yes
	No
)

// JSON restricts a JSON document (or an hstore, whose values are text).
type JSON struct {
	// Type is "object", "array", "string", "number", "boolean", "null", or
	// "" for any. Types lists several alternatives when Type is "".
	Type  string
	Types []string
	// Keys of an object, in order of appearance.
	Keys []Key
	// Len bounds the length of an array.
	Len Span
	// Contains are elements of an array (@>), as JSON text.
	Contains []string
}

// Key is what is known about one key of an object.
type Key struct {
	Name   string
	Absent bool // must not be there
	// Present asks for the key; a rule on Value without Present means "if it
	// is there".
	Present bool
	// Cast is the SQL type whose text form the value has when ->> is cast
	// ("int4", "numeric", "date" …), "" for a plain text or when Value.JSON
	// says what it is.
	Cast  string
	Value *Domain
}

// Field is a restricted part of a composite value.
type Field struct {
	Name   string
	Domain Domain
}

// Net restricts a network address.
type Net struct {
	Family  int // 4, 6, 0 for both
	Mask    Span
	Within  []string           // networks that contain the value, or equal it
	Outside []string           // networks that must not overlap with it
	Strict  bool               // Within must not be equalled
	Host    []language.Pattern // of the address without its mask, which is one of IPv4
}

// Package space holds the sets of values that columns draw from: counted,
// addressed by rank, drawn from with a plausible skew.
//
// A space is built once at plan time from a type, from what the CHECKs leave
// of the column and from what its name means. Every value it gives satisfies
// that domain: nothing is drawn and rejected afterwards. Spaces are immutable,
// safe for concurrent use, and pure: they read no clock and share no source
// of randomness.
package space

import (
	"math"

	"github.com/effigydb/effigy/generator/value"
)

// Unbounded is the capacity of a space with more values than can be counted
// in 64 bits.
const Unbounded = math.MaxUint64

// Space is a set of values of one type. NULL is never among them.
type Space interface {
	// Name is what plan prints as the generator of the column: "e-mail",
	// "enum of 4", "int 1..99", "pattern ^[A-Z]{3}$".
	Name() string
	// Capacity is the number of distinct values Unrank gives; Unbounded when
	// there are more than 64 bits hold. It is at least 1.
	Capacity() uint64
	// Unrank gives the value of a rank below Capacity: distinct ranks give
	// distinct values.
	Unrank(rank uint64, a *value.Arena) value.Value
	// Draw gives the value that a hash draws, with the skew of the space.
	Draw(h uint64, a *value.Arena) value.Value
}

// Ordered is a space whose values can be narrowed to an interval at row time.
type Ordered interface {
	Space
	// DrawBetween draws among the values v with low <= v <= high; a NULL
	// bound is open. ok is false when the space has none there. For a strict
	// bound pass Step(bound, ±1).
	DrawBetween(h uint64, low, high value.Value, a *value.Arena) (v value.Value, ok bool)
	// DrawIn is DrawBetween in whole numbers of the space's unit.
	DrawIn(h uint64, from, to int64) (v value.Value, ok bool)
	// Limits are two bounds, NULL for open, in whole numbers of the unit.
	Limits(low, high value.Value) (from, to int64)
	// Number is the least number whose value is not below v, or with up false
	// the greatest not above; exact tells that it is v itself.
	Number(v value.Value, up bool) (x int64, exact bool)
	// Within is the subspace between two bounds, NULL for open; nil when it
	// is empty.
	Within(low, high value.Value) Ordered
	// Bounds are the least and the greatest value.
	Bounds() (low, high value.Value)
	// Step is the value n of the space's smallest steps after v (a unit of
	// the last digit, a day, a microsecond); ok is false when that is not a
	// value of the type.
	Step(v value.Value, n int64) (next value.Value, ok bool)
}

// Grouped is a space whose values fit with those of other columns of the row:
// the names and e-mail of one person, city and country of one place. Columns
// of a row whose meanings are of one vocabulary.Group ask Part with one rank.
type Grouped interface {
	Space
	// Part is the value that belongs to a member of the group: any 64-bit
	// number names one. For a unique space Part and Unrank agree on ranks
	// below Capacity.
	Part(member uint64, a *value.Arena) value.Value
	// Member is one that the value of a rank is of.
	Member(rank uint64) uint64
}

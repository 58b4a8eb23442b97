package space

import (
	"errors"
	"fmt"

	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/draw"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/generator/vocabulary"
	"github.com/effigydb/effigy/schema"
)

// The reasons why there is no space.
var (
	// ErrEmpty: no value of the type satisfies the domain.
	ErrEmpty = errors.New("no value is left")
	// ErrUnknown: the type or a rule of the domain is not understood here;
	// Candidates are there to be vetted.
	ErrUnknown = errors.New("not understood")
)

// Input is what a space is built from.
type Input struct {
	Schema  *schema.Schema
	Type    schema.Type // as the column declares it
	Domain  domain.Domain
	Meaning vocabulary.Meaning
	Book    *vocabulary.Book
	// Key decides what the space leaves open, such as which label of an enum
	// is the frequent one. It does not decide single cells.
	Key draw.Key
	// Now is the instant that times are relative to, in microseconds since
	// 2000-01-01 UTC.
	Now int64
	// Need is how many distinct values are wanted; the space is made wider
	// than is natural where it takes that. 0 for no wish.
	Need uint64
	// Fold asks for ranks that differ also when case is ignored, where the
	// domain's patterns would give both cases. citext always does.
	Fold bool
	// Least and Most are ends that somebody asked for, NULL for none: what is
	// usual of the meaning gives way to them. The domain holds them too.
	Least, Most value.Value

	// Whom tells the person of a column from the one that its row is about, such
	// as a guardian; 0 for the latter.
	Whom uint64

	depth int
}

// Categorical is a space of few values that should all be seen: the ranks
// below Members.
type Categorical interface {
	Space
	Members() uint64
}

// maxDepth bounds arrays, ranges and composites inside each other.
const maxDepth = 8

// Of returns the space of the values of a type that a domain allows. The
// error is ErrEmpty or ErrUnknown, with the reason. Distinct ranks give
// values that differ also when lower-cased and trimmed, unless the domain
// itself tells them apart by no more than that.
func Of(in Input) (Space, error) {
	if in.depth++; in.depth > maxDepth {
		return nil, fmt.Errorf("type %s nests too deeply: %w", in.Type, ErrUnknown)
	}
	in.inner()
	codec, err := value.CodecFor(in.Schema, in.Type, nil)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", err, ErrUnknown)
	}
	b := &builder{Input: in, codec: codec}
	return b.space()
}

// List is the space of values that were vetted or given. It is empty-handed,
// nil, without values.
func List(name string, values []value.Value, key draw.Key) Space {
	if len(values) == 0 {
		return nil
	}
	return newFinite(name, values, key)
}

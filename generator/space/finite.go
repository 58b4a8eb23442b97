package space

import (
	"slices"
	"strings"
	"sync"

	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/draw"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/generator/vocabulary"
)

// finite is a list of values. The frequent one has about 80 % of the draws,
// the others share the rest evenly enough that each is seen.
type finite struct {
	name    string
	kind    string // "enum", "boolean" or ""
	values  []value.Value
	weights []float64 // of any sum
	alias   *draw.Alias
	sorted  sync.Once
	order   []int // of the values, where they have one and are many
}

// Share is the share of the frequent value of a category of so many.
func Share(values int) float64 {
	if values == 1 {
		return 1
	}
	return frequent
}

// frequent is the share of the most frequent value of a category.
const frequent = 0.8

func newFinite(name string, values []value.Value, key draw.Key) *finite {
	if name == "" {
		name = listed("", len(values))
	}
	weights := make([]float64, len(values))
	n := float64(len(values))
	first := Frequent(len(values), func(i int) string { return string(values[i].B) }, key)
	for i := range weights {
		weights[i] = (1 - frequent) / max(n-1, 1)
		if i == first {
			weights[i] = frequent
		}
		if n > 50 { // no category but a vocabulary: long-tailed
			weights[i] = 1 / float64((i-first+len(values))%len(values)+10)
		}
	}
	level(values, weights)
	return &finite{name: name, values: values, weights: weights, alias: draw.NewAlias(weights)}
}

// level gives the two sexes the same weight: neither is the rule.
func level(values []value.Value, weights []float64) {
	at := map[string]int{}
	for i, v := range values {
		at[strings.ToLower(string(v.B))] = i
	}
	for _, pair := range [][2]string{{"f", "m"}, {"female", "male"}, {"woman", "man"}, {"girl", "boy"}} {
		a, first := at[pair[0]]
		b, second := at[pair[1]]
		if !first || !second || len(values) > 6 {
			continue
		}
		for i := range weights {
			weights[i] = (1 - frequent) / 4
		}
		weights[a], weights[b] = frequent/2, frequent/2
	}
}

// Frequent is the place of the frequent one among the values of a category: what
// becomes of most rows, as 'paid' says, where a label does; else one of the
// first, unless its label tells an exception, as 'cancelled' does, or that a row
// is at its beginning.
func Frequent(values int, label func(i int) string, key draw.Key) int {
	first := int(draw.Below(uint64(key), uint64(min(values, 3))))
	for i := range min(values, 20) {
		if vocabulary.Common(label(i)) {
			return i
		}
	}
	for _, unusual := range []func(string) bool{
		func(l string) bool { return vocabulary.Rare(l) || vocabulary.Initial(l) }, vocabulary.Rare,
	} {
		for i := range min(values, 20) {
			if at := (first + i) % values; !unusual(label(at)) {
				return at
			}
		}
	}
	return first
}

func (f *finite) Name() string     { return f.name }
func (f *finite) Capacity() uint64 { return uint64(len(f.values)) }
func (f *finite) Members() uint64  { return uint64(len(f.values)) }

func (f *finite) Unrank(rank uint64, _ *value.Arena) value.Value { return f.values[rank] }

func (f *finite) Draw(h uint64, _ *value.Arena) value.Value { return f.values[f.alias.At(h)] }

// Among draws among some values of a space, as it would draw them: a list by
// its weights, a distribution over their order. It is false where the space
// would draw none of them.
func Among(s Space, some []value.Value, h uint64) (v value.Value, ok bool) {
	if len(some) == 0 {
		return v, false
	}
	switch s := s.(type) {
	case *distributed:
		return some[s.shape.at(h, uint64(len(some)))], true
	case *finite:
		return s.among(some, h)
	}
	return some[draw.Below(h, uint64(len(some)))], true
}

func (f *finite) among(some []value.Value, h uint64) (v value.Value, ok bool) {
	sum := 0.0
	for i := range some {
		sum += f.weight(some[i])
	}
	at := draw.Unit(h) * sum
	for i := range some {
		w := f.weight(some[i])
		if w > 0 {
			v, ok = some[i], true
		}
		if at -= w; at < 0 && w > 0 {
			break
		}
	}
	return v, ok
}

// weight is that of a value of the list, 0 for any other.
func (f *finite) weight(v value.Value) float64 {
	if at := f.find(v); at >= 0 {
		return f.weights[at]
	}
	return 0
}

// find is the place of a value in the list, -1 for none. Long lists of values
// that have an order are searched by it.
func (f *finite) find(v value.Value) int {
	if len(f.values) > maxScanned {
		f.sorted.Do(f.sort)
	}
	if f.order == nil {
		return slices.IndexFunc(f.values, func(x value.Value) bool { return domain.Equal(x, v) })
	}
	at, found := slices.BinarySearchFunc(f.order, v, func(i int, v value.Value) int {
		c, ok := domain.Compare(f.values[i], v)
		if !ok {
			return -1
		}
		return c
	})
	if !found {
		return -1
	}
	return f.order[at]
}

// maxScanned is the length of a list up to which its values are gone through.
const maxScanned = 16

func (f *finite) sort() {
	order := make([]int, len(f.values))
	for i := range order {
		order[i] = i
		if _, ok := domain.Compare(f.values[0], f.values[i]); !ok {
			return
		}
	}
	slices.SortStableFunc(order, func(i, k int) int {
		c, _ := domain.Compare(f.values[i], f.values[k])
		return c
	})
	f.order = order
}

package space

import (
	"fmt"
	"slices"
	"strings"

	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/value"
)

// Describe is what plan prints as the generator of a column whose values come
// from several spaces: all that they hold between them.
func Describe(list []Space) string {
	var names []string
	for _, s := range list {
		if !slices.Contains(names, s.Name()) {
			names = append(names, s.Name())
		}
	}
	if lists := every[*finite](list); lists != nil {
		return together(lists)
	}
	if l := every[*lattice](unplaced(list)); l != nil && !slices.ContainsFunc(l, func(x *lattice) bool { return x.word != l[0].word }) {
		return widest(l)
	}
	const few = 3
	if len(names) > few {
		return strings.Join(names[:few], " or ") + fmt.Sprintf(" or %d more", len(names)-few)
	}
	return strings.Join(names, " or ")
}

// every is the list as of one kind of space, nil where it is not.
func every[T Space](list []Space) []T {
	var out []T
	for _, s := range list {
		x, ok := s.(T)
		if !ok {
			return nil
		}
		out = append(out, x)
	}
	return out
}

// unplaced takes the places of coordinates away.
func unplaced(list []Space) []Space {
	out := slices.Clone(list)
	for i, s := range out {
		if p, ok := s.(*placed); ok {
			out[i] = p.lattice
		}
	}
	return out
}

// together describes the values that lists hold between them.
func together(lists []*finite) string {
	var all []value.Value
	for _, f := range lists {
		for _, v := range f.values {
			if !slices.ContainsFunc(all, func(x value.Value) bool { return domain.Equal(x, v) }) {
				all = append(all, v)
			}
		}
	}
	longest := slices.MaxFunc(lists, func(a, b *finite) int { return len(a.values) - len(b.values) })
	if len(all) == len(longest.values) {
		return longest.name
	}
	return listed(longest.kind, len(all))
}

// listed is the name of a list of so many values of a kind: "enum", "boolean"
// or any other.
func listed(kind string, n int) string {
	switch {
	case kind == "boolean" && n == 2:
		return kind
	case n == 1:
		return "one value"
	case kind == "enum":
		return fmt.Sprintf("enum of %d", n)
	}
	return fmt.Sprintf("one of %d", n)
}

// widest describes lattices of one meaning by their least and greatest usual
// value.
func widest(list []*lattice) string {
	low, high := list[0], list[0]
	for _, l := range list {
		if c, ok := domain.Compare(l.least(), low.least()); ok && c < 0 {
			low = l
		}
		if c, ok := domain.Compare(l.most(), high.most()); ok && c > 0 {
			high = l
		}
	}
	return ranged(low.word, low.text(low.least()), high.text(high.most()))
}

func ranged(word, low, high string) string {
	name, rest, _ := strings.Cut(word, ",")
	if rest != "" {
		rest = "," + rest
	}
	return fmt.Sprintf("%s %s..%s%s", name, low, high, rest)
}

// least and most are the ends of what is usual.
func (l *lattice) least() value.Value { return l.unit.value(l.usual.pieces[0].low) }

func (l *lattice) most() value.Value {
	return l.unit.value(l.usual.pieces[len(l.usual.pieces)-1].high)
}

func (l *lattice) text(v value.Value) string { return string(l.codec.AppendText(nil, v)) }

// DescribeDistinct is what plan prints for a space whose every value may come:
// not only what is usual of it.
func DescribeDistinct(s Space) string {
	l, ok := s.(*lattice)
	if !ok {
		return s.Name()
	}
	return ranged(l.word, l.text(l.unit.value(l.soft.pieces[0].low)), l.text(l.unit.value(l.soft.pieces[len(l.soft.pieces)-1].high)))
}

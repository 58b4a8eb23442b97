package domain

import "github.com/effigydb/effigy/generator/value"

// longSet is the length of a set from which on it is worth an index.
const longSet = 64

// index finds the values of a long set that has one kind of whole numbers or
// of texts.
type index struct {
	kind  value.Kind
	whole map[int64]bool
	texts map[string]bool
}

// newIndex is nil for a short set and for one of other or of several kinds.
func newIndex(list []value.Value) *index {
	if len(list) < longSet {
		return nil
	}
	x := &index{kind: list[0].Kind, whole: map[int64]bool{}, texts: map[string]bool{}}
	for _, v := range list {
		switch {
		case !x.has(v.Kind) || v.Kind == value.Int && len(v.B) > 0:
			return nil
		case x.kind == value.Text || x.kind == value.Bytes:
			x.texts[string(v.B)] = true
		default:
			x.whole[v.I] = true
		}
	}
	return x
}

// has reports that the index tells of values of the kind.
func (x *index) has(k value.Kind) bool {
	switch k {
	case value.Int, value.Date, value.Timestamp, value.Text, value.Bytes:
		return k == x.kind
	}
	return false
}

// finder tells of a value whether it equals one of the list.
func finder(list []value.Value) func(value.Value) bool {
	x := newIndex(list)
	return func(v value.Value) bool {
		switch {
		case x == nil || !x.has(v.Kind) || v.Kind == value.Int && len(v.B) > 0:
			return contains(list, v)
		case x.kind == value.Text || x.kind == value.Bytes:
			return x.texts[string(v.B)]
		}
		return x.whole[v.I]
	}
}

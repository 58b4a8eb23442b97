package domain

import "reflect"

// Plain reports a domain that allows every value; NULL is not looked at.
func (d *Domain) Plain() bool {
	return d.listed() && d.Set == nil && d.Not == nil && d.Intervals == nil && d.Len == (Span{}) && d.Octets == (Span{})
}

// listed reports that nothing but NULL, values, intervals and lengths says
// what the domain allows, which holds for most.
func (d *Domain) listed() bool {
	return d.Congruences == nil && d.Parts == nil && d.NotLen == nil && d.Patterns == nil && d.Padded == nil &&
		!d.Lower && !d.Upper && !d.Trimmed && d.Format == "" && d.Elem == nil && d.Contains == nil && d.Overlaps == nil &&
		d.Dims == nil && d.NDims == 0 && !d.Distinct && d.Range == nil && d.JSON == nil && d.Fields == nil && d.Net == nil && !d.never
}

// Same reports that two domains say the same in the same way.
func Same(a, b *Domain) bool {
	switch {
	case a.Nulls != b.Nulls || a.Len != b.Len || a.Octets != b.Octets:
		return false
	case a.listed() && b.listed():
		return sameList(a.Set, b.Set) && sameList(a.Not, b.Not) && sameList(a.Intervals, b.Intervals)
	}
	return reflect.DeepEqual(a, b)
}

func sameList[T any](a, b []T) bool {
	return len(a) == len(b) && (a == nil) == (b == nil) && (len(a) == 0 || reflect.DeepEqual(a, b))
}

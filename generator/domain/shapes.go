package domain

import (
	"slices"

	"github.com/effigydb/effigy/generator/value"
)

func meetRanges(a, b *Range) *Range {
	if a == nil {
		return b
	}
	if b == nil {
		return a
	}
	r := *a
	r.NotEmpty, r.Empty = a.NotEmpty || b.NotEmpty, a.Empty || b.Empty
	r.Lower, r.Upper = meetPointers(a.Lower, b.Lower), meetPointers(a.Upper, b.Upper)
	r.LowerInf, r.UpperInf = a.LowerInf.meet(b.LowerInf, &r), a.UpperInf.meet(b.UpperInf, &r)
	r.LowerInc, r.UpperInc = a.LowerInc.meet(b.LowerInc, &r), a.UpperInc.meet(b.UpperInc, &r)
	widths, ok := (Interval{Low: a.MinWidth, LowOpen: a.MinWidthOpen, High: a.MaxWidth, HighOpen: a.MaxWidthOpen}).Meet(
		Interval{Low: b.MinWidth, LowOpen: b.MinWidthOpen, High: b.MaxWidth, HighOpen: b.MaxWidthOpen})
	r.Empty = r.Empty || !ok
	r.MinWidth, r.MinWidthOpen, r.MaxWidth, r.MaxWidthOpen = widths.Low, widths.LowOpen, widths.High, widths.HighOpen
	r.Within = append(slices.Clip(a.Within), b.Within...)
	r.Includes = append(slices.Clip(a.Includes), b.Includes...)
	return &r
}

// meet joins two choices; a contradiction leaves an empty range only, which
// NotEmpty then excludes.
func (c Choice) meet(o Choice, r *Range) Choice {
	if c == Either {
		return o
	}
	if o != Either && o != c {
		r.Empty = true
	}
	return c
}

func meetJSON(a, b *JSON) *JSON {
	if a == nil {
		return b
	}
	if b == nil {
		return a
	}
	j := JSON{Len: a.Len.Meet(b.Len), Contains: joinFlat(a.Contains, b.Contains)}
	j.Types = meetTypes(a.types(), b.types())
	if len(j.Types) == 1 {
		j.Type, j.Types = j.Types[0], nil
	}
	j.Keys = slices.Clone(a.Keys)
next:
	for _, k := range b.Keys {
		for i := range j.Keys {
			if j.Keys[i].Name == k.Name {
				j.Keys[i] = meetKeys(j.Keys[i], k)
				continue next
			}
		}
		j.Keys = append(j.Keys, k)
	}
	return &j
}

// types are the alternatives, nil for any.
func (j *JSON) types() []string {
	if j.Type != "" {
		return []string{j.Type}
	}
	return j.Types
}

func meetTypes(a, b []string) []string {
	if a == nil {
		return b
	}
	if b == nil {
		return a
	}
	out := []string{}
	for _, t := range a {
		if slices.Contains(b, t) {
			out = append(out, t)
		}
	}
	return out
}

func meetKeys(a, b Key) Key {
	a.Absent, a.Present = a.Absent || b.Absent, a.Present || b.Present
	if a.Cast == "" {
		a.Cast = b.Cast
	}
	a.Value = meetPointers(a.Value, b.Value)
	return a
}

func meetNets(a, b *Net, d *Domain) *Net {
	if a == nil {
		return b
	}
	if b == nil {
		return a
	}
	n := Net{
		Family: max(a.Family, b.Family), Mask: a.Mask.Meet(b.Mask), Strict: a.Strict || b.Strict,
		Within: joinFlat(a.Within, b.Within), Outside: joinFlat(a.Outside, b.Outside),
		Host: joinFlat(a.Host, b.Host),
	}
	d.never = d.never || a.Family != 0 && b.Family != 0 && a.Family != b.Family
	return &n
}

// Single reports whether exactly one value that is not NULL is left, and
// which.
func (d Domain) Single() (value.Value, bool) {
	if len(d.Set) == 1 {
		return d.Set[0], true
	}
	if d.Set == nil && len(d.Intervals) == 1 {
		i := d.Intervals[0]
		if c, ok := Compare(i.Low, i.High); ok && c == 0 {
			return i.Low, true
		}
	}
	return value.Value{}, false
}

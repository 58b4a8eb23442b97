package space

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/draw"
	"github.com/effigydb/effigy/generator/value"
)

// list is a JSON array of numbers, with the elements that are asked for.
type list struct {
	at       []node // by place, nil for a free one
	min, max int
}

// list is the node of an array: the keys of its rule are places, and what it
// must contain takes the places that are left.
func (b *builder) list(j *domain.JSON, depth int) (node, error) {
	l := &list{min: j.Len.Min}
	bare := map[int]bool{} // places of which only a value is asked
	for _, k := range j.Keys {
		n, err := strconv.Atoi(k.Name)
		if err != nil || k.Absent {
			return nil, fmt.Errorf("element %s: %w", strconv.Quote(k.Name), ErrUnknown)
		}
		for len(l.at) <= n {
			l.at = append(l.at, nil)
		}
		if l.at[n], err = b.member(k, depth); err != nil {
			return nil, fmt.Errorf("element %d: %w", n, err)
		}
		if v, ok := single(k); ok {
			l.at[n] = v
		}
		bare[n] = k.Cast == "" && (k.Value == nil || k.Value.Nulls == domain.NeverNull && k.Value.JSON == nil)
	}
	for _, text := range j.Contains {
		l.put(fixed(text), bare)
	}
	l.min = max(l.min, len(l.at))
	l.max = max(l.min, 4)
	if j.Len.Capped {
		if l.max = min(l.max, j.Len.Max); l.max < l.min {
			return nil, fmt.Errorf("document: %w", ErrEmpty)
		}
	}
	return l, nil
}

// single is the only text that a rule leaves of an element.
func single(k domain.Key) (fixed, bool) {
	if k.Cast != "text" || k.Value == nil || k.Value.JSON != nil && k.Value.JSON.Type != "string" {
		return "", false
	}
	v, ok := k.Value.Single()
	return fixed(appendJSONString(nil, v.B)), ok
}

// put gives an element the first place that is free.
func (l *list) put(f fixed, bare map[int]bool) {
	if slices.Contains(l.at, node(f)) {
		return
	}
	for i := range l.at {
		if l.at[i] == nil || bare[i] {
			l.at[i], bare[i] = f, false
			return
		}
	}
	l.at = append(l.at, f)
}

func (l *list) write(dst []byte, h uint64, rank int64, a *value.Arena) []byte {
	dst = append(dst, '[')
	n := l.min + int(draw.Below(h, uint64(l.max-l.min+1)))
	if rank >= 0 {
		n = min(max(n, len(l.at)+1), l.max)
	}
	for i := range n {
		if i > 0 {
			dst = append(dst, ", "...)
		}
		h = draw.Next(h)
		if i < len(l.at) && l.at[i] != nil {
			dst = l.at[i].write(dst, h, -1, a)
			continue
		}
		dst = scalar{}.write(dst, h, rank, a)
		rank = -1
	}
	return append(dst, ']')
}

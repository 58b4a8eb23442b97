package generator

import (
	"bytes"
	"math"
	"net/netip"
	"strconv"
	"strings"

	"github.com/effigydb/effigy/generator/value"
)

// areas are the texts of networks, polygons, cubes and segs that were compared,
// read once.
type areas map[string]area

// area is what a text covers: a network, or what lies between the least and the
// greatest of its coordinates.
type area struct {
	network   netip.Prefix
	netted    bool
	low, high []float64
}

// mostAreas is the number of texts that are kept.
const mostAreas = 100_000

func (k areas) of(text []byte) area {
	if x, ok := k[string(text)]; ok {
		return x
	}
	var x area
	if x.network, x.netted = network(string(text)); !x.netted {
		x.low, x.high = hull(string(text))
	}
	if len(k) >= mostAreas {
		clear(k)
	}
	k[string(text)] = x
	return x
}

// overlaps compares two cells as && does: ranges, networks, boxes, circles;
// known is false for anything else.
func (k areas) overlaps(a, b value.Value) (overlap, known bool) {
	if a.Kind == value.Range && b.Kind == value.Range {
		return !before(a, b) && !before(b, a), true
	}
	if a.Kind != value.Text || b.Kind != value.Text {
		return false, false
	}
	circle := bytes.HasPrefix(a.B, []byte("<"))
	if !circle {
		one, other := k.of(a.B), k.of(b.B)
		switch {
		case one.netted:
			return other.netted && one.network.Overlaps(other.network), other.netted
		case one.apart(&other):
			return false, true
		}
	}
	x, y := shapeOf(a), shapeOf(b)
	switch {
	case len(x) != len(y):
		return false, false
	case len(x) == 4:
		return span1(x[0].F, x[2].F, y[0].F, y[2].F) && span1(x[1].F, x[3].F, y[1].F, y[3].F), true
	case len(x) == 3 && circle:
		return math.Hypot(x[0].F-y[0].F, x[1].F-y[1].F) <= x[2].F+y[2].F, true
	}
	return false, false
}

// apart reports polygons, cubes or segs that surely have no point in common:
// what is between the least and the greatest of their coordinates does not.
func (x *area) apart(y *area) bool {
	if len(x.low) != len(y.low) {
		return false
	}
	for i := range x.low {
		if x.high[i] < y.low[i] || y.high[i] < x.low[i] {
			return true
		}
	}
	return false
}

// hull are the least and the greatest coordinates of a polygon, a cube or a
// seg; nil for any other text.
func hull(s string) (low, high []float64) {
	var corners []string
	switch {
	case strings.HasPrefix(s, "(("): // a polygon
		corners = strings.Split(strings.Trim(s, "()"), "),(")
	case strings.HasPrefix(s, "("): // a cube
		corners = strings.Split(strings.Trim(strings.ReplaceAll(s, " ", ""), "()"), "),(")
	default:
		from, to, _ := strings.Cut(s, " .. ")
		if to == "" {
			to = from
		}
		corners = []string{from, to}
	}
	for _, c := range corners {
		for i, f := range strings.Split(c, ",") {
			n, err := strconv.ParseFloat(strings.TrimSpace(f), 64)
			switch {
			case err != nil:
				return nil, nil
			case i == len(low):
				low, high = append(low, n), append(high, n)
			default:
				low[i], high[i] = min(low[i], n), max(high[i], n)
			}
		}
	}
	return low, high
}

// shapeOf are the coordinates of a geometric value, read once where the value
// keeps them.
func shapeOf(v value.Value) []value.Value {
	if len(v.E) > 0 {
		return v.E
	}
	return numbers(string(v.B))
}

// measured is a geometric value that keeps its coordinates.
func measured(v value.Value) value.Value {
	if v.Kind == value.Text && len(v.E) == 0 {
		v.E = numbers(string(v.B))
	}
	return v
}

func span1(a, b, c, d float64) bool {
	return math.Max(a, b) >= math.Min(c, d) && math.Max(c, d) >= math.Min(a, b)
}

func network(s string) (netip.Prefix, bool) {
	if a, err := netip.ParseAddr(s); err == nil {
		return netip.PrefixFrom(a, a.BitLen()), true
	}
	p, err := netip.ParsePrefix(s)
	return p.Masked(), err == nil
}

// numbers are the coordinates of a geometric value; nil when it has none.
func numbers(s string) []value.Value {
	var out []value.Value
	for _, f := range strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune("()<>, ", r) }) {
		n, err := strconv.ParseFloat(f, 64)
		if err != nil {
			return nil
		}
		out = append(out, value.Value{Kind: value.Float, F: n})
	}
	return out
}

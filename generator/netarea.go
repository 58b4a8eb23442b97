package generator

import (
	"math"
	"net/netip"
	"strconv"
	"strings"

	"github.com/effigydb/effigy/generator/value"
)

// overlaps compares two cells as && does: ranges, networks, boxes, circles;
// known is false for anything else.
func overlaps(a, b value.Value) (overlap, known bool) {
	if a.Kind == value.Range && b.Kind == value.Range {
		return !before(a, b) && !before(b, a), true
	}
	if a.Kind != value.Text || b.Kind != value.Text {
		return false, false
	}
	s, o := string(a.B), string(b.B)
	if p, ok := network(s); ok {
		q, ok := network(o)
		return ok && p.Overlaps(q), ok
	}
	x, y := numbers(s), numbers(o)
	switch {
	case len(x) != len(y):
		return false, false
	case len(x) == 4:
		return span1(x[0], x[2], y[0], y[2]) && span1(x[1], x[3], y[1], y[3]), true
	case len(x) == 3 && strings.HasPrefix(s, "<"):
		return math.Hypot(x[0]-y[0], x[1]-y[1]) <= x[2]+y[2], true
	}
	return false, false
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
func numbers(s string) []float64 {
	var out []float64
	for _, f := range strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune("()<>, ", r) }) {
		n, err := strconv.ParseFloat(f, 64)
		if err != nil {
			return nil
		}
		out = append(out, n)
	}
	return out
}

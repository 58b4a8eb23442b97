package value

import (
	"bytes"
	"cmp"
	"math"
	"strings"
)

// Compare orders two values as Postgres does, text bytewise (see Collated):
// ok is false where either is NULL or the order of the type is not known
// here. Equality of text-like types is exact in every case.
func (c *Codec) Compare(a, b Value) (order int, ok bool) {
	if a.Kind != b.Kind {
		return 0, false
	}
	switch a.Kind {
	case Null:
		return 0, false
	case Bool, Int, Date, Timestamp:
		return cmp.Compare(a.I, b.I), true
	case Float:
		return compareFloats(a.F, b.F), true
	case Decimal:
		return DecimalCompare(a, b), true
	case Bytes:
		return bytes.Compare(a.B, b.B), true
	case Time:
		return compareTimes(a, b), true
	case Interval:
		da, ua := IntervalSpan(a)
		db, ub := IntervalSpan(b)
		return cmp.Or(cmp.Compare(da, db), cmp.Compare(ua, ub)), true
	case Text:
		return c.compareText(a.B, b.B)
	case Range:
		return c.compareRanges(a, b)
	case Row:
		return compareLists(a.E, b.E, func(i int) *Codec { return c.fields[i] })
	}
	if c.nested(a) || c.nested(b) {
		return compareLists(a.E, b.E, func(int) *Codec { return c })
	}
	return compareLists(a.E, b.E, func(int) *Codec { return c.elem })
}

// compareFloats holds NaN equal to itself and above everything.
func compareFloats(a, b float64) int {
	switch na, nb := math.IsNaN(a), math.IsNaN(b); {
	case na && nb:
		return 0
	case na:
		return 1
	case nb:
		return -1
	}
	return cmp.Compare(a, b)
}

// compareTimes orders timetz by the instant in UTC, then by zone
// (timetz_cmp_internal).
func compareTimes(a, b Value) int {
	ua := a.I + int64(a.N)*Second
	ub := b.I + int64(b.N)*Second
	return cmp.Or(cmp.Compare(ua, ub), cmp.Compare(a.N, b.N))
}

// compareLists orders element by element, NULLs last and equal, then by
// length.
func compareLists(a, b []Value, codec func(i int) *Codec) (int, bool) {
	for i := range min(len(a), len(b)) {
		na, nb := a[i].Kind == Null, b[i].Kind == Null
		switch {
		case na && nb:
			continue
		case na:
			return 1, true
		case nb:
			return -1, true
		}
		if d, ok := codec(i).Compare(a[i], b[i]); d != 0 || !ok {
			return d, ok
		}
	}
	return cmp.Compare(len(a), len(b)), true
}

func (c *Codec) compareText(a, b []byte) (int, bool) {
	switch c.form {
	case formText, formName, formUUID, formMacaddr, formMacaddr8, formBit:
		return bytes.Compare(a, b), !strings.EqualFold(c.Type.Name.Name, "xml")
	case formBpchar:
		return bytes.Compare(bytes.TrimRight(a, " "), bytes.TrimRight(b, " ")), true
	case formCitext:
		return bytes.Compare(bytes.ToLower(a), bytes.ToLower(b)), true
	case formEnum:
		ia, okA := c.order[string(a)]
		ib, okB := c.order[string(b)]
		return cmp.Compare(ia, ib), okA && okB
	case formInet, formCidr:
		return compareNets(a, b)
	case formLSN:
		na, okA := parseLSN(string(a))
		nb, okB := parseLSN(string(b))
		return cmp.Compare(na, nb), okA && okB
	}
	return 0, bytes.Equal(a, b)
}

// compareNets orders as network_cmp: family, common network bits, length of
// the mask, whole address.
func compareNets(a, b []byte) (int, bool) {
	p, okA := parseNet(string(a))
	q, okB := parseNet(string(b))
	if !okA || !okB {
		return 0, false
	}
	if p.Addr().BitLen() != q.Addr().BitLen() {
		return cmp.Compare(p.Addr().BitLen(), q.Addr().BitLen()), true
	}
	common := min(p.Bits(), q.Bits())
	x, _ := p.Addr().Prefix(common)
	y, _ := q.Addr().Prefix(common)
	return cmp.Or(x.Addr().Compare(y.Addr()), cmp.Compare(p.Bits(), q.Bits()),
		p.Addr().Compare(q.Addr())), true
}

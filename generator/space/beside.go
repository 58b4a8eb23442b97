package space

import (
	"slices"

	"github.com/effigydb/effigy/generator/value"
)

// beside adds the values at a distance from another, in the smallest unit of
// its type or in the usual ones.
func (n *near) beside(v value.Value, step int64) {
	switch v.Kind {
	case value.Int, value.Date:
		n.moved(v, step)
	case value.Time, value.Timestamp:
		for _, unit := range []int64{1, 1_000_000, 3_600_000_000, 86_400_000_000} {
			n.moved(v, step*unit)
		}
	case value.Interval:
		n.moved(v, step*1_000_000)
		v.N += int32(min(step, 1<<20))
		n.text(string(n.codec.AppendText(nil, v)))
	case value.Decimal:
		n.moved(v, step)
		n.text(string(n.codec.AppendText(nil, value.DecimalAdd(v, value.Number(step, 0)))))
		n.text(string(n.codec.AppendText(nil, value.DecimalSubtract(v, value.Number(step, 0)))))
		n.text(string(n.codec.AppendText(nil, value.DecimalNegate(v))))
	case value.Float:
		for _, by := range []float64{float64(step), -float64(step), float64(step) / 2, -float64(step) / 2} {
			n.add(value.Value{Kind: value.Float, F: v.F + by})
		}
	case value.Bytes:
		n.altered(v, step)
	case value.Text:
		n.respelled(v, step)
	}
}

// moved adds the values so many units before and after, and the opposite.
func (n *near) moved(v value.Value, by int64) {
	for _, i := range []int64{v.I + by, v.I - by, -v.I} {
		w := v
		w.I = i
		// what the type can't hold does not come back
		n.text(string(n.codec.AppendText(nil, w)))
	}
}

func (n *near) altered(v value.Value, step int64) {
	if len(v.B) > 0 {
		b := slices.Clone(v.B)
		b[int(step)%len(b)] ^= byte(step) | 1
		n.add(value.Value{Kind: value.Bytes, B: b})
		n.add(value.Value{Kind: value.Bytes, B: v.B[:len(v.B)-1]})
	}
	n.add(value.Value{Kind: value.Bytes, B: append(slices.Clone(v.B), byte(step))})
}

// respelled changes texts: bits are turned, digits and letters counted on,
// something is put before or behind.
func (n *near) respelled(v value.Value, step int64) {
	s := string(v.B)
	switch n.codec.Type.Name.Name {
	case "bit", "varbit":
		if len(s) > 0 {
			b := []byte(s)
			b[int(step)%len(b)] ^= 1
			n.text(string(b))
		}
		return
	case "uuid":
		for _, by := range []int64{step, -step} {
			n.text(uuidText(raw128(v).plus(by)))
		}
		return
	case "inet", "cidr":
		n.readdressed(v, step)
		return
	case "json", "jsonb":
		return
	}
	letter := string(rune('a' + step%26))
	for _, t := range []string{s + letter, letter + s, counted(s, step)} {
		n.text(t)
	}
	if len(s) > 1 && step == 1 {
		n.text(s[:len(s)-1])
		n.text(s[1:])
	}
}

// counted raises the last byte that is a letter or a digit.
func counted(s string, by int64) string {
	b := []byte(s)
	for i := len(b) - 1; i >= 0; i-- {
		c := b[i]
		for _, r := range [][2]byte{{'0', '9'}, {'a', 'z'}, {'A', 'Z'}} {
			if c >= r[0] && c <= r[1] {
				b[i] = r[0] + byte((int64(c-r[0])+by)%int64(r[1]-r[0]+1))
				return string(b)
			}
		}
	}
	return s
}

func (n *near) readdressed(v value.Value, step int64) {
	p, ok := value.NetOf(v)
	if !ok {
		return
	}
	a := p.Addr()
	for range min(step, 64) {
		if a = a.Next(); !a.IsValid() {
			return
		}
	}
	n.text(a.String())
	for _, bits := range []int{p.Bits(), p.Bits() + 1, p.Bits() - 1, 8, 16, 24} {
		if q, err := a.Prefix(bits); err == nil {
			n.text(q.String())
		}
	}
}

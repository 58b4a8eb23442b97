package predicate

import (
	"net/netip"

	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/value"
)

// cover leaves of a domain of networks those that contain an address: one a
// length of the mask.
func cover(d domain.Domain, v value.Value, strict bool) (domain.Domain, bool) {
	p, ok := value.NetOf(v)
	if !ok {
		return d, true
	}
	rule := domain.Net{}
	if d.Net != nil {
		rule = *d.Net
	}
	set := []value.Value{}
	for bits := p.Bits(); bits >= 0; bits-- {
		q := netip.PrefixFrom(p.Addr(), bits).Masked()
		if strict && bits == p.Bits() || !allowsNet(rule, q) {
			continue
		}
		set = append(set, value.String(q.String()))
	}
	d.Net = nil
	return domain.Intersect(d, domain.Domain{Set: set}), true
}

// allowsNet reports whether a network satisfies a rule.
func allowsNet(rule domain.Net, q netip.Prefix) bool {
	family := 6
	if q.Addr().Is4() {
		family = 4
	}
	if rule.Family != 0 && rule.Family != family || !rule.Mask.Has(q.Bits()) {
		return false
	}
	for _, text := range rule.Within {
		w, ok := value.NetOf(value.String(text))
		if !ok || w.Bits() > q.Bits() || !w.Masked().Contains(q.Addr()) || rule.Strict && w.Bits() == q.Bits() {
			return false
		}
	}
	for _, text := range rule.Outside {
		w, ok := value.NetOf(value.String(text))
		if !ok || w.Masked().Overlaps(q) {
			return false
		}
	}
	return true
}

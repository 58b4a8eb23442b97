package space

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"math/bits"
	"net/netip"
	"slices"

	"github.com/effigydb/effigy/generator/draw"
	"github.com/effigydb/effigy/generator/value"
)

// documentation are the networks that RFC 5737 and RFC 3849 keep for
// examples.
var documentation = []string{"192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24", "2001:db8::/32"}

// networks is a space of inet or cidr: addresses, or networks of one mask,
// inside of base networks.
type networks struct {
	name  string
	cidr  bool
	bases []base
	total uint64
	first uint64 // ranks in the bases that are drawn from
}

// base is a network whose subnetworks of a mask are counted.
type base struct {
	prefix netip.Prefix
	mask   int // of the values
	bits   int // that count: at most 64
	count  uint64
}

func (b *builder) networks(cidr bool) (Space, error) {
	s := &networks{cidr: cidr, name: "documentation network"}
	if !cidr {
		s.name = "documentation address"
	}
	within, need := documentation, uint64(0)
	net := b.Domain.Net
	if net != nil && len(net.Within) > 0 {
		inmost := slices.MaxFunc(net.Within, func(a, b string) int { return cmp.Compare(prefixBits(a), prefixBits(b)) })
		within, s.name, need = []string{inmost}, "address in "+inmost, b.Need
	}
	for _, text := range within {
		p, err := netip.ParsePrefix(text)
		if err != nil {
			return nil, fmt.Errorf("network: %w", ErrUnknown)
		}
		if x, ok := b.base(p, cidr, need); ok && b.netAllows(p) {
			s.bases = append(s.bases, x)
			s.total = saturatedSum(s.total, x.count)
			if x.prefix.Addr().Is4() || s.first == 0 {
				s.first = s.total
			}
		}
	}
	if net == nil || len(net.Within) == 0 {
		b.privately(s, cidr)
	}
	if net != nil && len(net.Host) > 0 {
		return b.spelledHosts(s)
	}
	if s.total == 0 {
		return nil, fmt.Errorf("networks: %w", ErrUnknown)
	}
	return except(s, b.Domain.Not, b.Type)
}

// prefixBits is the length of a network's prefix, that of a host for what is
// none.
func prefixBits(text string) int {
	p, err := netip.ParsePrefix(text)
	if err != nil {
		return 128
	}
	return p.Bits()
}

// private are networks that no host of the internet has (RFC 1918, RFC 4193):
// for keys of more rows than the documentation networks have addresses.
var private = []string{"10.0.0.0/8", "fd00::/32"}

func (b *builder) privately(s *networks, cidr bool) {
	for _, text := range private {
		p := netip.MustParsePrefix(text)
		if s.total >= b.Need {
			return
		}
		if x, ok := b.base(p, cidr, b.Need); ok && b.netAllows(p) {
			s.bases = append(s.bases, x)
			s.total = saturatedSum(s.total, x.count)
		}
	}
}

// netAllows tells whether a base lies where the domain's networks allow.
func (b *builder) netAllows(p netip.Prefix) bool {
	net := b.Domain.Net
	if net == nil {
		return true
	}
	if net.Family == 4 && !p.Addr().Is4() || net.Family == 6 && !p.Addr().Is6() {
		return false
	}
	for _, text := range net.Within {
		w, err := netip.ParsePrefix(text)
		if err != nil || !w.Contains(p.Addr()) || w.Bits() > p.Bits() {
			return false
		}
	}
	for _, text := range net.Outside {
		if o, err := netip.ParsePrefix(text); err != nil || o.Overlaps(p) {
			return false
		}
	}
	return true
}

// base chooses the mask of the values: a single host where that is allowed,
// for cidr a network with some room, but so small that there are as many as
// needed.
func (b *builder) base(p netip.Prefix, cidr bool, need uint64) (base, bool) {
	width := p.Addr().BitLen()
	mask := width
	if cidr {
		mask = min(width, p.Bits()+max(5, bits.Len64(need)))
		if width == 128 {
			mask = max(mask, min(64, width))
		}
	}
	if net := b.Domain.Net; net != nil {
		if net.Mask.Capped {
			mask = min(mask, net.Mask.Max)
		}
		mask = max(mask, net.Mask.Min)
		if net.Strict && mask <= p.Bits() {
			mask = p.Bits() + 1
		}
	}
	if mask < p.Bits() || mask > width {
		return base{}, false
	}
	free := min(mask-p.Bits(), 64)
	x := base{p.Masked(), mask, free, saturatedPower(2, free)}
	if !cidr && mask == width && free > 1 && free < 64 {
		x.count-- // the network's own address
	}
	return x, true
}

func (s *networks) Name() string     { return s.name }
func (s *networks) Capacity() uint64 { return s.total }

func (s *networks) Unrank(rank uint64, a *value.Arena) value.Value {
	i := 0
	for i < len(s.bases)-1 && rank >= s.bases[i].count {
		rank -= s.bases[i].count
		i++
	}
	x := &s.bases[i]
	if x.count&1 == 1 && x.count > 1 {
		rank++
	}
	p := x.at(rank)
	dst := a.Scratch(48)
	if s.cidr || p.Bits() < p.Addr().BitLen() {
		dst = p.AppendTo(dst)
	} else {
		dst = p.Addr().AppendTo(dst)
	}
	return value.Value{Kind: value.Text, B: a.Keep(dst)}
}

// at puts a number into the bits before the mask's end.
func (x *base) at(n uint64) netip.Prefix {
	raw := x.prefix.Addr().As16()
	shift := x.prefix.Addr().BitLen() - x.mask
	high, low := binary.BigEndian.Uint64(raw[:8]), binary.BigEndian.Uint64(raw[8:])
	if shift < 64 {
		low |= n << shift
		if shift > 0 {
			high |= n >> (64 - shift)
		}
	} else {
		high |= n << (shift - 64)
	}
	binary.BigEndian.PutUint64(raw[:8], high)
	binary.BigEndian.PutUint64(raw[8:], low)
	addr := netip.AddrFrom16(raw)
	if x.prefix.Addr().Is4() {
		addr = addr.Unmap()
	}
	return netip.PrefixFrom(addr, x.mask)
}

func (s *networks) Draw(h uint64, a *value.Arena) value.Value {
	return s.Unrank(draw.Below(h, s.first), a)
}

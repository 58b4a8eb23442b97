package space

import (
	"fmt"
	"net/netip"
	"strings"

	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/draw"
	"github.com/effigydb/effigy/generator/language"
	"github.com/effigydb/effigy/generator/value"
)

// hostTries is how many addresses are tried for a rule on their text.
const hostTries = 20_000

// spelledHosts is a space of addresses whose text matches patterns: the usual
// ones that do, and what the patterns spell.
func (b *builder) spelledHosts(usual *networks) (Space, error) {
	patterns := b.Domain.Net.Host
	match, err := language.NewMatcher(patterns, language.Options{})
	if err != nil {
		return nil, fmt.Errorf("network: %w", err)
	}
	want := int(max(min(4*b.Need, hostTries), 64))
	var values []value.Value
	if usual.total > 0 {
		perm := draw.NewPermutation(usual.total, b.Key)
		for k := uint64(0); k < min(usual.total, hostTries) && len(values) < want; k++ {
			v := usual.Unrank(perm.At(k), nil)
			p, ok := value.NetOf(v)
			text := p.Addr().String()
			if found, known := match.Match(text); ok && !strings.Contains(text, "::") && found && known {
				values = append(values, v)
			}
		}
	}
	if len(values) == 0 {
		if values, err = b.writtenHosts(want, usual.cidr); err != nil {
			return nil, err
		}
	}
	if len(values) == 0 {
		return nil, fmt.Errorf("network: %w", ErrEmpty)
	}
	s := List("address by its text", values, b.Key)
	return except(s, b.Domain.Not, b.Type)
}

// writtenHosts are addresses that the patterns spell.
func (b *builder) writtenHosts(want int, cidr bool) ([]value.Value, error) {
	net, form, width := b.Domain.Net, domain.Dotted, 32
	if net.Family == 6 {
		form, width = domain.Grouped, 128
	}
	if net.Mask.Capped && net.Mask.Max < width {
		return nil, fmt.Errorf("network: %w", ErrUnknown)
	}
	l, err := language.Compile(append([]language.Pattern{{Text: form}}, net.Host...), language.Options{})
	if err != nil {
		return nil, fmt.Errorf("network: %w", err)
	}
	var values []value.Value
	perm := draw.NewPermutation(max(l.Count(), 1), b.Key)
	for k := uint64(0); k < min(l.Count(), hostTries) && len(values) < want; k++ {
		text := l.Unrank(nil, perm.At(k))
		if a, err := netip.ParseAddr(string(text)); err == nil && b.netAllows(netip.PrefixFrom(a, width)) {
			if cidr {
				text = fmt.Appendf(text, "/%d", width)
			}
			values = append(values, value.Value{Kind: value.Text, B: text})
		}
	}
	return values, nil
}

package expr

import (
	"net/netip"
	"strconv"
	"strings"
)

// normalAddress prints an inet; the length of a whole address is left out.
func normalAddress(s string) string {
	s = strings.ToLower(strings.TrimSpace(s))
	if a, err := netip.ParseAddr(s); err == nil && !a.Is4In6() {
		return a.String()
	}
	p, err := netip.ParsePrefix(s)
	switch {
	case err != nil || p.Addr().Is4In6():
		return s
	case p.Bits() == p.Addr().BitLen():
		return p.Addr().String()
	}
	return p.String()
}

// normalNetwork prints a cidr: 10/8 is 10.0.0.0/8, and the length is always
// there. Without one it is what the classes of old give; that stays as it is.
func normalNetwork(s string) string {
	s = strings.ToLower(strings.TrimSpace(s))
	host, length, ok := strings.Cut(s, "/")
	if ok && !strings.Contains(host, ":") {
		host += strings.Repeat(".0", max(0, 3-strings.Count(host, ".")))
	}
	a, err := netip.ParseAddr(host)
	switch {
	case err != nil || a.Is4In6():
		return s
	case !ok:
		length = strconv.Itoa(a.BitLen())
	}
	return a.String() + "/" + length
}

// normalMAC prints the digits of a MAC address in pairs.
func normalMAC(s string) string {
	digits := strings.ToLower(strings.NewReplacer(":", "", "-", "", ".", "").Replace(strings.TrimSpace(s)))
	if len(digits) != 12 && len(digits) != 16 || strings.Trim(digits, "0123456789abcdef") != "" {
		return s
	}
	var parts []string
	for i := 0; i < len(digits); i += 2 {
		parts = append(parts, digits[i:i+2])
	}
	return strings.Join(parts, ":")
}

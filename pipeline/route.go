package pipeline

import (
	"context"
	"net"
	"os"
	"slices"
	"strconv"
	"strings"
)

// The kernel's tables of routes, on Linux, with the columns of a route's flags
// and of its interface.
var routeTables = []struct {
	path         string
	flags, iface int
}{
	{"/proc/net/route", 3, 0},
	{"/proc/net/ipv6_route", 8, 9},
}

// viaGateway is RTF_GATEWAY of <linux/route.h>.
const viaGateway = 0x2

// checkRoutes asks for a way to addresses that nobody has (RFC 5737, RFC
// 3849), which only a default route leads to, and looks for routes by way of
// a gateway. Nothing is sent: a UDP socket that is connected has a route.
func checkRoutes(ctx context.Context) Check {
	var ways []string
	for network, nobody := range map[string]string{"udp4": "192.0.2.1:9", "udp6": "[2001:db8::1]:9"} {
		if conn, err := (&net.Dialer{Timeout: answerTime}).DialContext(ctx, network, nobody); err == nil {
			conn.Close()
			ways = append(ways, map[string]string{"udp4": "a default route of IPv4", "udp6": "a default route of IPv6"}[network])
		}
	}
	for _, t := range routeTables {
		text, err := os.ReadFile(t.path)
		if err != nil {
			continue // another system than Linux, or one without that family
		}
		for _, iface := range gateways(string(text), t.flags, t.iface) {
			ways = append(ways, "a gateway on "+iface)
		}
	}
	slices.Sort(ways)
	if ways = slices.Compact(ways); len(ways) > 0 {
		return Check{Name: "route", State: Bad, Text: "a way out: " + strings.Join(ways, ", "),
			Advice: "start it on a network without a way out, see docs/sandboxes.md"}
	}
	return Check{Name: "route", State: Good, Text: "no default route, no gateway"}
}

// gateways lists the interfaces with a route by way of a gateway.
func gateways(table string, flags, iface int) []string {
	var list []string
	for line := range strings.Lines(table) {
		f := strings.Fields(line)
		if len(f) <= max(flags, iface) {
			continue
		}
		if set, err := strconv.ParseUint(f[flags], 16, 32); err == nil && set&viaGateway != 0 {
			list = append(list, f[iface])
		}
	}
	return list
}

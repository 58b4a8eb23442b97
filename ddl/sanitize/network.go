package sanitize

import (
	"net/netip"
	"strings"

	"github.com/effigydb/effigy/ddl/pattern"
)

// networks are the detectors of addresses and hosts that say where things
// run.
var networks = []detector{
	{
		// RFC 3986 userinfo with a password.
		kind: "url-userinfo", class: "secret", words: []string{"://"},
		pattern: pattern.Of(`[A-Za-z][A-Za-z0-9+.-]*://([^\s/?#@:'"<>]*:[^\s/?#@'"]+)@`),
		accept:  func(s string) bool { return !placeholder(s[strings.IndexByte(s, ':')+1:]) },
	},
	{
		// The user and host of a connection URL, with a password or without.
		kind: "connection-url", class: "network", shape: hostShape, words: schemes,
		pattern: pattern.Of(`(?i)\b(?:postgres(?:ql)?|mysql|mariadb|mongodb(?:\+srv)?|redis|rediss|amqps?|mssql|sqlserver|oracle|ldaps?|smtps?|sftp|nats|kafka)://(?:[^\s/?#@'"<>]*@)?([A-Za-z0-9][\w.-]*[A-Za-z0-9])(?:$|[^\w.-])`),
		accept:  remote,
	},
	{
		kind: "internal-host", class: "network", shape: hostShape,
		words:   []string{".internal", ".corp", ".local", ".lan", ".intranet", ".intra", ".private", ".home.arpa", ".localdomain"},
		pattern: pattern.Of(`(?i)(?:^|[^\w.@-])((?:[a-z0-9_](?:[a-z0-9_-]*[a-z0-9])?\.)+(?:internal|corp|local|lan|intranet|intra|private|home\.arpa|localdomain))(?:$|[^\w.(-]|\.(?:$|\W))`),
		accept:  isInternal,
	},
	{
		// Hosts that a managed database, cache or machine is given by its
		// provider.
		kind: "managed-host", class: "network", shape: hostShape, words: providers,
		pattern: pattern.Of(`(?i)\b((?:[a-z0-9_-]+\.)+(?:` + strings.ReplaceAll(strings.Join(providers, "|"), ".", `\.`) + `)(?:\.cn)?)\b`),
	},
	{
		kind: "ip-address", class: "network", shape: ipShape, words: []string{"."},
		pattern: pattern.Of(`(?:^|[^\w.-])((?:\d{1,3}\.){3}\d{1,3}(?:/\d{1,2})?)(?:$|[^\w.]|\.(?:$|\D))`),
		accept:  isRemoteIP,
	},
	{
		kind: "ip-address", class: "network", shape: ipShape, words: []string{":"},
		pattern: pattern.Of(`(?:^|[^\w.:])([0-9A-Fa-f]{0,4}(?::[0-9A-Fa-f]{0,4}){2,7}(?:/\d{1,3})?)(?:$|[^\w:])`),
		accept:  isRemoteIP,
	},
}

var schemes = []string{"postgres", "mysql://", "mariadb://", "mongodb", "redis", "amqp", "mssql://", "sqlserver://", "oracle://", "ldap", "smtp", "sftp://", "nats://", "kafka://"}

var providers = []string{
	"rds.amazonaws.com", "cache.amazonaws.com", "compute.amazonaws.com", "elb.amazonaws.com", "redshift.amazonaws.com", "es.amazonaws.com", "docdb.amazonaws.com",
	"database.azure.com", "database.windows.net", "redis.cache.windows.net", "cloudapp.azure.com", "documents.azure.com",
	"supabase.co", "pooler.supabase.com", "neon.tech", "aivencloud.com", "ondigitalocean.com", "tsdb.cloud.timescale.com", "tsdb.forge.timescale.com",
	"postgres.render.com", "oregon-postgres.render.com", "railway.app", "rlwy.net", "elephantsql.com", "cockroachlabs.cloud", "db.elestio.app", "psdb.cloud", "mongodb.net",
	"snowflakecomputing.com", "clickhouse.cloud", "redislabs.com", "upstash.io", "fly.dev", "crunchybridge.com", "cloudsql.goog",
}

// remote is false for the machine itself and for names that this package
// writes.
func remote(host string) bool {
	host = strings.ToLower(host)
	return host != "localhost" && host != "host" && host != "hostname" && !strings.HasPrefix(host, "127.") && !strings.HasSuffix(host, ".invalid") && !placeholder(host)
}

// isInternal leaves out code that only looks like a host: NEW.internal, a
// column of a table alias.
func isInternal(s string) bool {
	first, _, _ := strings.Cut(strings.ToLower(s), ".")
	switch first {
	case "new", "old", "excluded", "this", "self", "t", "example":
		return strings.Count(s, ".") > 1
	}
	return true
}

// isRemoteIP holds for an address that tells of a network: not for loopback,
// unspecified, multicast and broadcast ones, netmasks, the private ranges as
// a whole, and what this package writes. Documentation ranges count: in a
// schema they stand where a real one would.
func isRemoteIP(s string) bool {
	if p, err := netip.ParsePrefix(s); err == nil {
		return !wellKnown[p.String()] && isRemoteIP(p.Addr().String())
	}
	a, err := netip.ParseAddr(s)
	if err != nil || a.IsLoopback() || a.IsUnspecified() || a.IsMulticast() || discard.Contains(a) {
		return false
	}
	if a.Is4() {
		b := a.As4()
		return b[0] != 0 && b[0] != 127 && b[0] != 255
	}
	return strings.Count(s, ":") > 2 || len(s) > 6
}

// discard is the discard-only range of RFC 6666, widened to a /16.
var discard = netip.MustParsePrefix("100::/16")

var wellKnown = map[string]bool{
	"10.0.0.0/8": true, "172.16.0.0/12": true, "192.168.0.0/16": true, "169.254.0.0/16": true, "100.64.0.0/10": true,
	"fc00::/7": true, "fe80::/10": true, "2000::/3": true,
}

// ownAddress holds for an address that is none of those to hide.
func ownAddress(s string) bool {
	_, err := netip.ParseAddr(s)
	return err == nil && !isRemoteIP(s)
}

// networkShape is the shape of a value that is an address, or not.
func networkShape(s string) shape {
	if _, err := netip.ParseAddr(s); err == nil {
		return ipShape
	}
	return plainShape
}

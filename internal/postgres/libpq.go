package postgres

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
)

// libpq is a connection string as libpq's keywords, without the password.
type libpq struct {
	params   [][2]string
	password string
	hosts    []string
}

// passedOn are the options of a connection string that mean the same to pgx
// and to libpq. The rest (pool sizes, statement caches) is pgx' alone.
var passedOn = []string{
	"sslmode", "sslrootcert", "sslcert", "sslkey", "sslcrl", "sslpassword", "sslsni", "sslnegotiation",
	"ssl_min_protocol_version", "ssl_max_protocol_version", "channel_binding", "require_auth", "gssencmode", "krbsrvname",
	"target_session_attrs", "options", "connect_timeout", "keepalives", "keepalives_idle", "keepalives_interval",
	"keepalives_count", "tcp_user_timeout",
}

func libpqConfig(base string, getenv Getenv) (*libpq, error) {
	config, err := pgconn.ParseConfig(base)
	if err != nil {
		return nil, errURL
	}
	u, err := parseURL(base)
	if err != nil {
		return nil, err
	}
	hosts, ports := []string{config.Host}, []string{strconv.Itoa(int(config.Port))}
	for _, f := range config.Fallbacks {
		port := strconv.Itoa(int(f.Port))
		if f.Host != hosts[len(hosts)-1] || port != ports[len(ports)-1] {
			hosts, ports = append(hosts, f.Host), append(ports, port)
		}
	}
	c := &libpq{password: config.Password, hosts: hosts}
	c.add("host", strings.Join(hosts, ","))
	c.add("port", strings.Join(ports, ","))
	c.add("user", config.User)
	c.add("dbname", databaseOf(config))
	query := u.Query()
	if !query.Has("sslmode") && getenv("PGSSLMODE") != "" {
		query.Set("sslmode", getenv("PGSSLMODE"))
	}
	for _, key := range passedOn {
		if query.Has(key) {
			c.add(key, query.Get(key))
		}
	}
	return c, nil
}

func (c *libpq) add(key, value string) {
	if value != "" {
		c.params = append(c.params, [2]string{key, value})
	}
}

// secrets are the texts that no message may hold.
func (c *libpq) secrets() []string {
	secrets := append([]string{c.password}, c.hosts...)
	return slices.DeleteFunc(secrets, func(s string) bool { return len(s) < 3 })
}

var (
	connectionPattern = regexp.MustCompile(`connection to server (at|on) .*? failed: `)
	urlPattern        = regexp.MustCompile(`(?i)postgres(ql)?://\S+`)
	secretPattern     = regexp.MustCompile(`(?i)\b(password|passfile|sslpassword|host|hostaddr|user)\s*=\s*('[^']*'|\S+)`)
	addressPattern    = regexp.MustCompile(`\b\d{1,3}(\.\d{1,3}){3}\b`)
)

// scrub makes what a program complained about fit to print: no host, no
// login, no URL, and not too much of it.
func scrub(text string, secrets []string) string {
	text = connectionPattern.ReplaceAllString(text, "connection to the server failed: ")
	text = urlPattern.ReplaceAllString(text, "(connection string)")
	text = secretPattern.ReplaceAllString(text, "$1=…")
	for _, s := range secrets {
		text = strings.ReplaceAll(text, s, "…")
	}
	text = addressPattern.ReplaceAllString(text, "…")
	text = strings.ReplaceAll(strings.TrimSpace(text), "pg_dump: ", "")
	const most = 2000
	if len(text) > most {
		text = strings.ToValidUTF8(text[:most], "") + "…"
	}
	return strings.ReplaceAll(text, "\n", "; ")
}

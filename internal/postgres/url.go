package postgres

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
)

// errURL hides the text of what could not be parsed.
var errURL = errors.New("not a Postgres connection string")

// Login returns the connection string with another user, password and
// database; host, port and the other options stay. It takes both forms, URL
// and key=value, and returns a URL.
func Login(base, user, password, database string) (string, error) {
	u, err := parseURL(base)
	if err != nil {
		return "", err
	}
	u.User = url.UserPassword(user, password)
	u.Path = "/" + database
	q := u.Query()
	for _, key := range []string{"user", "password", "dbname", "database", "passfile", "options", "service"} {
		q.Del(key)
	}
	u.RawQuery = q.Encode()
	return u.String(), nil
}

// WithDatabase returns the connection string with another database.
func WithDatabase(base, database string) (string, error) {
	u, err := parseURL(base)
	if err != nil {
		return "", err
	}
	u.Path = "/" + database
	q := u.Query()
	q.Del("dbname")
	q.Del("database")
	u.RawQuery = q.Encode()
	return u.String(), nil
}

// Redact returns the connection string without its password and options, fit
// for a person to read: host, port, user and database.
func Redact(base string) string {
	u, err := parseURL(base)
	if err != nil {
		return "(connection string)"
	}
	u.RawQuery = ""
	if u.User != nil {
		u.User = url.User(u.User.Username())
	}
	return u.String()
}

// SameDatabase reports whether two connection strings lead to the same
// database, by host, port and database name alone: neither is opened. Hosts
// are compared by name and, where they are the same machine's, by address;
// "localhost", a loopback address and a socket count as one host.
func SameDatabase(a, b string) (bool, error) {
	ca, err := pgconn.ParseConfig(a)
	if err != nil {
		return false, errURL
	}
	cb, err := pgconn.ParseConfig(b)
	if err != nil {
		return false, errURL
	}
	if databaseOf(ca) != databaseOf(cb) {
		return false, nil
	}
	for x := range endpoints(ca) {
		if endpoints(cb)[x] {
			return true, nil
		}
	}
	return false, nil
}

func databaseOf(c *pgconn.Config) string {
	if c.Database == "" {
		return c.User
	}
	return c.Database
}

func endpoints(c *pgconn.Config) map[string]bool {
	set := map[string]bool{endpoint(c.Host, c.Port): true}
	for _, f := range c.Fallbacks {
		set[endpoint(f.Host, f.Port)] = true
	}
	return set
}

// Addresses lists what a connection string dials, as HOST:PORT. A socket's
// folder is none.
func Addresses(base string) ([]string, error) {
	c, err := pgconn.ParseConfig(base)
	if err != nil {
		return nil, errURL
	}
	var list []string
	add := func(host string, port uint16) {
		address := net.JoinHostPort(host, strconv.Itoa(int(port)))
		if !strings.HasPrefix(host, "/") && !strings.HasPrefix(host, "@") && !slices.Contains(list, address) {
			list = append(list, address)
		}
	}
	add(c.Host, c.Port)
	for _, f := range c.Fallbacks {
		add(f.Host, f.Port)
	}
	return list, nil
}

func endpoint(host string, port uint16) string {
	host = strings.TrimSuffix(strings.ToLower(host), ".")
	name, _ := os.Hostname()
	ip := net.ParseIP(host)
	switch {
	case strings.HasPrefix(host, "/"), strings.HasPrefix(host, "@"), host == "localhost", host == strings.ToLower(name):
		host = "localhost"
	case ip != nil && (ip.IsLoopback() || ip.IsUnspecified()):
		host = "localhost"
	case ip != nil:
		host = ip.String()
	}
	return net.JoinHostPort(host, strconv.Itoa(int(port)))
}

// parseURL reads either form of a connection string as a URL.
func parseURL(s string) (*url.URL, error) {
	if !strings.HasPrefix(s, "postgres://") && !strings.HasPrefix(s, "postgresql://") {
		return keywords(s)
	}
	u, err := url.Parse(s)
	if err != nil {
		return nil, errURL
	}
	return u, nil
}

// keywords reads "key=value key='quoted value'".
func keywords(s string) (*url.URL, error) {
	pairs, err := splitKeywords(s)
	if err != nil {
		return nil, err
	}
	u := &url.URL{Scheme: "postgres", Path: "/"}
	q := url.Values{}
	var host, port, user, password string
	for _, p := range pairs {
		switch p[0] {
		case "host":
			host = p[1]
		case "port":
			port = p[1]
		case "user":
			user = p[1]
		case "password":
			password = p[1]
		case "dbname", "database":
			u.Path = "/" + p[1]
		default:
			q.Set(p[0], p[1])
		}
	}
	if strings.HasPrefix(host, "/") || strings.Contains(host, ",") {
		q.Set("host", host)
		host = ""
		if port != "" {
			q.Set("port", port)
			port = ""
		}
	}
	u.Host = host
	if port != "" {
		u.Host = net.JoinHostPort(host, port)
	}
	if user != "" {
		u.User = url.UserPassword(user, password)
	}
	u.RawQuery = q.Encode()
	return u, nil
}

func splitKeywords(s string) ([][2]string, error) {
	var pairs [][2]string
	for rest := strings.TrimSpace(s); rest != ""; rest = strings.TrimSpace(rest) {
		key, after, ok := strings.Cut(rest, "=")
		if !ok {
			return nil, errURL
		}
		value, left, err := keywordValue(strings.TrimLeft(after, " \t"))
		if err != nil {
			return nil, fmt.Errorf("%w", err)
		}
		pairs = append(pairs, [2]string{strings.TrimSpace(key), value})
		rest = left
	}
	return pairs, nil
}

func keywordValue(s string) (value, rest string, err error) {
	quoted := strings.HasPrefix(s, "'")
	i := 0
	if quoted {
		i = 1
	}
	var b strings.Builder
	for ; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\\' && i+1 < len(s):
			i++
			b.WriteByte(s[i])
		case quoted && c == '\'':
			return b.String(), s[i+1:], nil
		case !quoted && (c == ' ' || c == '\t' || c == '\n'):
			return b.String(), s[i:], nil
		default:
			b.WriteByte(c)
		}
	}
	if quoted {
		return "", "", errURL
	}
	return b.String(), "", nil
}

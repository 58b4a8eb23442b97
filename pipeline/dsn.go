package pipeline

import (
	"net"
	"net/url"
	"regexp"
	"strings"
)

// dsn is what a connection string says, without its password.
type dsn struct {
	host, user, database string
	secret               bool   // a password stands in it
	text                 string // the URL itself, for comparing; never printed
}

// found is a connection string and where it stands.
type found struct {
	dsn
	line     int
	variable string
	example  bool
}

var (
	urlForm      = regexp.MustCompile("(?i)(?:jdbc:)?(?:postgres(?:ql)?|postgis)(?:\\+[a-z0-9]+)?://[^\\s\"'`<>\\\\]+")
	hostWord     = regexp.MustCompile(`(?i)\b(?:host|hostaddr|server|data source)\s*=\s*'?([^\s;"']+)`)
	passwordWord = regexp.MustCompile(`(?i)\b(?:password|pwd)\s*=\s*'?([^\s;"']+)`)
	databaseWord = regexp.MustCompile(`(?i)\b(?:dbname|database|initial catalog)\s*=\s*'?([^\s;"']+)`)
	userWord     = regexp.MustCompile(`(?i)\b(?:user|user id|username)\s*=\s*'?([^\s;"']+)`)
	keyOfLine    = regexp.MustCompile(`^\s*(?:export\s+|-\s+)?["']?([A-Za-z_][\w.-]*)["']?\s*[:=](?:[^/]|$)`)
	pairOfLine   = regexp.MustCompile(`^\s*(?:export\s+|-\s+)?["']?([A-Za-z_]\w*)["']?\s*[:=]\s*["']?([^"'#\s,]*)`)
)

// connectionStrings lists those of a text, as URLs or as keywords on a line.
func connectionStrings(text string) []dsn {
	var list []dsn
	for _, m := range urlForm.FindAllString(text, -1) {
		list = append(list, readURL(m))
	}
	if list == nil {
		x := dsn{database: group(databaseWord, text), user: group(userWord, text), secret: literal(group(passwordWord, text))}
		if hosts := group(hostWord, text); hosts != "" && (x.database != "" || x.secret && x.user != "") {
			x.host = farthest(hosts)
			list = append(list, x)
		}
	}
	return list
}

func group(re *regexp.Regexp, text string) string {
	if m := re.FindStringSubmatch(text); m != nil {
		return m[1]
	}
	return ""
}

// readURL takes a URL apart leniently: passwords in settings files hold
// characters that belong encoded.
func readURL(text string) dsn {
	_, rest, _ := strings.Cut(text, "://")
	d := dsn{text: "postgres://" + rest}
	rest, query, _ := strings.Cut(rest, "?")
	login, place := "", rest
	if i := strings.LastIndexByte(rest, '@'); i >= 0 {
		login, place = rest[:i], rest[i+1:]
	}
	user, password, _ := strings.Cut(login, ":")
	hosts, database, _ := strings.Cut(place, "/")
	d.host, d.user, d.database = farthest(hosts), unescaped(user), unescaped(database)
	values, _ := url.ParseQuery(query)
	if v := values.Get("host"); v != "" {
		d.host = farthest(v)
	}
	if v := values.Get("user"); v != "" {
		d.user = v
	}
	d.secret = literal(password) || literal(values.Get("password"))
	return d
}

// farthest is the first of several hosts that is not this machine, or the
// last one.
func farthest(hosts string) (host string) {
	for h := range strings.SplitSeq(hosts, ",") {
		if host = hostOf(h); !(dsn{host: host}).local() {
			break
		}
	}
	return host
}

func hostOf(s string) string {
	if h, _, err := net.SplitHostPort(s); err == nil {
		s = h
	}
	return strings.TrimSuffix(strings.ToLower(strings.Trim(s, "[]")), ".")
}

func unescaped(s string) string {
	if u, err := url.PathUnescape(s); err == nil {
		return u
	}
	return s
}

// literal reports whether a password is one, and not a reference to
// somewhere else or a placeholder.
func literal(s string) bool {
	return s != "" && !strings.ContainsAny(s, "{}<>…") && !strings.HasPrefix(s, "$") && strings.Trim(s, "*xX.") != ""
}

// local reports whether a host is this machine.
func (d dsn) local() bool {
	switch ip := net.ParseIP(d.host); {
	case ip != nil:
		return ip.IsLoopback() || ip.IsUnspecified()
	case d.host == "", d.host == "localhost", d.host == "host.docker.internal", strings.HasPrefix(d.host, "/"), strings.HasPrefix(d.host, "%2f"):
		return true
	}
	return strings.HasSuffix(d.host, ".localhost")
}

func inEnvironment(environ []string) []found {
	var list []found
	values := map[string]value{}
	for _, e := range environ {
		name, text, _ := strings.Cut(e, "=")
		values[name] = value{text, 0}
		for _, d := range connectionStrings(text) {
			list = append(list, found{dsn: d, variable: name})
		}
	}
	return append(list, pairs(values)...)
}

// inText reads a settings file line by line.
func inText(file, text string) []found {
	if strings.Contains(file, "pgpass") {
		return inPasswords(text)
	}
	var list []found
	values := map[string]value{}
	key, n := "", 0
	for line := range strings.Lines(text) {
		n++
		if k := group(keyOfLine, line); k != "" {
			key = k
		}
		if m := pairOfLine.FindStringSubmatch(line); m != nil {
			values[m[1]] = value{m[2], n}
		}
		for _, d := range connectionStrings(line) {
			list = append(list, found{dsn: d, line: n, variable: key})
		}
	}
	return append(list, pairs(values)...)
}

// inPasswords reads libpq's password file: host:port:database:user:password.
func inPasswords(text string) []found {
	var list []found
	n := 0
	for line := range strings.Lines(text) {
		n++
		f := strings.Split(strings.TrimSpace(line), ":")
		if len(f) >= 5 && !strings.HasPrefix(f[0], "#") {
			list = append(list, found{dsn: dsn{host: strings.ToLower(f[0]), database: f[2], user: f[3], secret: true}, line: n})
		}
	}
	return list
}

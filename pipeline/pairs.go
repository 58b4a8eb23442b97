package pipeline

import (
	"maps"
	"regexp"
	"slices"
	"strings"
)

// value is what a variable holds and the line it stands on.
type value struct {
	text string
	line int
}

var hostVariable = regexp.MustCompile(`(?i)^((?:.*_)?(?:PG|POSTGRES(?:QL)?_?|DB_?|DATABASE_?))(?:HOST|HOSTNAME|SERVER|HOSTADDR)$`)

// pairs finds connections that are spread over variables: a host, and a
// password under the same prefix.
func pairs(values map[string]value) []found {
	var list []found
	for _, name := range slices.Sorted(maps.Keys(values)) {
		m := hostVariable.FindStringSubmatch(name)
		if m == nil || values[name].text == "" || strings.HasPrefix(values[name].text, "$") {
			continue
		}
		of := func(endings ...string) (string, value) {
			for _, e := range endings {
				for _, full := range []string{m[1] + e, m[1] + strings.ToLower(e)} {
					if v, ok := values[full]; ok {
						return full, v
					}
				}
			}
			return "", value{}
		}
		password, secret := of("PASSWORD", "PASS", "PWD")
		if _, port := of("PORT"); !literal(secret.text) || port.text == "3306" || port.text == "1433" {
			continue
		}
		_, database := of("DATABASE", "NAME", "DBNAME", "DB")
		_, user := of("USER", "USERNAME")
		list = append(list, found{
			dsn:  dsn{host: hostOf(values[name].text), database: database.text, user: user.text, secret: true},
			line: secret.line, variable: password,
		})
	}
	return list
}

package sanitize

import (
	"math"
	"strings"
	"unicode"

	"github.com/effigydb/effigy/ddl/pattern"
)

// strength says how much a name tells about its value.
type strength uint8

const (
	none strength = iota
	// token: the value is a secret when it looks random.
	tokenName
	// password: the value is a secret unless it is plainly none.
	passwordName
)

// passwords and tokens are the last words of names whose values are secret;
// the words are those of gitleaks' generic-api-key.
var (
	passwords = wordSet("password passwd passwort kennwort pwd pw passphrase passcode pass")
	tokens    = wordSet("secret token apikey accesskey secretkey privatekey authkey credential credentials creds authorization bearer jwt dsn webhook salt pepper")
	keyKinds  = wordSet("api access secret private signing sign encryption encrypt encrypted master auth authentication service account client consumer session storage shared sym symmetric crypto hmac license root admin app application webhook aes rsa ssh")
)

func wordSet(s string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(s) {
		m[w] = true
	}
	return m
}

// strengthOf reads a column, variable, parameter or setting name.
func strengthOf(name string) strength {
	words := wordsOf(name)
	if len(words) == 0 {
		return none
	}
	last := words[len(words)-1]
	if last == "id" && len(words) > 1 {
		words = words[:len(words)-1]
		last = words[len(words)-1]
		if last != "key" {
			return none
		}
	}
	switch {
	case passwords[last]:
		return passwordName
	case tokens[last]:
		return tokenName
	case (last == "key" || last == "keys") && len(words) > 1 && keyKinds[words[len(words)-2]]:
		return tokenName
	}
	return none
}

// wordsOf cuts a name at separators and humps.
func wordsOf(name string) []string {
	var b strings.Builder
	lower := false
	for _, r := range name {
		if unicode.IsUpper(r) && lower {
			b.WriteByte(' ')
		}
		lower = unicode.IsLower(r)
		if unicode.IsLetter(r) {
			b.WriteRune(unicode.ToLower(r))
		} else {
			b.WriteByte(' ')
		}
	}
	return strings.Fields(b.String())
}

// secretValue judges the value given to a name of that strength.
func secretValue(v string, s strength) bool {
	blanks := strings.ContainsAny(v, " \t\n\r")
	switch {
	case s == none || v == "" || isToken(v) || placeholder(v):
		return false
	case s == passwordName && blanks:
		return len(v) <= 64 && digits(v) > 0 // a phrase; without a digit it is prose
	case s == passwordName:
		return len(v) >= 4 && !harmless[strings.ToLower(v)]
	}
	return random(v)
}

var harmless = wordSet("null none sha1 sha256 sha512 argon2id base64 utf8 sha1 sha256 sha512 argon2id base64 utf8 true false empty hash hashed md5 bcrypt argon2 scrypt plain text local scram-sha-256 password passwd reset required optional default unknown peer trust token string user varchar type expired active disabled enabled pending basic digest public private")

// random holds for a text that looks made by a machine: long enough, letters
// and digits mixed or long and of mixed case, with Shannon entropy of at
// least 3 bits a character (the floor gitleaks uses for generic keys is 3.5
// over 10 characters, with the name's context already matched).
func random(v string) bool {
	if len(v) < 8 || !randomAlphabet().MatchString(v) || ordinary().MatchString(v) {
		return false
	}
	var upper, lower, digit bool
	for _, r := range v {
		upper = upper || unicode.IsUpper(r)
		lower = lower || unicode.IsLower(r)
		digit = digit || unicode.IsDigit(r)
	}
	if !digit && !(upper && lower && len(v) >= 20) || digit && !upper && !lower && len(v) < 16 {
		return false
	}
	return entropy(v) >= 3
}

var (
	randomAlphabet = pattern.Of(`^[A-Za-z0-9._=+/:~!@#&*^-]+$`)
	// ordinary: timestamps, versions, decimals, dotted names, paths, words
	// with a small number.
	ordinary = pattern.Of(`^(?:\d{4}-\d\d-\d\d.*|v?\d+(?:\.\d+)+|[a-z_]+(?:\.[a-z_]+)+|/[\w/.-]*|https?://[^@?]*|[a-z]+(?:[_-][a-z]+)*[_-]?v?\d{0,4})$`)
)

// entropy is Shannon's, in bits a byte.
func entropy(s string) float64 {
	var count [256]int
	for i := range len(s) {
		count[s[i]]++
	}
	sum := 0.0
	for _, n := range count {
		if n > 0 {
			p := float64(n) / float64(len(s))
			sum -= p * math.Log2(p)
		}
	}
	return sum
}

// placeholder holds for a value that is filled in elsewhere: a parameter, a
// template's field, a row of stars.
func placeholder(v string) bool {
	v = strings.Trim(v, `'"`)
	return v == "" || strings.ContainsAny(v[:1], "$%<{[(:?&|*") || strings.Trim(v, "*.xX-_") == "" || strings.Contains(v, "%s") || strings.Contains(v, "${") || strings.Contains(v, "{{")
}

// pair is "name = value" and its kin in prose, JSON, conninfo and code. A
// value may be quoted; in a string inside a string the quotes are doubled.
var pair = pattern.Of(`(?i)([a-z0-9_.\-]*(?:pass|pwd|\bpw\b|kennwort|secret|token|key|cred|auth|bearer|jwt|dsn|salt|pepper|signature|webhook)[a-z0-9_.\-]*)["'\\]{0,3}\s{0,3}(:=|=>|=|:|\bis\b)\s{0,3}(?:'{2}((?:[^'\\]|\\.)+)'{2}|\\?"((?:[^"\\]|\\[^"])+)\\?"|'((?:[^'\\]|\\.)+)'|([^\s'",;)}\]&]+))`)

var telling = []string{"pass", "pw", "kennwort", "secret", "token", "key", "cred", "auth", "bearer", "jwt", "dsn", "salt", "pepper", "signature", "webhook"}

// assigned finds secrets given to a telling name.
func assigned(text string) []hit {
	if !anyIn(strings.ToLower(text), telling) {
		return nil
	}
	var hits []hit
	for at := 0; at < len(text); {
		m := pair().FindStringSubmatchIndex(text[at:])
		if m == nil {
			break
		}
		name, op := text[at+m[2]:at+m[3]], text[at+m[4]:at+m[5]]
		for g := 6; g < len(m); g += 2 {
			if m[g] >= 0 && assignedSecret(text[at+m[g]:at+m[g+1]], strengthOf(name), op, g < 12) {
				end := at + m[g+1]
				if g == 12 {
					end = bareEnd(text, end)
				}
				hits = append(hits, hit{start: at + m[g], end: end, class: "secret", kind: "assigned-secret"})
			}
		}
		at += m[5]
	}
	for _, m := range passwordClause().FindAllStringSubmatchIndex(text, -1) {
		if v := text[m[2]:m[3]]; !isToken(v) && !placeholder(v) {
			hits = append(hits, hit{start: m[2], end: m[3], class: "secret", kind: "assigned-secret"})
		}
	}
	return hits
}

// bareEnd is where a value without quotes ends that seems to end at an &: that
// is a part of it unless another name and value follow, as in a query string.
func bareEnd(text string, end int) int {
	for end < len(text) && text[end] == '&' {
		next := end + 1 + strings.IndexAny(text[end+1:]+" ", " \t\r\n'\",;)}]&")
		if strings.Contains(text[end:next], "=") {
			break
		}
		end = next
	}
	return end
}

// passwordClause is the PASSWORD of CREATE and ALTER ROLE.
var passwordClause = pattern.Of(`(?i)\bpassword\s+'{1,2}([^']+)'`)

// assignedSecret asks more of a value after a colon or "is", which prose has
// everywhere, and lets a quoted password hold blanks.
func assignedSecret(v string, s strength, op string, quoted bool) bool {
	switch {
	case s == passwordName && quoted && (op == "=" || op == ":="):
		return !isToken(v) && !placeholder(v) && len(v) >= 4 && !harmless[strings.ToLower(v)]
	case s == passwordName && !quoted && op != "=" && op != ":=" && op != "=>":
		return len(v) >= 6 && digits(v) > 0 && secretValue(v, s)
	}
	return secretValue(v, s)
}

var bearer = pattern.Of(`(?i)\b(bearer|basic|digest|token)\s+([A-Za-z0-9._~+/-]{8,}={0,2})`)

// headers finds the credential of an HTTP Authorization header.
func headers(text string) []hit {
	var hits []hit
	for _, m := range bearer().FindAllStringSubmatchIndex(text, -1) {
		v := text[m[4]:m[5]]
		shape := plainShape
		if plain, ok := fromBase64(v); ok && strings.Contains(plain, ":") {
			shape = base64Shape
		} else if strings.EqualFold(text[m[2]:m[3]], "basic") || !random(v) {
			continue
		}
		if !isToken(v) {
			hits = append(hits, hit{start: m[4], end: m[5], class: "secret", kind: "http-authorization", shape: shape})
		}
	}
	return hits
}

var (
	conninfoKey   = pattern.Of(`(?i)\b(host|hostaddr|port|dbname|user|password|sslmode|sslkey|sslcert|passfile|service|application_name|connect_timeout|options)\s*=`)
	conninfoField = pattern.Of(`(?i)\b(?:host|hostaddr|dbname|user|password|passfile|sslkey|sslcert|sslpassword|service)\s*=\s*(?:'{2}((?:[^'\\]|\\.)+)'{2}|'((?:[^'\\]|\\.)+)'|([^\s'"$%&|]+))`)
)

// conninfo finds the fields of a libpq connection string (its documentation,
// section 34.1.1.1): two of its keywords make one.
func conninfo(text string) []hit {
	if len(conninfoKey().FindAllStringIndex(text, 2)) < 2 {
		return nil
	}
	var hits []hit
	for _, m := range conninfoField().FindAllStringSubmatchIndex(text, -1) {
		for g := 2; g < len(m); g += 2 {
			if m[g] < 0 {
				continue
			}
			if v := text[m[g]:m[g+1]]; !isToken(v) && remote(v) && !ownAddress(v) {
				hits = append(hits, hit{start: m[g], end: m[g+1], class: "secret", kind: "conninfo", shape: networkShape(v)})
			}
		}
	}
	return hits
}

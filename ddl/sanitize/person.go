package sanitize

import (
	"math/big"
	"strings"

	"github.com/effigydb/effigy/ddl/pattern"
)

// persons are the detectors of personal data. Only names that resolve
// nowhere by RFC 2606 and that this package writes itself (.invalid) are
// exempt: an address at example.com may stand for a person in a test.
var persons = []detector{
	{
		kind: "email", class: "pii", shape: emailShape, words: []string{"@"},
		pattern: pattern.Of(`([\pL\d](?:[\pL\d._%+-]*[\pL\d_%+-])?@[\pL\d](?:[\pL\d-]*\.)+\pL{2,})`),
		accept:  isAddress,
	},
	{
		// E.164 with its plus sign (ITU-T E.164: at most 15 digits).
		kind: "phone", class: "pii", words: []string{"+"},
		pattern: pattern.Of(`(?:^|[^\w+])(\+\d[\d ().-]{6,18}\d)(?:$|[^\w])`),
		accept:  func(s string) bool { n := digits(s); return n >= 8 && n <= 15 && s[1] != '0' },
	},
	{
		// The North American plan, with separators.
		kind: "phone", class: "pii",
		pattern: pattern.Of(`(?:^|[^\w.-])((?:\(\d{3}\) ?|\d{3}[ .-])\d{3}[ .-]\d{4})(?:$|[^\w.-]|[.-](?:$|\D))`),
	},
	{
		kind: "card-number", class: "pii", shape: digitShape,
		pattern: pattern.Of(`(?:^|[^\w.-])(\d(?:[ -]?\d){12,18})(?:$|[^\w-])`),
		accept:  isCard,
	},
	{
		kind: "iban", class: "pii",
		pattern: pattern.Of(`\b([A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?)\b`),
		accept:  isIBAN,
	},
	{
		// US social security numbers, with the ranges never assigned left out
		// (SSA POMS RM 10201.035).
		kind: "ssn", class: "pii",
		pattern: pattern.Of(`(?:^|[^\w-])(\d{3}-\d{2}-\d{4})(?:$|[^\w-])`),
		accept: func(s string) bool {
			return s[:3] != "000" && s[:3] != "666" && s[0] != '9' && s[4:6] != "00" && s[7:] != "0000"
		},
	},
}

// isAddress leaves out what only looks like an address: file names of retina
// images, names under .invalid, a host behind a userinfo that is gone.
func isAddress(s string) bool {
	if local, _, _ := strings.Cut(s, "@"); isToken(local) {
		return false
	}
	switch top := strings.ToLower(s[strings.LastIndexByte(s, '.')+1:]); top {
	case "invalid", "png", "jpg", "jpeg", "svg", "gif", "webp", "css", "js":
		return false
	}
	return !strings.EqualFold(s, "git@github.com") && !strings.EqualFold(s, "git@gitlab.com")
}

func digits(s string) int {
	n := 0
	for i := range len(s) {
		if isDigit(s[i]) {
			n++
		}
	}
	return n
}

// issuers are the leading digits of payment cards (ISO/IEC 7812).
var issuers = pattern.Of(`^(?:4\d{12}(?:\d{3}){0,2}|5[1-5]\d{14}|2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12}|3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11}|6(?:011|5\d\d|4[4-9]\d)\d{12}|35\d{14})$`)

// isCard holds for a number with a card's issuer, length and check digit by
// Luhn's formula (ISO/IEC 7812-1, annex B).
func isCard(s string) bool {
	number := strings.NewReplacer(" ", "", "-", "").Replace(s)
	if !issuers().MatchString(number) {
		return false
	}
	sum := 0
	for i := range len(number) {
		d := int(number[len(number)-1-i] - '0')
		if i%2 == 1 {
			d *= 2
			if d > 9 {
				d -= 9
			}
		}
		sum += d
	}
	return sum%10 == 0
}

// isIBAN checks the remainder by 97 of ISO 13616.
func isIBAN(s string) bool {
	s = strings.ReplaceAll(s, " ", "")
	if len(s) < 15 || len(s) > 34 {
		return false
	}
	var b strings.Builder
	for _, c := range s[4:] + s[:4] {
		if c >= 'A' {
			b.WriteString(big.NewInt(int64(c - 'A' + 10)).String())
		} else {
			b.WriteRune(c)
		}
	}
	n, ok := new(big.Int).SetString(b.String(), 10)
	return ok && new(big.Int).Mod(n, big.NewInt(97)).Int64() == 1
}

package sanitize

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"net/netip"
	"strings"

	"github.com/effigydb/effigy/ddl/pattern"
)

// shape is what a token must look like for the text around it to load.
type shape uint8

const (
	plainShape  shape = iota // redacted_12345678
	emailShape               // redacted_12345678@redacted.invalid (RFC 2606)
	hostShape                // redacted_12345678.invalid
	ipShape                  // an address of the loopback or discard range
	digitShape               // digits only
	uuidShape                // a UUID of zeros and the eight digits
	hexShape                 // the plain token in hex
	base64Shape              // the plain token in base64
	roleShape                // role_12345678
)

// vault holds every secret of a text and gives each its token.
type vault struct {
	key     []byte
	names   map[string]string // tokens of roles given by hand
	secrets map[string]*entry
	order   []*entry
}

// entry is one secret and the scopes (statements, mostly) it stands in.
type entry struct {
	secret string
	class  string
	scopes map[string]bool
	number int    // set by settle: 1, 2, …; not used with a key
	fixed  string // the token, where its order counts
}

func newVault(key []byte) *vault {
	return &vault{key: key, secrets: map[string]*entry{}}
}

func (v *vault) add(secret, class, scope string) *entry {
	e := v.secrets[secret]
	if e == nil {
		e = &entry{secret: secret, class: class, scopes: map[string]bool{}}
		v.secrets[secret] = e
		v.order = append(v.order, e)
	}
	e.scopes[scope] = true
	return e
}

// telling are the secrets worth looking for in the rest of the text: those
// that are no ordinary words.
func (v *vault) telling() []*entry {
	var out []*entry
	for _, e := range v.order {
		if len(e.secret) >= 8 && (e.class == "secret" || e.class == "pii" || e.class == "setting") && strings.ContainsAny(e.secret, "0123456789@") {
			out = append(out, e)
		}
	}
	return out
}

// settle numbers the secrets so that two of one scope never share a number,
// with numbers as low as possible: without a key most tokens are then the
// same constant, and a secret that comes or goes changes no other token.
func (v *vault) settle() {
	taken := map[string]map[int]bool{}
	for _, e := range v.order {
		e.number = 1
		for e.clashes(taken) {
			e.number++
		}
		for s := range e.scopes {
			if taken[s] == nil {
				taken[s] = map[int]bool{}
			}
			taken[s][e.number] = true
		}
	}
}

func (e *entry) clashes(taken map[string]map[int]bool) bool {
	for s := range e.scopes {
		if taken[s][e.number] {
			return true
		}
	}
	return false
}

// token prints the token of a secret in a shape, at most limit bytes long
// where limit is not negative.
func (v *vault) token(e *entry, s shape, limit int) string {
	if given := v.names[e.secret]; s == roleShape && given != "" {
		return given
	}
	if e.fixed != "" {
		return e.fixed
	}
	digest := mac(v.key, e.secret)
	if len(v.key) == 0 {
		digest = binary.BigEndian.AppendUint32(nil, uint32(e.number))
	}
	full := shaped(v.mark(e), digest, e.secret, s)
	if limit < 0 || len(full) <= limit {
		return full
	}
	return cut(v.mark(e), limit)
}

// mark is the plain token.
func (v *vault) mark(e *entry) string {
	switch {
	case len(v.key) > 0:
		return "redacted_" + hex.EncodeToString(mac(v.key, e.secret))[:8]
	case e.number > 1:
		return fmt.Sprintf("redacted_%d", e.number)
	}
	return "redacted"
}

// cut shortens a token: the digits that tell secrets apart go last.
func cut(mark string, limit int) string {
	_, id, numbered := strings.Cut(mark, "_")
	switch {
	case len(mark) <= limit:
		return mark
	case !numbered || limit < 3:
		return mark[:limit]
	}
	return "r_" + id[:min(len(id), limit-2)]
}

func shaped(mark string, digest []byte, secret string, s shape) string {
	id := hex.EncodeToString(digest[:4])
	switch s {
	case emailShape:
		return mark + "@redacted.invalid"
	case hostShape:
		return mark + ".invalid"
	case ipShape:
		return address(digest, secret)
	case digitShape:
		return number19(digest, len(secret))
	case uuidShape:
		return "00000000-0000-0000-0000-0000" + id
	case hexShape:
		return hex.EncodeToString([]byte(mark))
	case base64Shape:
		return base64.StdEncoding.EncodeToString([]byte(mark))
	case roleShape:
		if _, id, ok := strings.Cut(mark, "_"); ok {
			return "role_" + id
		}
		return "role_1"
	}
	return mark
}

// address makes an address of the family and mask of the secret.
func address(digest []byte, secret string) string {
	bare, mask, masked := strings.Cut(secret, "/")
	a := netip.AddrFrom4([4]byte{127, digest[1], digest[2], digest[3]})
	if strings.Contains(bare, ":") {
		b := [16]byte{0: 1, 2: digest[0], 3: digest[1], 4: digest[2], 5: digest[3]}
		a = netip.AddrFrom16(b)
	}
	if !masked {
		return a.String()
	}
	if p, err := netip.ParsePrefix(a.String() + "/" + mask); err == nil {
		return p.Masked().String()
	}
	return a.String()
}

// number19 is a number of n digits that no card has: it starts with 10.
func number19(digest []byte, n int) string {
	d := fmt.Sprintf("%0*d", max(n-2, 1), binary.BigEndian.Uint32(digest))
	return ("10" + d[max(0, len(d)-(n-2)):])[:n]
}

var (
	tokenPattern = pattern.Of(`^(?:redacted(?:_[0-9a-f]{1,8})?(?:@redacted\.invalid|\.invalid)?|r_[0-9a-f]{0,8}|0{8}-0{4}-0{4}-0{4}-0{4}[0-9a-f]{8})$`)
	rolePattern  = pattern.Of(`^role_(?:[0-9a-f]{8}|\d{1,4})$`)
)

// isToken recognises what an earlier pass wrote, encoded or cut, so that
// sanitising twice equals once.
func isToken(s string) bool {
	if tokenPattern().MatchString(s) || len(s) > 0 && strings.HasPrefix("redacted", s) {
		return true
	}
	if b, err := hex.DecodeString(strings.TrimPrefix(s, `\x`)); err == nil && tokenPattern().Match(b) {
		return true
	}
	b, err := base64.StdEncoding.DecodeString(s)
	return err == nil && tokenPattern().Match(b)
}

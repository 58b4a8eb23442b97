package sandbox

import (
	"encoding/hex"
	"fmt"
	"io"
	"strings"
)

// Prefix starts the name of every role and database of Effigy's.
const Prefix = "effigy_"

// An identifier of Postgres has 63 bytes at most. A sandbox's name leaves
// room for the roles named after it.
const (
	hintBytes   = 24
	suffixBytes = 18
)

// newName makes the name of a sandbox: prefix, hint, ten random hex digits.
func newName(hint string, random io.Reader) (string, error) {
	digits, err := randomHex(5, random)
	if err != nil {
		return "", err
	}
	if s := slug(hint, hintBytes); s != "" {
		return Prefix + s + "_" + digits, nil
	}
	return Prefix + digits, nil
}

func randomHex(bytes int, random io.Reader) (string, error) {
	b := make([]byte, bytes)
	if _, err := io.ReadFull(random, b); err != nil {
		return "", err
	}
	return hex.EncodeToString(b), nil
}

// slug keeps lower-case ASCII letters and digits, and an underscore for any
// run of the rest.
func slug(s string, most int) string {
	var b strings.Builder
	for _, r := range strings.ToLower(s) {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			b.WriteRune(r)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "_"):
			b.WriteByte('_')
		}
		if b.Len() >= most {
			break
		}
	}
	return strings.Trim(b.String(), "_")
}

// nameRoles gives each role of the text a role under the sandbox's name.
func nameRoles(name, reader string, roles []string) map[string]string {
	taken := map[string]bool{reader: true}
	named := make(map[string]string, len(roles))
	for _, role := range roles {
		base := name + "_" + slug(role, suffixBytes)
		own := strings.TrimSuffix(base, "_")
		for i := 1; taken[own] || own == name; i++ {
			own = fmt.Sprintf("%s%d", base, i)
		}
		taken[own] = true
		named[role] = own
	}
	return named
}

// renamed is the name of one of the sandbox's roles after the sandbox got
// another name.
func renamed(role, from, to string) string { return to + strings.TrimPrefix(role, from) }

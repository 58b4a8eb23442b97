package expr

import (
	"sort"
	"strings"
)

// normalStore prints an hstore literal as hstore_out does: quoted pairs, each
// key once, the shorter keys first and bytewise among equals (hstoreUniquePairs;
// of two pairs with one key the first in the text stays). A text that is no
// hstore is returned as it is.
func normalStore(s string) string {
	pairs, ok := storePairs(s)
	if !ok {
		return s
	}
	sort.SliceStable(pairs, func(i, j int) bool {
		a, b := pairs[i].key, pairs[j].key
		if len(a) != len(b) {
			return len(a) < len(b)
		}
		return a < b
	})
	var out []string
	for i, p := range pairs {
		if i > 0 && p.key == pairs[i-1].key {
			continue
		}
		value := "NULL"
		if !p.null {
			value = storeQuote(p.value)
		}
		out = append(out, storeQuote(p.key)+"=>"+value)
	}
	return strings.Join(out, ", ")
}

func storeQuote(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
}

type storePair struct {
	key, value string
	null       bool
}

func storePairs(s string) ([]storePair, bool) {
	var pairs []storePair
	for s = strings.TrimSpace(s); s != ""; {
		key, quoted, rest, ok := storeWord(s)
		rest = strings.TrimSpace(rest)
		if !ok || !strings.HasPrefix(rest, "=>") || key == "" && !quoted {
			return nil, false
		}
		value, quoted, rest, ok := storeWord(strings.TrimSpace(rest[2:]))
		if !ok || value == "" && !quoted {
			return nil, false
		}
		pairs = append(pairs, storePair{key, value, !quoted && strings.EqualFold(value, "null")})
		rest = strings.TrimSpace(rest)
		if rest != "" && rest[0] != ',' {
			return nil, false
		}
		s = strings.TrimSpace(strings.TrimPrefix(rest, ","))
	}
	return pairs, true
}

// storeWord reads a key or a value: quoted, or up to a blank, a comma or an
// equals sign. A backslash takes the next byte as it is.
func storeWord(s string) (word string, quoted bool, rest string, ok bool) {
	var b strings.Builder
	i := 0
	if strings.HasPrefix(s, `"`) {
		quoted, i = true, 1
	}
	for ; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\\' && i+1 < len(s):
			i++
			b.WriteByte(s[i])
		case quoted && c == '"':
			return b.String(), true, s[i+1:], true
		case !quoted && (c == ',' || c == '=' || c == ' ' || c == '\t' || c == '\n'):
			return b.String(), false, s[i:], true
		default:
			b.WriteByte(c)
		}
	}
	return b.String(), quoted, "", !quoted
}

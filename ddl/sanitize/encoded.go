package sanitize

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/effigydb/effigy/ddl/pattern"
)

// maxLayers is how many encodings inside one another are undone.
const maxLayers = 3

// layer is one way to encode a text inside a text.
type layer struct {
	pattern pattern.Lazy
	decode  func(string) (string, bool)
	shape   shape
}

var layers = []layer{
	{pattern.Of(`\b[0-9a-fA-F]{16,}\b|\\x[0-9a-fA-F]{8,}`), fromHex, hexShape},
	{pattern.Of(`[A-Za-z0-9+/_-]{14,}={0,2}`), fromBase64, base64Shape},
	{pattern.Of(`[\w.~%+:-]*%[0-9A-Fa-f]{2}[\w.~%+:-]*`), fromPercent, plainShape},
	{pattern.Of(`"(?:[^"\\]|\\.)*\\(?:[^"\\]|\\.)*"`), fromJSON, plainShape},
}

// encoded finds runs that hide a secret behind an encoding; the run as a
// whole is the hit, and plain what was found inside.
func (p *pass) encoded(text string, depth int) []hit {
	if depth >= maxLayers {
		return nil
	}
	var hits []hit
	for _, l := range layers {
		for _, m := range l.pattern().FindAllStringIndex(text, -1) {
			if h, ok := p.inside(text[m[0]:m[1]], l, depth); ok {
				h.start, h.end = m[0]+h.start, m[0]+h.end
				hits = append(hits, h)
			}
		}
	}
	if h, ok := p.wrapped(text, depth); ok {
		hits = append(hits, h)
	}
	return hits
}

// inside decodes one run and looks for secrets in it.
func (p *pass) inside(run string, l layer, depth int) (hit, bool) {
	if isToken(run) {
		return hit{}, false
	}
	plain, ok := l.decode(run)
	if !ok || plain == run {
		return hit{}, false
	}
	found := p.hits(plain, depth+1)
	if len(found) == 0 {
		return hit{}, false
	}
	h := found[0]
	h.plain = plain[h.start:h.end]
	h.shape = l.shape
	h.start, h.end = 0, len(run)
	if strings.HasPrefix(run, `\x`) {
		h.start = 2
	}
	if run[0] == '"' {
		h.start, h.end = 1, len(run)-1
	}
	return h, true
}

// wrapped reads a text that is base64 in lines, as encode() breaks it.
func (p *pass) wrapped(text string, depth int) (hit, bool) {
	if !strings.ContainsAny(text, "\n") || strings.Trim(text, base64Alphabet+"= \r\n") != "" || len(strings.TrimSpace(text)) < 16 {
		return hit{}, false
	}
	joined := strings.NewReplacer("\n", "", "\r", "", " ", "").Replace(text)
	h, ok := p.inside(joined, layers[1], depth)
	h.start, h.end = 0, len(text)
	return h, ok
}

const base64Alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_"

func fromHex(s string) (string, bool) {
	b, err := hex.DecodeString(strings.TrimPrefix(s, `\x`))
	return readable(b, err)
}

func fromBase64(s string) (string, bool) {
	s = strings.TrimRight(strings.NewReplacer("-", "+", "_", "/").Replace(s), "=")
	b, err := base64.RawStdEncoding.DecodeString(s)
	return readable(b, err)
}

func fromPercent(s string) (string, bool) {
	v, err := url.PathUnescape(s)
	return readable([]byte(v), err)
}

func fromJSON(s string) (string, bool) {
	var v string
	err := json.Unmarshal([]byte(s), &v)
	return readable([]byte(v), err)
}

// readable holds for text; chance hits on random bytes end here.
func readable(b []byte, err error) (string, bool) {
	if err != nil || !utf8.Valid(b) || len(b) < 6 {
		return "", false
	}
	for _, r := range string(b) {
		if !unicode.IsPrint(r) && !unicode.IsSpace(r) {
			return "", false
		}
	}
	return string(b), true
}

// hits finds every secret of a text by its look, the names beside it and
// what was found elsewhere.
func (p *pass) hits(text string, depth int) []hit {
	hits := detect(text)
	hits = append(hits, conninfo(text)...)
	hits = append(hits, headers(text)...)
	hits = append(hits, assigned(text)...)
	hits = append(hits, p.encoded(text, depth)...)
	hits = append(hits, p.seen(text)...)
	return merge(hits)
}

// seen finds secrets that stand elsewhere in the script, and role names.
func (p *pass) seen(text string) []hit {
	var hits []hit
	for _, k := range p.known {
		for at := 0; ; {
			i := strings.Index(text[at:], k.secret)
			if i < 0 {
				break
			}
			at += i + len(k.secret)
			hits = append(hits, hit{start: at - len(k.secret), end: at, class: k.class, kind: "seen-elsewhere", shape: knownShape(k.secret)})
		}
	}
	if p.roleWords != nil {
		for _, m := range p.roleWords.FindAllStringIndex(text, -1) {
			hits = append(hits, hit{start: m[0], end: m[1], class: "role", kind: "role-name", shape: roleShape})
		}
	}
	return hits
}

func knownShape(secret string) shape {
	if strings.Contains(secret, "@") && persons[0].pattern().FindString(secret) == secret {
		return emailShape
	}
	return networkShape(secret)
}

package generator

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/effigydb/effigy/generator/vocabulary"
)

// A slug is its row's title in small letters. Where the slug has to be unique
// the title follows from it, else it follows from the title.

// addTitles ties the slug of a table to its title.
func (t *Table) addTitles(children []*link) {
	slug := t.called("slug", func(c *column) bool { return isText(c) && c.meaning == vocabulary.Slug })
	title := t.called("title name headline label", isText)
	switch {
	case slug == nil || title == nil:
	case t.settable(slug):
		t.tie(slug, title, lettered(slugged))
	case (t.givable(title) || vocabulary.Proper(title.meaning)) && t.derivable(slug, children) && t.unmixed(slug, title):
		apart := t.slugsApart(title)
		t.tie(slug, title, func(m *maker, text []byte) []byte {
			s := slugged(nil, text)
			if len(s) > 0 && !apart {
				s = append(s, m.suffix(slug, "-")...)
			}
			return s
		})
	case t.settable(title) && t.inUnit(slug.pos) && !slug.settings.shapes():
		t.tie(title, slug, lettered(titled))
	}
}

// fewTitles is the number of titles up to which their slugs are compared.
const fewTitles = 4096

// slugsApart reports titles that have to be distinct, whose slugs are as well.
func (t *Table) slugsApart(title *column) bool {
	at := slices.IndexFunc(t.units, func(u *unit) bool { return u.lone() && u.members[0].pos == title.pos })
	if at < 0 || t.units[at].size > fewTitles {
		return false
	}
	seen := map[string]bool{"": true}
	for rank := range t.units[at].size {
		s := string(slugged(nil, t.units[at].members[0].space.Unrank(rank, nil).B))
		if seen[s] {
			return false
		}
		seen[s] = true
	}
	return true
}

// lettered gives a text the memory that its letters take in another form.
func lettered(write func(dst, text []byte) []byte) func(m *maker, text []byte) []byte {
	return func(m *maker, text []byte) []byte { return write(m.arena.Bytes(2 * len(text))[:0], text) }
}

// slugged is a title in small letters with hyphens for all else.
func slugged(dst, text []byte) []byte {
	text = bytes.ToLower(text)
	if bytes.IndexFunc(text, func(r rune) bool { return r >= utf8.RuneSelf }) >= 0 {
		text = []byte(accents.Replace(string(text)))
	}
	for _, c := range text {
		if c >= 'a' && c <= 'z' || c >= '0' && c <= '9' {
			dst = append(dst, c)
		} else if len(dst) > 0 && dst[len(dst)-1] != '-' {
			dst = append(dst, '-')
		}
	}
	return bytes.TrimRight(dst, "-")
}

// titled is a slug with capitals and blanks, without the number at its end.
func titled(dst, text []byte) []byte {
	words := strings.Split(string(text), "-")
	for i, w := range words {
		if w == "" || i > 0 && i == len(words)-1 && strings.Trim(w, "0123456789") == "" {
			continue
		}
		if len(dst) > 0 {
			dst = append(dst, ' ')
		}
		dst = append(dst, vocabulary.Capital(w)...)
	}
	return dst
}

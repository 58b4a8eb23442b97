package generator

import (
	"bytes"
	"strings"

	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/generator/vocabulary"
)

// A slug is its row's title in small letters. Where the slug has to be unique
// the title follows from it, else it follows from the title.

// addTitles ties the slug of a table to its title.
func (t *Table) addTitles() {
	text := func(c *column) bool { return c.codec.Kind() == value.Text && c.model.Type.Dims == 0 }
	slug := t.called("slug", func(c *column) bool { return text(c) && c.meaning == vocabulary.Slug })
	title := t.called("title name headline label", text)
	switch {
	case slug == nil || title == nil:
	case t.settable(slug):
		t.products = append(t.products, product{column: slug.pos, inputs: []int{title.pos}, value: func(m *maker) (value.Value, bool) {
			return t.lettered(m, slug, title, slugged)
		}})
	case t.settable(title) && t.inUnit(slug.pos) && !slug.settings.shapes():
		t.products = append(t.products, product{column: title.pos, inputs: []int{slug.pos}, value: func(m *maker) (value.Value, bool) {
			return t.lettered(m, title, slug, titled)
		}})
	}
}

// lettered is the text of a column that another's gives.
func (t *Table) lettered(m *maker, to, from *column, write func(dst, text []byte) []byte) (value.Value, bool) {
	v := m.row[from.pos]
	if v.IsNull() {
		return v, false
	}
	b := write(m.arena.Bytes(2 * len(v.B))[:0], v.B)
	if len(b) == 0 {
		return v, false
	}
	if limit := to.base.Mod(0, 0); limit > 0 && len(b) > limit {
		return v, false
	}
	return t.stored(to, value.Value{Kind: value.Text, B: b})
}

// slugged is a title in small letters with hyphens for all else.
func slugged(dst, text []byte) []byte {
	for _, c := range bytes.ToLower(text) {
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

package generator

import (
	"bytes"

	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/generator/vocabulary"
)

// The name of a file ends as its type says, and the last digits of a card are
// those of its brand.

// endings are the extensions of file names by their MIME type.
var endings = map[string]string{
	"image/png": "png", "image/jpeg": "jpg", "application/pdf": "pdf", "text/plain": "txt", "text/html": "html", "application/json": "json",
	"text/csv": "csv", "application/zip": "zip", "image/svg+xml": "svg", "video/mp4": "mp4", "audio/mpeg": "mp3", "application/xml": "xml",
	"image/gif": "gif", "image/webp": "webp", "audio/wav": "wav", "video/webm": "webm",
}

// brands are those of the test cards, by their last digits.
var brands = map[string]string{
	"1111": "Visa", "4242": "Visa", "5556": "Visa", "4444": "Mastercard", "5100": "Mastercard", "0005": "American Express", "8431": "American Express",
	"1117": "Discover", "5904": "Diners Club", "0000": "JCB",
}

// addFiles ties the names of files to their types, and cards to their brands.
func (t *Table) addFiles() {
	mime, name := t.textOf(vocabulary.MIME), t.textOf(vocabulary.FileName)
	if mime != nil && t.settable(name) {
		t.tie(name, mime, func(m *maker, text []byte) []byte {
			end, old := endings[string(text)], m.row[name.pos].B
			dot := bytes.LastIndexByte(old, '.')
			if end == "" || dot < 0 {
				return nil
			}
			return append(append(m.arena.Bytes(len(old) + len(end))[:0], old[:dot+1]...), end...)
		})
	}
	if ext := t.textOf(vocabulary.Format); mime != nil && t.settable(ext) && (ext.name == "extension" || ext.name == "ext" || ext.name == "file_extension") {
		t.tie(ext, mime, func(_ *maker, text []byte) []byte { return []byte(endings[string(text)]) })
	}
	if last, brand := t.textOf(vocabulary.LastFour), t.textOf(vocabulary.CardBrand); last != nil && t.settable(brand) {
		t.tie(brand, last, func(_ *maker, text []byte) []byte { return []byte(brands[string(text)]) })
	}
}

// textOf is the column of texts of a meaning, nil for none.
func (t *Table) textOf(m vocabulary.Meaning) *column {
	for _, c := range t.columns {
		if c.meaning == m && isText(c) {
			return c
		}
	}
	return nil
}

// isText reports a column of single texts.
func isText(c *column) bool { return c.codec.Kind() == value.Text && c.model.Type.Dims == 0 }

// tie adds a text that another of the row gives.
func (t *Table) tie(to, from *column, text func(m *maker, from []byte) []byte) {
	t.products = append(t.products, product{column: to.pos, inputs: []int{from.pos}, value: func(m *maker) (value.Value, bool) {
		if m.row[from.pos].IsNull() {
			return value.Value{}, false
		}
		b := text(m, m.row[from.pos].B)
		if limit := to.base.Mod(0, 0); len(b) == 0 || limit > 0 && len(b) > limit {
			return value.Value{}, false
		}
		return t.stored(to, value.Value{Kind: value.Text, B: b})
	}})
}

package generator

import (
	"cmp"
	"fmt"

	"github.com/effigydb/effigy/generator/value"
)

// Writer makes rows of one table. It belongs to one goroutine; any number of
// writers of a table may work at the same time.
type Writer struct {
	maker   *maker
	flat    *flat  // nil when the table needs the maker
	mixed   *mixed // nil when the table is flat or needs the maker for every cell
	codecs  []*value.Codec
	cells   []value.Value
	neutral []*neutral // by written column; see neutral.go
	err     error
}

// Err is the first row that could not be made, or nil. The plan has made or
// sampled the rows, so that none is expected; what was appended for it is
// nothing that Postgres takes for a row.
func (w *Writer) Err() error { return w.err }

// at makes a row, or notes that it can't be made.
func (w *Writer) at(row int64) bool { return w.made(w.maker, row) }

func (w *Writer) made(m *maker, row int64) bool {
	if m.at(row) {
		m.finish()
		m.note(row)
		return true
	}
	if w.err == nil {
		w.err = fmt.Errorf("row %d of %s: no attempt satisfied %s", row, m.t.Name, cmp.Or(m.blamed, "its constraints"))
	}
	return false
}

// NewWriter makes a writer. oids resolves the types whose binary form carries
// the OID of another type (arrays, ranges, composites); nil will do for text.
func (t *Table) NewWriter(oids value.OIDs) (*Writer, error) {
	w := &Writer{maker: newMaker(t), flat: newFlat(t), cells: make([]value.Value, len(t.written))}
	for _, c := range t.written {
		codec, err := value.CodecFor(t.schema, t.columns[c].model.Type, oids)
		if err != nil {
			return nil, fmt.Errorf("column %s: %w", t.Name.Member(t.columns[c].name), err)
		}
		w.codecs = append(w.codecs, codec)
	}
	if len(t.afterwards) > 0 {
		w.flat = nil
	}
	if w.flat == nil {
		w.mixed = newMixed(t)
	}
	w.compile()
	return w, nil
}

// compile chooses how each cell is written.
func (w *Writer) compile() {
	if w.flat != nil {
		w.flat.program(w)
	}
	if w.mixed != nil {
		w.mixed.program(w)
	}
}

// AppendBinary appends one tuple of COPY binary: the field count, then every
// field with its length. The header and the trailer are the loader's.
func (w *Writer) AppendBinary(dst []byte, row int64) []byte {
	w.unnote()
	if w.flat != nil {
		return w.flat.appendBinary(dst, uint64(row))
	}
	m := w.maker
	if w.mixed != nil {
		m = w.mixed.maker
	}
	switch {
	case !w.made(m, row):
		return append(dst, 0xff, 0xfe)
	case w.mixed != nil:
		return w.mixed.appendBinary(dst)
	}
	return m.appendBinary(dst, w)
}

// AppendText appends one line of COPY text, newline included.
func (w *Writer) AppendText(dst []byte, row int64) []byte {
	if !w.at(row) {
		return append(dst, "\\.\\\n"...)
	}
	for i, c := range w.maker.t.written {
		if i > 0 {
			dst = append(dst, '\t')
		}
		dst = w.codecs[i].AppendCopyText(dst, w.maker.row[c])
	}
	return append(dst, '\n')
}

// Row is the cells of one row, in the order of Table.Columns, valid until the
// next call; nil where the row could not be made.
func (w *Writer) Row(row int64) []value.Value {
	if !w.at(row) {
		return nil
	}
	for i, c := range w.maker.t.written {
		w.cells[i] = w.maker.row[c]
	}
	return w.cells
}

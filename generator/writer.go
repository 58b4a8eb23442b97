package generator

import "github.com/effigydb/effigy/generator/value"

// Writer makes rows of one table. It belongs to one goroutine; any number of
// writers of a table may work at the same time.
type Writer struct {
	table *Table
}

// NewWriter makes a writer. oids resolves the types whose binary form carries
// the OID of another type (arrays, ranges, composites).
func (t *Table) NewWriter(oids value.OIDs) (*Writer, error) {
	return &Writer{table: t}, nil
}

// AppendBinary appends one tuple of COPY binary: the field count, then every
// field with its length. The header and the trailer are the loader's.
func (w *Writer) AppendBinary(dst []byte, row int64) []byte { return dst }

// AppendText appends one line of COPY text, newline included.
func (w *Writer) AppendText(dst []byte, row int64) []byte { return dst }

// Row is the cells of one row, in the order of Table.Columns, valid until the
// next call.
func (w *Writer) Row(row int64) []value.Value { return nil }

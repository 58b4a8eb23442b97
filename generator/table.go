package generator

import "github.com/effigydb/effigy/schema"

// Table is the plan of one table: a root of partitions, an ordinary table or
// an inheritance child (whose rows are its own, ONLY).
type Table struct {
	Name schema.Name
	// Requested and planned number of rows.
	Requested, Rows int64
	// CappedBy names the constraint that allows fewer rows than requested.
	CappedBy string
	// Columns to be written, in attribute order; generated ones are left out.
	Columns   []Column
	Verdicts  []Verdict
	Sequences []SequenceValue
	// Binary is false when a column's type has no binary form known here, so
	// that the table is loaded with text COPY.
	Binary bool
	// RowBytes is the mean size of a COPY binary tuple, for estimates.
	RowBytes int
}

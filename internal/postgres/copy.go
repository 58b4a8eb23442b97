package postgres

import (
	"context"

	"github.com/effigydb/effigy/schema"
)

// RowWriter encodes rows by index. Neither method keeps dst; both must be
// safe to call for rows in any order, from the one goroutine that owns it.
type RowWriter interface {
	// AppendBinary appends one tuple of COPY's binary form: the field count
	// as int16, then the fields.
	AppendBinary(dst []byte, row int64) []byte
	// AppendText appends one line of COPY's text form.
	AppendText(dst []byte, row int64) []byte
	// Err is the first row that could not be made, or nil: the load then ends
	// with that error. It is called after every chunk of rows, the last too.
	Err() error
}

// OIDs are the types of a database by name, row types and array types (under
// their catalog name, _name) included.
type OIDs = map[schema.Name]uint32

// Job is one table to fill.
type Job struct {
	Table   schema.Name
	Columns []string // that the rows hold, in order; none means a table without columns to write
	Rows    int64
	Bytes   int64 // about what the rows take: the longest tables go first
	Binary  bool
	// NewWriter makes a writer for one stream. It is called once a stream.
	NewWriter func(OIDs) RowWriter
}

// FillOptions tune a Fill.
type FillOptions struct {
	// Jobs is the number of streams; 0 for the server's default of two.
	Jobs int
	// Progress is told of rows that went out, from several goroutines.
	Progress func(table schema.Name, rows int64)
}

// Fill loads the tables: COPY, binary where the job says so, over Jobs
// connections, the longest first. A table that one stream holds is truncated
// and frozen in one transaction; one much longer than the others is shared
// by several streams. Keys, triggers and foreign keys must not exist yet.
// Memory does not grow with the number of rows.
func Fill(ctx context.Context, url string, jobs []Job, o FillOptions) error {
	return fill(ctx, url, jobs, o)
}

package postgres

import (
	"context"
	"fmt"
	"strings"

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
	// After are the tables whose rows tell those of this one something: they go
	// before it, so that it finds that known.
	After  []schema.Name
	Binary bool
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
// connections, parents before children and else the longest first. A table that one stream holds is truncated
// and frozen in one transaction; one much longer than the others is shared
// by several streams. Keys, triggers and foreign keys must not exist yet.
// Memory does not grow with the number of rows.
func Fill(ctx context.Context, url string, jobs []Job, o FillOptions) error {
	return fill(ctx, url, jobs, o)
}

// CopyTexts loads rows given as text cells, nil for NULL, one a column.
func CopyTexts(ctx context.Context, c *Conn, table schema.Name, columns []string, rows [][]*string) error {
	var lines strings.Builder
	for _, r := range rows {
		for i, cell := range r {
			if i > 0 {
				lines.WriteByte('\t')
			}
			if cell == nil {
				lines.WriteString(`\N`)
				continue
			}
			copyEscapes.WriteString(&lines, *cell)
		}
		lines.WriteByte('\n')
	}
	sql := copySQL(part{Job: &Job{Table: table, Columns: columns}}, false)
	if _, err := c.PgConn().CopyFrom(ctx, strings.NewReader(lines.String()), sql); err != nil {
		return fmt.Errorf("loading %s: %w", table, err)
	}
	return nil
}

// copyEscapes is the text form of COPY (PostgreSQL's documentation of COPY,
// "Text Format").
var copyEscapes = strings.NewReplacer("\\", `\\`, "\t", `\t`, "\n", `\n`, "\r", `\r`, "\b", `\b`, "\f", `\f`, "\v", `\v`)

// Empty truncates a table that nothing refers to, or a partitioned one with
// its partitions. Tables that inherit from it keep their rows.
func Empty(ctx context.Context, c *Conn, table schema.Name) error {
	name := Ident(table.Schema, table.Name)
	_, err := c.PgConn().Exec(ctx, "TRUNCATE ONLY "+name).ReadAll()
	if Code(err) == wrongObject {
		_, err = c.PgConn().Exec(ctx, "TRUNCATE "+name).ReadAll()
	}
	if err != nil {
		return fmt.Errorf("emptying %s: %w", table, err)
	}
	return nil
}

const wrongObject = "42809" // TRUNCATE ONLY of a partitioned table

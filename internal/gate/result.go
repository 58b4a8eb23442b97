package gate

import (
	"encoding/json"
	"unicode/utf8"

	"github.com/effigydb/effigy/internal/postgres"
)

// Result is the answer to one statement.
type Result struct {
	Columns []Column `json:"columns"`
	// Rows are arrays of values. NULL is null; boolean, smallint, integer,
	// oid and finite real and double precision are JSON's own; all else is
	// the text that Postgres prints, so that nothing is lost.
	Rows     []json.RawMessage `json:"rows"`
	RowCount int               `json:"row_count"`
	// Truncated is "" or what cut the answer: rows, bytes or cells.
	Truncated string `json:"truncated"`
	// Cut are the values that were cut.
	Cut       []Cut  `json:"cut,omitempty"`
	Notice    string `json:"notice,omitempty"`
	ElapsedMS int64  `json:"elapsed_ms"`

	size int // of the answer as JSON, at most
}

// Column is a column of an answer.
type Column struct {
	Name string `json:"name"`
	Type string `json:"type"`
}

// Cut is a value of which only the beginning is in the answer.
type Cut struct {
	Row    int `json:"row"`    // from 0
	Column int `json:"column"` // from 0
	Bytes  int `json:"bytes"`  // of the whole value as text
}

// Bytes of JSON around rows and columns, and of one Cut, at most.
const (
	envelope = 320
	cutSize  = 64
)

// collector makes a Result while the rows arrive and stops at the caps, so
// that memory is bounded by them and not by what the server would send.
type collector struct {
	limits Limits
	fields []postgres.Field
	result *Result
	wide   bool // the columns alone are longer than the answer may be
	full   bool // the last row that came did not fit
	tag    string
}

func newCollector(l Limits) *collector {
	return &collector{limits: l, result: &Result{Columns: []Column{}, Rows: []json.RawMessage{}, size: envelope}}
}

// Fields begins the result.
func (c *collector) Fields(fields []postgres.Field) {
	c.fields = fields
	for _, f := range fields {
		c.result.Columns = append(c.result.Columns, Column{Name: f.Name, Type: f.Type})
	}
	text, _ := json.Marshal(c.result.Columns)
	c.result.size += len(text)
	c.wide = c.result.size > c.limits.Bytes
}

// Row adds a row as a whole or not at all. The row after the last one that
// may be answered only tells that it is there.
func (c *collector) Row(values [][]byte) bool {
	r := c.result
	if c.wide || c.full {
		return false
	}
	if len(r.Rows) == c.limits.Rows {
		r.Truncated = "rows"
		return true
	}
	row, cuts := c.encode(values)
	size := len(row) + 1 + cutSize*len(cuts)
	if r.size+size > c.limits.Bytes {
		r.Truncated, c.full = "bytes", true
		return false
	}
	r.size += size
	r.Rows, r.Cut = append(r.Rows, row), append(r.Cut, cuts...)
	r.RowCount = len(r.Rows)
	if len(cuts) > 0 && r.Truncated == "" {
		r.Truncated = "cells"
	}
	return true
}

// Done keeps what the server says was done.
func (c *collector) Done(tag string) { c.tag = tag }

func (c *collector) encode(values [][]byte) (json.RawMessage, []Cut) {
	var cuts []Cut
	row := []byte{'['}
	for i, v := range values {
		if i > 0 {
			row = append(row, ',')
		}
		if len(v) > c.limits.Cell {
			cuts = append(cuts, Cut{Row: len(c.result.Rows), Column: i, Bytes: len(v)})
			v = clip(v, c.limits.Cell)
		}
		row = append(row, value(c.fields[i].OID, v)...)
	}
	return append(row, ']'), cuts
}

// clip cuts a text to at most n bytes between characters.
func clip(v []byte, n int) []byte {
	for n > 0 && !utf8.RuneStart(v[n]) {
		n--
	}
	return v[:n]
}

// The types with a JSON form that loses nothing, by pg_type.dat.
const (
	oidBool, oidInt2, oidInt4, oidOID, oidFloat4, oidFloat8 = 16, 21, 23, 26, 700, 701
)

// value is a value as JSON. What < > & are in a text is escaped, so that no
// text ends a fence.
func value(oid uint32, v []byte) []byte {
	if v == nil {
		return []byte("null")
	}
	switch oid {
	case oidBool:
		if string(v) == "t" {
			return []byte("true")
		}
		return []byte("false")
	case oidInt2, oidInt4, oidOID, oidFloat4, oidFloat8:
		if last := v[len(v)-1]; last >= '0' && last <= '9' { // not NaN, not Infinity
			return v
		}
	}
	text, _ := json.Marshal(string(v))
	return text
}

package pipeline

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/effigydb/effigy/generator"
	"github.com/effigydb/effigy/internal/postgres"
	"github.com/effigydb/effigy/internal/report"
	"github.com/effigydb/effigy/schema"
)

// Formats are the forms in which Generate writes rows: COPY statements with
// their data, CSV without a header, and the binary form of COPY.
var Formats = []string{"sql", "csv", "copy-binary"}

// Shard is the part of every table's rows that one of several machines makes.
// The shards of a table, one after the other, are the whole file.
type Shard struct{ Index, Count int64 }

// rows are the first row of the shard and the one after its last.
func (s Shard) rows(total int64) (from, to int64) {
	return total/s.Count*s.Index + min(s.Index, total%s.Count), total/s.Count*(s.Index+1) + min(s.Index+1, total%s.Count)
}

// Generate writes the rows of every table to a file of its own in dir, with
// no database. What only Postgres could vet is refused, unless the order's
// plan file, which takes the place of source, seed, instant and rows, says what
// Postgres said. Files are named NUMBER-TABLE.FORMAT in the order in
// which they can be loaded.
func (r *Run) Generate(ctx context.Context, o Order, dir, format string, shard Shard) error {
	if o.PlanFile != "" {
		o.Source = o.PlanFile
	}
	o, err := r.complete(o)
	if err != nil {
		return err
	}
	b := &build{Run: r, order: o, result: newResult(o)}
	read := b.read
	if o.PlanFile != "" {
		read = func(ctx context.Context) (string, error) { return b.readPlan(ctx, o.PlanFile) }
	}
	if _, err := r.stage(ctx, "read", read); err != nil {
		return err
	}
	if _, err := r.stage(ctx, "plan", b.makePlan); err != nil {
		return err
	}
	if err := os.MkdirAll(r.path(dir), 0o755); err != nil {
		return err
	}
	_, err = r.stage(ctx, "rows", func(ctx context.Context) (string, error) {
		group, ctx := errgroup.WithContext(ctx)
		group.SetLimit(cmp.Or(o.Jobs, runtime.NumCPU()))
		for i, t := range b.plan.Tables {
			name := fmt.Sprintf("%04d-%s.%s", i+1, fileName(t.Name), strings.TrimPrefix(format, "copy-"))
			group.Go(func() error {
				return writeTable(ctx, filepath.Join(r.path(dir), name), b.script.Schema, t, format, shard)
			})
		}
		return report.Count(len(b.plan.Tables), "file"), group.Wait()
	})
	return err
}

// fileName is a table's name as a file may be called.
func fileName(n schema.Name) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(`/\:*?"<>| `, r) || r < ' ' {
			return '_'
		}
		return r
	}, n.Schema+"."+n.Name)
}

func writeTable(ctx context.Context, path string, s *schema.Schema, t *generator.Table, format string, shard Shard) error {
	w, err := t.NewWriter(nil)
	if err != nil {
		return fmt.Errorf("rows of %s: %w", t.Name, err)
	}
	if format == "copy-binary" && (!t.Binary || holdsOIDs(s, t)) {
		return hinted(fmt.Errorf("rows of %s: a type has no binary form outside a database", t.Name), "use sql or csv")
	}
	return replaceFile(path, 0o644, func(f *os.File) error {
		out := bufio.NewWriterSize(f, 1<<20)
		err := writeRows(ctx, out, w, t, format, shard)
		if flushed := out.Flush(); err == nil {
			err = flushed
		}
		return err
	})
}

func writeRows(ctx context.Context, out io.Writer, w *generator.Writer, t *generator.Table, format string, shard Shard) error {
	from, to := shard.rows(t.Rows)
	head, foot := frame(t, format)
	if shard.Index > 0 {
		head = nil
	}
	if shard.Index < shard.Count-1 {
		foot = nil
	}
	if _, err := out.Write(head); err != nil {
		return err
	}
	var buffer, line []byte
	for row := from; row < to; row++ {
		switch format {
		case "copy-binary":
			buffer = w.AppendBinary(buffer[:0], row)
		case "csv":
			line = w.AppendText(line[:0], row)
			buffer = appendCSV(buffer[:0], line)
		default:
			buffer = w.AppendText(buffer[:0], row)
		}
		if err := w.Err(); err != nil {
			return err
		}
		if _, err := out.Write(buffer); err != nil {
			return err
		}
		if row%10000 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
	}
	_, err := out.Write(foot)
	return err
}

// frame is what stands before and after the rows of a table.
func frame(t *generator.Table, format string) (head, foot []byte) {
	switch format {
	case "copy-binary":
		head = append([]byte("PGCOPY\n\xff\r\n\x00"), make([]byte, 8)...)
		return head, binary.BigEndian.AppendUint16(nil, 0xffff)
	case "sql":
		columns := make([]string, len(t.Columns))
		for i, c := range t.Columns {
			columns[i] = postgres.Ident(c.Name)
		}
		return fmt.Appendf(nil, "COPY %s (%s) FROM stdin;\n", postgres.Ident(t.Name.Schema, t.Name.Name), strings.Join(columns, ", ")), []byte("\\.\n")
	}
	return nil, nil
}

// appendCSV turns a line of COPY text into one of CSV: every value in quotes,
// NULL without.
func appendCSV(dst, line []byte) []byte {
	line = bytes.TrimSuffix(line, []byte("\n"))
	for more := true; more; {
		var cell []byte
		cell, line, more = bytes.Cut(line, []byte("\t"))
		if string(cell) != `\N` {
			dst = append(appendCell(append(dst, '"'), cell), '"')
		}
		dst = append(dst, ',')
	}
	dst[len(dst)-1] = '\n'
	return dst
}

// appendCell undoes COPY's backslashes and doubles quotes.
func appendCell(dst, cell []byte) []byte {
	for i := 0; i < len(cell); i++ {
		c := cell[i]
		if c == '\\' && i+1 < len(cell) {
			i++
			if c = cell[i]; strings.IndexByte("bfnrtv", c) >= 0 {
				c = "\b\f\n\r\t\v"[strings.IndexByte("bfnrtv", c)]
			}
		}
		if c == '"' {
			dst = append(dst, '"')
		}
		dst = append(dst, c)
	}
	return dst
}

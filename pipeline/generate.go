package pipeline

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/effigydb/effigy/generator"
	"github.com/effigydb/effigy/internal/postgres"
	"github.com/effigydb/effigy/internal/report"
	"github.com/effigydb/effigy/schema"
)

// Formats are the forms in which Generate writes rows: COPY statements with
// their data, CSV, and the binary form of COPY.
var Formats = []string{"sql", "csv", "copy-binary"}

// Files say where Generate writes rows and in which form. Header starts each
// file of CSV, the first of its shards, with the names of the columns.
type Files struct {
	Dir, Format string
	Header      bool
	Shard       Shard
}

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
func (r *Run) Generate(ctx context.Context, o Order, to Files) error {
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
	if to.Format == "copy-binary" {
		if err := binaryAll(b.script.Schema, b.plan); err != nil {
			return err
		}
	}
	to.Dir = r.path(to.Dir)
	if err := to.alone(b.plan); err != nil {
		return err
	}
	if err := os.MkdirAll(to.Dir, 0o755); err != nil {
		return err
	}
	_, err = r.stage(ctx, "rows", func(ctx context.Context) (string, error) {
		group, ctx := errgroup.WithContext(ctx)
		group.SetLimit(cmp.Or(o.Jobs, runtime.NumCPU()))
		for i, t := range b.plan.Tables {
			name := to.name(i, t)
			group.Go(func() error {
				return to.writeTable(ctx, name, t)
			})
		}
		return report.Count(len(b.plan.Tables), "file"), group.Wait()
	})
	return err
}

// name is that of the file of a plan's table i.
func (to Files) name(i int, t *generator.Table) string {
	return fmt.Sprintf("%04d-%s.%s", i+1, fileName(t.Name), to.extension())
}

func (to Files) extension() string { return strings.TrimPrefix(to.Format, "copy-") }

// alone refuses a folder with files of rows, in the same format, that would
// stay beside those of the plan: whoever loads the folder would load both.
func (to Files) alone(p *generator.Plan) error {
	entries, err := os.ReadDir(to.Dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	ours := map[string]bool{}
	for i, t := range p.Tables {
		ours[to.name(i, t)] = true
	}
	form := regexp.MustCompile(`^[0-9]{4,}-.+\.` + to.extension() + `$`)
	var others []string
	for _, e := range entries {
		if form.MatchString(e.Name()) && !ours[e.Name()] {
			others = append(others, e.Name())
		}
	}
	if others == nil {
		return nil
	}
	return refusal(fmt.Sprintf("%s holds rows that are not of this plan: %s", to.Dir, some(others)), "give --out another folder, or remove them")
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

// binaryAll refuses tables with types whose binary form is not known here, or
// holds the number that a database gives the type, before a file is written.
func binaryAll(s *schema.Schema, p *generator.Plan) error {
	var columns []string
	for _, t := range p.Tables {
		for _, c := range t.Columns {
			if !c.Binary || holdsOID(s, c) {
				columns = append(columns, fmt.Sprintf("%s (%s)", t.Name.Member(c.Name), c.Type))
			}
		}
	}
	if columns == nil {
		return nil
	}
	return refusal("types without a binary form outside a database: "+strings.Join(columns, ", "), "use --format sql or csv")
}

func (to Files) writeTable(ctx context.Context, name string, t *generator.Table) error {
	w, err := t.NewWriter(nil)
	if err != nil {
		return fmt.Errorf("rows of %s: %w", t.Name, err)
	}
	return replaceFile(filepath.Join(to.Dir, name), 0o644, func(f *os.File) error {
		out := bufio.NewWriterSize(f, 1<<20)
		err := to.writeRows(ctx, out, w, t)
		if flushed := out.Flush(); err == nil {
			err = flushed
		}
		return err
	})
}

func (to Files) writeRows(ctx context.Context, out io.Writer, w *generator.Writer, t *generator.Table) error {
	row, end := to.Shard.rows(t.Rows)
	head, foot := to.frame(t)
	if to.Shard.Index > 0 {
		head = nil
	}
	if to.Shard.Index < to.Shard.Count-1 {
		foot = nil
	}
	if _, err := out.Write(head); err != nil {
		return err
	}
	var buffer, line []byte
	for ; row < end; row++ {
		switch to.Format {
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
func (to Files) frame(t *generator.Table) (head, foot []byte) {
	names := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		names[i] = postgres.Ident(c.Name)
	}
	switch {
	case to.Format == "copy-binary":
		head = append([]byte("PGCOPY\n\xff\r\n\x00"), make([]byte, 8)...)
		return head, binary.BigEndian.AppendUint16(nil, 0xffff)
	case to.Format == "sql":
		return fmt.Appendf(nil, "COPY %s (%s) FROM stdin;\n", postgres.Ident(t.Name.Schema, t.Name.Name), strings.Join(names, ", ")), []byte("\\.\n")
	case to.Header:
		return []byte(strings.Join(names, ",") + "\n"), nil // CSV quotes as identifiers do
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

package postgres

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"github.com/effigydb/effigy/schema"
)

// splitRows is the size below which a table is never shared by streams.
const splitRows = 200_000

// part is a range of rows of one table, for one stream.
type part struct {
	*Job
	from, to int64
	whole    bool  // truncate and freeze: nobody else writes the table
	way      int64 // see inTurn
}

func fill(ctx context.Context, url string, jobs []Job, o FillOptions) error {
	if o.Jobs <= 0 {
		o.Jobs = 2
	}
	first, err := ConnectForLoad(ctx, url)
	if err != nil {
		return err
	}
	defer first.Close(context.WithoutCancel(ctx))
	oids, err := ReadOIDs(ctx, first)
	if err != nil {
		return fmt.Errorf("reading types: %w", err)
	}
	roots, err := partitioned(ctx, first)
	if err != nil {
		return fmt.Errorf("reading tables: %w", err)
	}
	filled, err := tablesWhere(ctx, first, "c.relkind = 'r' AND n.nspname NOT LIKE 'pg\\_%' AND pg_relation_size(c.oid) > 0")
	if err != nil {
		return fmt.Errorf("reading tables: %w", err)
	}
	f := &filler{url: url, oids: oids, roots: roots, filled: filled, progress: o.Progress, streams: o.Jobs}
	f.parts = split(jobs, o.Jobs)
	return f.run(ctx, first, min(o.Jobs, len(f.parts)))
}

// split cuts the work for n streams: a table that would keep one stream busy
// after the others are done is cut into n parts. Two streams are too few for
// that: what each does in less time it pays for without FREEZE, in the log of
// the server and whenever the rows are first read.
func split(jobs []Job, n int) []part {
	var total int64
	for _, j := range jobs {
		total += j.Rows
	}
	var parts []part
	for i := range jobs {
		j := &jobs[i]
		if n < 3 || j.Rows < splitRows || j.Rows <= total/int64(n)+total/10 {
			parts = append(parts, part{Job: j, to: j.Rows, whole: true})
			continue
		}
		for k := range int64(n) {
			parts = append(parts, part{Job: j, from: j.Rows * k / int64(n), to: j.Rows * (k + 1) / int64(n)})
		}
	}
	inTurn(parts)
	return parts
}

// inTurn puts the parts first that most of the work waits for: a part counts
// what it takes and the longest way through those that come after it, so that
// parents go before their children, and what could keep a stream busy after the
// others are done goes early. Small ones come last.
func inTurn(parts []part) {
	ways := map[schema.Name]int64{}
	for i := len(parts) - 1; i >= 0; i-- {
		p := &parts[i]
		if p.way = ways[p.Table] + p.cost(); p.to-p.from <= smallRows {
			p.way = 0
		}
		for _, n := range p.After {
			ways[n] = max(ways[n], p.way)
		}
	}
	slices.SortStableFunc(parts, func(a, b part) int { return cmp.Compare(b.way, a.way) })
}

// cost tells the longer of two parts: by its bytes, and by its rows as far as
// those are not known.
func (p part) cost() int64 {
	n := p.to - p.from
	if p.Rows > 0 {
		n += int64(float64(n) / float64(p.Rows) * float64(p.Bytes))
	}
	return n
}

type filler struct {
	url      string
	oids     OIDs
	roots    map[schema.Name]bool // partitioned tables: they take no FREEZE
	filled   map[schema.Name]bool // tables that hold something
	progress func(schema.Name, int64)
	streams  int

	mu    sync.Mutex
	parts []part
	err   error
}

// run works with n streams, the first on the connection that is there.
func (f *filler) run(ctx context.Context, first *Conn, n int) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() {
			if err := f.stream(ctx, first, i); err != nil {
				f.fail(err)
				cancel()
			}
		})
	}
	wg.Wait()
	return f.err
}

func (f *filler) stream(ctx context.Context, conn *Conn, i int) error {
	if i > 0 {
		own, err := ConnectForLoad(ctx, f.url)
		if err != nil {
			return err
		}
		defer own.Close(context.WithoutCancel(ctx))
		conn = own
	}
	for {
		parts := f.next()
		if parts == nil {
			return nil
		}
		if err := f.loadAll(ctx, conn, parts); err != nil {
			return err
		}
	}
}

// Small tables that are empty go many to a transaction: emptying one that is
// only to be frozen costs more than its rows.
const (
	smallRows  = 2000
	smallParts = 64
)

// next takes the next part, or the next small ones; nil at the end.
func (f *filler) next() []part {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.parts) == 0 || f.err != nil {
		return nil
	}
	n, most := 1, min(smallParts, len(f.parts)/f.streams)
	for f.small(f.parts[0]) && n < most && f.small(f.parts[n]) {
		n++
	}
	taken := f.parts[:n]
	f.parts = f.parts[n:]
	return taken
}

func (f *filler) small(p part) bool { return p.whole && p.to <= smallRows && !f.filled[p.Table] }

// loadAll sends parts in one transaction. A large one is alone in it.
func (f *filler) loadAll(ctx context.Context, conn *Conn, parts []part) error {
	freeze := !f.small(parts[0]) && parts[0].whole && !f.roots[parts[0].Table]
	start := "BEGIN"
	if freeze {
		start = "BEGIN; TRUNCATE ONLY " + Ident(parts[0].Table.Schema, parts[0].Table.Name)
	}
	if _, err := conn.PgConn().Exec(ctx, start).ReadAll(); err != nil {
		return fmt.Errorf("loading %s: %w", parts[0].Table, err)
	}
	for _, p := range parts {
		if err := f.load(ctx, conn, p, freeze); err != nil {
			return fmt.Errorf("loading %s: %w", p.Table, err)
		}
	}
	if _, err := conn.PgConn().Exec(ctx, "COMMIT").ReadAll(); err != nil {
		return fmt.Errorf("loading %s: %w", parts[0].Table, err)
	}
	return nil
}

func (f *filler) fail(err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.err == nil {
		f.err = err
	}
}

// load sends one part.
func (f *filler) load(ctx context.Context, conn *Conn, p part, freeze bool) error {
	if p.from == p.to {
		return nil
	}
	r := &rowReader{writer: p.NewWriter(f.oids), part: p, row: p.from, progress: f.progress}
	tag, err := conn.PgConn().CopyFrom(ctx, r, copySQL(p, freeze))
	if err != nil {
		return err
	}
	if got := tag.RowsAffected(); got != p.to-p.from {
		return fmt.Errorf("the server took %d of %d rows", got, p.to-p.from)
	}
	return nil
}

func copySQL(p part, freeze bool) string {
	columns := ""
	if len(p.Columns) > 0 {
		quoted := make([]string, len(p.Columns))
		for i, c := range p.Columns {
			quoted[i] = Ident(c)
		}
		columns = " (" + strings.Join(quoted, ", ") + ")"
	}
	options := "FORMAT text"
	if p.Binary {
		options = "FORMAT binary"
	}
	if freeze {
		options += ", FREEZE"
	}
	return "COPY " + Ident(p.Table.Schema, p.Table.Name) + columns + " FROM STDIN (" + options + ")"
}

// binaryHeader is the signature, no flags, no extension; the trailer is a
// field count of -1 (PostgreSQL's documentation of COPY, "Binary Format").
const (
	binaryHeader  = "PGCOPY\n\xff\r\n\x00\x00\x00\x00\x00\x00\x00\x00\x00"
	binaryTrailer = "\xff\xff"
)

// chunk is how much is encoded before it is handed on.
const chunk = 64 << 10

// rowReader is the COPY stream of a part, encoded as it is read: one buffer,
// whatever the number of rows.
type rowReader struct {
	part
	writer   RowWriter
	row      int64
	buffer   []byte // encoded
	rest     []byte // of buffer, not yet read
	started  bool
	ended    bool
	progress func(schema.Name, int64)
}

// Read fills p from the buffer, and the buffer from the rows.
func (r *rowReader) Read(p []byte) (int, error) {
	if len(r.rest) == 0 {
		if r.ended {
			return 0, io.EOF
		}
		r.encode()
		if err := r.writer.Err(); err != nil {
			return 0, err
		}
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

func (r *rowReader) encode() {
	buf := r.buffer[:0]
	if !r.started && r.Binary {
		buf = append(buf, binaryHeader...)
	}
	r.started = true
	from := r.row
	for r.row < r.to && len(buf) < chunk {
		if r.Binary {
			buf = r.writer.AppendBinary(buf, r.row)
		} else {
			buf = r.appendLine(buf)
		}
		r.row++
	}
	if r.row == r.to {
		r.ended = true
		if r.Binary {
			buf = append(buf, binaryTrailer...)
		}
	}
	r.buffer, r.rest = buf, buf
	if r.progress != nil {
		r.progress(r.Table, r.row-from)
	}
}

func (r *rowReader) appendLine(buf []byte) []byte {
	buf = r.writer.AppendText(buf, r.row)
	if len(buf) == 0 || buf[len(buf)-1] != '\n' {
		buf = append(buf, '\n')
	}
	return buf
}

package pipeline

import (
	"context"
	"time"

	"github.com/effigydb/effigy/ddl"
	"github.com/effigydb/effigy/generator"
	"github.com/effigydb/effigy/internal/postgres"
	"github.com/effigydb/effigy/internal/report"
	"github.com/effigydb/effigy/schema"
)

// sampled is what a few rows of a table tell of all of them.
type sampled struct {
	table *generator.Table
	row   time.Duration      // to make one
	width map[string]float64 // bytes of a column
	total float64            // of all columns
}

// sampleSize is the number of rows that are made to know how long one takes.
const sampleSize = 50

// sample takes over what the plan knows of a table's cells. How long a row
// takes is asked where the estimate has a time.
func (r *Run) sample(t *generator.Table, timed bool) (s sampled, err error) {
	s = sampled{table: t, width: make(map[string]float64, len(t.Columns))}
	for _, c := range t.Columns {
		s.width[c.Name] = c.Width
		s.total += c.Width
	}
	n := min(t.Rows, sampleSize)
	if !timed || n == 0 {
		return s, nil
	}
	w, err := t.NewWriter(nil)
	if err != nil {
		return s, err
	}
	var buffer []byte
	began := r.Clock()
	for i := range n {
		buffer = w.AppendBinary(buffer[:0], t.Rows/n*i)
	}
	s.row = r.Clock().Sub(began) / time.Duration(n)
	return s, w.Err()
}

// The layout of a heap and of a B-tree (PostgreSQL's documentation, "Database
// Page Layout"): a row has a header of 24 bytes and a pointer of 4, values are
// aligned, an index row has 8 and 4, and leaf pages are filled to 90 %. A row
// that repeats a key costs a posting of 6 bytes, or a whole one where few do.
// A table that can hold long values has an empty index beside it, and one of
// some pages maps of its free space and its visibility.
const (
	rowOverhead   = 28
	keyOverhead   = 12
	columnPadding = 1.5
	leafFill      = 0.9
	posting       = 12
	pageBytes     = 8192
	mapPages      = 4
)

func (s *sampled) tableBytes() int64 {
	row := aligned(s.total+columnPadding*float64(len(s.table.Columns))) + rowOverhead
	bytes := pages(row*float64(s.table.Rows)) + pageBytes
	if bytes > 2*mapPages*pageBytes {
		bytes += mapPages * pageBytes
	}
	return bytes
}

func (s *sampled) indexBytes(columns []string, unique bool) int64 {
	if !unique {
		return pages(posting*float64(s.table.Rows)/leafFill) + pageBytes
	}
	key := 0.0
	for _, c := range columns {
		key += s.width[c]
	}
	return pages((aligned(max(key, 8))+keyOverhead)*float64(s.table.Rows)/leafFill) + pageBytes
}

func aligned(n float64) float64 { return float64((int64(n) + 7) / 8 * 8) }

func pages(bytes float64) int64 { return (int64(bytes)/pageBytes + 1) * pageBytes }

// estimate says what a rebuild would cost. Where a server is there, its time
// follows from how long the scratch database, its tables and the plan took,
// and from a probe.
func (b *build) estimate(ctx context.Context) (*report.Estimate, error) {
	e := &report.Estimate{}
	var speed postgres.Speed
	if b.conn != nil {
		var err error
		if speed, err = postgres.Probe(ctx, b.conn, b.Clock); err != nil {
			return nil, err
		}
	}
	var rows, keys time.Duration
	for _, t := range b.plan.Tables {
		if t.Rows == 0 {
			continue
		}
		s, err := b.sample(t, b.conn != nil)
		if err != nil {
			return nil, err
		}
		n := time.Duration(t.Rows)
		e.TableBytes += s.tableBytes()
		rows += n*s.row + n*speed.Byte*time.Duration(s.total+6*float64(len(t.Columns)))/postgres.SpeedUnit
		for _, k := range indexed(b.script.Schema, t.Name) {
			if !k.foreign {
				e.IndexBytes += s.indexBytes(k.columns, k.unique)
			}
			keys += n * speed.Key / postgres.SpeedUnit
		}
	}
	if b.conn != nil {
		e.Seconds = b.expected(rows+keys, e.TableBytes+e.IndexBytes).Seconds()
	}
	return e, nil
}

// copySpeed is what copying a database for the template makes a second.
const copySpeed = 300_000_000

// expected puts the parts of a rebuild together.
func (b *build) expected(work time.Duration, size int64) time.Duration {
	before, after := b.steps(ddl.Schemas, ddl.Tables), b.steps(ddl.Keys, ddl.After)
	statements := b.took["tables"] * time.Duration(before+after) / time.Duration(max(before, 1))
	verify := b.took["tables"]
	copied := time.Duration(float64(size) / copySpeed * float64(time.Second))
	return 2*b.took["sandbox"] + statements + b.took["plan"] + work/time.Duration(b.order.Jobs) + verify + copied
}

// costly is something that is built over the rows of a table.
type costly struct {
	columns []string
	unique  bool
	foreign bool
}

// indexed lists the keys of a table and of its partitions' root.
func indexed(s *schema.Schema, name schema.Name) []costly {
	var list []costly
	t := s.Table(name)
	if t == nil {
		return nil
	}
	for _, c := range t.Constraints {
		switch c.Kind {
		case schema.PrimaryKey, schema.Unique, schema.Exclude:
			list = append(list, costly{columns: c.Columns, unique: true})
		case schema.ForeignKey:
			list = append(list, costly{columns: c.Columns, foreign: true})
		}
	}
	for _, x := range t.Indexes {
		k := costly{unique: x.Unique}
		for _, e := range x.Keys {
			k.columns = append(k.columns, e.Column)
		}
		list = append(list, k)
	}
	return list
}

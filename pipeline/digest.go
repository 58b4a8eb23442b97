package pipeline

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash/crc32"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/effigydb/effigy/generator"
	"github.com/effigydb/effigy/internal/postgres"
	"github.com/effigydb/effigy/schema"
)

// digest sums up all rows of a run. A row counts with its table, its index
// and its bytes, and the sum is commutative, so that neither the number of
// streams nor their order shows. OIDs that a database chose do not count.
type digest struct {
	schema *schema.Schema
	mu     sync.Mutex
	tables map[schema.Name]*atomic.Uint64
}

func newDigest(s *schema.Schema) *digest {
	return &digest{schema: s, tables: map[schema.Name]*atomic.Uint64{}}
}

// writer makes the row writer of one stream, which adds every row to the
// digest when it is encoded.
func (d *digest) writer(t *generator.Table, oids postgres.OIDs) postgres.RowWriter {
	w, err := t.NewWriter(func(n schema.Name) uint32 { return oids[n] })
	if err != nil {
		return broken{err}
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	sum := d.tables[t.Name]
	if sum == nil {
		sum = &atomic.Uint64{}
		d.tables[t.Name] = sum
	}
	s := &summing{w: w, sum: sum}
	if t.Binary && holdsOIDs(d.schema, t) {
		if err := w.Neutralise(); err != nil {
			return broken{err}
		}
		s.neutral = true
	}
	return s
}

// holdsOIDs reports whether the binary form of a row may hold the OID of a
// type that the database, not Postgres, numbers.
func holdsOIDs(s *schema.Schema, t *generator.Table) bool {
	return slices.ContainsFunc(t.Columns, func(c generator.Column) bool { return holdsOID(s, c) })
}

// holdsOID is holdsOIDs for the values of one column.
func holdsOID(s *schema.Schema, c generator.Column) bool {
	base, _ := s.Base(c.Type)
	if base.Name.Schema == "pg_catalog" || base.Name.Schema == "" {
		return false
	}
	return base.Dims > 0 || s.Enum(base.Name) == nil
}

// sum is the digest of all tables, in the order of the plan: hex SHA-256.
func (d *digest) sum(p *generator.Plan) string {
	h := sha256.New()
	for _, t := range p.Tables {
		var n uint64
		if s := d.tables[t.Name]; s != nil {
			n = s.Load()
		}
		fmt.Fprintf(h, "%s %d %016x\n", t.Name, t.Rows, n)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// summing encodes rows and adds them to the sum of their table.
type summing struct {
	w       *generator.Writer
	neutral bool   // rows hold OIDs that the database chose
	buffer  []byte // a row with OIDs of no database
	own     uint64 // of the rows since the last call of Err
	sum     *atomic.Uint64
}

// AppendBinary appends one tuple of COPY's binary form.
func (s *summing) AppendBinary(dst []byte, row int64) []byte {
	at := len(dst)
	dst = s.w.AppendBinary(dst, row)
	if !s.neutral {
		s.add(dst[at:], row)
		return dst
	}
	s.buffer = s.w.AppendNeutral(s.buffer[:0], dst, at)
	s.add(s.buffer, row)
	return dst
}

// AppendText appends one line of COPY's text form.
func (s *summing) AppendText(dst []byte, row int64) []byte {
	at := len(dst)
	dst = s.w.AppendText(dst, row)
	s.add(dst[at:], row)
	return dst
}

// Err is the first row that could not be made. The loader asks after every
// chunk of rows, which is when they are added to the sum of the table.
func (s *summing) Err() error {
	s.sum.Add(s.own)
	s.own = 0
	return s.w.Err()
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// add mixes the checksum of a row with its index (the finaliser of
// SplitMix64) and adds it.
func (s *summing) add(bytes []byte, row int64) {
	x := uint64(crc32.Checksum(bytes, castagnoli))<<32 ^ uint64(len(bytes))<<20 ^ uint64(row)*0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	s.own += x ^ x>>31
}

// broken is the writer of a table that can't be encoded: the load fails with
// its error.
type broken struct{ err error }

func (broken) AppendBinary(dst []byte, _ int64) []byte { return append(dst, 0xff, 0xfe) }

func (broken) AppendText(dst []byte, _ int64) []byte { return append(dst, "\\.\\\n"...) }

func (b broken) Err() error { return b.err }

package postgres_test

import (
	"encoding/binary"
	"errors"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/effigydb/effigy/internal/pgtest"
	"github.com/effigydb/effigy/internal/postgres"
	"github.com/effigydb/effigy/schema"
)

// counter writes (row int8, NULL or row as text).
type counter struct{}

func (counter) AppendBinary(dst []byte, row int64) []byte {
	dst = binary.BigEndian.AppendUint16(dst, 2)
	dst = binary.BigEndian.AppendUint32(dst, 8)
	dst = binary.BigEndian.AppendUint64(dst, uint64(row))
	if row%3 == 0 {
		return binary.BigEndian.AppendUint32(dst, 0xffffffff)
	}
	s := strconv.FormatInt(row, 10)
	dst = binary.BigEndian.AppendUint32(dst, uint32(len(s)))
	return append(dst, s...)
}

func (counter) Err() error { return nil }

func (counter) AppendText(dst []byte, row int64) []byte {
	dst = strconv.AppendInt(dst, row, 10)
	dst = append(dst, '\t')
	if row%3 == 0 {
		return append(dst, `\N`...)
	}
	return strconv.AppendInt(dst, row, 10)
}

func job(name string, rows int64, binary bool) postgres.Job {
	return postgres.Job{
		Table: schema.Name{Schema: "public", Name: name}, Columns: []string{"n", `quo"ted`}, Rows: rows, Binary: binary,
		NewWriter: func(postgres.OIDs) postgres.RowWriter { return counter{} },
	}
}

func TestFill(t *testing.T) {
	db := pgtest.New(t)
	conn := db.Connect(t)
	_, err := conn.Exec(t.Context(), `
		create table big(n int8, "quo""ted" text); create table small(like big); create table lines(like big); create table empty(like big);
		create table parts(like big) partition by range (n);
		create table p1 partition of parts for values from (0) to (500); create table p2 partition of parts default;
		create table parent(like big); create table child() inherits (parent)`)
	if err != nil {
		t.Fatal(err)
	}
	jobs := []postgres.Job{
		job("big", 300_000, true), job("small", 10, true), job("lines", 1000, false), job("empty", 0, true),
		job("parts", 1000, true), job("parent", 7, true), job("child", 5, true),
	}
	var tables []schema.Name
	for _, j := range jobs {
		tables = append(tables, j.Table)
	}
	for _, streams := range []int{1, 3} {
		if _, err := conn.Exec(t.Context(), "truncate big, small, lines, parts, parent"); err != nil {
			t.Fatal(err)
		}
		var told atomic.Int64
		err := postgres.Fill(t.Context(), db.URL, jobs, postgres.FillOptions{
			Jobs: streams, Progress: func(_ schema.Name, n int64) { told.Add(n) },
		})
		if err != nil {
			t.Fatal(err)
		}
		counts, err := postgres.CountRows(t.Context(), conn, tables)
		if err != nil {
			t.Fatal(err)
		}
		var total int64
		for _, j := range jobs {
			total += j.Rows
			if counts[j.Table] != j.Rows {
				t.Errorf("%s has %d rows, want %d", j.Table, counts[j.Table], j.Rows)
			}
		}
		if told.Load() != total {
			t.Errorf("told of %d rows, want %d", told.Load(), total)
		}
		got, err := postgres.Strings(t.Context(), conn, `
			SELECT count(DISTINCT n) || ' ' || max(n) || ' ' || count("quo""ted") || ' ' || bool_and(n::text = "quo""ted") FROM big`)
		if err != nil || got[0] != "300000 299999 200000 true" {
			t.Errorf("got %v (%v)", got, err)
		}
	}
}

func TestFillThatFailsNamesTheTable(t *testing.T) {
	db := pgtest.New(t)
	if _, err := db.Connect(t).Exec(t.Context(), `create table t(n int8, "quo""ted" text check (n < 5))`); err != nil {
		t.Fatal(err)
	}
	err := postgres.Fill(t.Context(), db.URL, []postgres.Job{job("t", 100, true), job("gone", 1, true)}, postgres.FillOptions{Jobs: 1})
	if err == nil || !strings.HasPrefix(err.Error(), "loading public.t: ") || postgres.Code(err) != "23514" {
		t.Errorf("got %v", err)
	}
}

// unable fails at one row.
type unable struct {
	counter
	row int64
	err error
}

func (u *unable) AppendBinary(dst []byte, row int64) []byte {
	if row == u.row {
		u.err = errors.New("row 7 has no value")
		return append(dst, 0xff, 0xfe)
	}
	return u.counter.AppendBinary(dst, row)
}

func (u *unable) Err() error { return u.err }

// TestFillEndsWithTheRowThatIsNotMade: a row that can't be made is neither
// skipped nor left to the server to complain about.
func TestFillEndsWithTheRowThatIsNotMade(t *testing.T) {
	db := pgtest.New(t)
	conn := db.Connect(t)
	if _, err := conn.Exec(t.Context(), `create table t(n int8, "quo""ted" text)`); err != nil {
		t.Fatal(err)
	}
	j := job("t", 100, true)
	j.NewWriter = func(postgres.OIDs) postgres.RowWriter { return &unable{row: 7} }
	err := postgres.Fill(t.Context(), db.URL, []postgres.Job{j}, postgres.FillOptions{Jobs: 1})
	if err == nil || !strings.Contains(err.Error(), "public.t") || !strings.Contains(err.Error(), "row 7 has no value") {
		t.Errorf("got %v", err)
	}
	if n, err := postgres.Strings(t.Context(), conn, "select count(*)::text from t"); err != nil || n[0] != "0" {
		t.Errorf("%v rows are left (%v)", n, err)
	}
}

func BenchmarkFill(b *testing.B) {
	db := pgtest.New(b)
	conn, err := postgres.Connect(b.Context(), db.URL)
	if err != nil {
		b.Fatal(err)
	}
	defer conn.Close(b.Context())
	if _, err := conn.Exec(b.Context(), `create table t(n int8, "quo""ted" text)`); err != nil {
		b.Fatal(err)
	}
	const rows = 2_000_000
	b.ReportAllocs()
	for b.Loop() {
		if err := postgres.Fill(b.Context(), db.URL, []postgres.Job{job("t", rows, true)}, postgres.FillOptions{Jobs: 1}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(rows)*float64(b.N)/b.Elapsed().Seconds(), "rows/s")
}

package gate

import (
	"context"
	"encoding/json"
	"errors"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/effigydb/effigy/internal/pgtest"
)

func TestLimits(t *testing.T) {
	h := open(t, small)
	t.Run("rows", func(t *testing.T) { testRows(t, h) })
	t.Run("bytes", func(t *testing.T) { testBytes(t, h) })
	t.Run("cells", func(t *testing.T) { testCells(t, h) })
	t.Run("time", func(t *testing.T) { testTime(t, h) })
	t.Run("lock", func(t *testing.T) { testLock(t, h) })
	t.Run("state", func(t *testing.T) { testState(t, h) })
}

func testRows(t *testing.T, h *house) {
	for _, sql := range []string{"SELECT g FROM generate_series(1, 250) g", "SELECT g FROM generate_series(1, 250) g ORDER BY g LIMIT 150"} {
		r := h.must(t, sql)
		if r.RowCount != 100 || r.Truncated != "rows" || string(r.Rows[0]) != "[1]" || string(r.Rows[99]) != "[100]" {
			t.Errorf("%s: %d rows, %q", sql, r.RowCount, r.Truncated)
		}
	}
	if r := h.must(t, "SELECT g FROM generate_series(1, 100) g"); r.RowCount != 100 || r.Truncated != "" {
		t.Errorf("%d rows, %q", r.RowCount, r.Truncated)
	}
	if r := h.must(t, "SELECT count(*) FROM generate_series(1, 250)"); string(r.Rows[0]) != `["250"]` {
		t.Errorf("got %s", r.Rows[0])
	}
}

func testBytes(t *testing.T, h *house) {
	wide := Gate{Limits: h.Limits, Open: h.Open, Audit: h.Audit, Now: h.Now}
	wide.Limits.Rows, wide.Limits.Timeout = 1<<30, time.Minute
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	for _, rows := range []string{"90", "2000000"} {
		r, err := wide.Query(t.Context(), Request{SQL: "SELECT repeat('x', 2000) FROM generate_series(1, " + rows + ")"})
		if err != nil {
			t.Fatal(err)
		}
		text, _ := json.Marshal(r)
		if r.RowCount < 30 || r.RowCount > 32 || r.Truncated != "bytes" || len(text) > small.Bytes || len(r.Rows[r.RowCount-1]) != 2004 {
			t.Errorf("%d rows, %q, %d bytes", r.RowCount, r.Truncated, len(text))
		}
	}
	runtime.ReadMemStats(&after)
	if more := int64(after.TotalAlloc - before.TotalAlloc); more > 50<<20 {
		t.Errorf("allocated %d MB", more>>20)
	}
	columns := "1 AS c" + strings.Repeat(", 1 AS "+strings.Repeat("c", 60), 1000)
	if e := h.fault(t, "SELECT "+columns); e.Kind != Limited || e.Rule != "bytes" {
		t.Errorf("got %+v", e)
	}
}

func testCells(t *testing.T, h *house) {
	r := h.must(t, "SELECT repeat('é', 5000) AS a, 1 AS b")
	var row []any
	if err := json.Unmarshal(r.Rows[0], &row); err != nil {
		t.Fatal(err)
	}
	a := row[0].(string)
	if len(a) != 4096 || !utf8.ValidString(a) || strings.ContainsRune(a, utf8.RuneError) || row[1] != 1.0 || r.Truncated != "cells" {
		t.Errorf("%d bytes, %v, %q", len(a), row[1], r.Truncated)
	}
	if want := []Cut{{0, 0, 10000}}; !slices.Equal(r.Cut, want) {
		t.Errorf("got %v", r.Cut)
	}
	for _, sql := range []string{
		"SELECT decode(repeat('ab', 20000), 'hex')", "SELECT to_jsonb(repeat('x', 20000))",
		"SELECT array_agg(g) FROM generate_series(1, 100000) g",
	} {
		if r := h.must(t, sql); len(r.Cut) != 1 || r.Cut[0].Bytes < 20000 || len(r.Rows[0]) > 4096+10 {
			t.Errorf("%s: %+v", sql, r.Cut)
		}
	}
	patient := Gate{Limits: h.Limits, Open: h.Open, Audit: h.Audit, Now: h.Now}
	patient.Limits.Timeout = time.Minute
	_, err := patient.Query(t.Context(), Request{SQL: "SELECT repeat('x', 100000000)"})
	var e *Error
	if !errors.As(err, &e) || e.Rule != "cell" {
		t.Errorf("got %+v", err)
	}
	h.must(t, "SELECT 1")
}

func testTime(t *testing.T, h *house) {
	began := time.Now()
	e := h.fault(t, "SELECT count(*) FROM generate_series(1, 100000000000)")
	if took := time.Since(began); e.Code != "57014" || e.Kind != Limited || took < time.Second {
		t.Errorf("%+v after %s", e, took)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	_, err := h.Query(ctx, Request{SQL: "SELECT count(*) FROM generate_series(1, 100000000000)"})
	if err == nil {
		t.Error("a query outlived its caller")
	}
	h.quiet(t, "state = 'active'")
}

// quiet waits for the reader to have no session of a kind.
func (h *house) quiet(t *testing.T, kind string) {
	t.Helper()
	conn := pgtest.Connect(t, pgtest.Superuser(t))
	for until := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
		var n int
		if err := conn.QueryRow(t.Context(), "SELECT count(*) FROM pg_stat_activity WHERE usename = $1 AND "+kind, h.target.Role).Scan(&n); err != nil {
			t.Fatal(err)
		}
		if n == 0 {
			return
		}
		if time.Now().After(until) {
			t.Fatalf("%d sessions of the reader's: %s", n, kind)
		}
	}
}

func testLock(t *testing.T, h *house) {
	tx, err := h.owner.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback(context.Background())
	if _, err := tx.Exec(t.Context(), "LOCK TABLE books IN ACCESS EXCLUSIVE MODE"); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	if e := h.fault(t, "SELECT 1 FROM books"); e.Code != "55P03" || time.Since(began) < 300*time.Millisecond {
		t.Errorf("%+v after %s", e, time.Since(began))
	}
	if err := tx.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	h.must(t, "SELECT 1 FROM books")
}

func testState(t *testing.T, h *house) {
	fails := []string{"SELECT 1 FROM", "SELECT 1 FROM nothing", "SELECT 1/0", "SELECT !! 1", "SELECT g FROM generate_series(1, 1000) g", "SELECT repeat('x', 1000) FROM generate_series(1, 99)"}
	const clean = `SELECT pg_backend_pid() > 0, current_user, txid_current_if_assigned() IS NULL,
		(SELECT count(*) FROM pg_class WHERE relpersistence = 't')`
	for i := range 30 {
		_, _ = h.ask(fails[i%len(fails)])
		if r := h.must(t, clean); string(r.Rows[0]) != `[true,"`+h.target.Role+`",true,"0"]` {
			t.Fatalf("after %s: %s", fails[i%len(fails)], r.Rows[0])
		}
	}
	if n := h.count(t, "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"); n != 0 {
		t.Errorf("%d advisory locks", n)
	}
	h.quiet(t, "true")
}

func TestLimitsOnlyFall(t *testing.T) {
	for _, w := range []Lower{{Rows: 101}, {Rows: -1}, {Bytes: 65537}, {Timeout: 2 * time.Second}, {Timeout: -1}} {
		if l, err := small.lowered(w); err == nil {
			t.Errorf("%+v: %+v", w, l)
		}
	}
	l, err := small.lowered(Lower{Rows: 1, Bytes: 2, Timeout: 3})
	if err != nil || l.Rows != 1 || l.Bytes != 2 || l.Timeout != 3 || l.Cell != small.Cell {
		t.Errorf("%+v, %v", l, err)
	}
}

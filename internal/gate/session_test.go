package gate

import (
	"errors"
	"testing"
	"time"

	"github.com/effigydb/effigy/internal/postgres"
)

// TestKept: what was found before and can't be connected to any more is looked
// up again, within the request.
func TestKept(t *testing.T) {
	h := open(t, small)
	h.Keep = time.Hour
	h.must(t, "SELECT 1")
	stale := *h.target
	stale.Reader, _ = postgres.Login(stale.Reader, stale.Role, "rotated", stale.Name)
	h.found[""] = found{&stale, time.Now()}
	h.must(t, "SELECT 1")
	if n := len(h.entries(t)); n != 2 {
		t.Errorf("%d lines", n)
	}
}

// TestStubborn: a text that catches the cancel does not outlive its time.
func TestStubborn(t *testing.T) {
	h := open(t, small)
	_, err := h.Execute(t.Context(), Request{SQL: `SET statement_timeout = 0;
		DO $$ BEGIN LOOP BEGIN PERFORM pg_sleep(60); EXCEPTION WHEN query_canceled THEN NULL; END; END LOOP; END $$`})
	var e *Error
	if !errors.As(err, &e) || e.Code != "57014" {
		t.Errorf("got %v", err)
	}
	until := time.Now().Add(time.Minute)
	for h.count(t, "SELECT count(*) FROM pg_stat_activity WHERE usename = current_user AND query LIKE '%query_canceled%' AND pid <> pg_backend_pid()") > 0 {
		if time.Now().After(until) {
			t.Fatal("it still runs")
		}
		time.Sleep(50 * time.Millisecond)
	}
}

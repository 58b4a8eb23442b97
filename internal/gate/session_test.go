package gate

import (
	"errors"
	"testing"
	"time"

	"github.com/effigydb/effigy/internal/postgres"
)

func TestSessions(t *testing.T) {
	h := open(t, small)
	t.Run("kept", func(t *testing.T) { testKept(t, h) })
	t.Run("stubborn", func(t *testing.T) { testStubborn(t, h) })
	t.Run("unasked", func(t *testing.T) { testUnasked(t, h) })
}

// testKept: what was found before and can't be connected to any more is looked
// up again, within the request.
func testKept(t *testing.T, h *house) {
	h.Keep = time.Hour
	defer func() { h.Keep = 0 }()
	h.must(t, "SELECT 1")
	before := len(h.entries(t))
	stale := *h.target
	stale.Reader, _ = postgres.Login(stale.Reader, stale.Role, "rotated", stale.Name)
	h.found[""] = found{&stale, time.Now()}
	h.must(t, "SELECT 1")
	if n := len(h.entries(t)) - before; n != 1 {
		t.Errorf("%d lines", n)
	}
}

// testStubborn: a text that catches the cancel does not outlive its time.
func testStubborn(t *testing.T, h *house) {
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

// testUnasked: Postgres calls the function of a cast to json, and a
// range's subtype_diff, without asking whether the reader may. What holds
// then is the READ ONLY transaction.
func testUnasked(t *testing.T, h *house) {
	if err := h.owner.Script(t.Context(), closed...); err != nil {
		t.Fatal(err)
	}
	const canaries = "SELECT (SELECT count(*) FROM canary) + (SELECT last_value - 1 + is_called::int FROM tick)"
	before := h.count(t, canaries)
	for sql, code := range map[string]string{
		"SELECT to_json(shelf) FROM books":                               "25006",
		"SELECT row_to_json(b) FROM books b":                             "25006",
		"SELECT count(*) FROM spans WHERE span && '[1,20]'::public.span": "42501",
		"SELECT 1::public.sung":                                          "42501",
		"SELECT chorus(id) FROM books":                                   "",
		"TABLE sangs":                                                    "42501",
	} {
		if e := h.fault(t, sql); e.Kind != Refused || e.Code != code {
			t.Errorf("%s: %+v", sql, e)
		}
	}
	if n := h.count(t, canaries); n != before {
		t.Errorf("the canary moved %d times", n-before)
	}
}

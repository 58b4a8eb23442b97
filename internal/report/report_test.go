package report

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/effigydb/effigy/ddl/diff"
)

var sample = &diff.Result{
	Drift: true, Cosmetic: 2, Opaque: 1,
	Changes: []diff.Change{
		{Kind: "policy", Name: "public.orders.own", Change: "removed", Level: diff.Semantic, Impact: diff.Security, Line: 40},
		{Kind: "column", Name: "public.orders.total", Change: "changed", Level: diff.Semantic, Impact: diff.Breaking, Before: "numeric(10,2)\n  NOT NULL", After: "money", Line: 12, Dependents: []string{"view public.sales"}},
		{Kind: "table", Name: "public.`odd`", Change: "added", Level: diff.Semantic, Impact: diff.Additive, Line: 90},
		{Kind: "index", Name: "public.i", Change: "changed", Level: diff.Cosmetic},
	},
	Renames: []diff.Rename{{Kind: "column", From: "public.a.b", To: "public.a.c", Score: 0.93}},
}

func TestDriftText(t *testing.T) {
	var b strings.Builder
	DriftText(&b, sample, DriftStyle{})
	want := `Security
  - policy public.orders.own  (line 40)

Breaking
  ~ column public.orders.total  (line 12)
      before: numeric(10,2) NOT NULL
      after:  money
      mentioned by: view public.sales

Additive
  + table public.` + "`odd`" + `  (line 90)

perhaps a rename: column public.a.b → public.a.c (93 %)
drift: 1 security, 1 breaking, 1 additive (2 cosmetic, 1 compared by tokens only)
`
	if d := cmp.Diff(want, b.String()); d != "" {
		t.Error(d)
	}
	b.Reset()
	DriftText(&b, &diff.Result{}, DriftStyle{})
	if b.String() != "no drift\n" {
		t.Errorf("got %q", b.String())
	}
}

func TestDriftMarkdown(t *testing.T) {
	var b strings.Builder
	DriftMarkdown(&b, sample)
	want := "## Schema drift\n" +
		"\n**1 security, 1 breaking, 1 additive** (2 cosmetic, 1 compared by tokens only).\n" +
		"\n### Security (1)\n\n- **removed** policy `public.orders.own` (line 40)\n" +
		"\n### Breaking (1)\n\n- **changed** column `public.orders.total` (line 12)\n  ```diff\n  - numeric(10,2) NOT NULL\n  + money\n  ```\n  - mentioned by `view public.sales`\n" +
		"\n### Additive (1)\n\n- **added** table `` public.`odd` `` (line 90)\n" +
		"\n### Perhaps renames (1)\n\n- column `public.a.b` → `public.a.c` (93 %)\n"
	if d := cmp.Diff(want, b.String()); d != "" {
		t.Error(d)
	}
}

func TestLines(t *testing.T) {
	var b bytes.Buffer
	for _, s := range []Sink{Lines(&b), Discard, Warnings(&b)} {
		s.Event(Event{Kind: Begin, Stage: "rows"})
		s.Event(Event{Kind: Progress, Stage: "rows", Done: 1, Total: 2})
		s.Event(Event{Kind: End, Stage: "rows", Text: "2 rows", Took: 1500 * time.Millisecond})
		s.Event(Event{Kind: Warning, Text: "look"})
		s.Close()
	}
	if got, want := b.String(), "rows             1.5s  2 rows\nwarning: look\nwarning: look\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestBars holds that a terminal's sink ends also when a stage does not.
func TestBars(t *testing.T) {
	var b bytes.Buffer
	s := Bars(&b)
	s.Event(Event{Kind: Begin, Stage: "rows"})
	s.Event(Event{Kind: Progress, Stage: "rows", Done: 1, Total: 2})
	s.Event(Event{Kind: Notice, Text: "look"})
	done := make(chan struct{})
	go func() { s.Close(); close(done) }()
	select {
	case <-done:
	case <-time.After(5 * time.Second):
		t.Fatal("it does not end")
	}
}

func TestShort(t *testing.T) {
	for d, want := range map[time.Duration]string{3 * time.Millisecond: "3ms", 12340 * time.Millisecond: "12.3s", 130 * time.Second: "2m10s"} {
		if got := Short(d); got != want {
			t.Errorf("%v: %s, want %s", d, got, want)
		}
	}
}

func TestDriftColour(t *testing.T) {
	var b strings.Builder
	DriftText(&b, &diff.Result{Cosmetic: 1, Changes: []diff.Change{
		{Kind: "index", Name: "public.i", Change: "changed", Level: diff.Cosmetic, Before: "a", After: "b"},
	}}, DriftStyle{Colour: true, Cosmetic: true})
	want := "Cosmetic\n  \x1b[33m~\x1b[0m index public.i\n      before: \x1b[31ma\x1b[0m\n      after:  \x1b[32mb\x1b[0m\n\nno drift (1 cosmetic)\n"
	if d := cmp.Diff(want, b.String()); d != "" {
		t.Error(d)
	}
}

func TestDriftSARIF(t *testing.T) {
	r := *sample
	r.Ignored = []diff.Ignored{{Change: diff.Change{Kind: "index", Name: "public.i", Change: "added", Level: diff.Semantic, Impact: diff.Additive, Line: 3}, Rule: "index public.i (planned)"}}
	var b strings.Builder
	if err := DriftSARIF(&b, &r, "git:main:db/schema.sql", "schema.sql"); err != nil {
		t.Fatal(err)
	}
	var log struct {
		Version string
		Runs    []struct {
			Results []struct {
				RuleID    string
				Level     string
				Message   struct{ Text string }
				Locations []struct {
					PhysicalLocation struct {
						ArtifactLocation struct{ URI string }
						Region           struct{ StartLine int }
					}
				}
				Suppressions []struct{ Justification string }
			}
		}
	}
	if err := json.Unmarshal([]byte(b.String()), &log); err != nil {
		t.Fatal(err)
	}
	results := log.Runs[0].Results
	if log.Version != "2.1.0" || len(results) != 4 {
		t.Fatalf("version %s, %d results", log.Version, len(results))
	}
	gone, changed, ignored := results[0], results[1], results[3]
	if at := gone.Locations[0].PhysicalLocation; gone.Level != "error" || at.ArtifactLocation.URI != "db/schema.sql" || at.Region.StartLine != 40 {
		t.Errorf("what was removed stands in the old text: %+v", gone)
	}
	if changed.Message.Text != "column public.orders.total changed: numeric(10,2) NOT NULL → money; mentioned by view public.sales" {
		t.Errorf("got %q", changed.Message.Text)
	}
	if len(ignored.Suppressions) != 1 || ignored.Suppressions[0].Justification != "index public.i (planned)" {
		t.Errorf("got %+v", ignored)
	}
}

package github

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"io/fs"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/effigydb/effigy/internal/github/githubtest"
)

// client returns a client of the server that does not really wait, and the
// waits it would have made.
func client(t *testing.T, s *githubtest.Server) (*Client, *[]time.Duration) {
	t.Helper()
	var waits []time.Duration
	c, err := NewClient(s.URL, s.Repository, s.Token, func(_ context.Context, d time.Duration) error {
		waits = append(waits, d)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return c, &waits
}

func TestComment(t *testing.T) {
	s := githubtest.New(t)
	c, _ := client(t, s)
	sticky := Sticky{Pull: 7, Key: "schema.sql", Body: "## Drift"}
	for range 120 { // the own comment is on a later page, behind one that only looks like it
		s.Comments = append(s.Comments, &githubtest.Comment{ID: len(s.Comments), Pull: 7, Body: sticky.mark() + "\nhello", Login: "mallory", Type: "User"})
	}
	step := func(want string, x Sticky) {
		t.Helper()
		got, err := c.Comment(t.Context(), x)
		if err != nil || got != want {
			t.Fatalf("%q, %v; want %q", got, err, want)
		}
	}
	step("none", Sticky{Pull: 7, Key: "schema.sql", Body: "resolved", Clean: true})
	step("created", sticky)
	step("unchanged", sticky)
	step("created", Sticky{Pull: 7, Key: "other.sql", Body: "## Drift"})
	step("updated", Sticky{Pull: 7, Key: "schema.sql", Body: "resolved", Clean: true})
	step("unchanged", Sticky{Pull: 7, Key: "schema.sql", Body: "resolved", Clean: true})
	if n := len(s.Comments); n != 122 || s.Comments[120].Body != sticky.mark()+"\nresolved" || s.Comments[0].Body != sticky.mark()+"\nhello" {
		t.Errorf("%d comments, %q", n, s.Comments[120].Body)
	}
	if got := (Sticky{Key: "a-->b\n"}).mark(); got != "<!-- effigy: a___b_ -->" {
		t.Errorf("got %q", got)
	}
}

func TestForbidden(t *testing.T) {
	s := githubtest.New(t)
	s.ReadOnly = true
	c, _ := client(t, s)
	if _, err := c.Comment(t.Context(), Sticky{Pull: 1, Body: "x"}); !errors.Is(err, ErrForbidden) {
		t.Errorf("got %v", err)
	}
	s.Token = "another"
	_, err := c.Comment(t.Context(), Sticky{Pull: 1, Body: "x"})
	if !errors.Is(err, ErrForbidden) || strings.Contains(err.Error(), "ghs_") {
		t.Errorf("got %v", err)
	}
}

func TestLimits(t *testing.T) {
	s := githubtest.New(t)
	c, waits := client(t, s)
	s.Throttle = 2
	if _, err := c.Comment(t.Context(), Sticky{Pull: 1, Body: "x"}); err != nil || len(s.Comments) != 1 {
		t.Fatalf("%v, %d comments", err, len(s.Comments))
	}
	if d := cmp.Diff([]time.Duration{3 * time.Second, 4 * time.Second}, *waits); d != "" {
		t.Error(d)
	}
	s.Throttle = 1000
	if _, err := c.Comment(t.Context(), Sticky{Pull: 1, Body: "y"}); err == nil {
		t.Error("it goes on for ever")
	}
	s.Throttle = 0
	if _, err := c.Comment(t.Context(), Sticky{Pull: 1, Body: strings.Repeat("x", 65536)}); err == nil || !strings.Contains(err.Error(), "too long") {
		t.Errorf("got %v", err)
	}
}

func TestPropose(t *testing.T) {
	s := githubtest.New(t)
	c, _ := client(t, s)
	p := Proposal{Branch: "effigy/sync", Base: "main", Title: "Schema", Body: "one", Files: []File{{"db/schema.sql", "CREATE TABLE a ();\n"}}}
	step := func(want string) {
		t.Helper()
		n, got, err := c.Propose(t.Context(), p)
		if err != nil || got != want || n != 1 {
			t.Fatalf("%d %q, %v; want %q", n, got, err, want)
		}
	}
	step("created")
	step("unchanged")
	p.Body = "two"
	step("updated")
	p.Files[0].Text = "CREATE TABLE b ();\n"
	step("updated")
	files, message := s.Branch("effigy/sync")
	if len(s.Pulls) != 1 || files["db/schema.sql"] != p.Files[0].Text || message != "Schema" {
		t.Errorf("%d pull requests, %q, %q", len(s.Pulls), files, message)
	}
	n, err := c.Resolve(t.Context(), "effigy/sync", "main", "resolved")
	if err != nil || n != 1 || s.Pulls[0].State != "closed" || s.Pulls[0].Body != "resolved" {
		t.Errorf("%d, %v, %+v", n, err, s.Pulls[0])
	}
	if n, err := c.Resolve(t.Context(), "effigy/sync", "main", "resolved"); n != 0 || err != nil {
		t.Errorf("%d, %v", n, err)
	}
}

func TestLook(t *testing.T) {
	s := githubtest.New(t)
	c, _ := client(t, s)
	day := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	s.Successes["sync.yml"], s.Successes["never.yml"], s.Dates["schema.sql"], s.Files["effigy.yaml"] = day, time.Time{}, day, "rows: 5\n"
	if at, err := c.LastSuccess(t.Context(), "sync.yml", "main"); !at.Equal(day) || err != nil {
		t.Error(at, err)
	}
	if at, err := c.LastSuccess(t.Context(), "never.yml", "main"); !at.IsZero() || err != nil {
		t.Error(at, err)
	}
	if _, err := c.LastSuccess(t.Context(), "no.yml", "main"); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	if at, err := c.LastCommit(t.Context(), "schema.sql", "main"); !at.Equal(day) || err != nil {
		t.Error(at, err)
	}
	if text, err := c.Text(t.Context(), "effigy.yaml", "main"); text != "rows: 5\n" || err != nil {
		t.Error(text, err)
	}
	if _, err := c.Text(t.Context(), "no.yaml", "main"); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	run := &Run{HeadSHA: "abc", HeadBranch: "patch", HeadRepository: "mallory/shop"}
	s.Pulls = []*githubtest.Pull{
		{Number: 1, State: "open", Branch: "patch", SHA: "old", HeadRepository: "mallory/shop"},
		{Number: 2, State: "open", Branch: "patch", SHA: "abc", HeadRepository: "mallory/shop"},
	}
	if n, err := c.PullOf(t.Context(), run); n != 2 || err != nil {
		t.Error(n, err)
	}
}

func TestArtifact(t *testing.T) {
	s := githubtest.New(t)
	c, _ := client(t, s)
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for name, size := range map[string]int{"../../evil": 3, "effigy.json": 2, "large": maxMember + 1} {
		f, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write(bytes.Repeat([]byte("x"), size)); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	s.Archives["effigy"], s.Archives["broken"] = b.Bytes(), []byte("no zip")
	if text, err := c.Artifact(t.Context(), 5, "effigy", "effigy.json"); string(text) != "xx" || err != nil {
		t.Errorf("%q, %v", text, err)
	}
	for name, file := range map[string]string{"effigy": "large", "broken": "effigy.json"} {
		if _, err := c.Artifact(t.Context(), 5, name, file); err == nil {
			t.Errorf("%s of %s: no error", file, name)
		}
	}
	if text, err := c.Artifact(t.Context(), 5, "other", "effigy.json"); text != nil || err != nil {
		t.Errorf("%q, %v", text, err)
	}
}

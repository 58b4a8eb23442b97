package github

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestGuard(t *testing.T) {
	var b strings.Builder
	g := NewGuard(&b)
	for _, part := range []string{"a\n  :", ":error::x\n\t::add-mask::y\r::set", "-env::z\nok :: fine\n##[add", "-mask]a\n", "::stop-commands::x"} {
		if _, err := g.Write([]byte(part)); err != nil {
			t.Fatal(err)
		}
	}
	if err := g.Close(); err != nil {
		t.Fatal(err)
	}
	want := "a\n\\  ::error::x\n\\\t::add-mask::y\r\\::set-env::z\nok :: fine\n##\\[add-mask]a\n\\::stop-commands::x"
	if d := cmp.Diff(want, b.String()); d != "" {
		t.Error(d)
	}
}

func TestAnnotations(t *testing.T) {
	var b strings.Builder
	r := NewRunner(&b, func(string) string { return "" })
	var notes []Note
	for i := range 14 {
		notes = append(notes, Note{Level: "error", File: "db/schema.sql", Line: i, Title: "x", Text: fmt.Sprint(i)})
	}
	notes = append(notes, Note{Level: "warning", File: "a,b:c.sql", Line: 3, Title: "t,%:", Text: "line\n::error::no\r%"})
	r.Annotate(notes)
	got := strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
	if len(got) != 11 || got[0] != "::error file=db/schema.sql,line=1,title=x::0" || got[9] != "::error file=db/schema.sql,line=1,title=Effigy::and 5 more, see the summary" {
		t.Errorf("got %q", got)
	}
	if want := "::warning file=a%2Cb%3Ac.sql,line=3,title=t%2C%25%3A::line%0A::error::no%0D%25"; got[10] != want {
		t.Errorf("got %q, want %q", got[10], want)
	}
}

func TestOutputs(t *testing.T) {
	file := filepath.Join(t.TempDir(), "output")
	r := NewRunner(&strings.Builder{}, func(name string) string {
		return map[string]string{"GITHUB_OUTPUT": file, "INPUT_FAIL_ON": " never "}[name]
	})
	if got := r.Input("fail-on"); got != "never" {
		t.Errorf("got %q", got)
	}
	if err := r.Outputs([]Output{{"drift", "true"}, {"evil", "a\nb"}}); err == nil {
		t.Error("a value of two lines passed")
	}
	text, err := os.ReadFile(file)
	if err != nil || !strings.HasPrefix(string(text), "drift<<") || strings.Contains(string(text), "evil") {
		t.Errorf("%q, %v", text, err)
	}
	r = NewRunner(&strings.Builder{}, func(string) string { return filepath.Join(file, "not", "there") })
	if err := r.Summary("x"); err == nil {
		t.Error("no error")
	}
}

func TestMask(t *testing.T) {
	var b strings.Builder
	NewRunner(&b, func(string) string { return "" }).Mask("postgres://u:s%40cret@h/d", "", "key")
	if d := cmp.Diff("::add-mask::postgres://u:s%2540cret@h/d\n::add-mask::s@cret\n::add-mask::key\n", b.String()); d != "" {
		t.Error(d)
	}
}

// TestClosed holds which events may open production.
func TestClosed(t *testing.T) {
	own := `"repository":{"full_name":"acme/shop","default_branch":"main"}`
	pull := func(head string) string {
		return `{` + own + `,"pull_request":{"number":3,"base":{"sha":"b","ref":"main"},"head":{"sha":"h","repo":` + head + `}}}`
	}
	for _, c := range []struct {
		event, ref, payload string
		closed, onDefault   bool
	}{
		{"schedule", "refs/heads/main", `{}`, false, true},
		{"workflow_dispatch", "refs/heads/topic", `{` + own + `}`, false, false},
		{"push", "refs/heads/main", `{` + own + `,"before":"b"}`, false, true},
		{"pull_request", "refs/pull/3/merge", pull(`{"full_name":"acme/shop"}`), false, false},
		{"pull_request", "refs/pull/3/merge", pull(`{"full_name":"mallory/shop"}`), true, false},
		{"pull_request", "refs/pull/3/merge", pull(`null`), true, false},
		{"pull_request", "refs/pull/3/merge", `{` + own + `}`, true, false},
		{"pull_request", "refs/pull/3/merge", `not json`, true, false},
		{"pull_request_target", "refs/heads/main", pull(`{"full_name":"acme/shop"}`), true, false},
		{"issue_comment", "refs/heads/main", `{` + own + `,"issue":{"pull_request":{}}}`, true, true},
		{"workflow_run", "refs/heads/main", `{` + own + `,"workflow_run":{"id":9,"head_repository":{"full_name":"mallory/shop"}}}`, true, true},
		{"workflow_run", "refs/heads/main", `{` + own + `,"workflow_run":{"id":9,"head_repository":{"full_name":"acme/shop"}}}`, false, true},
	} {
		file := filepath.Join(t.TempDir(), "event.json")
		if err := os.WriteFile(file, []byte(c.payload), 0o600); err != nil {
			t.Fatal(err)
		}
		env := map[string]string{"GITHUB_ACTIONS": "true", "GITHUB_EVENT_NAME": c.event, "GITHUB_EVENT_PATH": file, "GITHUB_REPOSITORY": "acme/shop", "GITHUB_REF": c.ref}
		e := ReadEvent(func(name string) string { return env[name] })
		if (e.Closed() != "") != c.closed || e.OnDefault() != c.onDefault {
			t.Errorf("%s %s: closed %q, default %t", c.event, c.payload, e.Closed(), e.OnDefault())
		}
	}
	if e := ReadEvent(func(string) string { return "" }); e.Closed() != "" {
		t.Error("closed outside Actions")
	}
}

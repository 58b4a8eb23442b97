package gate

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestAudit(t *testing.T) {
	h := open(t, small)
	h.must(t, "SELECT 1")
	forged := "SELECT 1 -- \n{\"verdict\":\"allowed\"}"
	h.fault(t, forged)
	h.fault(t, "DELETE FROM books")
	h.fault(t, "SELECT 1/0")
	long := "SELECT '" + strings.Repeat("ä", 100_000) + "'"
	h.must(t, long)
	list := h.entries(t)
	for i, want := range []string{"allowed ", "refused verdict", "refused verdict", "failed 22012", "allowed "} {
		if got := list[i].Verdict + " " + list[i].Rule; got != want {
			t.Errorf("line %d: %q, want %q", i+1, got, want)
		}
	}
	if len(list) != 5 || list[1].Text != forged || list[0].Rows != 1 || list[0].Sandbox != h.target.Name || list[0].Who != "test" || list[0].ID == "" {
		t.Errorf("got %+v", list[0])
	}
	if list[4].SHA256 != Fingerprint(long) || len(list[4].Text) > auditText {
		t.Errorf("a long text: %d bytes", len(list[4].Text))
	}
}

func TestAuditUnwritable(t *testing.T) {
	h := open(t, small)
	h.Audit.Path = filepath.Join(t.TempDir(), "no", "such", "folder")
	if e := h.fault(t, "SELECT 1"); e.Rule != "audit" || e.Kind != Unavailable {
		t.Errorf("got %+v", e)
	}
	if _, err := os.Stat("/dev/full"); err == nil {
		h.Audit.Path = "/dev/full"
		if e := h.fault(t, "SELECT 1"); e.Rule != "audit" {
			t.Errorf("a full disk: %+v", e)
		}
	}
}

// chain writes a log of n lines.
func chain(t *testing.T, n int) string {
	t.Helper()
	a := &Audit{Path: filepath.Join(t.TempDir(), "audit.jsonl")}
	for i := range n {
		if err := a.Write(NewEntry(Request{SQL: fmt.Sprintf("SELECT %d\n", i)}, "query", time.Unix(0, 0))); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(a.Path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestVerify(t *testing.T) {
	text := chain(t, 5)
	lines := strings.SplitAfter(text, "\n")
	for name, x := range map[string]struct {
		text   string
		broken int
	}{
		"whole":     {text, 0},
		"empty":     {"", 0},
		"changed":   {strings.Replace(text, "SELECT 2", "SELECT 9", 1), 3},
		"taken out": {lines[0] + lines[2] + lines[3] + lines[4], 2},
		"swapped":   {lines[1] + lines[0], 1},
		"headless":  {lines[1] + lines[2], 1},
		"torn":      {text[:len(text)-20], 5},
		"added":     {text + "{}\n", 6},
		"no end":    {text[:len(text)-1], 0},
		"end":       {lines[0] + lines[1], 0}, // only a head noted before can tell
	} {
		c, err := Verify(strings.NewReader(x.text))
		if err != nil || c.Broken != x.broken || (c.Broken == 0) != (c.Reason == "") {
			t.Errorf("%s: %+v, %v", name, c, err)
		}
	}
}

// TestAuditTorn: a line that a killed writer left, wherever it was cut, stays;
// the next ones follow it, and what is before and in it can't be changed.
func TestAuditTorn(t *testing.T) {
	a := &Audit{Path: filepath.Join(t.TempDir(), "audit.jsonl")}
	text := chain(t, 3)
	lines := strings.SplitAfter(text, "\n")
	begin := len(lines[0]) + len(lines[1])
	for _, keep := range []int{begin, begin + 1, begin + 9, len(text) - 70, len(text) - 3, len(text) - 2, len(text) - 1, len(text)} {
		if err := os.WriteFile(a.Path, []byte(text[:keep]), 0o600); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if err := a.Write(NewEntry(Request{}, "query", time.Unix(0, 0))); err != nil {
				t.Fatal(err)
			}
		}
		c, err := a.Verify()
		torn, count := 1, 5
		if rest := len(text) - keep; rest <= 1 {
			torn = 0
		} else if rest == len(lines[2]) {
			torn, count = 0, 4
		}
		if err != nil || c.Broken != 0 || c.Torn != torn || c.Lines != count {
			t.Fatalf("%d bytes: got %+v, %v", keep, c, err)
		}
	}
	if err := os.WriteFile(a.Path, []byte(text[:len(text)-30]), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := a.Write(NewEntry(Request{}, "query", time.Unix(0, 0))); err != nil {
		t.Fatal(err)
	}
	log, err := os.ReadFile(a.Path)
	if err != nil {
		t.Fatal(err)
	}
	lines = strings.SplitAfter(string(log), "\n")
	for name, changed := range map[string]string{
		"in it": strings.Replace(string(log), "SELECT 2", "SELECT 9", 1), "before it": lines[0] + lines[2] + lines[3],
		"taken out": lines[0] + lines[1] + lines[3], "a second": lines[0] + lines[1] + lines[2] + lines[2] + lines[3],
	} {
		if c, err := Verify(strings.NewReader(changed)); err != nil || c.Broken == 0 {
			t.Errorf("changed %s: %+v, %v", name, c, err)
		}
	}
}

func TestAuditTogether(t *testing.T) {
	path := filepath.Join(t.TempDir(), "audit.jsonl")
	var wg sync.WaitGroup
	errs := make(chan error, 80)
	for range 4 {
		a := &Audit{Path: path} // as another process would have it
		wg.Go(func() {
			for range 20 {
				errs <- a.Write(NewEntry(Request{SQL: strings.Repeat("x", 5000)}, "query", time.Unix(0, 0)))
			}
		})
	}
	wg.Wait()
	close(errs)
	for err := range errs {
		if err != nil {
			t.Fatal(err)
		}
	}
	if c, err := (&Audit{Path: path}).Verify(); err != nil || c.Lines != 80 || c.Broken != 0 {
		t.Errorf("got %+v, %v", c, err)
	}
}

func TestKinds(t *testing.T) {
	e := &Error{Kind: Refused, Message: "m", Code: "42501", Position: 3, Advice: "h"}
	if e.Error() != "m (SQLSTATE 42501) at character 3" || e.Hint() != "h" || !e.Refusal() || e.Usage() || !errors.Is(e, e) {
		t.Errorf("got %v", e)
	}
}

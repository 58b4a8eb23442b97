package config

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestNearest(t *testing.T) {
	known := []string{"rebuild", "reset", "sanitize", "rows", "diff"}
	for word, want := range map[string]string{
		"rebiuld": "rebuild", "sanitise": "sanitize", "row": "rows", "dif": "diff", "elephant": "", "x": "",
	} {
		if got := Nearest(word, known); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", word, got, want)
		}
	}
}

func TestRead(t *testing.T) {
	for _, c := range []struct{ name, text, problem, hint string }{
		{"empty", "", "", ""},
		{"full", "schema: db/schema.sql\nrows: 50\ntables:\n  public.audit:\n    rows: 0\nsandbox:\n  ttl: 36h\n  labels:\n    team: a\ndiff:\n  ignore:\n    - kind: index\n      name: public.*\n", "", ""},
		{"unknown key", "schema: a.sql\nrwos: 1\n", "effigy.yaml:2: unknown key rwos", "did you mean rows?"},
		{"unknown nested key", "tables:\n  public.a:\n    row: 1\n", "effigy.yaml:3: unknown key row in tables.public.a", "did you mean rows?"},
		{"unknown key at the top", "tabels:\n  a: {rows: 1}\n", "effigy.yaml:1: unknown key tabels", "did you mean tables?"},
		{"a key of another place", "quota: 5\n", "effigy.yaml:1: unknown key quota", "did you mean sandbox.quota?"},
		{"unknown key of a column", "tables:\n  a:\n    columns:\n      c: {min: 1, nuls: 0.5}\n", "effigy.yaml:4: unknown key nuls in tables.a.columns.c", "did you mean nulls?"},
		{"a text for a fraction", "tables:\n  a:\n    columns:\n      c: {nulls: half}\n", `effigy.yaml:4: tables.a.columns.c.nulls: expected a number, not "half"`, "such as nulls: 0.3"},
		{"streams below zero", "jobs: -1\n", "effigy.yaml:1: jobs: a number of streams is not negative", "such as jobs: 4"},
		{"wrong word", "sanitize:\n  roles: keep\n", `effigy.yaml:2: sanitize.roles is one of drop, map, not "keep"`, "such as roles: map"},
		{"bad rule", "diff:\n  ignore:\n    - kind: index\n      change: dropped\n", `effigy.yaml:3: diff.ignore.1: change is added, removed or changed, not "dropped"`, "such as ignore: [{kind: index, name: 'public.tmp_*', reason: made by a job}]"},
		{"wide rule", "diff:\n  ignore:\n    - kind: index\n    - name: \"*\"\n      reason: noise\n", "effigy.yaml:4: diff.ignore.2: it names neither a kind nor a name, and would ignore everything", "such as ignore: [{kind: index, name: 'public.tmp_*', reason: made by a job}]"},
		{"bad date", "diff:\n  ignore:\n    - kind: index\n      until: soon\n", `effigy.yaml:3: diff.ignore.1: until is a date such as 2026-01-31, not "soon"`, "such as ignore: [{kind: index, name: 'public.tmp_*', reason: made by a job}]"},
		{"a text for a number", "schema: a.sql\nrows: many\n", `effigy.yaml:2: rows: "many" is no whole number`, "such as rows: 1000"},
		{"half a row", "tables:\n  a: {rows: 1.5}\n", `effigy.yaml:2: tables.a.rows: "1.5" is no whole number`, "such as rows: 1000"},
		{"half a stream", "jobs: 2.5\n", `effigy.yaml:1: jobs: "2.5" is no whole number`, "such as jobs: 4"},
		{"negative duration", "sandbox: {ttl: -4h}\n", "effigy.yaml:1: sandbox.ttl is a positive duration", "such as ttl: 24h"},
		{"no duration at all", "sandbox: {ttl: 0s}\n", "effigy.yaml:1: sandbox.ttl is a positive duration", "such as ttl: 24h"},
		{"a text for keys", "tables: all\n", `effigy.yaml:1: tables: expected keys with values, not "all"`, "such as tables: {public.orders: {rows: 5000}}"},
		{"a text for a list", "tables:\n  a:\n    columns:\n      c: {values: x}\n", `effigy.yaml:4: tables.a.columns.c.values: expected a list, not "x"`, "such as values: [open, paid]"},
		{"days", "sandbox:\n  ttl: 3d\n", "", ""},
		{"bad duration", "rows: 1\nsandbox:\n  ttl: soon\n", `effigy.yaml:3: sandbox.ttl: "soon" is no duration such as 90s, 15m, 36h or 7d`, "such as ttl: 24h"},
		{"keys for a number", "tables:\n  a: {ratio: {to: b}}\n", "effigy.yaml:2: tables.a.ratio: expected a number", "such as ratio: 3 with per: public.customers"},
		{"a circle of ratios", "tables:\n  a: {ratio: 2, per: b}\n  public.b: {ratio: 1, per: a}\n", "effigy.yaml:2: tables.a: its ratio is per b, whose ratio is per a: such a circle gives no number of rows", "give one of them rows"},
		{"bad time", "now: yesterday\n", "effigy.yaml:1: now is no time such as 2026-01-31T12:00:00Z", "such as now: 2026-01-31T12:00:00Z"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			if err := os.WriteFile(Name, []byte(c.text), 0o600); err != nil {
				t.Fatal(err)
			}
			_, err := Read(Name)
			var fault *Error
			if errors.As(err, &fault) != (c.problem != "") || fault != nil && (fault.Error() != c.problem || fault.Hint() != c.hint) {
				t.Errorf("got %v, want %q, %q", err, c.problem, c.hint)
			}
		})
	}
}

func TestFind(t *testing.T) {
	root := t.TempDir()
	deep := filepath.Join(root, "a", "b")
	if err := os.MkdirAll(deep, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(root, Name), []byte("schema: db/schema.sql\nrows: 7\nsandbox: {ttl: 36h}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := Find(deep)
	if err != nil || c.SchemaPath() != filepath.Join(root, "db", "schema.sql") || *c.Rows != 7 || *c.Sandbox.TTL != 36*time.Hour {
		t.Errorf("got %+v, %v", c, err)
	}
	if c, err := Find(os.TempDir()); err != nil || c.Path != "" {
		t.Errorf("without a file: %+v, %v", c, err)
	}
}

// TestNumbers: whole numbers in the forms that YAML has, with a comment behind.
func TestNumbers(t *testing.T) {
	c, err := Parse(Name, []byte("rows: 1_000 # each\ntables:\n  a: {rows: 1e3}\n  b:\n    rows: 0 # none\n  c: {rows: ~}\nsandbox:\n  ttl: 7d # a week\n"))
	if err != nil {
		t.Fatal(err)
	}
	if *c.Rows != 1000 || *c.Tables["a"].Rows != 1000 || *c.Tables["b"].Rows != 0 || c.Tables["c"].Rows != nil || *c.Sandbox.TTL != 7*24*time.Hour {
		t.Errorf("%+v", c)
	}
}

// TestSeed: a seed is a text as it is written, with quotes or without.
func TestSeed(t *testing.T) {
	for text, want := range map[string]Text{"seed: 07": "07", "seed: spring": "spring", "seed: '7'": "7", "seed: 1.50": "1.50", "seed: 0x1F # hex": "0x1F"} {
		if c, err := Parse(Name, []byte(text)); err != nil || c.Seed != want {
			t.Errorf("%s: %+v, %v", text, c, err)
		}
	}
}

// TestRest: where the fault is under tables, the rest of the file is there for
// commands that make no rows; other faults have no rest.
func TestRest(t *testing.T) {
	for text, quota := range map[string]int{
		"tables: {a: {rosw: 1}}\nsandbox:\n  quota: 3 # of one\n":                         3,
		"sandbox: {quota: 4}\ntables:\n  a: {columns: {c: {nulls: 7}}}\n":                 4,
		"tables:\n  a: {rows: many}\n":                                                    0,
		"sandbox: {quota: 4, ttl: soon}\ntables:\n  a: {columns: {c: {nulls: 0.5}}}\n":    -1,
		"sandbox: {quota: 4, owenr: me}\ntables:\n  a: {columns: {c: {nulls: 'half'}}}\n": -1,
	} {
		_, err := Parse(Name, []byte(text))
		var fault *Error
		if !errors.As(err, &fault) {
			t.Fatalf("%s: %v", text, err)
		}
		if (fault.Rest != nil) != (quota >= 0) || fault.Rest != nil && fault.Rest.Sandbox.Quota != quota {
			t.Errorf("%s: %+v", text, fault.Rest)
		}
	}
}

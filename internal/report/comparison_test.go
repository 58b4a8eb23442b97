package report

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/effigydb/effigy/ddl"
	"github.com/effigydb/effigy/ddl/diff"
	"github.com/effigydb/effigy/generator"
)

var update = flag.Bool("update", false, "write the goldens anew")

// compared is the comparison of two texts as the pipeline makes it.
func compared(t *testing.T, before, after string) *Comparison {
	t.Helper()
	r, err := diff.Texts(before, after, diff.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var scripts [2]*ddl.Script
	var plans [2]*Plan
	for i, text := range []string{before, after} {
		if scripts[i], err = ddl.Parse(text); err != nil {
			t.Fatal(err)
		}
		now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
		p, err := generator.New(context.Background(), generator.Request{Schema: scripts[i].Schema, Rows: 100, Seed: "s", Now: now, BuildTime: now})
		if err != nil {
			t.Fatal(err)
		}
		plans[i] = NewPlan(p, scripts[i].Schema.Graph())
		plans[i].Now = now.Format(time.RFC3339)
	}
	return &Comparison{
		Result: r, Question: Drifts, From: "schema.sql", To: "production",
		Provenance: []string{"Production: server 17.5 (a replica), pg_dump 17.5"},
		Diagram:    NewDiagram(scripts[0].Schema, scripts[1].Schema, r.Changes),
		Reach:      NewReach(scripts[0].Schema, r.Changes), Effects: plainly(NewEffects(plans[0], plans[1])),
		Taken: "2 role", Todo: []Todo{{Text: "Take production's text over:", Language: "sh", Code: "effigy sync --write --schema schema.sql"}},
	}
}

// plainly leaves the generator's own words out, which are its own tests' to
// hold: only numbers of rows and refusals stay.
func plainly(list []Effect) []Effect {
	var out []Effect
	for _, e := range list {
		switch {
		case e.Fatal:
			e.Now = "refused"
			out = append(out, e)
		case strings.HasSuffix(e.Was+e.Now, " rows"):
			out = append(out, e)
		}
	}
	return out
}

func TestEffects(t *testing.T) {
	column := func(name, generator string) Filled { return Filled{Name: name, Generator: generator} }
	before := &Plan{Now: "2026-01-05T00:00:00Z", Tables: []Planned{
		{Name: "public.a", Rows: 10, Columns: []Filled{column("x", "int"), column("y", "text"), column("at", "instant 2023-01-06 00:00:00+00..2026-01-05 00:00:00+00")}, Verdicts: []Verdict{{Name: "c", Kind: "check", How: "constructed", Reason: "one way"}}},
		{Name: "public.gone", Rows: 10},
	}}
	after := &Plan{Now: "2026-01-05T00:00:00Z", Tables: []Planned{
		{Name: "public.new", Rows: 10},
		{Name: "public.a", Rows: 5, CappedBy: "unique u", Columns: []Filled{column("x", "enum"), column("z", "date 2020-01-01..2021-01-01"), column("at", "instant")}, Verdicts: []Verdict{{Name: "c", Kind: "check", How: "vetted"}}},
	}}
	want := []Effect{
		{Object: "public.new", Now: "10 rows"},
		{Object: "public.a", Was: "10 rows", Now: "5 rows, capped by unique u"},
		{Object: "public.gone", Was: "10 rows"},
		{Object: "public.a, check c", Was: "constructed", Now: "vetted"},
		{Object: "public.a.x", Was: "int", Now: "enum"},
		{Object: "public.a.z", Now: "date 2020-01-01..2021-01-01"},
		{Object: "public.a.y", Was: "text"},
	}
	if d := cmp.Diff(want, NewEffects(before, after)); d != "" {
		t.Error(d)
	}
	after.Refused = []Refused{{Object: "public.a", Constraint: "c", Reason: "no"}}
	if d := cmp.Diff([]Effect{{Object: "public.a, c", Now: "refused: no", Fatal: true}}, NewEffects(before, after)); d != "" {
		t.Error(d)
	}
	before.Refused = after.Refused
	if list := NewEffects(before, after); len(list) == 0 || list[0].Fatal {
		t.Errorf("it was refused before: %+v", list)
	}
}

func markdown(c *Comparison, limit int) string {
	var b strings.Builder
	c.Markdown(&b, limit)
	return b.String()
}

// TestGoldens renders eight drifts: testdata/drift/NAME.txtar holds both
// texts and the report.
func TestGoldens(t *testing.T) {
	files, err := filepath.Glob("testdata/drift/*.txtar")
	if err != nil || len(files) < 8 {
		t.Fatalf("%d goldens, %v", len(files), err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			a, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			c := compared(t, string(a.Files[0].Data), string(a.Files[1].Data))
			got := markdown(c, commentSize)
			if *update {
				a.Files = append(a.Files[:2], txtar.File{Name: "report.md", Data: []byte(got)})
				if err := os.WriteFile(file, txtar.Format(a), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			if d := cmp.Diff(string(a.Files[2].Data), got); d != "" {
				t.Error(d)
			}
			wellFormed(t, got)
			// Whoever gets the JSON renders the same, lines of the old text aside.
			text, err := json.Marshal(c)
			if err != nil {
				t.Fatal(err)
			}
			var back Comparison
			if err := json.Unmarshal(text, &back); err != nil {
				t.Fatal(err)
			}
			c.Question, back.Question = Reviews, Reviews
			if d := cmp.Diff(markdown(c, commentSize), markdown(&back, commentSize)); d != "" {
				t.Error(d)
			}
		})
	}
}

// wellFormed holds that every fence and fold of a report is closed.
func wellFormed(t *testing.T, text string) {
	t.Helper()
	open := ""
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		fence := regexp.MustCompile("^`{3,}").FindString(line)
		switch {
		case open == "" && fence != "":
			open = fence
		case open != "" && fence == line && len(fence) >= len(open):
			open = ""
		}
	}
	if open != "" {
		t.Errorf("a fence is open at the end")
	}
	folds := markup(text)
	if strings.Count(folds, "<details>") != strings.Count(folds, "</details>") {
		t.Error("a fold is open at the end")
	}
	if !utf8.ValidString(text) {
		t.Error("cut inside of a character")
	}
}

// markup is a report without its blocks and spans of code.
func markup(text string) string {
	text = regexp.MustCompile("(?s)(?m:^ *)(`{3,})[a-z]*\n.*?\n *`{3,}\n").ReplaceAllString(text, "")
	return regexp.MustCompile("(`+)[^`\n](?:[^\n]*?[^`\n])?(`+)").ReplaceAllString(text, "")
}

// many is a drift of n changes with long names and definitions.
func many(n int) *Comparison {
	r := &diff.Result{Drift: true}
	var worst []diff.Change
	for i := range n {
		worst = append(worst, diff.Change{
			Kind: "column", Name: fmt.Sprintf("public.%s%04d", strings.Repeat("é", 60), i), Change: "changed",
			Before: strings.Repeat("```b ", 200), After: strings.Repeat("```a ", 200), Level: diff.Semantic,
			Impact:     []string{diff.Additive, diff.Neutral, diff.Breaking, diff.Security}[i%4],
			Dependents: []string{"view v", "view w"},
		})
	}
	r.Changes = worst
	r.Sort()
	c := &Comparison{Result: r, Question: Drifts, From: "schema.sql", To: "production", Todo: []Todo{{Text: "Do this:", Language: "sh", Code: "effigy sync"}}}
	for i := range 200 {
		c.Effects = append(c.Effects, Effect{Object: fmt.Sprint("public.t", i), Was: "1 rows", Now: "2 rows"})
		r.Renames = append(r.Renames, diff.Rename{Kind: "table", From: "a", To: "b", Score: 0.5})
	}
	return c
}

// TestLimit holds that a report of any size stays below its limit, leads with
// the worst and keeps what to do.
func TestLimit(t *testing.T) {
	c := many(1000)
	for _, limit := range []int{3000, 8000, commentSize, 900 << 10} {
		text := markdown(c, limit)
		wellFormed(t, text)
		if len(text) > limit {
			t.Errorf("%d bytes of %d", len(text), limit)
		}
		first, rest, _ := strings.Cut(text, "### Security (250)")
		if strings.Contains(first, "###") || !strings.Contains(rest, "### Breaking (250)") || !strings.Contains(rest, "effigy sync") {
			t.Errorf("limit %d: it does not lead with the worst, or lost what to do:\n%.600s", limit, text)
		}
	}
	if text := markdown(c, commentSize); !strings.Contains(text, "and 180 more") || len(text) < commentSize/2 {
		t.Errorf("%d bytes", len(text))
	}
}

// hostile are names that try to become something else.
var hostile = []string{
	"`", "``` \n```", "a\n## Owned", "</details><script>alert(1)</script>", "@org/team", "[x](https://evil.example)",
	"|a|b|", "x\n::error::owned", "##[error]owned", "<!-- effigy: schema.sql -->", `"];click t0 "javascript:alert(1)"`,
	"\u202egnp.exe", "a\x1b[31mred", "%%{init: {}}%%", "~~~", "\\", "$`x`$", "#35;", "-->", "end", "www.evil.example", "a\r\n- [ ] done",
}

// TestHostileNames holds that no name becomes markup, a mention, a command or
// a part of a diagram: outside of code nothing of it shows.
func TestHostileNames(t *testing.T) {
	for _, name := range hostile {
		quoted := `public."` + strings.ReplaceAll(name, `"`, `""`) + `"`
		x := diff.Change{Kind: name, Name: quoted, Change: "changed", Before: name, After: name + "2", Level: diff.Semantic, Impact: diff.Breaking, Dependents: []string{"view " + quoted}}
		c := &Comparison{
			Result:   &diff.Result{Drift: true, Changes: []diff.Change{x, {Kind: "schema", Name: name, Change: name, Level: diff.Semantic, Impact: diff.Security}}, Renames: []diff.Rename{{Kind: name, From: name, To: name}}, Ignored: []diff.Ignored{{Change: x, Rule: name}}},
			Question: Drifts, From: name, To: name, Provenance: []string{name}, Taken: name, Reach: []Reach{{name, []string{name}, 3}},
			Effects: []Effect{{Object: name, Was: name, Now: name}, {Object: name, Now: name, Fatal: true}},
			Todo:    []Todo{{Text: name, Language: "sh", Code: strconv.Quote(name)}},
			Diagram: &Diagram{Tables: []Node{{name, "changed"}, {"b", name}}, References: []Edge{{name, "b", name}}},
		}
		text := markdown(c, commentSize)
		wellFormed(t, text)
		outside := markup(text)
		for _, bad := range []string{"\n## Owned", "<script", "</details><", "@org", "::error", "##[", "<!--", "\u202e", "\x1b", "- [ ]", "\r"} {
			if strings.Contains(outside, bad) {
				t.Errorf("%q: %q in\n%s", name, bad, outside)
			}
		}
		if regexp.MustCompile(`(^|[^\\])\]\(|[^\\]://|www\.`).MatchString(outside) {
			t.Errorf("%q: a link in\n%s", name, outside)
		}
		for line := range strings.Lines(c.Diagram.Mermaid()) {
			if !regexp.MustCompile(`^(flowchart LR|  t\d+\["[\pL\pN._ ]*(?:#\d+;[\pL\pN._ ]*)*"\](:::\w+)?|  t\d+ \S+ t\d+|  classDef .*)$`).MatchString(strings.TrimSuffix(line, "\n")) {
				t.Errorf("%q: diagram line %q", name, line)
			}
		}
		for line := range strings.Lines(text) {
			if s := strings.TrimSpace(line); strings.HasPrefix(s, "::") {
				t.Errorf("%q: a line is a command: %q", name, line)
			}
		}
	}
}

func TestApart(t *testing.T) {
	same := strings.Repeat("x", 500)
	b, a := apart(same+" one "+same, same+" two "+same)
	if !strings.Contains(b, "one") || !strings.Contains(a, "two") || len(b) > 260 {
		t.Errorf("%q, %q", b, a)
	}
	if b, a := apart("int\n", "bigint"); b != "int" || a != "bigint" {
		t.Errorf("%q, %q", b, a)
	}
}

// TestSchemaOf holds that quoted names keep their dots.
func TestSchemaOf(t *testing.T) {
	for name, want := range map[string]string{
		"public.t.c": "public", `"a.b".t`: "a.b", `"a""b".t`: `a"b`, "public.f(text)": "public", "plpgsql": "(no schema)", `"x`: "(no schema)",
	} {
		if got := schemaOf(diff.Change{Kind: "table", Name: name}); got != want {
			t.Errorf("%s: %q", name, got)
		}
	}
	if got := schemaOf(diff.Change{Kind: "schema", Name: "crm"}); got != "crm" {
		t.Errorf("got %q", got)
	}
}

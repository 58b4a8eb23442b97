package main

import (
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/effigydb/effigy/internal/github/githubtest"
)

// initialised puts what init writes into the repository.
func (r *runner) initialised(folder string) {
	r.t.Helper()
	cmd := exec.Command("effigy", "init")
	cmd.Dir = filepath.Join(r.origin, folder)
	if out, err := cmd.CombinedOutput(); err != nil {
		r.t.Fatalf("%v: %s", err, out)
	}
	r.git(r.origin, "add", "-A")
	r.git(r.origin, "commit", "-q", "--allow-empty", "-m", "effigy")
}

// want checks a job: its status, and that no secret is in any stream or file
// it left.
func (r *runner) want(x *ran, status int, parts ...string) {
	r.t.Helper()
	if x.status != status {
		r.t.Fatalf("status %d, want %d:\n%s\n%s", x.status, status, x.log, x.summary)
	}
	for _, p := range parts {
		if !strings.Contains(x.log+x.summary, p) {
			r.t.Errorf("no %q in\n%s\n%s", p, x.log, x.summary)
		}
	}
	r.noSecret(x)
}

// noSecret looks for the credentials everywhere but in the commands that tell
// the runner to hide them.
func (r *runner) noSecret(x *ran) {
	r.t.Helper()
	password := strings.SplitN(strings.SplitN(r.dumper, "@", 2)[0], ":", 3)[2]
	texts := map[string]string{"log": x.log}
	err := filepath.WalkDir(x.dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || strings.Contains(path, "effigy-bin") {
			return err
		}
		text, err := os.ReadFile(path)
		texts[path] = string(text)
		return err
	})
	if err != nil {
		r.t.Fatal(err)
	}
	for _, c := range r.api.Comments {
		texts["a comment"] += c.Body
	}
	for _, p := range r.api.Pulls {
		texts["a pull request"] += p.Title + p.Body
	}
	for where, text := range texts {
		for line := range strings.Lines(text) {
			if strings.HasPrefix(line, "::add-mask::") {
				continue
			}
			for _, secret := range []string{r.dumper, password, r.api.Token, secretKey} {
				if strings.Contains(line, secret) {
					r.t.Errorf("a credential in %s: %s", where, line)
				}
			}
		}
	}
}

const customers = "CREATE TABLE public.customers (id bigint PRIMARY KEY, email text NOT NULL)"

// TestSyncWorkflow runs the workflow that init writes from the first run to a
// drift that went away.
func TestSyncWorkflow(t *testing.T) {
	t.Parallel()
	r := newRunner(t)
	r.sql(customers)
	r.initialised("")
	sync := func() *ran { return r.run(job{workflow: "effigy-sync.yml", event: "schedule", secrets: true}) }
	schema := func() string {
		files, _ := r.api.Branch("effigy/sync")
		return files["schema.sql"]
	}

	x := sync()
	r.want(x, 3, "pull request 1: created", "## Schema drift: production differs from `schema.sql`", "**added** table `public.customers`", "Sandbox: built from the new text and verified: 1 table, 100 rows", "```mermaid")
	if x.outputs["drift"] != "true" || x.outputs["added"] != "1" || x.outputs["server-version"] == "" || x.outputs["sandbox-url"] != "" {
		t.Errorf("outputs %v", x.outputs)
	}
	if !strings.Contains(schema(), "CREATE TABLE public.customers") || r.api.Pulls[0].Base != "main" {
		t.Errorf("%+v %q", r.api.Pulls[0], schema())
	}

	r.api.Throttle = 1
	calls := r.api.Count("P")
	r.want(sync(), 3, "pull request 1: unchanged")
	// Blobs and trees are content-addressed: making them anew changes nothing.
	if n := r.api.Count("PATCH"); n > 0 || r.api.Count("P") > calls+3 {
		t.Errorf("an unchanged pull request was written to: %v", r.api.Calls)
	}

	r.sql("ALTER TABLE public.customers ADD COLUMN name text")
	r.want(sync(), 3, "pull request 1: updated")
	if !strings.Contains(schema(), "name text") || len(r.api.Pulls) != 1 {
		t.Errorf("%d pull requests, %q", len(r.api.Pulls), schema())
	}

	r.commit("schema.sql", schema()) // merged
	r.api.Pulls[0].State = "closed"
	x = sync()
	r.want(x, 0, "## No schema drift")
	if x.outputs["drift"] != "false" || x.outputs["changed"] != "0" {
		t.Errorf("outputs %v", x.outputs)
	}

	r.sql("ALTER TABLE public.customers DROP COLUMN name")
	r.want(sync(), 3, "pull request 2: created", "::error file=schema.sql,line=", "**removed** column `public.customers.name`")
	r.sql("ALTER TABLE public.customers ADD COLUMN name text")
	r.want(sync(), 0, "pull request 2: closed, there is no drift any more")
	if p := r.api.Pulls[1]; p.State != "closed" || !strings.HasPrefix(p.Body, "## Schema drift: resolved") {
		t.Errorf("%+v", p)
	}

	r.api.ReadOnly = true
	r.sql("DROP TABLE public.customers")
	r.want(sync(), 1, "the token may not do that", "hint: the job needs permissions", "**removed** table `public.customers`")
}

const shop = customers + ";\nCREATE TABLE public.orders (\n    id bigint PRIMARY KEY,\n    customer_id bigint NOT NULL REFERENCES public.customers,\n    total numeric(10,2) NOT NULL\n);\n"

// TestCheckWorkflow runs check and comment on pull requests of this
// repository and of a fork.
func TestCheckWorkflow(t *testing.T) {
	t.Parallel()
	r := newRunner(t)
	r.built = true
	r.commit("schema.sql", shop)
	r.initialised("")
	check := func(branch string, fork bool) *ran {
		r.api.ReadOnly = fork
		return r.run(job{workflow: "effigy-check.yml", event: "pull_request", branch: branch, fork: fork})
	}
	comment := func(branch, head string) *ran {
		r.api.ReadOnly = false
		sha := r.git(r.origin, "rev-parse", branch)
		r.api.Pulls = []*githubtest.Pull{{Number: 7, State: "open", Branch: branch, Base: "main", SHA: sha, HeadRepository: head}}
		return r.run(job{workflow: "effigy-comment.yml", event: "workflow_run", payload: map[string]any{"workflow_run": map[string]any{
			"id": 55, "event": "pull_request", "head_sha": sha, "head_branch": branch, "head_repository": map[string]any{"full_name": head}, "conclusion": "success",
		}}})
	}

	r.branch("narrow", "schema.sql", strings.Replace(shop, "numeric(10,2)", "numeric(4,2)", 1))
	x := check("narrow", false)
	r.want(x, 0, "## Schema change under review", "**1 breaking**", "+ numeric(4,2) NOT NULL", "::warning file=schema.sql,line=5,title=Schema%3A breaking::column public.orders.total changed", "`amount ")
	if x.outputs["drift"] != "true" || x.outputs["breaking"] != "1" || len(r.api.Comments) != 0 {
		t.Errorf("outputs %v", x.outputs)
	}
	r.want(comment("narrow", r.api.Repository), 0, "comment on pull request 7: created")
	r.want(comment("narrow", r.api.Repository), 0, "comment on pull request 7: unchanged")
	if c := r.api.Comments[0]; !strings.Contains(c.Body, "**changed** column `public.orders.total`") || strings.Contains(c.Body, "What to do") {
		t.Errorf("%+v", c)
	}
	r.branch("narrow", "README.md", "taken back\n")
	r.want(check("narrow", false), 0, "## No schema drift")
	r.want(comment("narrow", r.api.Repository), 0, "comment on pull request 7: updated")
	if c := r.api.Comments[0]; !strings.Contains(c.Body, "## Schema drift: resolved") || len(r.api.Comments) != 1 {
		t.Errorf("%+v", c)
	}

	// A fork's names try everything.
	evil := `"x` + "\n::error::owned\n</details>@acme/all `" + `"`
	r.branch("evil", "schema.sql", shop+"CREATE TABLE public."+evil+" (id bigint PRIMARY KEY, customer_id bigint REFERENCES public.customers);\n")
	x = check("evil", true)
	r.want(x, 0, "**1 additive**")
	for line := range strings.Lines(x.log) {
		if strings.HasPrefix(strings.TrimSpace(line), "::error::") {
			t.Errorf("a name became a command: %s", line)
		}
	}
	r.want(comment("evil", "mallory/shop"), 0, "comment on pull request 7: updated")

	// A comment that the job itself makes; a fork's token can't.
	direct := strings.Replace(string(must(os.ReadFile(filepath.Join(r.origin, ".github/workflows/effigy-check.yml")))), "mode: check", "mode: check\n          comment: \"true\"", 1)
	r.api.Comments = nil
	r.api.ReadOnly = true
	r.want(r.run(job{workflow: direct, event: "pull_request", branch: "evil", fork: true}), 0, "the token may not comment", "**1 additive**")
	r.api.ReadOnly = false
	r.want(r.run(job{workflow: direct, event: "pull_request", branch: "evil"}), 0, "comment: created")
	if len(r.api.Comments) != 1 || strings.Contains(r.api.Comments[0].Body, "\n</details>@acme") {
		t.Errorf("%+v", r.api.Comments)
	}

	// What can't be built must not be merged, and fail-on is for those who want it.
	r.branch("empty", "schema.sql", strings.Replace(shop, "total numeric(10,2) NOT NULL", "total numeric(10,2) NOT NULL CHECK (total > 5 AND total < 5)", 1))
	r.want(check("empty", false), 4, "**no sandbox can be built**", "Sandbox: none could be built")
	strict := strings.Replace(direct, "comment: \"true\"", "fail-on: breaking", 1)
	r.branch("narrow", "schema.sql", strings.Replace(shop, "numeric(10,2)", "numeric(4,2)", 1))
	r.want(r.run(job{workflow: strict, event: "pull_request", branch: "narrow"}), 3)

	// An old baseline fails; a sync that never ran leaves the last commit.
	r.api.Successes["effigy-sync.yml"] = time.Now().Add(-31 * 24 * time.Hour)
	r.want(check("narrow", false), 1, "stale: the last successful sync was more than 30 days ago")
	r.api.Successes["effigy-sync.yml"] = time.Time{}
	r.api.Dates["schema.sql"] = time.Now().Add(-29 * 24 * time.Hour)
	r.want(check("narrow", false), 0)
	r.api.Dates["schema.sql"] = time.Now().Add(-31 * 24 * time.Hour)
	r.want(check("narrow", false), 1, "stale: the last commit of the schema")
}

func must(b []byte, err error) []byte {
	if err != nil {
		panic(err)
	}
	return b
}

// against is a workflow that somebody wrote by hand, with a secret where
// there should be none.
func against(depth string) string {
	return `
jobs:
  check:
    steps:
      - uses: actions/checkout@v5
        with:
          fetch-depth: ` + depth + `
      - uses: effigydb/effigy@main
        with:
          mode: check
          schema: schema.sql
          production-url: ${{ secrets.EFFIGY_PRODUCTION_URL }}
`
}

// TestClosedToForks holds that a credential in the wrong workflow opens
// nothing, and that a branch can't loosen the rules that guard it.
func TestClosedToForks(t *testing.T) {
	t.Parallel()
	r := newRunner(t)
	r.built = true
	r.sql(customers, `COMMENT ON TABLE public.customers IS 'ask jane.roe@corp.example'`)
	r.commit("schema.sql", customers+";\n")
	r.commit("effigy.yaml", "rows: 5\nsanitize:\n  comments: drop\n")
	r.branch("loose", "effigy.yaml", "rows: 5\nsanitize:\n  comments: keep\ndiff:\n  ignore:\n    - kind: \"*\"\n      name: \"public.*\"\n")
	for _, j := range []job{
		{event: "pull_request", branch: "loose", fork: true},
		{event: "pull_request_target", branch: "loose", fork: true},
		{event: "pull_request_target", branch: "loose"},
		{event: "issue_comment", payload: map[string]any{"issue": map[string]any{"pull_request": map[string]any{}}}},
		{event: "workflow_run", payload: map[string]any{"workflow_run": map[string]any{"head_repository": map[string]any{"full_name": "mallory/shop"}}}},
	} {
		j.workflow, j.secrets = against("0"), true
		x := r.run(j)
		r.want(x, 4, "error: no database is dumped here")
		if strings.Contains(x.log, "pg_dump 1") {
			t.Errorf("%s: it was dumped", j.event)
		}
	}

	r.sql("ALTER TABLE public.customers ADD COLUMN name text")
	x := r.run(job{workflow: against("0"), event: "pull_request", branch: "loose", secrets: true})
	r.want(x, 3, "**added** column `public.customers.name`")
	if strings.Contains(x.log+x.summary, "jane.roe") {
		t.Error("the branch's sanitiser settings were used")
	}
	// Where the default branch was not fetched GitHub is asked, or nobody.
	r.api.Files["effigy.yaml"] = "sanitize:\n  comments: drop\n"
	r.want(r.run(job{workflow: against("1"), event: "pull_request", branch: "loose", secrets: true}), 3, "**added** column `public.customers.name`")
	r.want(r.run(job{workflow: against("1") + "          github-token: \"\"\n", event: "pull_request", branch: "loose", secrets: true}), 4, "own are not trusted")
}

// TestRebuildMode leaves a sandbox whose URL is masked before it is an
// output.
func TestRebuildMode(t *testing.T) {
	t.Parallel()
	r := newRunner(t)
	r.built = true
	r.commit("schema.sql", shop)
	x := r.run(job{event: "push", workflow: strings.Replace(strings.Replace(against("1"), "mode: check", "mode: rebuild\n          rows: 7", 1), "production-url", "redaction-key", 1)})
	r.want(x, 0, "## A sandbox was built", "`public.orders`: 7 rows")
	url := x.outputs["sandbox-url"]
	at, masked := strings.Index(x.log, url), strings.Index(x.log, "::add-mask::"+strings.ReplaceAll(url, "%", "%25"))
	if url == "" || masked < 0 || at < masked {
		t.Errorf("the URL is not masked first: %q", url)
	}
	for line := range strings.Lines(x.log) {
		if strings.Contains(line, url) && !strings.HasPrefix(line, "::add-mask::") {
			t.Errorf("the URL is in the log: %q", line)
		}
	}
	var result struct {
		Sandbox struct{ URL string }
		Tables  []any
	}
	if err := json.Unmarshal(must(os.ReadFile(x.outputs["json-path"])), &result); err != nil || result.Sandbox.URL != "" || len(result.Tables) != 2 {
		t.Errorf("%+v, %v", result, err)
	}
	x = r.run(job{event: "push", workflow: strings.Replace(against("1"), "mode: check", "mode: chekc", 1)})
	r.want(x, 2, "did you mean check?", "::error title=effigy chekc::")

	// A push is compared with what was there before, if only with nothing.
	before := r.git(r.origin, "rev-parse", "main~1")
	x = r.run(job{event: "push", workflow: against("0"), payload: map[string]any{"before": before}})
	r.want(x, 0, "## Schema change under review", "**2 additive**", "Base: schema.sql at "+before[:10])
}

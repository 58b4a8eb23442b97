package main

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"

	"github.com/effigydb/effigy/internal/github/githubtest"
	"github.com/effigydb/effigy/internal/pgtest"
	"github.com/effigydb/effigy/internal/postgres"
)

// runner runs jobs of a repository's workflows as GitHub's would: the steps
// of action.yml by bash, each with its own environment and the files that the
// runner makes. Of the Actions that workflows use, checkout is a clone,
// upload-artifact a zip in the stand-in for GitHub's API, and setup-go
// nothing.
type runner struct {
	t          *testing.T
	api        *githubtest.Server
	origin     string // the repository on GitHub
	production *postgres.Conn
	dumper     string // the URL that is a secret
	admin      string
	// built is set when the Action's steps need not build it from source: they
	// do so once, where "make build" has filled Go's cache.
	built bool
}

const secretKey = "kq3fakeredactionkey7"

// newRunner makes a repository with one commit, and a production database
// with a login that may only read its schema.
func newRunner(t *testing.T) *runner {
	t.Helper()
	if _, err := exec.LookPath("pg_dump"); err != nil {
		t.Skip("no pg_dump")
	}
	reader, production := pgtest.New(t), pgtest.New(t)
	url, err := postgres.WithDatabase(reader.URL, production.Name)
	if err != nil {
		t.Fatal(err)
	}
	r := &runner{t: t, api: githubtest.New(t), origin: t.TempDir(), production: production.Connect(t), dumper: url, admin: pgtest.Admin(t).URL}
	_, err = os.Stat("../../bin/effigy")
	r.built = err != nil
	r.sql("ALTER DEFAULT PRIVILEGES GRANT SELECT ON TABLES TO "+postgres.Ident(reader.Name), "GRANT USAGE ON SCHEMA public TO "+postgres.Ident(reader.Name))
	r.git(r.origin, "init", "-q", "-b", "main")
	r.commit("README.md", "shop\n")
	return r
}

func (r *runner) sql(statements ...string) {
	r.t.Helper()
	if err := r.production.Script(r.t.Context(), statements...); err != nil {
		r.t.Fatal(err)
	}
}

func (r *runner) git(dir string, args ...string) string {
	r.t.Helper()
	cmd := exec.Command("git", append([]string{"-C", dir, "-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "protocol.file.allow=always", "-c", "commit.gpgsign=false"}, args...)...)
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_NOSYSTEM=1")
	out, err := cmd.CombinedOutput()
	if err != nil {
		r.t.Fatalf("git %v: %s", args, out)
	}
	return strings.TrimSpace(string(out))
}

// commit writes a file and commits everything on what is checked out.
func (r *runner) commit(name, text string) {
	r.t.Helper()
	file := filepath.Join(r.origin, name)
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		r.t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		r.t.Fatal(err)
	}
	r.git(r.origin, "add", "-A")
	r.git(r.origin, "commit", "-q", "--allow-empty", "-m", name)
}

// branch makes a branch of main with a file changed and goes back to main.
// Its merge with main is what a runner checks out.
func (r *runner) branch(name, file, text string) {
	r.t.Helper()
	r.git(r.origin, "checkout", "-q", "-B", name, "main")
	r.commit(file, text)
	r.git(r.origin, "checkout", "-q", "-B", name+"-merge", "main")
	r.git(r.origin, "merge", "-q", "--no-ff", "-m", "merge", name)
	r.git(r.origin, "checkout", "-q", "main")
}

// job is a run of a workflow.
type job struct {
	workflow string // of the repository, or the text itself
	event    string
	branch   string // of a pull request; its head is in this repository or in fork
	fork     bool
	payload  map[string]any // more of the event
	secrets  bool
}

// ran is what a job left.
type ran struct {
	status       int
	log, summary string
	outputs      map[string]string
	dir          string
}

type workflowFile struct {
	Jobs map[string]struct{ Steps []step }
}

type step struct {
	ID, If, Uses, Run string
	Dir               string `yaml:"working-directory"`
	With              map[string]any
	Env               map[string]string
}

// run runs the only job of a workflow.
func (r *runner) run(j job) *ran {
	r.t.Helper()
	text := j.workflow
	if !strings.Contains(text, "\n") {
		b, err := os.ReadFile(filepath.Join(r.origin, ".github", "workflows", j.workflow))
		if err != nil {
			r.t.Fatal(err)
		}
		text = string(b)
	}
	var w workflowFile
	if err := yaml.Unmarshal([]byte(text), &w); err != nil || len(w.Jobs) != 1 {
		r.t.Fatalf("%d jobs, %v", len(w.Jobs), err)
	}
	x := r.start(j)
	for _, job := range w.Jobs {
		for _, s := range job.Steps {
			x.step(s)
		}
	}
	return x.result
}

// running is a job while it runs.
type running struct {
	*runner
	job       job
	work      string
	workspace string
	vars      map[string]string // of expressions
	env       []string
	result    *ran
}

func (r *runner) start(j job) *running {
	work := r.t.TempDir()
	x := &running{runner: r, job: j, work: work, workspace: filepath.Join(work, "shop"), result: &ran{outputs: map[string]string{}, dir: work}}
	ref, sha := "refs/heads/main", r.git(r.origin, "rev-parse", "main")
	event := map[string]any{"repository": map[string]any{"full_name": r.api.Repository, "default_branch": "main"}}
	if j.branch != "" {
		ref, sha = "refs/pull/7/merge", r.git(r.origin, "rev-parse", j.branch+"-merge")
		head := r.api.Repository
		if j.fork {
			head = "mallory/shop"
		}
		event["pull_request"] = map[string]any{
			"number": 7, "base": map[string]any{"sha": r.git(r.origin, "rev-parse", "main"), "ref": "main"},
			"head": map[string]any{"sha": r.git(r.origin, "rev-parse", j.branch), "repo": map[string]any{"full_name": head}},
		}
	}
	for k, v := range j.payload {
		event[k] = v
	}
	text, err := json.Marshal(event)
	if err != nil {
		r.t.Fatal(err)
	}
	for name, text := range map[string]string{"event.json": string(text), "output": "", "summary": ""} {
		if err := os.WriteFile(filepath.Join(work, name), []byte(text), 0o600); err != nil {
			r.t.Fatal(err)
		}
	}
	temp := filepath.Join(work, "temp")
	if err := os.Mkdir(temp, 0o700); err != nil {
		r.t.Fatal(err)
	}
	r.binary(filepath.Join(temp, "effigy-bin"))
	root, err := filepath.Abs("../..")
	if err != nil {
		r.t.Fatal(err)
	}
	x.vars = map[string]string{"github.token": r.api.Token, "runner.temp": temp, "github.action_path": root, "github.action_ref": "main", "github.ref": ref}
	if j.secrets {
		x.vars["secrets.EFFIGY_PRODUCTION_URL"], x.vars["secrets.EFFIGY_REDACTION_KEY"] = r.dumper, secretKey
	}
	x.env = append(os.Environ(), "CI=true", "GITHUB_ACTIONS=true", "GITHUB_EVENT_NAME="+j.event, "GITHUB_EVENT_PATH="+filepath.Join(work, "event.json"),
		"GITHUB_REPOSITORY="+r.api.Repository, "GITHUB_REF="+ref, "GITHUB_SHA="+sha, "GITHUB_API_URL="+r.api.URL, "GITHUB_WORKSPACE="+x.workspace,
		"GITHUB_OUTPUT="+filepath.Join(work, "output"), "GITHUB_STEP_SUMMARY="+filepath.Join(work, "summary"), "RUNNER_TEMP="+temp,
		"EFFIGY_ADMIN_URL="+r.admin, "EFFIGY_PRODUCTION_URL=", "HOME="+work, "GOCACHE="+goEnv(r.t, "GOCACHE"), "GOMODCACHE="+goEnv(r.t, "GOMODCACHE"), "GOFLAGS=-buildvcs=false")
	return x
}

func goEnv(t *testing.T, name string) string {
	out, err := exec.Command("go", "env", name).Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

// binary puts the program where the Action's first step looks for it, but for
// the first job of a test, whose steps build it.
func (r *runner) binary(dir string) {
	if !r.built {
		r.built = true
		return
	}
	program, err := exec.LookPath("effigy")
	if err == nil {
		err = os.MkdirAll(dir, 0o755)
	}
	if err == nil {
		err = os.Symlink(program, filepath.Join(dir, "effigy"))
	}
	if err != nil {
		r.t.Fatal(err)
	}
}

// step runs one step of the workflow. After a failure only those with
// always() run.
func (x *running) step(s step) {
	x.t.Helper()
	if !x.when(s.If) {
		return
	}
	with := map[string]string{}
	for k, v := range s.With {
		with[k] = x.expand(fmt.Sprint(v))
	}
	action, _, _ := strings.Cut(s.Uses, "@")
	switch action {
	case "actions/checkout":
		x.checkout(with)
	case "actions/upload-artifact":
		x.upload(with)
	case "effigydb/effigy", "./":
		x.composite(s.ID, with)
	case "":
		x.shell(s)
	default:
		x.t.Fatalf("no stand-in for %s", s.Uses)
	}
}

func (x *running) checkout(with map[string]string) {
	ref := "main"
	if x.job.branch != "" && x.job.event != "pull_request_target" {
		ref = x.job.branch + "-merge"
	}
	args := []string{"clone", "-q", "--branch", ref, "file://" + x.origin, x.workspace}
	if depth := with["fetch-depth"]; depth != "0" {
		if depth == "" {
			depth = "1"
		}
		args = append(args, "--depth", depth)
	}
	x.git(x.work, args...)
	x.git(x.workspace, "checkout", "-q", "--detach")
	if x.job.branch != "" { // only the merge was fetched
		x.git(x.workspace, "branch", "-D", "-q", ref)
		if with["fetch-depth"] != "0" {
			x.git(x.workspace, "update-ref", "-d", "refs/remotes/origin/"+ref)
		}
	}
}

func (x *running) upload(with map[string]string) {
	text, err := os.ReadFile(with["path"])
	if errors.Is(err, os.ErrNotExist) {
		return
	}
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	f, problem := z.Create(filepath.Base(with["path"]))
	if problem == nil {
		_, problem = f.Write(text)
	}
	if err := errors.Join(err, problem, z.Close()); err != nil {
		x.t.Fatal(err)
	}
	x.api.Archives[with["name"]] = b.Bytes()
}

// composite runs the steps of action.yml.
func (x *running) composite(id string, with map[string]string) {
	x.t.Helper()
	text, err := os.ReadFile("../../action.yml")
	if err != nil {
		x.t.Fatal(err)
	}
	var action struct {
		Inputs  map[string]struct{ Default any }
		Outputs map[string]struct{ Value string }
		Runs    struct{ Steps []step }
	}
	if err := yaml.Unmarshal(text, &action); err != nil {
		x.t.Fatal(err)
	}
	for name, in := range action.Inputs {
		x.vars["inputs."+name] = x.expand(fmt.Sprint(in.Default))
	}
	for name, value := range with {
		if _, known := action.Inputs[name]; !known {
			x.t.Errorf("the Action has no input %s", name)
		}
		x.vars["inputs."+name] = value
	}
	for _, s := range action.Runs.Steps {
		if s.Run != "" && x.when(s.If) {
			x.shell(s)
		}
	}
	for name, out := range action.Outputs {
		x.result.outputs[name] = x.expand(out.Value)
		x.vars["steps."+id+".outputs."+name] = x.result.outputs[name]
	}
}

// shell runs the words of a step as they stand: nothing is put into them.
func (x *running) shell(s step) {
	x.t.Helper()
	if strings.Contains(s.Run, "${{") {
		x.t.Fatalf("interpolated: %s", s.Run)
	}
	cmd := exec.Command("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", s.Run)
	cmd.Dir = filepath.Join(x.workspace, x.expand(s.Dir))
	if _, err := os.Stat(cmd.Dir); err != nil {
		cmd.Dir = x.work // nothing was checked out
	}
	cmd.Env = x.env
	for k, v := range s.Env {
		cmd.Env = append(cmd.Env, k+"="+x.expand(v))
	}
	out, err := cmd.CombinedOutput()
	x.result.log += string(out)
	var ended *exec.ExitError
	if err != nil && !errors.As(err, &ended) {
		x.t.Fatal(err)
	}
	if ended != nil {
		x.result.status = ended.ExitCode()
	}
	x.files(s.ID)
}

// files takes over what the step wrote for the runner.
func (x *running) files(id string) {
	output, err := os.ReadFile(filepath.Join(x.work, "output"))
	if err != nil {
		x.t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(`(?m)^([a-z-]+)=(.*)$`).FindAllStringSubmatch(string(output), -1) {
		x.vars["steps."+id+".outputs."+m[1]] = m[2]
	}
	for _, m := range regexp.MustCompile(`(?m)^([a-z-]+)<<(\S+)\n((?:.*\n)*?)_GitHub\S+$`).FindAllStringSubmatch(string(output), -1) {
		x.vars["steps."+id+".outputs."+m[1]] = strings.TrimSuffix(m[3], "\n")
	}
	summary, err := os.ReadFile(filepath.Join(x.work, "summary"))
	if err != nil {
		x.t.Fatal(err)
	}
	x.result.summary = string(summary)
}

var expression = regexp.MustCompile(`\$\{\{ *([a-zA-Z0-9_.-]+) *\}\}`)

func (x *running) expand(s string) string {
	return expression.ReplaceAllStringFunc(s, func(m string) string { return x.vars[expression.FindStringSubmatch(m)[1]] })
}

// when evaluates an if: comparisons of a value with a text, joined by &&.
func (x *running) when(condition string) bool {
	if condition == "always()" {
		return true
	}
	if x.result.status != 0 {
		return false
	}
	for term := range strings.SplitSeq(condition, " && ") {
		m := regexp.MustCompile(`^(\S+) (==|!=) '(.*)'$`).FindStringSubmatch(term)
		if term == "" {
			continue
		}
		if m == nil {
			x.t.Fatalf("if: %s", term)
		}
		if (x.vars[m[1]] == m[3]) != (m[2] == "==") {
			return false
		}
	}
	return true
}

package main

import (
	"context"
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/effigydb/effigy/internal/pgtest"
)

// repository is a folder with a schema and its settings, and the environment
// of a server for it.
func repository(t *testing.T) (dir string, env []string) {
	t.Helper()
	dir = t.TempDir()
	for name, text := range map[string]string{
		"effigy.yaml": "schema: schema.sql\nrows: 20\n",
		"schema.sql": `CREATE TABLE public.authors (id bigint PRIMARY KEY, mail text NOT NULL UNIQUE);
CREATE TABLE public.books (id bigint PRIMARY KEY, author bigint NOT NULL REFERENCES public.authors, title text NOT NULL);`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir, []string{"HOME=" + dir, "PATH=" + os.Getenv("PATH"), "EFFIGY_ADMIN_URL=" + pgtest.Admin(t).URL}
}

// binary is this test binary under the command's name, as which it is the
// command: see TestMain.
func binary(t *testing.T) string {
	t.Helper()
	self, err := os.Executable()
	path := filepath.Join(t.TempDir(), "effigy")
	if err == nil {
		err = os.Symlink(self, path)
	}
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// told collects the progress of a client's calls.
type told struct {
	mu   sync.Mutex
	list []string
}

func (p *told) add(_ context.Context, r *mcp.ProgressNotificationClientRequest) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.list = append(p.list, r.Params.Message)
}

func (p *told) text() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return strings.Join(p.list, "\n")
}

func connect(t *testing.T, p *told, transport mcp.Transport) *mcp.ClientSession {
	t.Helper()
	s, err := mcp.NewClient(&mcp.Implementation{Name: "test"}, &mcp.ClientOptions{ProgressNotificationHandler: p.add}).Connect(t.Context(), transport, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// ask calls a tool and decodes its structured answer into v, or returns the
// text of its error.
func ask(t *testing.T, s *mcp.ClientSession, tool string, arguments map[string]any, v any) string {
	t.Helper()
	params := &mcp.CallToolParams{Name: tool, Arguments: arguments}
	params.SetProgressToken(tool)
	r, err := s.CallTool(t.Context(), params)
	if err != nil {
		t.Fatalf("%s: %v", tool, err)
	}
	if r.IsError {
		return r.Content[0].(*mcp.TextContent).Text
	}
	text, err := json.Marshal(r.StructuredContent)
	if err == nil && v != nil {
		err = json.Unmarshal(text, v)
	}
	if err != nil {
		t.Fatalf("%s: %v", tool, err)
	}
	return ""
}

// TestMCPProcess: every tool, over the standard streams of a process.
func TestMCPProcess(t *testing.T) {
	dir, env := repository(t)
	path := binary(t)
	cmd := exec.Command(path, "mcp", "--allow-write", "--allow-connection")
	cmd.Dir, cmd.Env, cmd.Stderr = dir, env, os.Stderr
	p := &told{}
	s := connect(t, p, &mcp.CommandTransport{Command: cmd})
	testTools(t, s, p)
}

func testTools(t *testing.T, s *mcp.ClientSession, p *told) {
	for detail, columns := range map[bool]int{false: 0, true: 2} {
		var plan struct{ Tables []struct{ Columns []any } }
		if text := ask(t, s, "estimate", map[string]any{"rows": 5, "detail": detail}, &plan); text != "" || len(plan.Tables) != 2 || len(plan.Tables[0].Columns) != columns {
			t.Fatalf("estimate: %s %v", text, plan)
		}
	}
	var built struct {
		Sandbox struct{ Name, URL string }
	}
	if text := ask(t, s, "rebuild", map[string]any{"name": "agent"}, &built); text != "" || built.Sandbox.Name == "" || built.Sandbox.URL != "" {
		t.Fatalf("rebuild: %s %+v", text, built)
	}
	if !strings.Contains(p.text(), "rows") {
		t.Errorf("progress: %s", p.text())
	}
	// in adds the sandbox to a tool's arguments: others may be on the server.
	in := func(arguments map[string]any) map[string]any {
		if arguments == nil {
			arguments = map[string]any{}
		}
		arguments["sandbox"] = built.Sandbox.Name
		return arguments
	}
	count := func() string {
		var r struct{ Rows [][]any }
		if text := ask(t, s, "query", in(map[string]any{"sql": "SELECT count(*) FROM books"}), &r); text != "" {
			t.Fatal(text)
		}
		return r.Rows[0][0].(string)
	}
	if n := count(); n != "20" {
		t.Errorf("%s books", n)
	}
	if text := ask(t, s, "query", map[string]any{"sql": "DELETE FROM books"}, nil); !strings.Contains(text, "hint: ") {
		t.Errorf("query: %q", text)
	}
	if text := ask(t, s, "execute", in(map[string]any{"sql": "DELETE FROM books; ALTER TABLE authors ADD COLUMN born date"}), nil); text != "" {
		t.Error(text)
	}
	var drift struct{ Drift bool }
	if text := ask(t, s, "drift", in(nil), &drift); text != "" || !drift.Drift {
		t.Errorf("drift: %s %+v", text, drift)
	}
	if text := ask(t, s, "reset", map[string]any{"sandbox": built.Sandbox.Name}, nil); text != "" {
		t.Errorf("reset: %s", text)
	}
	if n := count(); n != "20" {
		t.Errorf("%s books after the reset", n)
	}
	if text := ask(t, s, "drift", in(nil), &drift); text != "" || drift.Drift {
		t.Errorf("drift after the reset: %s %+v", text, drift)
	}
	var list struct {
		Sandboxes []struct{ Name, State string }
	}
	if text := ask(t, s, "list_sandboxes", nil, &list); text != "" || !slices.Contains(list.Sandboxes, struct{ Name, State string }{built.Sandbox.Name, "ready"}) {
		t.Errorf("list_sandboxes: %s %+v", text, list)
	}
	var connection struct{ URL string }
	if text := ask(t, s, "get_connection", in(map[string]any{"reader": true}), &connection); text != "" || !strings.HasPrefix(connection.URL, "postgres") {
		t.Errorf("get_connection: %s", text)
	}
	for tool, arguments := range map[string]map[string]any{
		"explain": in(map[string]any{"sql": "SELECT * FROM books"}), "describe_schema": in(map[string]any{"name": "books"}),
		"verify": in(nil), "doctor": nil, "clean": {"dry_run": true},
	} {
		if text := ask(t, s, tool, arguments, nil); text != "" {
			t.Errorf("%s: %s", tool, text)
		}
	}
	for tool, arguments := range map[string]map[string]any{
		"rebuild": {"schema": "/etc/passwd"}, "drift": {"with": "env:SECRET"}, "query": {"sql": "SELECT 1", "url": "postgres://elsewhere"},
	} {
		if text := ask(t, s, tool, arguments, nil); text == "" {
			t.Errorf("%s can be pointed elsewhere", tool)
		}
	}
	if text := ask(t, s, "drop", map[string]any{"sandbox": built.Sandbox.Name}, nil); text != "" {
		t.Errorf("drop: %s", text)
	}
	if text := ask(t, s, "query", in(map[string]any{"sql": "SELECT 1"}), nil); !strings.Contains(text, "no such sandbox") {
		t.Errorf("query after the drop: %q", text)
	}
}

// TestMCPUnnamed: a call that names no sandbox is about the one that was built
// here, however many others there are.
func TestMCPUnnamed(t *testing.T) {
	dir, env := repository(t)
	path := binary(t)
	for _, name := range []string{"theirs", "others"} {
		cmd := exec.Command(path, "rebuild", "--name", name, "--quiet")
		cmd.Dir, cmd.Env = dir, env
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	cmd := exec.Command(path, "mcp")
	cmd.Dir, cmd.Env, cmd.Stderr = dir, env, os.Stderr
	s := connect(t, &told{}, &mcp.CommandTransport{Command: cmd})
	count := func() (string, string) {
		var r struct{ Rows [][]any }
		if text := ask(t, s, "query", map[string]any{"sql": "SELECT count(*) FROM books"}, &r); text != "" {
			return "", text
		}
		return r.Rows[0][0].(string), ""
	}
	several := func(names ...string) {
		t.Helper()
		_, text := count()
		for _, want := range append(names, "several sandboxes", "\nhint: name one of them: the argument sandbox") {
			if !strings.Contains(text, want) {
				t.Errorf("no %q in %q", want, text)
			}
		}
	}
	several("effigy_theirs_", "effigy_others_")
	for range 2 { // made, then replaced
		if text := ask(t, s, "rebuild", map[string]any{"replace": "mine", "rows": 7}, nil); text != "" {
			t.Fatal(text)
		}
		if n, text := count(); n != "7" {
			t.Errorf("%q books, want those of its own rebuild: %s", n, text)
		}
	}
	if text := ask(t, s, "rebuild", map[string]any{"name": "second", "rows": 3}, nil); text != "" {
		t.Fatal(text)
	}
	several("effigy_mine_", "effigy_second_")
	if text := ask(t, s, "drop", map[string]any{"sandbox": "mine"}, nil); text != "" {
		t.Fatal(text)
	}
	if n, text := count(); n != "3" {
		t.Errorf("%q books, want those of the one that is left: %s", n, text)
	}
}

// bearer adds a token to requests.
type bearer string

func (b bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+string(b))
	return http.DefaultTransport.RoundTrip(r)
}

// TestMCPOverHTTP: the same server over streamable HTTP, behind the guard; a
// rebuild, a query, a cancelled one, and a graceful end.
func TestMCPOverHTTP(t *testing.T) {
	dir, env := repository(t)
	path := binary(t)
	url, token := start(t, path, dir, env, "mcp", "--listen", "127.0.0.1:0", "--quiet")
	for name, client := range map[string]*http.Client{"none": http.DefaultClient, "wrong": {Transport: bearer("wrong")}} {
		_, err := mcp.NewClient(&mcp.Implementation{Name: "test"}, nil).Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: url + "/mcp", HTTPClient: client, MaxRetries: -1}, nil)
		if err == nil {
			t.Errorf("%s token: let in", name)
		}
	}
	p := &told{}
	s := connect(t, p, &mcp.StreamableClientTransport{Endpoint: url + "/mcp", HTTPClient: &http.Client{Transport: bearer(token)}})
	tools, err := s.ListTools(t.Context(), nil)
	if err != nil || slices.ContainsFunc(tools.Tools, func(x *mcp.Tool) bool { return x.Name == "execute" || x.Name == "get_connection" }) {
		t.Errorf("tools that were not allowed: %v", err)
	}
	var built struct{ Sandbox struct{ Name string } }
	if text := ask(t, s, "rebuild", map[string]any{"rows": 5}, &built); text != "" || p.text() == "" {
		t.Fatalf("rebuild: %s; progress: %s", text, p.text())
	}
	if text := ask(t, s, "query", map[string]any{"sql": "TABLE books", "sandbox": built.Sandbox.Name}, nil); text != "" {
		t.Error(text)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	if _, err := s.CallTool(ctx, &mcp.CallToolParams{Name: "query", Arguments: map[string]any{
		"sql": "SELECT count(*) FROM generate_series(1, 100000000000)", "sandbox": built.Sandbox.Name,
	}}); err == nil {
		t.Error("a cancelled query was answered")
	}
	if text := ask(t, s, "drop", map[string]any{"sandbox": built.Sandbox.Name}, nil); text != "" {
		t.Errorf("drop: %s", text)
	}
}

// TestServe: the gate over HTTP as a process; a sandbox that is dropped
// meanwhile is a clean 503.
func TestServe(t *testing.T) {
	dir, env := repository(t)
	path := binary(t)
	run := func(args ...string) {
		t.Helper()
		cmd := exec.Command(path, args...)
		cmd.Dir, cmd.Env = dir, env
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", args, err, out)
		}
	}
	run("rebuild", "--name", "served", "--quiet")
	url, token := start(t, path, dir, env, "serve", "--sandbox", "served", "--quiet")
	client := &http.Client{Transport: bearer(token)}
	post := func() int {
		t.Helper()
		r, err := client.Post(url+"/query", "application/json", strings.NewReader(`{"sql": "SELECT count(*) FROM books"}`))
		if err != nil {
			t.Fatal(err)
		}
		_ = r.Body.Close()
		return r.StatusCode
	}
	if status := post(); status != 200 {
		t.Errorf("status %d", status)
	}
	run("sandbox", "drop", "served")
	for range 2 {
		if status := post(); status != 503 {
			t.Errorf("dropped: status %d", status)
		}
	}
}

// start runs a server until the test ends, which it must do gracefully.
func start(t *testing.T, path, dir string, env []string, args ...string) (url, token string) {
	t.Helper()
	cmd := exec.Command(path, args...)
	cmd.Dir, cmd.Env, cmd.Stderr = dir, env, os.Stderr
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Signal(os.Interrupt)
		if err := cmd.Wait(); err != nil {
			t.Errorf("%v: %v", args, err)
		}
	})
	var said struct {
		URL    string
		Tokens []struct{ Token string }
	}
	if err := json.NewDecoder(out).Decode(&said); err != nil {
		t.Fatal(err)
	}
	return said.URL, said.Tokens[0].Token
}

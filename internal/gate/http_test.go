package gate

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"
)

// web is a house served over HTTP.
type web struct {
	*house
	guard *Guard
	url   string
	clock time.Time // of the guard
}

func serve(t *testing.T, h *house) *web {
	t.Helper()
	l, err := Listen("127.0.0.1:0", false, "")
	if err != nil {
		t.Fatal(err)
	}
	w := &web{house: h, url: "http://" + l.Addr().String(), clock: time.Now()}
	w.guard = &Guard{
		Tokens: []Token{{ID: "a", Secret: "secret-of-a", Sandbox: "a"}, {ID: "b", Secret: "secret-of-b", Sandbox: "b"}},
		Port:   l.Addr().(*net.TCPAddr).Port, Rate: 10, Window: 10 * time.Second, Parallel: 5, Body: 1 << 20,
		Now: func() time.Time { return w.clock },
	}
	server := &http.Server{Handler: (&Web{Gate: h.Gate, Guard: w.guard}).Handler()}
	go func() { _ = server.Serve(l) }()
	t.Cleanup(func() { _ = server.Close() })
	return w
}

// bare is a house without a sandbox: nothing that reaches the server passes.
func bare(t *testing.T) *house {
	t.Helper()
	h := &house{Gate: &Gate{Limits: small, Now: time.Now, Audit: &Audit{Path: t.TempDir() + "/audit.jsonl"}}}
	h.Open = func(context.Context, string) (*Target, error) { return nil, errors.New("no such sandbox") }
	return h
}

// do sends a request; headers are pairs, and Host is one of them.
func (w *web) do(t *testing.T, method, path, body string, headers ...string) (int, string, http.Header) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, w.url+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer secret-of-a")
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
		if headers[i] == "Host" {
			r.Host = headers[i+1]
		}
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, string(text), answer.Header
}

func body(sql string) string {
	text, _ := json.Marshal(map[string]string{"sql": sql})
	return string(text)
}

// later moves the guard's clock past the window of the rate.
func (w *web) later() { w.clock = w.clock.Add(10 * time.Second) }

func TestHTTPBodies(t *testing.T) {
	w := serve(t, bare(t))
	for name, x := range map[string]struct {
		body   string
		status int
	}{
		"bad UTF-8":       {"{\"sql\": \"SELECT '\xff\xfe'\"}", 400},
		"NUL":             {`{"sql": "SELECT '\u0000'"}`, 403},
		"lone surrogate":  {`{"sql": "SELECT '\ud800'"}`, 400},
		"low first":       {`{"sql": "SELECT '\udc00\ud800'"}`, 400},
		"a pair":          {`{"sql": "SELECT '\ud83d\ude00'"}`, 503},
		"escaped":         {`{"sql": "SELECT '\\ud800'"}`, 503},
		"no JSON":         {`SELECT 1`, 400},
		"no object":       {`[1]`, 400},
		"two":             {`{"sql": "SELECT 1"} {}`, 400},
		"cut off":         {`{"sql": "SELECT`, 400},
		"unknown key":     {`{"sql": "SELECT 1", "readOnly": true}`, 400},
		"capitals":        {`{"SQL": "SELECT 1"}`, 400},
		"a key twice":     {`{"sql": "SELECT 1", "sql": "SELECT 2"}`, 400},
		"missing key":     {`{}`, 400},
		"null":            {`{"sql": null}`, 400},
		"a number":        {`{"sql": 1}`, 400},
		"raised limit":    {`{"sql": "SELECT 1", "max_rows": 101}`, 400},
		"parentheses":     {body("SELECT " + strings.Repeat("(", 10000) + "1" + strings.Repeat(")", 10000)), 403},
		"minuses":         {body("SELECT " + strings.Repeat("- ", 20000) + "1"), 403},
		"empty":           {body(""), 403},
		"long and legal":  {body("SELECT '" + strings.Repeat("x", 900_000) + "'"), 503},
		"above the limit": {body("SELECT '" + strings.Repeat("x", 1<<20) + "'"), 413},
	} {
		w.later()
		status, text, _ := w.do(t, "POST", "/query", x.body)
		if status != x.status || !strings.Contains(text, `"message"`) {
			t.Errorf("%s: %d: %s", name, status, text)
		}
	}
	w.later()
	if status, _, _ := w.do(t, "POST", "/query", "sql=1", "Content-Type", "application/x-www-form-urlencoded"); status != 415 {
		t.Errorf("a form: %d", status)
	}
	if status, _, _ := w.do(t, "GET", "/query", ""); status != 405 {
		t.Errorf("GET: %d", status)
	}
	if status, _, _ := w.do(t, "GET", "/schema?schemas=x", ""); status != 400 {
		t.Errorf("an unknown parameter: %d", status)
	}
}

// TestHTTPHuge: a body far above the limit is refused before it is read.
func TestHTTPHuge(t *testing.T) {
	w := serve(t, bare(t))
	text := []byte(`{"sql": "SELECT ` + strings.Repeat("1 + ", 12_500_000) + `1"}`)
	for name, r := range map[string]io.Reader{"with a length": bytes.NewReader(text), "chunked": io.MultiReader(bytes.NewReader(text))} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		request, _ := http.NewRequestWithContext(t.Context(), "POST", w.url+"/query", r)
		request.Header.Set("Authorization", "Bearer secret-of-a")
		request.Header.Set("Content-Type", "application/json")
		answer, err := http.DefaultClient.Do(request)
		runtime.ReadMemStats(&after)
		if err == nil {
			_ = answer.Body.Close()
			if answer.StatusCode != 413 {
				t.Errorf("%s: %d", name, answer.StatusCode)
			}
		} else if !strings.Contains(err.Error(), "reset") && !strings.Contains(err.Error(), "broken pipe") {
			t.Errorf("%s: %v", name, err) // hung up on while it still sent
		}
		if more := int64(after.TotalAlloc - before.TotalAlloc); more > 50<<20 {
			t.Errorf("%s: %d MB", name, more>>20)
		}
	}
}

func TestHTTPPlace(t *testing.T) {
	w := serve(t, bare(t))
	host := strings.TrimPrefix(w.url, "http://")
	for _, x := range []struct {
		key, value string
		status     int
	}{
		{"Origin", "https://evil.example", 403}, {"Origin", "null", 403}, {"Origin", w.url, 503},
		{"Host", "evil.example", 403}, {"Host", "127.0.0.1:1", 403}, {"Host", "", 503},
		{"Host", host, 503}, {"Host", strings.Replace(host, "127.0.0.1", "localhost", 1), 503},
	} {
		w.later()
		status, text, _ := w.do(t, "POST", "/query", body("SELECT 1"), x.key, x.value)
		if status != x.status {
			t.Errorf("%s %s: %d %s", x.key, x.value, status, text)
		}
		if status == 403 {
			if status, _, _ = w.do(t, "GET", "/health", "", x.key, x.value); status != 403 {
				t.Errorf("health with %s %s: %d", x.key, x.value, status)
			}
		}
	}
	if status, text, _ := w.do(t, "GET", "/health", "", "Authorization", ""); status != 200 || text != "{\"ok\":true}\n" {
		t.Errorf("%d %s", status, text)
	}
}

func TestHTTPToken(t *testing.T) {
	h := bare(t)
	var opened []string
	h.Open = func(_ context.Context, name string) (*Target, error) {
		opened = append(opened, name)
		return nil, errors.New("no such sandbox")
	}
	w := serve(t, h)
	same := ""
	// A blank at the end is no part of a header's value (RFC 9110, 5.5); one
	// before it is.
	for _, value := range []string{"", "Bearer", "Bearer wrong", "Bearer  secret-of-a", "bearer secret-of-a", "Basic secret-of-a", "secret-of-a", "Bearer secret-of-a\u00a0", "Bearer secret-of-ab"} {
		status, text, header := w.do(t, "POST", "/query", body("SELECT 1"), "Authorization", value)
		var f failure
		if err := json.Unmarshal([]byte(text), &f); err != nil || status != 401 || header.Get("WWW-Authenticate") != "Bearer" {
			t.Errorf("%q: %d %s", value, status, text)
			continue
		}
		if same == "" {
			same = f.Error.Message
		}
		if f.Error.Message != same {
			t.Errorf("%q: another text: %s", value, text)
		}
	}
	if len(opened) > 0 {
		t.Errorf("without a token: %v", opened)
	}
	w.do(t, "POST", "/query", body("SELECT 1"), "Authorization", "Bearer secret-of-b")
	if strings.Join(opened, " ") != "b" {
		t.Errorf("the token of b opens %v", opened)
	}
	log, _ := os.ReadFile(h.Audit.Path)
	if strings.Contains(string(log), "secret-of") {
		t.Error("a token in the audit log")
	}
}

func TestHTTPRate(t *testing.T) {
	w := serve(t, bare(t))
	for i := range 10 {
		if status, _, _ := w.do(t, "POST", "/query", body([]string{"SELECT 1", "DELETE FROM t"}[i%2])); status == 429 {
			t.Errorf("request %d: 429", i+1)
		}
	}
	status, _, header := w.do(t, "POST", "/query", body("SELECT 1"))
	if status != 429 || header.Get("Retry-After") != "10" {
		t.Errorf("the 11th: %d, %s", status, header.Get("Retry-After"))
	}
	if status, _, _ := w.do(t, "POST", "/query", body("SELECT 1"), "Authorization", "Bearer secret-of-b"); status == 429 {
		t.Error("another token waits too")
	}
	w.later()
	if status, _, _ := w.do(t, "POST", "/query", body("SELECT 1")); status == 429 {
		t.Error("429 after the wait")
	}
	// Each of them left its line.
	var limited int
	list := w.entries(t)
	for _, e := range list {
		if e.Rule == "rate" && e.Who == "token a" {
			limited++
		}
	}
	if len(list) != 13 || limited != 1 {
		t.Errorf("%d lines, %d of them for the rate", len(list), limited)
	}
}

func TestHTTPAudit(t *testing.T) {
	w := serve(t, bare(t))
	w.do(t, "POST", "/query", body("SELECT 1"), "Authorization", "Bearer x")
	w.do(t, "POST", "/query", body("SELECT 1"), "Origin", "https://evil.example")
	w.do(t, "POST", "/query", body("SELECT '"+strings.Repeat("x", 1<<20)+"'"))
	w.do(t, "POST", "/query", "{")
	_, text, header := w.do(t, "POST", "/query", body("SELECT 1"))
	var rules []string
	for _, e := range w.entries(t) {
		rules = append(rules, e.Rule)
		if e.Face != "http" || e.ID == "" {
			t.Errorf("%+v", e)
		}
	}
	if got := strings.Join(rules, " "); got != "token origin size json sandbox" {
		t.Errorf("got %s", got)
	}
	if last := w.entries(t)[4]; last.ID != header.Get("X-Request-Id") || !strings.Contains(text, last.ID) {
		t.Errorf("%+v, %s", last, text)
	}
	w.Audit.Path = t.TempDir() + "/no/folder"
	if status, _, _ := w.do(t, "POST", "/query", body("SELECT 1")); status != 503 {
		t.Errorf("without an audit log: %d", status)
	}
}

func TestListen(t *testing.T) {
	for _, address := range []string{"0.0.0.0:0", "[::]:0", ":0", "192.0.2.1:0", "example.com:80", "nothing"} {
		l, err := Listen(address, false, "--the-flag")
		var e *Error
		if !errors.As(err, &e) || address != "nothing" && !strings.Contains(e.Advice, "--the-flag") {
			t.Errorf("%s: %v, %v", address, l, err)
		}
	}
	for _, address := range []string{"127.0.0.1:0", "localhost:0"} {
		l, err := Listen(address, false, "")
		if err != nil {
			t.Fatal(err)
		}
		_ = l.Close()
	}
}

func TestHTTP(t *testing.T) {
	h := open(t, small)
	w := serve(t, h)
	status, text, _ := w.do(t, "POST", "/query", body("SELECT id, title FROM books ORDER BY id"))
	var r Result
	if err := json.Unmarshal([]byte(text), &r); err != nil || status != 200 || r.RowCount != 2 || strings.Contains(text, "</data>") {
		t.Errorf("%d %s", status, text)
	}
	for _, secret := range []string{h.target.Role, "127.0.0.1", "postgres://", h.target.Name} {
		if strings.Contains(text, secret) {
			t.Errorf("the answer holds %s", secret)
		}
	}
	for sql, want := range map[string]int{"DELETE FROM books": 403, "SELECT !! 1": 403, "SELECT 1/0": 422, "SELECT nothing": 422} {
		if status, text, _ := w.do(t, "POST", "/query", body(sql)); status != want {
			t.Errorf("%s: %d %s", sql, status, text)
		}
	}
	if status, text, _ := w.do(t, "GET", "/schema?name=book&limit=1", ""); status != 200 || !strings.Contains(text, "public.books") {
		t.Errorf("%d %s", status, text)
	}
	status, text, _ = w.do(t, "GET", "/metrics", "")
	if status != 200 || !strings.Contains(text, `effigy_gate_attempts_total{tool="query",verdict="allowed"} 1`) {
		t.Errorf("%d %s", status, text)
	}
	t.Run("OpenAPI", func(t *testing.T) { testOpenAPI(t, w) })
	w.later()
	// A client that hangs up ends its statement.
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	request, _ := http.NewRequestWithContext(ctx, "POST", w.url+"/query", strings.NewReader(body("SELECT count(*) FROM generate_series(1, 100000000000)")))
	request.Header.Set("Authorization", "Bearer secret-of-a")
	request.Header.Set("Content-Type", "application/json")
	if _, err := http.DefaultClient.Do(request); err == nil {
		t.Error("answered")
	}
	h.quiet(t, "state = 'active'")
}

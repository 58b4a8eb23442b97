// Package githubtest is a stand-in for GitHub's REST API, for tests: it
// keeps comments, pull requests, git objects, runs and artifacts of one
// repository in memory and holds callers to the documented limits (65,536
// characters of a comment, pages of 100, 403 for tokens that may only read,
// 429 with Retry-After). It is written from GitHub's documentation, not
// measured against GitHub. Nothing outside tests imports it.
package githubtest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"
	"unicode/utf8"
)

// maxBody is the limit of comments and of pull requests' bodies, in
// characters.
const maxBody = 65536

// Server is a repository on a GitHub that does not exist. Its fields may be
// set before the first call and read after the last.
type Server struct {
	URL        string
	Repository string // owner/name
	Default    string // the default branch
	Token      string
	ReadOnly   bool // the token may only read, as on a fork
	Throttle   int  // so many calls are answered 429 first

	Comments  []*Comment
	Pulls     []*Pull
	Files     map[string]string    // path to text on the default branch
	Dates     map[string]time.Time // path to its last commit
	Successes map[string]time.Time // workflow file to its last success; zero: never
	Archives  map[string][]byte    // artifact to its zip
	Calls     []string             // "METHOD path", in order

	mu      sync.Mutex
	refs    map[string]string // ref to commit
	commits map[string]Commit
	trees   map[string]map[string]string
	blobs   map[string]string
	next    int
}

// Comment is a comment on a pull request.
type Comment struct {
	ID    int
	Pull  int
	Body  string
	Login string
	Type  string // Bot or User
}

// Pull is a pull request.
type Pull struct {
	Number            int
	Title, Body       string
	State             string
	Branch, Base, SHA string
	HeadRepository    string
}

// Commit is a commit with the hashes of its tree and parent.
type Commit struct{ Tree, Parent, Message string }

// New starts a server that ends with the test. Its default branch main has
// one commit.
func New(t testing.TB) *Server {
	s := &Server{
		Repository: "acme/shop", Default: "main", Token: "ghs_notarealtoken0000000000000000000000",
		Files: map[string]string{}, Dates: map[string]time.Time{}, Successes: map[string]time.Time{}, Archives: map[string][]byte{},
		refs: map[string]string{}, commits: map[string]Commit{}, trees: map[string]map[string]string{}, blobs: map[string]string{},
	}
	tree := s.keep("tree", func(id string) { s.trees[id] = map[string]string{} })
	s.refs["heads/main"] = s.keep("commit", func(id string) { s.commits[id] = Commit{Tree: tree} })
	h := httptest.NewServer(s.handler())
	s.URL = h.URL
	t.Cleanup(h.Close)
	return s
}

// keep gives a new object its name.
func (s *Server) keep(kind string, put func(id string)) string {
	s.next++
	id := fmt.Sprintf("%s%036d", kind[:4], s.next)
	put(id)
	return id
}

// Branch returns the files that the last commit of a branch changed, and its
// message; nil when there is no such branch.
func (s *Server) Branch(name string) (files map[string]string, message string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c, ok := s.commits[s.refs["heads/"+name]]
	if !ok {
		return nil, ""
	}
	files = map[string]string{}
	for path, blob := range s.trees[c.Tree] {
		files[path] = s.blobs[blob]
	}
	return files, c.Message
}

// Count is how many calls so far began with a prefix such as "POST ".
func (s *Server) Count(prefix string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := 0
	for _, c := range s.Calls {
		if len(c) >= len(prefix) && c[:len(prefix)] == prefix {
			n++
		}
	}
	return n
}

func (s *Server) handler() http.Handler {
	mux := http.NewServeMux()
	repo := "/repos/" + s.Repository
	mux.HandleFunc("GET "+repo+"/issues/{n}/comments", s.listComments)
	mux.HandleFunc("POST "+repo+"/issues/{n}/comments", s.writes(s.createComment))
	mux.HandleFunc("PATCH "+repo+"/issues/comments/{id}", s.writes(s.editComment))
	mux.HandleFunc("GET "+repo+"/pulls", s.listPulls)
	mux.HandleFunc("POST "+repo+"/pulls", s.writes(s.createPull))
	mux.HandleFunc("PATCH "+repo+"/pulls/{n}", s.writes(s.editPull))
	mux.HandleFunc("GET "+repo+"/git/ref/{ref...}", s.getRef)
	mux.HandleFunc("POST "+repo+"/git/refs", s.writes(s.createRef))
	mux.HandleFunc("PATCH "+repo+"/git/refs/{ref...}", s.writes(s.updateRef))
	mux.HandleFunc("GET "+repo+"/git/commits/{sha}", s.getCommit)
	mux.HandleFunc("POST "+repo+"/git/commits", s.writes(s.createCommit))
	mux.HandleFunc("POST "+repo+"/git/trees", s.writes(s.createTree))
	mux.HandleFunc("POST "+repo+"/git/blobs", s.writes(s.createBlob))
	mux.HandleFunc("GET "+repo+"/actions/workflows/{file}/runs", s.listRuns)
	mux.HandleFunc("GET "+repo+"/actions/runs/{id}/artifacts", s.listArtifacts)
	mux.HandleFunc("GET "+repo+"/actions/artifacts/{id}/zip", s.redirect)
	mux.HandleFunc("GET "+repo+"/commits", s.listCommits)
	mux.HandleFunc("GET "+repo+"/contents/{path...}", s.getContents)
	mux.HandleFunc("GET /user", func(w http.ResponseWriter, _ *http.Request) {
		fail(w, http.StatusForbidden, "Resource not accessible by integration")
	})
	outer := http.NewServeMux()
	outer.HandleFunc("GET /archives/{name}", s.archive)
	outer.Handle("/", s.gate(mux))
	return outer
}

// gate does what GitHub does before any call: the token, then the limits.
func (s *Server) gate(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.Calls = append(s.Calls, r.Method+" "+r.URL.Path)
		switch {
		case r.Header.Get("Authorization") != "Bearer "+s.Token:
			fail(w, http.StatusUnauthorized, "Bad credentials")
		case s.Throttle > 0:
			s.Throttle--
			w.Header().Set("Retry-After", "3")
			fail(w, http.StatusTooManyRequests, "You have exceeded a secondary rate limit")
		default:
			next.ServeHTTP(w, r)
		}
	})
}

func (s *Server) writes(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if s.ReadOnly {
			fail(w, http.StatusForbidden, "Resource not accessible by integration")
			return
		}
		next(w, r)
	}
}

func fail(w http.ResponseWriter, status int, message string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]string{"message": message})
}

func answer(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v)
}

func read(r *http.Request) map[string]any {
	var v map[string]any
	_ = json.NewDecoder(r.Body).Decode(&v)
	return v
}

func text(v any) string { s, _ := v.(string); return s }

// tooLong answers 422 for a body over the limit.
func tooLong(w http.ResponseWriter, body string) bool {
	if utf8.RuneCountInString(body) <= maxBody {
		return false
	}
	fail(w, http.StatusUnprocessableEntity, "Validation Failed: body is too long (maximum is 65536 characters)")
	return true
}

// page cuts a list as GitHub does, 30 by default and 100 at most, and tells
// the next page.
func page[T any](w http.ResponseWriter, r *http.Request, list []T) []T {
	per, _ := strconv.Atoi(r.URL.Query().Get("per_page"))
	if per <= 0 {
		per = 30
	}
	per = min(per, 100)
	n, _ := strconv.Atoi(r.URL.Query().Get("page"))
	n = max(n, 1)
	from, to := min((n-1)*per, len(list)), min(n*per, len(list))
	if to < len(list) {
		q := r.URL.Query()
		q.Set("page", strconv.Itoa(n+1))
		w.Header().Set("Link", fmt.Sprintf(`<http://%s%s?%s>; rel="next"`, r.Host, r.URL.Path, q.Encode()))
	}
	return slices.Clip(list[from:to])
}

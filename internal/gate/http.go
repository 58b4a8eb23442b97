package gate

import (
	_ "embed" // openapi.json
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"time"

	"github.com/effigydb/effigy/internal/postgres"
)

// openAPI describes the face over HTTP.
//
//go:embed openapi.json
var openAPI []byte

// Web is the gate over HTTP, for whoever holds a token of a sandbox.
type Web struct {
	Gate  *Gate
	Guard *Guard
}

// Handler is everything that is served: POST /query, GET /schema, /health,
// /metrics and /openapi.json. All but /health want a token.
func (w *Web) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /health", w.health)
	mux.Handle("POST /query", w.Guard.Admit(w.Gate, "query", w.query))
	mux.Handle("GET /schema", w.Guard.Admit(w.Gate, "describe_schema", w.schema))
	mux.Handle("GET /metrics", w.Guard.Admit(w.Gate, "metrics", w.metrics))
	mux.Handle("GET /openapi.json", w.Guard.Admit(w.Gate, "openapi", func(rw http.ResponseWriter, _ *http.Request, _ Request) {
		rw.Header().Set("Content-Type", "application/json")
		_, _ = rw.Write(openAPI)
	}))
	return mux
}

// health tells whether the server answers, to whoever asks from an allowed
// host; nothing else.
func (w *Web) health(rw http.ResponseWriter, r *http.Request) {
	if err := w.Guard.place(r); err != nil {
		respond(rw, "", nil, err)
		return
	}
	respond(rw, "", map[string]bool{"ok": true}, nil)
}

func (w *Web) query(rw http.ResponseWriter, r *http.Request, q Request) {
	ask, err := readAsked(r)
	if err != nil {
		respond(rw, q.ID, nil, w.Gate.Refuse(q, "query", err))
		return
	}
	q.SQL, q.Explain = *ask.SQL, ask.Explain
	q.Lower = Lower{Rows: ask.MaxRows, Bytes: ask.MaxBytes, Timeout: time.Duration(ask.TimeoutMS) * time.Millisecond}
	result, fault := w.Gate.Query(r.Context(), q)
	respond(rw, q.ID, result, fault)
}

func (w *Web) schema(rw http.ResponseWriter, r *http.Request, q Request) {
	want := postgres.Wanted{}
	for key, values := range r.URL.Query() {
		switch v := values[0]; key {
		case "schema":
			want.Schema = v
		case "name":
			want.Name = v
		case "after":
			want.After = v
		case "limit":
			n, err := strconv.Atoi(v)
			if err != nil || n == 0 {
				n = -1
			}
			want.Limit = n
		default:
			respond(rw, q.ID, nil, w.Gate.Refuse(q, "describe_schema", &Error{Kind: Misused, Rule: "parameter", Message: "unknown parameter", Advice: "schema, name, after, limit"}))
			return
		}
	}
	d, err := w.Gate.Describe(r.Context(), q, want)
	respond(rw, q.ID, d, err)
}

func (w *Web) metrics(rw http.ResponseWriter, _ *http.Request, _ Request) {
	rw.Header().Set("Content-Type", "text/plain; version=0.0.4")
	w.Gate.WriteMetrics(rw)
}

// statuses are the HTTP statuses of the kinds of error.
var statuses = map[Kind]int{
	Refused: http.StatusForbidden, Failed: http.StatusUnprocessableEntity, Limited: http.StatusUnprocessableEntity,
	Misused: http.StatusBadRequest, Unavailable: http.StatusServiceUnavailable, Cancelled: 499,
}

// ruleStatuses are those of single rules.
var ruleStatuses = map[string]int{
	"token": http.StatusUnauthorized, "rate": http.StatusTooManyRequests, "parallel": http.StatusTooManyRequests,
	"connections": http.StatusTooManyRequests, "size": http.StatusRequestEntityTooLarge, "media": http.StatusUnsupportedMediaType,
}

// failure is the body of an answer that is no result.
type failure struct {
	Error *Error `json:"error"`
	ID    string `json:"request_id,omitempty"`
}

// respond writes a result, or an error with its status.
func respond(rw http.ResponseWriter, id string, v any, err error) {
	h := rw.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	if id != "" {
		h.Set("X-Request-Id", id)
	}
	var e *Error
	if !errors.As(err, &e) || e == nil {
		_ = json.NewEncoder(rw).Encode(v)
		return
	}
	status := statuses[e.Kind]
	if s := ruleStatuses[e.Rule]; s != 0 {
		status = s
	}
	if status == http.StatusUnauthorized {
		h.Set("WWW-Authenticate", "Bearer")
	}
	if status == http.StatusTooManyRequests && h.Get("Retry-After") == "" {
		h.Set("Retry-After", "1")
	}
	rw.WriteHeader(status)
	_ = json.NewEncoder(rw).Encode(failure{Error: e, ID: id})
}

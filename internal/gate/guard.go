package gate

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"fmt"
	"math"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Token lets its bearer into one sandbox.
type Token struct {
	ID      string // what the audit log names it by
	Secret  string
	Sandbox string
}

// NewToken makes a token for a sandbox.
func NewToken(sandbox string) Token {
	return Token{ID: NewID()[:8], Secret: rand.Text() + rand.Text()[:6], Sandbox: sandbox}
}

// Guard stands before every face over HTTP. It looks, in this order, at the
// host, the origin, the token, the rate, what the token already runs, and the
// size of the body, before the body is read or anything is connected to.
type Guard struct {
	Tokens []Token
	// Hosts are the values of Host that are answered, beside those of
	// loopback at the port.
	Hosts []string
	Port  int
	// Rate is how many requests a token may make in Window.
	Rate     int
	Window   time.Duration
	Parallel int   // requests of one token at once
	Body     int64 // bytes
	Now      func() time.Time

	mu     sync.Mutex
	recent map[string][]time.Time
	active map[string]int
}

// Handle is a handler behind the guard: the request has its id, sandbox and
// bearer filled in.
type Handle func(http.ResponseWriter, *http.Request, Request)

// Admit puts a handler behind the guard. Who is turned away is written down.
func (g *Guard) Admit(gate *Gate, tool string, next Handle) http.Handler {
	return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		q := Request{ID: NewID(), Face: "http", Who: "unknown"}
		token, fault := g.check(r)
		if token != nil {
			q.Who, q.Sandbox = "token "+token.ID, token.Sandbox
		}
		wait := time.Duration(0)
		if fault == nil {
			wait, fault = g.take(token.ID)
			defer g.leave(token.ID, fault == nil)
		}
		if fault == nil {
			fault = g.size(r)
		}
		if fault != nil {
			if wait > 0 {
				rw.Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(wait.Seconds()))))
			}
			respond(rw, q.ID, nil, gate.Refuse(q, tool, fault))
			return
		}
		r.Body = http.MaxBytesReader(rw, r.Body, g.Body)
		next(rw, r, q)
	})
}

func (g *Guard) check(r *http.Request) (*Token, *Error) {
	if err := g.place(r); err != nil {
		return nil, err
	}
	if token := g.bearer(r.Header.Get("Authorization")); token != nil {
		return token, nil
	}
	return nil, &Error{Kind: Misused, Rule: "token", Message: "no token, or not one of this server's", Advice: "Authorization: Bearer TOKEN"}
}

// place refuses a foreign Host (DNS rebinding) and a foreign Origin (a web
// page). Command-line clients send no Origin.
func (g *Guard) place(r *http.Request) *Error {
	hosts := append([]string{}, g.Hosts...)
	for _, h := range []string{"127.0.0.1", "localhost", "[::1]"} {
		hosts = append(hosts, h+":"+strconv.Itoa(g.Port))
	}
	if !slices.Contains(hosts, strings.ToLower(r.Host)) {
		return &Error{Kind: Refused, Rule: "host", Message: "that Host is not served here"}
	}
	for _, origin := range r.Header.Values("Origin") {
		_, host, _ := strings.Cut(strings.ToLower(origin), "://")
		if !slices.Contains(hosts, host) {
			return &Error{Kind: Refused, Rule: "origin", Message: "that Origin may not ask"}
		}
	}
	return nil
}

// bearer finds the token of a header. All tokens are compared, each in
// constant time.
func (g *Guard) bearer(header string) *Token {
	secret, ok := strings.CutPrefix(header, "Bearer ")
	given := sha256.Sum256([]byte(secret))
	var found *Token
	for i := range g.Tokens {
		own := sha256.Sum256([]byte(g.Tokens[i].Secret))
		if subtle.ConstantTimeCompare(given[:], own[:]) == 1 && ok && g.Tokens[i].Secret != "" {
			found = &g.Tokens[i]
		}
	}
	return found
}

// take counts a request of a token. wait is how long until there is room.
func (g *Guard) take(id string) (wait time.Duration, fault *Error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.recent == nil {
		g.recent, g.active = map[string][]time.Time{}, map[string]int{}
	}
	now := g.Now()
	list := g.recent[id]
	for len(list) > 0 && now.Sub(list[0]) >= g.Window {
		list = list[1:]
	}
	g.recent[id] = list
	if len(list) >= g.Rate {
		return g.Window - now.Sub(list[0]), &Error{
			Kind: Limited, Rule: "rate", Message: fmt.Sprintf("more than %d requests in %s", g.Rate, g.Window), Advice: "wait as long as Retry-After says",
		}
	}
	if g.active[id] >= g.Parallel {
		return time.Second, &Error{Kind: Limited, Rule: "parallel", Message: fmt.Sprintf("more than %d requests at once", g.Parallel)}
	}
	g.recent[id] = append(list, now)
	g.active[id]++
	return 0, nil
}

func (g *Guard) leave(id string, taken bool) {
	if !taken {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.active[id]--
}

func (g *Guard) size(r *http.Request) *Error {
	if r.ContentLength > g.Body {
		return tooLarge(g.Body)
	}
	if kind, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";"); r.Method == http.MethodPost && strings.TrimSpace(kind) != "application/json" {
		return &Error{Kind: Misused, Rule: "media", Message: "the body is application/json"}
	}
	return nil
}

func tooLarge(limit int64) *Error {
	return &Error{Kind: Misused, Rule: "size", Message: fmt.Sprintf("the body is longer than %d bytes", limit)}
}

// Listen opens a port. An address that is not loopback's is refused unless
// remote is set: flag is what a person sets it with.
func Listen(address string, remote bool, flag string) (net.Listener, error) {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil, &Error{Kind: Misused, Rule: "address", Message: address + " is no HOST:PORT"}
	}
	if ip := net.ParseIP(host); !remote && host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return nil, &Error{Kind: Misused, Rule: "address", Message: address + " can be reached from other machines", Advice: flag + " allows that"}
	}
	return net.Listen("tcp", address)
}

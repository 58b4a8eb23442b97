package github

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	api "github.com/google/go-github/v72/github"
)

// ErrForbidden is returned where the token may not do what was asked: on a
// fork it can only read.
var ErrForbidden = errors.New("the token may not do that")

// Client calls GitHub's API about one repository.
type Client struct {
	api         *api.Client
	owner, repo string
}

// Waiter waits between two tries; it ends early with the context's error.
type Waiter func(context.Context, time.Duration) error

// Wait is the Waiter of real runs.
func Wait(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

// NewClient returns a client for owner/name at the API's address, which is
// https://api.github.com or an enterprise server's.
func NewClient(address, repository, token string, wait Waiter) (*Client, error) {
	owner, repo, ok := strings.Cut(repository, "/")
	if !ok || owner == "" || repo == "" {
		return nil, fmt.Errorf("repository %q is not owner/name", repository)
	}
	c := api.NewClient(&http.Client{Transport: &patient{wait: wait}, Timeout: 5 * time.Minute})
	if token != "" {
		c = c.WithAuthToken(token)
	}
	if address != "" {
		base, err := c.BaseURL.Parse(strings.TrimSuffix(address, "/") + "/")
		if err != nil {
			return nil, fmt.Errorf("the API's address: %w", err)
		}
		c.BaseURL = base
	}
	c.UserAgent = "effigy"
	return &Client{api: c, owner: owner, repo: repo}, nil
}

// Tries and the longest wait for one call.
const (
	tries   = 5
	maxWait = time.Minute
)

// patient is a transport that tries again when GitHub says that there were
// too many calls, and when a read met a fault of the server. See "Best
// practices for using the REST API": Retry-After first, then the reset time,
// then ever longer waits.
type patient struct{ wait Waiter }

func (p *patient) RoundTrip(req *http.Request) (*http.Response, error) {
	ctx := req.Context()
	for n := 1; ; n++ {
		resp, err := http.DefaultTransport.RoundTrip(req)
		pause, again := retry(req, resp, err, n)
		if !again || n == tries {
			return resp, err
		}
		if resp != nil {
			_, _ = io.Copy(io.Discard, io.LimitReader(resp.Body, 1<<20))
			resp.Body.Close()
		}
		if err := p.wait(ctx, pause); err != nil {
			return nil, err
		}
		req = req.Clone(ctx)
		if req.GetBody != nil {
			if req.Body, err = req.GetBody(); err != nil {
				return nil, err
			}
		}
	}
}

// retry says whether to try again and how long to wait before.
func retry(req *http.Request, resp *http.Response, err error, n int) (time.Duration, bool) {
	growing := time.Second << n
	reads := req.Method == http.MethodGet
	if err != nil {
		return growing, reads && req.Context().Err() == nil
	}
	limited := resp.StatusCode == http.StatusTooManyRequests ||
		resp.StatusCode == http.StatusForbidden && (resp.Header.Get("Retry-After") != "" || resp.Header.Get("X-RateLimit-Remaining") == "0")
	switch {
	case limited:
		return min(max(asked(resp), growing), maxWait), true
	case resp.StatusCode >= 500:
		return growing, reads
	}
	return 0, false
}

// asked is how long GitHub wants a client to wait, or 0.
func asked(resp *http.Response) time.Duration {
	if s, err := strconv.Atoi(resp.Header.Get("Retry-After")); err == nil && s > 0 {
		return time.Duration(min(s, 3600)) * time.Second
	}
	reset, err := strconv.ParseInt(resp.Header.Get("X-RateLimit-Reset"), 10, 64)
	now, dated := http.ParseTime(resp.Header.Get("Date"))
	if err != nil || dated != nil {
		return 0
	}
	return time.Unix(reset, 0).Sub(now)
}

// patiently leaves waiting to the transport: the library would refuse the
// call that follows the last one of a limit.
func patiently(ctx context.Context) context.Context {
	return context.WithValue(ctx, api.BypassRateLimitCheck, true)
}

// explain names what was asked for, and tells a missing permission apart.
func explain(what string, err error) error {
	if err == nil {
		return nil
	}
	if s := status(err); s == http.StatusForbidden || s == http.StatusUnauthorized {
		return fmt.Errorf("%s: %w", what, ErrForbidden)
	} else if s != 0 {
		var answer *api.ErrorResponse
		errors.As(err, &answer)
		return fmt.Errorf("%s: GitHub answered %d: %s", what, s, Harmless(strings.Join(strings.Fields(answer.Message), " ")))
	}
	return fmt.Errorf("%s: %w", what, err)
}

// status is the HTTP status of an error, or 0.
func status(err error) int {
	var answer *api.ErrorResponse
	if errors.As(err, &answer) && answer.Response != nil {
		return answer.Response.StatusCode
	}
	return 0
}

func missing(err error) bool { return status(err) == http.StatusNotFound }

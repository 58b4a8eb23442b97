package gate

import (
	"fmt"
	"time"
)

// Limits bound one attempt. They are the server's: a caller can lower them,
// never raise them.
type Limits struct {
	Rows        int           // of the answer
	Bytes       int           // of the answer as JSON
	Cell        int           // bytes of one value as text
	Text        int           // bytes of the statement
	Timeout     time.Duration // of the statement
	LockTimeout time.Duration
	Connections int // at once, on one sandbox
}

// Default are the limits where nothing else is said.
var Default = Limits{
	Rows: 1000, Bytes: 1 << 20, Cell: 16 << 10, Text: 1 << 20,
	Timeout: 10 * time.Second, LockTimeout: 2 * time.Second, Connections: 5,
}

// rowOnWire bounds one row as the server sends it: a value above it can't be
// cut, because it would have to be held in memory first.
const rowOnWire = 32 << 20

// Lower is what a caller may ask for; zero leaves a limit as it is.
type Lower struct {
	Rows    int           `json:"max_rows,omitempty"`
	Bytes   int           `json:"max_bytes,omitempty"`
	Timeout time.Duration `json:"-"`
}

// lowered applies a caller's wishes. One that would raise a limit, or is
// negative, is an error.
func (l Limits) lowered(w Lower) (Limits, error) {
	for _, x := range []struct {
		name  string
		limit *int
		wish  int
	}{{"rows", &l.Rows, w.Rows}, {"bytes", &l.Bytes, w.Bytes}} {
		switch {
		case x.wish == 0:
		case x.wish < 0 || x.wish > *x.limit:
			return l, &Error{Kind: Misused, Message: fmt.Sprintf("max_%s is 1 to %d here", x.name, *x.limit), Advice: "limits can be lowered, not raised"}
		default:
			*x.limit = x.wish
		}
	}
	switch {
	case w.Timeout == 0:
	case w.Timeout < 0 || w.Timeout > l.Timeout:
		return l, &Error{Kind: Misused, Message: fmt.Sprintf("the timeout is at most %s here", l.Timeout), Advice: "limits can be lowered, not raised"}
	default:
		l.Timeout = w.Timeout
	}
	return l, nil
}

package postgres

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"syscall"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// Conn is a connection. It has all methods of pgx.Conn, so that other rooms
// query without importing pgx.
type Conn struct{ *pgx.Conn }

// Rows, Row and Tx are pgx', for signatures elsewhere.
type (
	Rows = pgx.Rows
	Row  = pgx.Row
	Tx   = pgx.Tx
)

// ErrNoRows is what scanning the row of an empty result returns.
var ErrNoRows = pgx.ErrNoRows

// Querier is what a Conn and a Tx have in common.
type Querier interface {
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

// ConnectError is why a connection could not be made. It names no host and
// no password.
type ConnectError struct {
	Code    string // SQLSTATE, empty when no server answered
	Message string
	err     error
}

// Error prints the reason and the SQLSTATE.
func (e *ConnectError) Error() string {
	if e.Code == "" {
		return "connecting to the server: " + e.Message
	}
	return "connecting to the server: " + e.Message + " (SQLSTATE " + e.Code + ")"
}

// Unwrap returns the context's error where that was the reason.
func (e *ConnectError) Unwrap() error { return e.err }

// Connect opens a connection. The error is a *ConnectError.
func Connect(ctx context.Context, url string) (*Conn, error) {
	return connect(ctx, url, nil)
}

// ConnectForLoad opens a connection for bulk work of the role: its timeouts
// are off and commits don't wait for the disk. The settings are part of the
// start of the session, so that RESET ALL comes back to them; they are SET
// where a pooler refuses that.
func ConnectForLoad(ctx context.Context, url string) (*Conn, error) {
	conn, err := connect(ctx, url, func(c *pgx.ConnConfig) {
		for _, s := range loadSettings {
			c.RuntimeParams[s[0]] = s[1]
		}
	})
	if Code(err) != "08P01" {
		return conn, err
	}
	if conn, err = connect(ctx, url, nil); err != nil {
		return nil, err
	}
	for _, s := range loadSettings {
		if err := conn.Script(ctx, "SET "+s[0]+" = "+Literal(s[1])); err != nil {
			conn.Close(context.WithoutCancel(ctx))
			return nil, fmt.Errorf("setting up the session: %w", err)
		}
	}
	return conn, nil
}

var loadSettings = [][2]string{
	{"statement_timeout", "0"},
	{"lock_timeout", "0"},
	{"idle_in_transaction_session_timeout", "0"},
	{"synchronous_commit", "off"},
	{"client_min_messages", "warning"},
}

func connect(ctx context.Context, url string, change func(*pgx.ConnConfig)) (*Conn, error) {
	config, err := pgx.ParseConfig(url)
	if err != nil {
		return nil, &ConnectError{Message: errURL.Error()}
	}
	if config.RuntimeParams["application_name"] == "" {
		config.RuntimeParams["application_name"] = "effigy"
	}
	if change != nil {
		change(config)
	}
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return nil, connectError(ctx, err)
	}
	return &Conn{conn}, nil
}

func connectError(ctx context.Context, err error) *ConnectError {
	var pgErr *pgconn.PgError
	var dns *net.DNSError
	var errno syscall.Errno
	switch {
	case ctx.Err() != nil:
		return &ConnectError{Message: ctx.Err().Error(), err: ctx.Err()}
	case errors.As(err, &pgErr):
		return &ConnectError{Code: pgErr.Code, Message: pgErr.Message}
	case errors.As(err, &dns):
		return &ConnectError{Message: "the host name does not resolve"}
	case errors.As(err, &errno):
		return &ConnectError{Message: errno.Error()}
	case strings.Contains(err.Error(), "TLS"), strings.Contains(err.Error(), "tls:"):
		return &ConnectError{Message: "the server and the connection string disagree about TLS"}
	}
	return &ConnectError{Message: "no usable answer"}
}

// Code is the SQLSTATE of an error, or empty.
func Code(err error) string {
	var pgErr *pgconn.PgError
	var connErr *ConnectError
	switch {
	case errors.As(err, &pgErr):
		return pgErr.Code
	case errors.As(err, &connErr):
		return connErr.Code
	}
	return ""
}

// Message is the server's message of an error, without detail (which may
// hold values), or the error's own text when no server sent it; never an
// address.
func Message(err error) string {
	var pgErr *pgconn.PgError
	var network *net.OpError
	switch {
	case errors.As(err, &pgErr):
		return pgErr.Message
	case errors.As(err, &network):
		return "the connection broke: " + network.Err.Error()
	}
	return err.Error()
}

// Ident quotes an identifier, qualified when there are several parts.
func Ident(parts ...string) string { return pgx.Identifier(parts).Sanitize() }

// Literal quotes a text as an SQL string constant, for the statements that
// take no parameters (ALTER ROLE, COMMENT ON).
func Literal(s string) string {
	s = strings.ReplaceAll(s, "'", "''")
	if strings.Contains(s, `\`) {
		return "E'" + strings.ReplaceAll(s, `\`, `\\`) + "'"
	}
	return "'" + s + "'"
}

// Strings returns the first column of all rows.
func Strings(ctx context.Context, q Querier, sql string, args ...any) ([]string, error) {
	rows, err := q.Query(ctx, sql, args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}

// Major is the server's major version, from the start of the session.
func (c *Conn) Major() int { return leadingInt(c.PgConn().ParameterStatus("server_version")) }

// Version is the server's version as it names it, such as "15.18".
func (c *Conn) Version() string {
	v, _, _ := strings.Cut(c.PgConn().ParameterStatus("server_version"), " ")
	return v
}

func leadingInt(s string) int {
	n := 0
	for _, r := range s {
		if r < '0' || r > '9' {
			break
		}
		n = n*10 + int(r-'0')
	}
	return n
}

// Script sends statements that take no parameters in one round trip; outside
// of a transaction the server runs them as one.
func (c *Conn) Script(ctx context.Context, statements ...string) error {
	_, err := c.PgConn().Exec(ctx, strings.Join(statements, ";\n")).ReadAll()
	return err
}

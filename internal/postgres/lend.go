package postgres

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// NoFunctionError is a signature that the database has no function for.
type NoFunctionError struct{ Signature string }

// Error names the signature.
func (e *NoFunctionError) Error() string { return "no function " + e.Signature }

// Loan is EXECUTE on some functions that a role has for a while.
type Loan struct {
	conn   *Conn
	role   string
	lent   []string
	closed bool
}

// lockLoan is the advisory lock of whoever lends in a database: one at a
// time, so that what one takes back is never what another has just given.
const lockLoan = 0x0eff1610

// lentSQL lists the functions of the owner's that a role itself was granted.
const lentSQL = `SELECT p.oid::regprocedure::text FROM pg_proc p
	WHERE p.proacl IS NOT NULL AND EXISTS (SELECT FROM aclexplode(p.proacl) a WHERE a.grantee = $1::regrole) ORDER BY 1`

// Lend logs in as the owner and grants a role EXECUTE on functions, given by
// signature, until Return; those that are not needed may be missing. Loans in
// one database follow each other. What a killed process has lent is taken
// back first. Errors: *NoFunctionError, and the server's.
func Lend(ctx context.Context, owner, role string, signatures, needed []string, wait time.Duration) (*Loan, error) {
	conn, err := Connect(ctx, owner)
	if err != nil {
		return nil, err
	}
	l := &Loan{conn: conn, role: role}
	if err := l.give(ctx, signatures, needed, wait); err != nil {
		_ = l.Return(context.WithoutCancel(ctx))
		return nil, err
	}
	return l, nil
}

func (l *Loan) give(ctx context.Context, signatures, needed []string, wait time.Duration) error {
	if err := l.conn.Script(ctx, "SET search_path = pg_catalog", "SET standard_conforming_strings = on",
		"SET lock_timeout = "+strconv.FormatInt(wait.Milliseconds(), 10), fmt.Sprintf("SELECT pg_advisory_lock(%d, 0)", lockLoan)); err != nil {
		return err
	}
	old, err := Strings(ctx, l.conn, lentSQL, Ident(l.role))
	if err != nil {
		return err
	}
	statements := l.revoke(old)
	for _, s := range signatures {
		name, lend, err := l.find(ctx, s)
		var missing *NoFunctionError
		if errors.As(err, &missing) && !slices.Contains(needed, s) {
			continue
		}
		if err != nil {
			return err
		}
		if lend && !slices.Contains(l.lent, name) {
			l.lent = append(l.lent, name)
			statements = append(statements, "GRANT EXECUTE ON ROUTINE "+name+" TO "+Ident(l.role))
		}
	}
	return l.conn.Script(ctx, statements...)
}

// find resolves a signature and tells whether the role lacks EXECUTE on it by
// other ways than a loan.
func (l *Loan) find(ctx context.Context, signature string) (name string, lend bool, err error) {
	const sql = `SELECT coalesce(p.oid::regprocedure::text, ''), coalesce(NOT EXISTS (SELECT FROM aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a WHERE a.grantee = 0), false)
		FROM (SELECT to_regprocedure($1) AS oid) f LEFT JOIN pg_proc p ON p.oid = f.oid`
	if err := l.conn.QueryRow(ctx, sql, signature).Scan(&name, &lend); err != nil {
		return "", false, err
	}
	if name == "" {
		return "", false, &NoFunctionError{Signature: signature}
	}
	return name, lend, nil
}

func (l *Loan) revoke(functions []string) []string {
	if len(functions) == 0 {
		return nil
	}
	return []string{"REVOKE EXECUTE ON ROUTINE " + strings.Join(functions, ", ") + " FROM " + Ident(l.role)}
}

// Return takes the functions back and closes the connection.
func (l *Loan) Return(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	defer l.conn.Close(ctx)
	if l.closed || len(l.lent) == 0 {
		return nil
	}
	l.closed = true
	// Unlocked by hand: the server sees the end of a session some time later.
	return l.conn.Script(ctx, append(l.revoke(l.lent), fmt.Sprintf("SELECT pg_advisory_unlock(%d, 0)", lockLoan))...)
}

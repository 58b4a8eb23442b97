package postgres

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5/pgproto3"
)

// Execute runs a text of any number of statements on a fresh connection,
// under the session's timeouts (which the text may change) and a deadline of
// twice Bounds.Timeout (which it may not). The error is a *ConnectError or a
// *QueryError.
func Execute(ctx context.Context, url, sql string, b Bounds, out Sink) error {
	r, err := newBounded(ctx, url, sql, b, out)
	if err != nil {
		return err
	}
	defer r.end(ctx)
	run, cancel := context.WithTimeout(ctx, 2*b.Timeout)
	defer cancel()
	for _, t := range timeouts(r.conn.Major(), b)[:2] {
		if err := r.conn.Script(run, "SET "+t); err != nil {
			return r.fault(ctx, fmt.Errorf("setting up the session: %w", err), false)
		}
	}
	f := r.conn.PgConn().Frontend()
	f.SendQuery(&pgproto3.Query{String: sql})
	if err := f.Flush(); err != nil {
		return r.fault(ctx, err, false)
	}
	return r.fault(ctx, r.receive(run, false), false)
}

// plain knows the names of built-in types only: there is no place for a
// look-up between two statements.
func (r *bounded) plain(m *pgproto3.RowDescription) []Field {
	fields := make([]Field, len(m.Fields))
	for i, f := range m.Fields {
		fields[i] = Field{Name: string(f.Name), OID: f.DataTypeOID}
		if t, ok := r.conn.TypeMap().TypeForOID(f.DataTypeOID); ok {
			fields[i].Type = t.Name
		}
	}
	return fields
}

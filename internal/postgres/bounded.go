package postgres

import (
	"context"
	"errors"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"
)

// Bounds limit what one bounded run may take.
type Bounds struct {
	Rows        int           // that are asked of the server; ReadOnly only
	Message     int           // bytes of one row as the server sends it
	Timeout     time.Duration // of the statement
	LockTimeout time.Duration
}

// Field is a column of a result.
type Field struct {
	Name string
	Type string // as format_type names it; "" when unknown
	OID  uint32
}

// Sink takes a result as it arrives. What Row is given is gone after it
// returns; false from Row ends the reading.
type Sink interface {
	Fields([]Field)
	Row(values [][]byte) bool
	Done(tag string)
}

// The settings under which the gate's text is read, so that it means on the
// server what it meant to the parser, whatever the owner set for the database
// or the role; and those that make values look the same everywhere.
const boundedSettings = `SET LOCAL standard_conforming_strings = on;
SET LOCAL client_encoding = 'UTF8';
SET LOCAL search_path = pg_catalog, public;
SET LOCAL row_security = on;
SET LOCAL transform_null_equals = off;
SET LOCAL DateStyle = 'ISO, YMD';
SET LOCAL IntervalStyle = 'postgres';
SET LOCAL TimeZone = 'UTC';
SET LOCAL bytea_output = 'hex';
SET LOCAL extra_float_digits = 1;
SET LOCAL jit = off;
`

// grace is how much longer than its timeout, which the server keeps, a run is
// waited for.
const grace = 5 * time.Second

// ReadOnly runs one statement on a fresh connection: BEGIN READ ONLY, the
// timeouts, a first snapshot (after which the transaction can't be made to
// write, TestReadOnlyStays), then the text as it is over the extended
// protocol, Bounds.Rows rows of it at most. Whatever happens the transaction
// is rolled back and the connection closed. The error is a *ConnectError or a
// *QueryError.
func ReadOnly(ctx context.Context, url, sql string, b Bounds, out Sink) error {
	r, err := newBounded(ctx, url, sql, b, out)
	if err != nil {
		return err
	}
	defer r.end(ctx)
	run, cancel := context.WithTimeout(ctx, b.Timeout+grace)
	defer cancel()
	if err := r.begin(run); err != nil {
		return r.fault(ctx, err, false)
	}
	if err := r.prepare(run, sql); err != nil {
		return r.fault(ctx, err, true)
	}
	return r.fault(ctx, r.read(run), false)
}

// newBounded opens the connection of a run of a text that can be sent.
func newBounded(ctx context.Context, url, sql string, b Bounds, out Sink) (*bounded, error) {
	if strings.IndexByte(sql, 0) >= 0 {
		return nil, &QueryError{Early: true, Code: "22021", Message: "a NUL byte"}
	}
	conn, err := connectBounded(ctx, url, b)
	if err != nil {
		return nil, err
	}
	return &bounded{conn: conn, b: b, out: out}, nil
}

// connectBounded waits a little for a place where the role's are all taken:
// a session ends on the server some time after its client has gone.
func connectBounded(ctx context.Context, url string, b Bounds) (*Conn, error) {
	for wait := 10 * time.Millisecond; ; wait *= 2 {
		conn, err := connect(ctx, url, func(c *pgx.ConnConfig) {
			c.MaxProtocolMessageBodyLen = b.Message
			c.ConnectTimeout = 5 * time.Second
			c.RuntimeParams["application_name"] = "effigy gate"
		})
		if Code(err) != "53300" || wait > 500*time.Millisecond {
			return conn, err
		}
		select {
		case <-ctx.Done():
			return nil, err
		case <-time.After(wait):
		}
	}
}

// bounded is one run.
type bounded struct {
	conn *Conn
	b    Bounds
	out  Sink
	idle bool // the server waits for the next command
}

func (r *bounded) begin(ctx context.Context) error {
	var s strings.Builder
	s.WriteString("BEGIN READ ONLY;\n" + boundedSettings)
	for _, t := range timeouts(r.conn.Major(), r.b) {
		s.WriteString("SET LOCAL " + t + ";\n")
	}
	s.WriteString("SELECT current_setting('transaction_read_only')")
	results, err := r.conn.PgConn().Exec(ctx, s.String()).ReadAll()
	if err != nil {
		return err
	}
	if last := results[len(results)-1]; len(last.Rows) != 1 || string(last.Rows[0][0]) != "on" {
		return errors.New("the transaction is not read only")
	}
	return nil
}

func timeouts(major int, b Bounds) []string {
	ms := func(d time.Duration) string { return strconv.FormatInt(max(1, d.Milliseconds()), 10) }
	list := []string{
		"statement_timeout = " + ms(b.Timeout), "lock_timeout = " + ms(b.LockTimeout),
		"idle_in_transaction_session_timeout = " + ms(2*b.Timeout),
	}
	if major >= 17 {
		list = append(list, "transaction_timeout = "+ms(2*b.Timeout))
	}
	return list
}

// statement is the name that the text is prepared under: an unnamed one would
// be gone after the look-up of the types.
const statement = "effigy_gate"

func (r *bounded) prepare(ctx context.Context, sql string) error {
	d, err := r.conn.PgConn().Prepare(ctx, statement, sql, nil)
	if err != nil {
		return err
	}
	fields, err := r.fields(ctx, d.Fields)
	if err != nil {
		return err
	}
	r.out.Fields(fields)
	return nil
}

// plainTypes are names that need no look-up, by pg_type.dat.
var plainTypes = map[uint32]string{
	16: "boolean", 17: "bytea", 20: "bigint", 21: "smallint", 23: "integer", 25: "text", 26: "oid", 114: "json",
	700: "real", 701: "double precision", 1082: "date", 1114: "timestamp without time zone",
	1184: "timestamp with time zone", 1700: "numeric", 2950: "uuid", 3802: "jsonb",
}

func (r *bounded) fields(ctx context.Context, described []pgconn.FieldDescription) ([]Field, error) {
	fields, unknown := make([]Field, len(described)), false
	for i, f := range described {
		fields[i] = Field{Name: f.Name, OID: f.DataTypeOID, Type: plainTypes[f.DataTypeOID]}
		unknown = unknown || fields[i].Type == "" || f.TypeModifier != -1
	}
	if !unknown {
		return fields, nil
	}
	ids, mods := make([]string, len(described)), make([]string, len(described))
	for i, f := range described {
		ids[i], mods[i] = strconv.FormatUint(uint64(f.DataTypeOID), 10), strconv.Itoa(int(f.TypeModifier))
	}
	const types = `SELECT format_type(t.id, nullif(t.modifier, -1)) FROM unnest($1::oid[], $2::int[]) WITH ORDINALITY t(id, modifier, n) ORDER BY t.n`
	result := r.conn.PgConn().ExecParams(ctx, types,
		[][]byte{[]byte("{" + strings.Join(ids, ",") + "}"), []byte("{" + strings.Join(mods, ",") + "}")}, nil, nil, nil).Read()
	if result.Err != nil || len(result.Rows) != len(fields) {
		return nil, result.Err
	}
	for i, row := range result.Rows {
		fields[i].Type = string(row[0])
	}
	return fields, nil
}

// read fetches through the unnamed portal, which knows the number of rows it
// may give, and stops where the sink has enough.
func (r *bounded) read(ctx context.Context) error {
	f := r.conn.PgConn().Frontend()
	f.SendBind(&pgproto3.Bind{PreparedStatement: statement})
	f.SendExecute(&pgproto3.Execute{MaxRows: uint32(max(1, r.b.Rows))})
	f.SendSync(&pgproto3.Sync{})
	if err := f.Flush(); err != nil {
		return err
	}
	return r.receive(ctx, true)
}

// receive hands on what the server sends until it waits for the next command.
func (r *bounded) receive(ctx context.Context, stop bool) error {
	var fault error
	for {
		m, err := r.conn.PgConn().ReceiveMessage(ctx)
		if err != nil {
			return err
		}
		switch m := m.(type) {
		case *pgproto3.RowDescription:
			r.out.Fields(r.plain(m))
		case *pgproto3.DataRow:
			if !r.out.Row(m.Values) && stop {
				return nil
			}
		case *pgproto3.CommandComplete:
			r.out.Done(string(m.CommandTag))
		case *pgproto3.ErrorResponse:
			if fault == nil {
				fault = pgconn.ErrorResponseToPgError(m)
			}
		case *pgproto3.CopyInResponse, *pgproto3.CopyOutResponse, *pgproto3.CopyBothResponse:
			return &pgconn.PgError{Code: "0A000", Message: "COPY to or from the client"}
		case *pgproto3.ReadyForQuery:
			r.idle = true
			return fault
		}
	}
}

// end rolls back where the server listens, cancels where it still works, and
// closes. It waits a moment for the server to hang up, so that a session's
// place is free again; one that goes on, because its code catches the cancel,
// is ended by hand.
func (r *bounded) end(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), grace)
	defer cancel()
	c, gone := r.conn.PgConn(), false
	if c.IsClosed() { // by pgconn, which cancels as well
		select {
		case <-c.CleanupDone():
		case <-ctx.Done():
		}
	} else {
		if r.idle {
			_, _ = c.Exec(ctx, "ROLLBACK").ReadAll()
		} else {
			_ = c.CancelRequest(ctx)
		}
		gone = hangUp(c)
		_ = r.conn.Close(ctx)
	}
	if !gone {
		r.terminate(ctx)
	}
}

// hangUp says goodbye and reports whether the server does too.
func hangUp(c *pgconn.PgConn) bool {
	if c.IsClosed() {
		return false
	}
	c.Frontend().Send(&pgproto3.Terminate{})
	_ = c.Conn().SetDeadline(time.Now().Add(time.Second))
	if c.Frontend().Flush() != nil {
		return false
	}
	_, err := io.Copy(io.Discard, c.Conn())
	return err == nil
}

// terminate ends the run's session from another one, where it is still there.
func (r *bounded) terminate(ctx context.Context) {
	conn, err := pgx.ConnectConfig(ctx, r.conn.Config())
	if err != nil {
		return
	}
	defer conn.Close(ctx)
	const sql = "SELECT pg_catalog.pg_terminate_backend(pid) FROM pg_catalog.pg_stat_activity WHERE pid = $1 AND usename = current_user AND datname = current_database()"
	_, _ = conn.Exec(ctx, sql, int32(r.conn.PgConn().PID()))
}

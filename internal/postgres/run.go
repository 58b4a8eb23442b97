package postgres

import (
	"context"
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/jackc/pgx/v5/pgconn"
)

// A batch is sent as one simple query, which the server runs as one
// transaction: one round trip, and one commit, for many statements.
const (
	batchSteps = 200
	batchBytes = 256 << 10
)

func run(ctx context.Context, conn *Conn, steps []Step, o RunOptions) error {
	r := &runner{conn: conn, steps: steps, options: o}
	for at := 0; at < len(steps); {
		n := batchLength(steps[at:])
		if err := r.batch(ctx, at, at+n); err != nil {
			return err
		}
		at += n
		if o.Progress != nil {
			o.Progress(n)
		}
	}
	return nil
}

func batchLength(steps []Step) int {
	n, size := 0, 0
	for n < len(steps) && n < batchSteps && (n == 0 || size+len(steps[n].SQL) <= batchBytes) {
		size += len(steps[n].SQL)
		n++
	}
	return n
}

type runner struct {
	conn    *Conn
	steps   []Step
	options RunOptions
}

// batch runs the steps of a range. When one is refused the server has undone
// the whole batch: the steps before it are sent again, then it alone, as some
// statements are only refused for their company (an enum label used in the
// transaction that adds it, CREATE INDEX CONCURRENTLY), then the rest.
func (r *runner) batch(ctx context.Context, from, to int) error {
	for from < to {
		failed, err := r.send(ctx, from, to)
		if err == nil {
			return nil
		}
		if failed < 0 {
			return err
		}
		if failed > from {
			if err := r.batch(ctx, from, failed); err != nil {
				return err
			}
		}
		if to-from > 1 {
			_, err = r.send(ctx, failed, failed+1)
		}
		if err != nil {
			refused := r.stepError(failed, err)
			if refused == nil {
				return err
			}
			if r.options.Skip == nil || !r.options.Skip(refused) {
				return refused
			}
		}
		from = failed + 1
	}
	return nil
}

// send sends the steps of a range as one query and returns the index of the
// one that was refused, or -1 when the error is not the server's.
func (r *runner) send(ctx context.Context, from, to int) (int, error) {
	text, starts := joinSteps(r.steps[from:to])
	results := r.conn.PgConn().Exec(ctx, text)
	done := 0
	for results.NextResult() {
		if _, err := results.ResultReader().Close(); err == nil {
			done++
		}
	}
	err := results.Close()
	if err == nil {
		return 0, nil
	}
	var pgErr *pgconn.PgError
	if !errors.As(err, &pgErr) {
		return -1, err
	}
	failed := min(from+done, to-1)
	if pgErr.Position > 0 {
		at := byteOffset(text, int(pgErr.Position)-1)
		failed = from
		for i, start := range starts {
			if start <= at {
				failed = from + i
			}
		}
		pgErr.Position -= int32(utf8.RuneCountInString(text[:starts[failed-from]]))
	}
	return failed, pgErr
}

// joinSteps joins statements so that a line comment at the end of one does
// not swallow the next, and says where each starts.
func joinSteps(steps []Step) (text string, starts []int) {
	var b strings.Builder
	for _, s := range steps {
		starts = append(starts, b.Len())
		b.WriteString(s.SQL)
		b.WriteString("\n;\n")
	}
	return b.String(), starts
}

// stepError places the server's error in the text.
func (r *runner) stepError(index int, err error) *StepError {
	var pgErr *pgconn.PgError
	if !errors.As(err, &pgErr) {
		return nil
	}
	step := r.steps[index]
	e := &StepError{Index: index, Line: step.Line, Code: pgErr.Code, Message: pgErr.Message, err: err}
	if pgErr.Position > 0 && step.Line > 0 {
		before := step.SQL[:byteOffset(step.SQL, int(pgErr.Position)-1)]
		e.Line += strings.Count(before, "\n")
		e.Column = utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:]) + 1
	}
	return e
}

// byteOffset turns an offset in characters into one in bytes.
func byteOffset(text string, chars int) int {
	for i := range text {
		if chars <= 0 {
			return i
		}
		chars--
	}
	return len(text)
}

package pipeline

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"time"

	"github.com/effigydb/effigy/generator"
	"github.com/effigydb/effigy/schema"
)

// transcript is what a judge answered, by the hash of the question: texts, or
// "1" and "0" for true and false.
type transcript map[string][]*string

// recorder is a judge that writes down what another one answers.
type recorder struct {
	judge   generator.Judge
	answers transcript
	held    string // what the judge was given, by hash
}

// replay is a judge that knows what is written down and nothing else.
type replay struct {
	answers transcript
	held    string
}

// question is the hash of a call. Parts and cells are told apart by length.
func question(kind string, table schema.Name, columns []string, text string, rows [][]*string, more ...any) string {
	h := sha256.New()
	write := func(s *string) {
		if s == nil {
			h.Write([]byte{0})
			return
		}
		h.Write(binary.AppendUvarint([]byte{1}, uint64(len(*s))))
		h.Write([]byte(*s))
	}
	for _, s := range append([]string{kind, table.Schema, table.Name, text}, columns...) {
		write(&s)
	}
	for _, r := range rows {
		for _, c := range r {
			write(c)
		}
		h.Write([]byte{2})
	}
	for _, x := range more {
		_ = binary.Write(h, binary.BigEndian, x) // a hash takes everything
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

func computation(table schema.Name, columns []string, e generator.Computation, rows [][]*string) string {
	return question("compute "+e.Column+" "+e.Now.Format(time.RFC3339Nano), table, columns, e.SQL, rows, e.Rows, e.Seeds)
}

func acceptance(typ string, candidates []string) string {
	return question("accept", schema.Name{}, candidates, typ, nil)
}

var truths = [2]string{"0", "1"}

func fromBools(list []bool) []*string {
	out := make([]*string, len(list))
	for i, x := range list {
		if out[i] = &truths[0]; x {
			out[i] = &truths[1]
		}
	}
	return out
}

func toBools(list []*string) []bool {
	out := make([]bool, len(list))
	for i, x := range list {
		out[i] = x != nil && *x == truths[1]
	}
	return out
}

// heldAfter is the hash of what a judge was given so far, one gift more.
func heldAfter(held string, table schema.Name, columns []string, rows [][]*string, more bool) string {
	return question("hold"+held, table, columns, fmt.Sprint(more), rows)
}

// Satisfy asks and writes down.
func (r *recorder) Satisfy(ctx context.Context, table schema.Name, columns []string, expr string, rows [][]*string) ([]bool, error) {
	got, err := r.judge.Satisfy(ctx, table, columns, expr, rows)
	if err == nil {
		r.answers[question("satisfy"+r.held, table, columns, expr, rows)] = fromBools(got)
	}
	return got, err
}

// Hold hands on; what is said afterwards depends on it.
func (r *recorder) Hold(ctx context.Context, table schema.Name, columns []string, rows [][]*string, more bool) error {
	r.held = heldAfter(r.held, table, columns, rows, more)
	return r.judge.Hold(ctx, table, columns, rows, more)
}

// Accept asks and writes down.
func (r *recorder) Accept(ctx context.Context, typ string, candidates []string) ([]bool, error) {
	got, err := r.judge.Accept(ctx, typ, candidates)
	if err == nil {
		r.answers[acceptance(typ, candidates)] = fromBools(got)
	}
	return got, err
}

// Evaluate asks and writes down.
func (r *recorder) Evaluate(ctx context.Context, table schema.Name, columns []string, expr string, rows [][]*string) ([]*string, error) {
	got, err := r.judge.Evaluate(ctx, table, columns, expr, rows)
	if err == nil {
		r.answers[question("evaluate"+r.held, table, columns, expr, rows)] = got
	}
	return got, err
}

// Compute asks and writes down.
func (r *recorder) Compute(ctx context.Context, table schema.Name, columns []string, e generator.Computation, rows [][]*string) ([]*string, error) {
	got, err := r.judge.Compute(ctx, table, columns, e, rows)
	if err == nil {
		r.answers[computation(table, columns, e, rows)] = got
	}
	return got, err
}

func (r *replay) answer(question string) ([]*string, error) {
	got, known := r.answers[question]
	if !known {
		return nil, errUnanswered
	}
	return got, nil
}

// Satisfy looks the answer up.
func (r *replay) Satisfy(_ context.Context, table schema.Name, columns []string, expr string, rows [][]*string) ([]bool, error) {
	got, err := r.answer(question("satisfy"+r.held, table, columns, expr, rows))
	return toBools(got), err
}

// Hold only tells what is said before it from what is said afterwards.
func (r *replay) Hold(_ context.Context, table schema.Name, columns []string, rows [][]*string, more bool) error {
	r.held = heldAfter(r.held, table, columns, rows, more)
	return nil
}

// Accept looks the answer up.
func (r *replay) Accept(_ context.Context, typ string, candidates []string) ([]bool, error) {
	got, err := r.answer(acceptance(typ, candidates))
	return toBools(got), err
}

// Evaluate looks the answer up.
func (r *replay) Evaluate(_ context.Context, table schema.Name, columns []string, expr string, rows [][]*string) ([]*string, error) {
	return r.answer(question("evaluate"+r.held, table, columns, expr, rows))
}

// Compute looks the answer up.
func (r *replay) Compute(_ context.Context, table schema.Name, columns []string, e generator.Computation, rows [][]*string) ([]*string, error) {
	return r.answer(computation(table, columns, e, rows))
}

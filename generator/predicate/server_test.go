package predicate_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/effigydb/effigy/ddl"
	"github.com/effigydb/effigy/generator/predicate"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/internal/pgtest"
	"github.com/effigydb/effigy/schema"
)

func TestEvaluatorAgreesWithTheServer(t *testing.T) {
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, pgtest.Superuser(t))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(ctx)
	bench := newBench(t, ctx, conn)
	var tried, known int
	for _, expr := range strings.Split(strings.TrimSpace(expressions), "\n") {
		e := bench.parse(t, expr)
		p := predicate.Bind(e, predicate.Scope{Schema: bench.schema, Table: bench.table, Now: bench.now})
		if !p.Understood() {
			t.Errorf("%s: not understood", expr)
		}
		for i, want := range bench.ask(ctx, expr) {
			tried++
			got := p.Test(bench.rows[i])
			if got == predicate.Unknown {
				continue
			}
			known++
			if want == nil || *want != got {
				t.Errorf("%s: evaluator says %s, server %s for%s", expr, name(&got), name(want), bench.show(e, i))
				break
			}
		}
	}
	if known*10 < tried*9 {
		t.Errorf("only %d of %d outcomes are known", known, tried)
	}
	t.Logf("%d outcomes, %d known", tried, known)
}

func name(t *predicate.Truth) string {
	if t == nil {
		return "an error"
	}
	return [...]string{"false", "true", "null", "unknown"}[*t]
}

// bench is a table with the same rows here and on the server.
type bench struct {
	tx     pgx.Tx
	schema *schema.Schema
	table  *schema.Table
	now    int64
	rows   [][]value.Value
	texts  [][]string
	create string
}

const benchRows = 60

func newBench(t *testing.T, ctx context.Context, conn *pgx.Conn) *bench {
	t.Helper()
	b := &bench{}
	columns := []string{"id int"}
	for _, s := range samples {
		columns = append(columns, s.name+" "+s.typ)
	}
	b.create = "(" + strings.Join(columns, ", ") + ")"
	script, err := ddl.Parse("CREATE TYPE mood AS ENUM ('sad', 'ok', 'glad'); CREATE TABLE t " + b.create)
	if err != nil {
		t.Fatal(err)
	}
	b.schema, b.table = script.Schema, script.Schema.Tables[0]
	exec(t, conn, "SET timezone = 'UTC'", "SET search_path = pg_temp, public", "CREATE TYPE pg_temp.mood AS ENUM ('sad', 'ok', 'glad')",
		"CREATE TEMP TABLE t "+b.create)
	if b.tx, err = conn.Begin(ctx); err != nil {
		t.Fatal(err)
	}
	if err := conn.QueryRow(ctx, "SELECT (extract(epoch FROM now()) * 1000000)::bigint - 946684800000000").Scan(&b.now); err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 2))
	for i := range benchRows {
		b.add(t, r, i)
	}
	return b
}

func exec(t *testing.T, conn *pgx.Conn, statements ...string) {
	t.Helper()
	for _, s := range statements {
		if _, err := conn.Exec(context.Background(), s); err != nil {
			t.Fatalf("%s: %v", s, err)
		}
	}
}

func (b *bench) add(t *testing.T, r *rand.Rand, id int) {
	row, texts := []value.Value{value.Integer(int64(id))}, []string{fmt.Sprint(id)}
	for i, s := range samples {
		codec, err := value.CodecFor(b.schema, b.table.Columns[i+1].Type, nil)
		if err != nil {
			t.Fatal(err)
		}
		if r.IntN(8) == 0 {
			row, texts = append(row, value.Value{}), append(texts, "NULL")
			continue
		}
		text := s.values[r.IntN(len(s.values))]
		v, err := codec.Parse(text, nil)
		if err != nil {
			t.Fatalf("%s: %v", s.name, err)
		}
		if s.name == "n" {
			v = value.DecimalRound(v, 2)
		}
		if s.name == "r" {
			v.F = float64(float32(v.F))
		}
		row, texts = append(row, v), append(texts, "'"+strings.ReplaceAll(text, "'", "''")+"'")
	}
	exec(t, b.tx.Conn(), "INSERT INTO t VALUES ("+strings.Join(texts, ", ")+")")
	b.rows, b.texts = append(b.rows, row), append(b.texts, texts)
}

// parse reads an expression as the CHECK of the table.
func (b *bench) parse(t *testing.T, expr string) *schema.Expr {
	t.Helper()
	text := "CREATE TYPE mood AS ENUM ('sad', 'ok', 'glad'); CREATE TABLE t " + b.create[:len(b.create)-1] + ", CHECK (" + expr + "))"
	script, err := ddl.Parse(text)
	if err != nil || len(script.Schema.Tables) == 0 || len(script.Schema.Tables[0].Constraints) == 0 {
		t.Fatalf("%s: %v", expr, err)
	}
	return script.Schema.Tables[0].Constraints[0].Expr
}

// show prints the values of the columns that an expression refers to.
func (b *bench) show(e *schema.Expr, row int) string {
	var out strings.Builder
	for _, name := range e.Columns() {
		for i, c := range b.table.Columns {
			if c.Name == name {
				fmt.Fprintf(&out, " %s=%s", name, b.texts[row][i])
			}
		}
	}
	return out.String()
}

// ask evaluates an expression on every row; nil is an error.
func (b *bench) ask(ctx context.Context, expr string) []*predicate.Truth {
	out := make([]*predicate.Truth, len(b.rows))
	if b.query(ctx, "SELECT id, ("+expr+") FROM t", out) {
		return out
	}
	for i := range b.rows {
		b.query(ctx, fmt.Sprintf("SELECT id, (%s) FROM t WHERE id = %d", expr, i), out)
	}
	return out
}

func (b *bench) query(ctx context.Context, sql string, out []*predicate.Truth) bool {
	sub, err := b.tx.Begin(ctx)
	if err != nil {
		return false
	}
	defer sub.Rollback(ctx)
	rows, err := sub.Query(ctx, sql, pgx.QueryExecModeSimpleProtocol)
	if err != nil {
		return false
	}
	defer rows.Close()
	for rows.Next() {
		var id int
		var is *bool
		if err := rows.Scan(&id, &is); err != nil {
			return false
		}
		outcome := predicate.Null
		if is != nil {
			outcome = predicate.False
		}
		if is != nil && *is {
			outcome = predicate.True
		}
		out[id] = &outcome
	}
	return rows.Err() == nil
}

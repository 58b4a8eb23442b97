package predicate_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/effigydb/effigy/ddl"
	"github.com/effigydb/effigy/generator/predicate"
	"github.com/effigydb/effigy/generator/space"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

// TestEveryExpressionIsSolved takes each expression that the evaluator knows,
// its negation and its disjunction with another one as the only CHECK of a
// table: constructed rows pass it, and it is not called impossible where a
// sample row passes.
func TestEveryExpressionIsSolved(t *testing.T) {
	list := strings.Split(strings.TrimSpace(expressions), "\n")
	how := map[string]int{}
	for i, expr := range list {
		for _, check := range []string{expr, "NOT (" + expr + ")", "(" + expr + ") IS TRUE", "(" + expr + ") OR (" + list[(i*7+3)%len(list)] + ")"} {
			text := "CREATE TYPE mood AS ENUM ('sad', 'ok', 'glad'); CREATE TABLE t (" + named(check) + ", CHECK (" + check + "))"
			script, err := ddl.Parse(text)
			if err != nil {
				t.Fatalf("%s: %v", check, err)
			}
			solveOne(t, script.Schema, check, how)
		}
	}
	t.Log(how)
}

// named are the columns that an expression may refer to.
func named(expr string) string {
	columns := []string{"id int"}
	for _, s := range samples {
		if strings.Contains(expr, s.name) {
			columns = append(columns, s.name+" "+s.typ)
		}
	}
	return strings.Join(columns, ", ")
}

func solveOne(t *testing.T, s *schema.Schema, check string, how map[string]int) {
	t.Helper()
	table := s.Tables[0]
	f := compile(t, s, table, instant)
	for _, v := range f.Verdicts {
		how[v.How]++
	}
	if len(f.Branches) == 0 {
		for _, row := range sampleRows(t, s, table) {
			if got, _ := f.Check(row); got.Passes() {
				t.Errorf("%s: called impossible", check)
				return
			}
		}
	}
	for k := range f.Branches {
		rows, err := rowsOf(s, table, f, &f.Branches[k], instant, 2)
		if err != nil && !errors.Is(err, space.ErrUnknown) && f.Verdicts[0].How == "constructed" {
			t.Errorf("%s: branch %d: %v", check, k, err)
		}
		for _, row := range rows {
			if got, _ := f.Check(row); got == predicate.False {
				t.Errorf("%s: branch %d fails", check, k)
				return
			}
		}
	}
}

func sampleRows(t *testing.T, s *schema.Schema, table *schema.Table) [][]value.Value {
	t.Helper()
	r := rand.New(rand.NewPCG(5, 6))
	var rows [][]value.Value
	for range 200 {
		row := []value.Value{value.Integer(1)}
		for _, c := range table.Columns[1:] {
			at := slices.IndexFunc(samples, func(x sample) bool { return x.name == c.Name })
			codec, err := value.CodecFor(s, c.Type, nil)
			if err != nil {
				t.Fatal(err)
			}
			v, err := codec.Parse(samples[at].values[r.IntN(len(samples[at].values))], nil)
			if err != nil {
				t.Fatal(err)
			}
			row = append(row, v)
		}
		rows = append(rows, row)
	}
	return rows
}

// TestServerAcceptsEachExpression inserts constructed rows into a table for
// each expression.
func TestServerAcceptsEachExpression(t *testing.T) {
	var text strings.Builder
	text.WriteString("CREATE TYPE mood AS ENUM ('sad', 'ok', 'glad');\n")
	for i, expr := range strings.Split(strings.TrimSpace(expressions), "\n") {
		fmt.Fprintf(&text, "CREATE TABLE e%d (%s, CHECK (%s));\n", i, named(expr), expr)
	}
	accepts(t, context.Background(), "expressions", text.String())
}

package predicate_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/effigydb/effigy/ddl"
	"github.com/effigydb/effigy/generator/predicate"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

// maker composes random constraints over one table.
type composer struct{ *rand.Rand }

func (c composer) of(list ...string) string { return list[c.IntN(len(list))] }

func (c composer) number() string { return c.of("a", "b", "c") }

func (c composer) constant() string { return fmt.Sprint(c.IntN(13) - 4) }

func (c composer) order() string { return c.of("<", "<=", ">", ">=", "=", "<>") }

func (c composer) atom() string {
	n, m := c.number(), c.number()
	switch c.IntN(20) {
	case 0, 1, 2:
		return n + " " + c.order() + " " + c.constant()
	case 3:
		return n + " " + c.order() + " " + m
	case 4:
		return n + " + " + c.constant() + " " + c.order() + " " + m
	case 5:
		return fmt.Sprintf("%s IN (%s, %s, %s)", n, c.constant(), c.constant(), c.constant())
	case 6:
		return n + " BETWEEN " + c.constant() + " AND " + c.constant()
	case 7:
		return n + c.of(" IS NULL", " IS NOT NULL")
	case 8:
		return c.of("t", "u") + c.of(" IS NULL", " IS NOT NULL")
	case 9:
		return "t IN ('x', 'y')"
	case 10:
		return c.of("t", "u") + c.of(" ~ '^[xy]+$'", " LIKE 'x%'", " <> 'x'", " !~ 'z'")
	case 11:
		return c.of("p", "q")
	case 12:
		return "length(" + c.of("t", "u") + ") " + c.order() + " " + fmt.Sprint(c.IntN(5))
	case 13:
		return n + " % " + fmt.Sprint(2+c.IntN(4)) + " = " + fmt.Sprint(c.IntN(3))
	case 14:
		return fmt.Sprintf("COALESCE(%s, %s) %s %s", n, m, c.order(), c.constant())
	case 15:
		return n + " IS DISTINCT FROM " + m
	case 16:
		return fmt.Sprintf("num_nonnulls(a, t, p) = %d", c.IntN(4))
	case 17:
		return "p IS " + c.of("TRUE", "NOT TRUE", "FALSE", "UNKNOWN")
	case 18:
		return fmt.Sprintf("GREATEST(%s, %s) %s %s", n, m, c.order(), c.constant())
	}
	return "t = u"
}

func (c composer) expr(depth int) string {
	if depth == 0 || c.IntN(3) == 0 {
		return c.atom()
	}
	x, y := c.expr(depth-1), c.expr(depth-1)
	switch c.IntN(8) {
	case 0, 1, 2:
		return "(" + x + ") AND (" + y + ")"
	case 3, 4, 5:
		return "(" + x + ") OR (" + y + ")"
	case 6:
		return "(" + x + ") = (" + y + ")"
	}
	return c.of("NOT (", "(") + x + c.of(")", ") IS NOT FALSE")
}

// TestRandomConstraints holds the solver against search: what it constructs
// passes, and what it calls impossible no random row satisfies.
func TestRandomConstraints(t *testing.T) {
	for seed := range uint64(200) {
		c := composer{rand.New(rand.NewPCG(seed, 5))}
		columns := []string{"a int", "b int", "c smallint", "t text", "u varchar(4)", "p bool", "q bool"}
		for i := range columns {
			columns[i] += c.of("", " NOT NULL")
		}
		var checks []string
		for range 1 + c.IntN(4) {
			checks = append(checks, "CHECK ("+c.expr(1+c.IntN(3))+")")
		}
		text := "CREATE TABLE r (" + strings.Join(append(columns, checks...), ", ") + ")"
		script, err := ddl.Parse(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		solves(t, script.Schema, text, c)
	}
}

func solves(t *testing.T, s *schema.Schema, text string, c composer) {
	t.Helper()
	table := s.Tables[0]
	start := time.Now()
	f := compile(t, s, table, instant)
	if took := time.Since(start); took > 3*time.Second {
		t.Errorf("%s: %v", text, took)
	}
	if len(f.Branches) == 0 {
		for range 3000 {
			row := c.row(table)
			if got, _ := f.Check(row); got == predicate.True {
				t.Errorf("%s: called impossible, but %v passes", text, show(table, row))
				return
			}
		}
		return
	}
	for k := range f.Branches {
		rows, err := rowsOf(s, table, f, &f.Branches[k], instant, 5)
		if err != nil {
			t.Errorf("%s: branch %d: %v", text, k, err)
		}
		for _, row := range rows {
			if got, name := f.Check(row); got == predicate.False {
				t.Errorf("%s: branch %d: %s fails for %s", text, k, name, show(table, row))
				return
			}
		}
	}
}

// row is any row, near the constants that the constraints use.
func (c composer) row(table *schema.Table) []value.Value {
	row := make([]value.Value, len(table.Columns))
	for i, col := range table.Columns {
		if !col.NotNull && c.IntN(3) == 0 {
			continue
		}
		switch {
		case col.Type.Is("bool"):
			row[i] = value.Boolean(c.IntN(2) == 0)
		case col.Type.Is("text"), col.Type.Is("varchar"):
			row[i] = value.String(c.of("", "x", "y", "xy", "xx", "z", "xyz", "yyxx"))
		default:
			row[i] = value.Integer(int64(c.IntN(20) - 7))
		}
	}
	return row
}

func show(table *schema.Table, row []value.Value) string {
	var out []string
	for i, col := range table.Columns {
		switch v := row[i]; v.Kind {
		case value.Null:
			out = append(out, col.Name+"=NULL")
		case value.Text:
			out = append(out, fmt.Sprintf("%s=%q", col.Name, v.B))
		default:
			out = append(out, fmt.Sprintf("%s=%d", col.Name, v.I))
		}
	}
	return strings.Join(out, " ")
}

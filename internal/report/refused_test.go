package report

import (
	"strings"
	"testing"
)

// TestWriteRefused: a cause is printed once, also of several tables, with the tables that lack rows
// because of it.
func TestWriteRefused(t *testing.T) {
	var out strings.Builder
	WriteRefused(&out, []Refused{
		{Object: "a", Constraint: "k", Reason: "no value is left", Hint: "mend it"},
		{Object: "m", Reason: "it needs the extension hll", Hint: "install it"},
		{Object: "n", Reason: "it needs the extension hll", Hint: "install it"},
		{Object: "b", Constraint: "f", Reason: "it has to refer to a row of a, which is refused", Hint: "see to a first", Because: "a"},
		{Object: "c", Constraint: "g", Reason: "it has to refer to a row of b, which is refused", Hint: "see to b first", Because: "b"},
		{Object: "x", Constraint: "h", Reason: "it has to refer to a row of e, which has none", Hint: "rows: 0", Because: "e"},
		{Object: "y", Constraint: "i", Reason: "it has to refer to a row of x, which is refused", Hint: "see to x first", Because: "x"},
		{Object: "z", Constraint: "j", Reason: "it has to refer to a row of o, which has none", Hint: "rows: 0", Because: "o"},
		{Object: "o2", Constraint: "j", Reason: "it has to refer to a row of n, which is refused", Hint: "see to n first", Because: "n"},
	})
	const want = `refused: a, constraint k: no value is left
hint: mend it
  tables that need its rows, or rows: 0 as well: b, c
refused: m, n: it needs the extension hll
hint: install it
  tables that need its rows, or rows: 0 as well: o2
refused: x, y: they have to refer to rows of e, which has none
hint: give e rows in effigy.yaml, or rows: 0 to these tables as well
refused: z, constraint j: it has to refer to a row of o, which has none
hint: rows: 0
`
	if out.String() != want {
		t.Errorf("got\n%s", out.String())
	}
}

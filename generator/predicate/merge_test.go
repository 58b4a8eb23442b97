package predicate_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/effigydb/effigy/ddl"
)

// TestManyAlternatives: what is put together by the square is bounded.
func TestManyAlternatives(t *testing.T) {
	var ors []string
	for i := range 6000 {
		ors = append(ors, fmt.Sprintf("a = %d", i))
	}
	script, err := ddl.Parse("CREATE TABLE t (a integer NOT NULL CHECK (" + strings.Join(ors, " OR ") + "))")
	if err != nil {
		t.Fatal(err)
	}
	f := compile(t, script.Schema, script.Schema.Tables[0], instant)
	if len(f.Branches) != 1 {
		t.Fatalf("got %d branches", len(f.Branches))
	}
	if n := len(f.Branches[0].Columns[0].Set); n < 1000 || n > 3000 {
		t.Errorf("got %d values", n)
	}
}

// TestManyChoices: choices that come to the same are one branch, however many
// are behind it.
func TestManyChoices(t *testing.T) {
	var ands []string
	for i := range 200 {
		ands = append(ands, fmt.Sprintf("(a > %d OR a < -%d)", i, i))
	}
	script, err := ddl.Parse("CREATE TABLE t (a integer NOT NULL CHECK (" + strings.Join(ands, " AND ") + "))")
	if err != nil {
		t.Fatal(err)
	}
	f := compile(t, script.Schema, script.Schema.Tables[0], instant)
	if len(f.Branches) != 1 || len(f.Branches[0].Columns[0].Intervals) != 2 {
		t.Fatalf("got %+v", f.Branches)
	}
}

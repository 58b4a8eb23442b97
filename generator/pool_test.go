package generator_test

import (
	"context"
	"slices"
	"testing"

	"github.com/effigydb/effigy/ddl"
	"github.com/effigydb/effigy/generator"
	"github.com/effigydb/effigy/schema"
)

// listJudge accepts a list of texts in a one-column row and counts what it was
// asked.
type listJudge struct {
	generator.Judge
	list  []string
	asked int
}

func (j *listJudge) Satisfy(_ context.Context, _ schema.Name, _ []string, _ string, rows [][]*string) ([]bool, error) {
	j.asked += len(rows)
	ok := make([]bool, len(rows))
	for i, r := range rows {
		ok[i] = r[0] == nil || slices.Contains(j.list, *r[0])
	}
	return ok, nil
}

// TestListedByFunction holds a function that only knows a list to few
// candidates: what is in its body is all that it takes.
func TestListedByFunction(t *testing.T) {
	s, err := ddl.Parse(`CREATE FUNCTION known(text) RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN RETURN $1 IN ('wool', 'linen', 'silk'); END $$;
		CREATE TABLE cloth (fibre text NOT NULL CHECK (known(fibre)));`)
	if err != nil {
		t.Fatal(err)
	}
	j := &listJudge{list: []string{"wool", "linen", "silk"}}
	p, err := generator.New(t.Context(), generator.Request{Schema: s.Schema, Rows: 60, Seed: "test", Now: instant, BuildTime: instant, Judge: j})
	if err != nil {
		t.Fatal(err)
	}
	if n := distinct(lines(t, p, "cloth")); n != 3 || j.asked > 10_000 {
		t.Errorf("%d values of 3, %d candidates judged", n, j.asked)
	}
}

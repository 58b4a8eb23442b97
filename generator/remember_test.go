package generator_test

import (
	"context"
	"testing"

	"github.com/effigydb/effigy/ddl"
	"github.com/effigydb/effigy/generator"
	"github.com/effigydb/effigy/schema"
)

// emptyJudge computes nothing, accepts nothing and counts what it was asked.
type emptyJudge struct{ listJudge }

func (emptyJudge) Evaluate(_ context.Context, _ schema.Name, _ []string, _ string, rows [][]*string) ([]*string, error) {
	return make([]*string, len(rows)), nil
}

// TestSearchedOnce holds that what was searched for in vain is not searched for
// again when another table is asked for more.
func TestSearchedOnce(t *testing.T) {
	const lost = `CREATE FUNCTION fits(integer, integer) RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN RETURN false; END $$;
		CREATE TABLE lost (a integer NOT NULL, b integer NOT NULL, CHECK (fits(a, b)));`
	const others = `CREATE TABLE kinds (code text PRIMARY KEY, label text);
		CREATE TABLE p (id uuid PRIMARY KEY, kind text NOT NULL REFERENCES kinds, UNIQUE (id, kind));
		CREATE TABLE t (id integer PRIMARY KEY, p_id uuid NOT NULL, kind text NOT NULL CHECK (kind = 'lorry'), FOREIGN KEY (p_id, kind) REFERENCES p (id, kind));`
	asked := map[string]int{}
	for _, text := range []string{lost, lost + others} {
		s, err := ddl.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		j := &emptyJudge{}
		p, err := generator.New(t.Context(), generator.Request{Schema: s.Schema, Rows: 30, Seed: "test", Now: instant, BuildTime: instant, Judge: j})
		if err != nil {
			t.Fatal(err)
		}
		if len(p.Refused) != 1 || p.Refused[0].Object != "public.lost" {
			t.Fatalf("refused: %+v", p.Refused)
		}
		asked[text] = j.asked
	}
	if asked[lost] == 0 || asked[lost] != asked[lost+others] {
		t.Errorf("%d candidates judged by itself, %d beside tables that are planned anew", asked[lost], asked[lost+others])
	}
}

package ddl

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/effigydb/effigy/internal/pgtest"
	"github.com/effigydb/effigy/schema"
	"github.com/jackc/pgx/v5"
)

func connect(t *testing.T, url string) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(context.Background(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	return conn
}

// facts are what the catalogs hold of the schemas app, shop and public.
const catalogFacts = `
WITH r AS (SELECT c.oid, c.relname, c.relkind, c.relispartition, quote_ident(n.nspname) || '.' || quote_ident(c.relname) AS name
           FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
           WHERE nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast')
             AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e'))
SELECT 'column ' || r.name || '.' || quote_ident(attname) || ' ' || attnotnull FROM r JOIN pg_attribute ON attrelid = r.oid AND attnum > 0 AND NOT attisdropped WHERE relkind IN ('r', 'p')
UNION ALL
SELECT 'constraint ' || r.name || '.' || quote_ident(conname) || ' ' || contype::text FROM r JOIN pg_constraint ON conrelid = r.oid
WHERE contype IN ('c', 'p', 'u', 'f', 'x') AND (contype = 'c' OR NOT relispartition)
UNION ALL
SELECT 'index ' || r.name FROM r JOIN pg_index ON indexrelid = r.oid JOIN pg_class t ON t.oid = indrelid
WHERE NOT r.relispartition AND t.relkind IN ('r', 'p') AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = r.oid AND contype IN ('p', 'u', 'x'))
UNION ALL
SELECT 'sequence ' || r.name FROM r WHERE relkind = 'S'
UNION ALL
SELECT 'view ' || r.name FROM r WHERE relkind IN ('v', 'm')`

func catalogOf(t *testing.T, conn *pgx.Conn) []string {
	t.Helper()
	rows, err := conn.Query(context.Background(), catalogFacts)
	if err != nil {
		t.Fatal(err)
	}
	out, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(out)
	return out
}

// modelFacts are the same facts of the model.
func modelFacts(s *schema.Schema) []string {
	letters := map[schema.ConstraintKind]string{schema.Check: "c", schema.PrimaryKey: "p", schema.Unique: "u", schema.ForeignKey: "f", schema.Exclude: "x"}
	var out []string
	for _, t := range s.Tables {
		for _, c := range t.Columns {
			out = append(out, fmt.Sprintf("column %s %v", t.Name.Member(c.Name), c.NotNull))
		}
		for _, k := range t.Constraints {
			if letters[k.Kind] != "" && (k.Kind == schema.Check || t.PartitionOf == nil) {
				out = append(out, fmt.Sprintf("constraint %s %s", t.Name.Member(k.Name), letters[k.Kind]))
			}
		}
		for _, x := range t.Indexes {
			out = append(out, "index "+x.Name.String())
		}
	}
	for _, q := range s.Sequences {
		out = append(out, "sequence "+q.Name.String())
	}
	for _, v := range s.Views {
		out = append(out, "view "+v.Name.String())
	}
	slices.Sort(out)
	return out
}

func compareFacts(t *testing.T, what string, want, got []string) {
	t.Helper()
	for _, w := range want {
		if !slices.Contains(got, w) {
			t.Errorf("%s lacks %s", what, w)
		}
	}
	for _, g := range got {
		if !slices.Contains(want, g) {
			t.Errorf("%s has %s", what, g)
		}
	}
}

// The statements in order of the text, the load in its own order and the
// model come to the same schema.
func TestLoadEqualsText(t *testing.T) {
	text, err := os.ReadFile("testdata/hand.sql")
	if err != nil {
		t.Fatal(err)
	}
	s, err := Parse(string(text))
	if err != nil || len(s.Problems) > 0 {
		t.Fatal(err, s.Problems)
	}
	plain := connect(t, pgtest.New(t).URL)
	for _, st := range s.Split.Statements {
		if strings.HasPrefix(st.Text, "COPY") {
			continue
		}
		if _, err := plain.Exec(context.Background(), st.Text); err != nil {
			t.Fatalf("line %d: %v", st.Line, err)
		}
	}
	want := catalogOf(t, plain)
	compareFacts(t, "the load", want, loaded(t, s.Plan()))
	compareFacts(t, "the load in order", want, loaded(t, s.InOrder()))
	compareFacts(t, "the model", want, modelFacts(s.Schema))
}

// loaded runs a load in a database of its own and reads the catalogs.
func loaded(t *testing.T, load *Load) []string {
	t.Helper()
	ctx := context.Background()
	conn := connect(t, pgtest.New(t).URL)
	for _, set := range load.Settings {
		if _, err := conn.Exec(ctx, set); err != nil {
			t.Fatal(err)
		}
	}
	for section := Schemas; section <= After; section++ {
		err := load.Run(section, func(st Step) error {
			_, err := conn.Exec(ctx, st.SQL)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, k := range load.Skipped {
		t.Errorf("line %d: %s %s skipped: %s", k.Line, k.Kind, k.Name, k.Reason)
	}
	return catalogOf(t, conn)
}

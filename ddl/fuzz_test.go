package ddl

import (
	"os"
	"testing"

	"github.com/effigydb/effigy/schema"
)

// FuzzParse: no text makes the reader or the planner panic.
func FuzzParse(f *testing.F) {
	text, err := os.ReadFile("testdata/hand.sql")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(text))
	for _, seed := range []string{
		"CREATE TABLE a (b int PRIMARY KEY, LIKE a INCLUDING ALL, CHECK (b > 0)) INHERITS (a, b) PARTITION BY LIST (b)",
		"ALTER TABLE a ADD b serial UNIQUE REFERENCES a, ATTACH PARTITION a FOR VALUES IN (1), ALTER b SET DEFAULT nextval('x')",
		"CREATE SCHEMA s CREATE TABLE t (a int REFERENCES t) GRANT ALL ON t TO b",
		"CREATE INDEX ON a ((b || c), lower(d) DESC) INCLUDE (e) WHERE f", "ALTER TYPE a ADD VALUE 'b' BEFORE 'c'",
		"CREATE TABLE a PARTITION OF b DEFAULT; CREATE TABLE b PARTITION OF a DEFAULT; CREATE TABLE c PARTITION OF c DEFAULT",
		"CREATE TABLE a (i int) PARTITION BY LIST (i); CREATE TABLE b (i int) PARTITION BY LIST (i); ALTER TABLE a ATTACH PARTITION b DEFAULT; ALTER TABLE b ATTACH PARTITION a DEFAULT; ALTER TABLE a ADD PRIMARY KEY (i)",
		"COMMENT ON CONSTRAINT a ON DOMAIN b IS 'c'", "CREATE AGGREGATE a (b, ORDER BY c) (sfunc = d)",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, _ := Parse(text)
		for _, st := range s.Plan().Steps {
			RenameRoles(st, map[string]string{"b": "c"})
		}
		s.Lost(nil)
		s.Schema.Graph().Cycles()
		for _, table := range s.Schema.Tables {
			seen := map[*schema.Table]bool{}
			for at := table; at != nil && at.PartitionOf != nil; at = s.Schema.Table(at.PartitionOf.Parent) {
				if seen[at] {
					t.Fatalf("%s is above itself", at.Name)
				}
				seen[at] = true
			}
		}
	})
}

package diff

import "testing"

// circles are texts in which tables would be above themselves.
var circles = []string{
	"CREATE TABLE a PARTITION OF a DEFAULT",
	"CREATE TABLE a PARTITION OF b DEFAULT; CREATE TABLE b PARTITION OF a DEFAULT",
	"CREATE TABLE a (i int) PARTITION BY LIST (i); CREATE TABLE b (i int) PARTITION BY LIST (i); ALTER TABLE a ATTACH PARTITION b DEFAULT; ALTER TABLE b ATTACH PARTITION a DEFAULT; ALTER TABLE a ADD PRIMARY KEY (i)",
	"CREATE TABLE a (i int PRIMARY KEY); CREATE TABLE b (i int) INHERITS (a); ALTER TABLE a INHERIT b; ALTER TABLE a ADD CHECK (i > 0), ADD j int",
	"CREATE TABLE a (i int); ALTER TABLE a INHERIT a; ALTER TABLE a ADD j int NOT NULL",
}

// FuzzTexts: no text makes the comparison panic, and none differs from itself.
func FuzzTexts(f *testing.F) {
	for _, text := range append(circles,
		"CREATE TABLE a (b serial PRIMARY KEY, c text COLLATE \"C\" DEFAULT 'x'::text, CHECK (b > 0 AND c <> '')); CREATE INDEX ON a (lower(c)) WHERE b > 1; ALTER TABLE a RENAME b TO d",
		"CREATE TYPE t AS (a int, b text[]); CREATE DOMAIN d AS t CHECK ((VALUE).a > 0); CREATE VIEW v AS SELECT (x).b[1] FROM (VALUES (ROW(1, NULL)::t)) w(x)",
		"CREATE FUNCTION f(a int, VARIADIC b text[] DEFAULT '{}') RETURNS SETOF record LANGUAGE sql AS 'SELECT 1'; GRANT ALL ON FUNCTION f TO r; COMMENT ON FUNCTION f IS 'x'",
	) {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if r, err := Texts(text, text, Options{}); err == nil && r.Drift {
			t.Errorf("it differs from itself: %+v", r.Changes)
		}
	})
}

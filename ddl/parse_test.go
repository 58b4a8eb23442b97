package ddl

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/effigydb/effigy/schema"
)

// outline prints what tests ask of a schema: its tables with their columns
// and constraints, one line each.
func outline(s *schema.Schema) string {
	var b strings.Builder
	for _, t := range s.Tables {
		fmt.Fprintf(&b, "%s:", t.Name)
		for _, c := range t.Columns {
			fmt.Fprintf(&b, " %s %s", c.Name, typeText(c.Type))
			if len(c.Type.Mods) > 0 {
				fmt.Fprintf(&b, "(%s)", strings.Join(c.Type.Mods, ","))
			}
			if c.NotNull {
				b.WriteString("!")
			}
			if c.Default != nil {
				b.WriteString("=" + c.Default.SQL)
			}
			if c.Sequence != nil {
				b.WriteString("<" + c.Sequence.Name.String())
			}
			b.WriteString(",")
		}
		for _, k := range t.Constraints {
			fmt.Fprintf(&b, " [%s %s %s", k.Name, k.Kind, strings.Join(k.Columns, ","))
			if k.Kind == schema.ForeignKey {
				fmt.Fprintf(&b, " %s(%s)", k.RefTable, strings.Join(k.RefColumns, ","))
			}
			b.WriteString("]")
		}
		for _, x := range t.Indexes {
			fmt.Fprintf(&b, " {%s %d}", x.Name, len(x.Keys))
		}
		b.WriteString("\n")
	}
	return b.String()
}

func TestTables(t *testing.T) {
	for name, c := range map[string]struct{ in, want string }{
		"inline": {
			"CREATE TABLE p (id serial PRIMARY KEY, n varchar(20) UNIQUE CHECK (n <> ''));" +
				"CREATE TABLE c (a int REFERENCES p ON DELETE CASCADE, b int, CHECK (a > b), FOREIGN KEY (b) REFERENCES p)",
			`public.p: id integer!=nextval('public.p_id_seq'::regclass)<public.p_id_seq, n character varying(20), [p_pkey primary key id] [p_n_key unique n] [p_n_check check n]
public.c: a integer, b integer, [c_a_fkey foreign key a public.p(id)] [c_check check a,b] [c_b_fkey foreign key b public.p(id)]`,
		},
		"names that collide": {
			"CREATE TABLE t (a int, CHECK (a > 0), CHECK (a > 1), CONSTRAINT t_a_check2 CHECK (a > 2)); CREATE TABLE t_a_idx (); CREATE INDEX ON t (a); CREATE INDEX ON t (a, lower('x'), (a + 1), (a * 2))",
			`public.t: a integer, [t_a_check check a] [t_a_check1 check a] [t_a_check2 check a] {public.t_a_idx1 1} {public.t_a_lower_expr_expr1_idx 4}
public.t_a_idx:`,
		},
		"a key that repeats": {
			"CREATE TABLE t (a int UNIQUE PRIMARY KEY, UNIQUE (a))",
			"public.t: a integer!, [t_pkey primary key a]",
		},
		"search_path": {
			`CREATE SCHEMA s; SET search_path = s, public; CREATE TYPE mood AS ENUM ('a'); CREATE TABLE t (m mood, x "char", i interval day to second(3), d double precision[]); SELECT pg_catalog.set_config('search_path', '', false); CREATE TABLE public.u (m s.mood, k s.t)`,
			`s.t: m s.mood, x "char", i interval(day to second,3), d double precision[],
public.u: m s.mood, k s.t,`,
		},
		"extension": {
			"CREATE EXTENSION citext WITH SCHEMA ext; CREATE TABLE t (a citext, b ext.citext, c hstore)",
			"public.t: a ext.citext, b ext.citext, c hstore,",
		},
		"alter": {
			"CREATE TABLE t (a int, b int); ALTER TABLE t ADD c text DEFAULT 'x;y', DROP COLUMN b, ALTER a SET NOT NULL, ALTER a TYPE bigint, ADD PRIMARY KEY (a); ALTER TABLE t RENAME c TO cc; ALTER TABLE t RENAME TO tt; ALTER TABLE tt RENAME CONSTRAINT t_pkey TO pk; ALTER TABLE tt ADD CHECK (cc <> ''), ALTER cc DROP DEFAULT",
			"public.tt: a bigint!, cc text, [pk primary key a] [tt_cc_check check cc]",
		},
		"inherits": {
			"CREATE TABLE p (a int NOT NULL CHECK (a > 0), b int); CREATE TABLE c (b int DEFAULT 2, z int) INHERITS (p); ALTER TABLE p ADD x int, ADD CONSTRAINT q CHECK (x > 0)",
			`public.p: a integer!, b integer, x integer, [p_a_check check a] [q check x]
public.c: a integer!, b integer=2, z integer, x integer, [p_a_check check a] [q check x]`,
		},
		"partitions": {
			"CREATE TABLE p (a int, b int, PRIMARY KEY (a)) PARTITION BY RANGE (a); CREATE TABLE q PARTITION OF p FOR VALUES FROM (1) TO (MAXVALUE); CREATE TABLE r (b int, a int PRIMARY KEY); ALTER TABLE p ATTACH PARTITION r DEFAULT",
			`public.p: a integer!, b integer, [p_pkey primary key a]
public.q: a integer!, b integer,
public.r: b integer, a integer!,`,
		},
		"like and of": {
			"CREATE TYPE ty AS (a int, b text); CREATE TABLE o OF ty (PRIMARY KEY (a)); CREATE TABLE l (x int, LIKE o INCLUDING ALL)",
			`public.o: a integer!, b text, [o_pkey primary key a]
public.l: x integer, a integer!, b text, [l_pkey primary key a]`,
		},
		"drops": {
			"DROP TABLE IF EXISTS z; CREATE TABLE p (a int PRIMARY KEY); CREATE TABLE c (a int REFERENCES p); CREATE TABLE d (a int); DROP TABLE p CASCADE; ALTER TABLE d ADD UNIQUE (a), DROP CONSTRAINT d_a_key",
			"public.c: a integer,\npublic.d: a integer,",
		},
		"identity and defaults": {
			"CREATE SEQUENCE s; CREATE TABLE t (a int GENERATED ALWAYS AS IDENTITY, b int DEFAULT nextval('s'), c text DEFAULT NULL)",
			"public.t: a integer!<public.t_a_seq, b integer=nextval('s')<public.s, c text,",
		},
	} {
		t.Run(name, func(t *testing.T) {
			s, err := Parse(c.in)
			if err != nil || len(s.Problems) > 0 {
				t.Fatal(err, s.Problems)
			}
			if got := strings.TrimSpace(outline(s.Schema)); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

func TestProblem(t *testing.T) {
	s, err := Parse("CREATE TABLE a (x int);\nCREATE TABEL b ();\nCREATE TABLE c (y int REFERENCES nowhere)")
	if err != nil || len(s.Schema.Tables) != 2 || len(s.Problems) != 1 {
		t.Fatal(err, s.Problems)
	}
	if p := s.Problems[0]; p.Line != 2 || p.Column != 8 || !strings.HasSuffix(p.Caret, "\n       ^") {
		t.Errorf("%+v", p)
	}
	if !s.Items[1].Opaque {
		t.Error("the statement that does not parse is not opaque")
	}
	if _, err := Parse("CREATE TABLE a (); SELECT 'x"); err == nil {
		t.Error("a string without an end is no error")
	}
}

func TestItems(t *testing.T) {
	s, _ := Parse(`CREATE FUNCTION f(a integer, OUT b text, c varchar[]) LANGUAGE sql AS '';
CREATE TABLE "T" (a int);
COMMENT ON COLUMN "T".a IS 'x';
ALTER TABLE "T" ADD CONSTRAINT k UNIQUE (a);
INSERT INTO "T" VALUES (1);
CREATE SERVER s FOREIGN DATA WRAPPER w;
GRANT SELECT ON "T" TO bob;
CREATE POLICY p ON "T" TO alice, PUBLIC;
ALTER DEFAULT PRIVILEGES FOR ROLE bob IN SCHEMA public GRANT SELECT ON TABLES TO alice;
SELECT f(1);`)
	want := []string{"function public.f(integer, character varying[])", `table public."T"`, `comment public."T".a`, `constraint public."T".k`,
		"data ", "server s", `grant table public."T"`, `policy public."T".p`, "default privileges for role bob in schema public on tables", "other "}
	for i, w := range want {
		if got := s.Items[i].Kind + " " + s.Items[i].Name; got != w {
			t.Errorf("item %d is %q, want %q", i, got, w)
		}
	}
	if runs := s.Runs(); len(runs) != 1 || runs[0].Line != 10 {
		t.Errorf("runs code: %v", runs)
	}
	if got := strings.Join(s.Schema.Roles, " "); got != "alice bob" {
		t.Errorf("roles: %s", got)
	}
	if s.Schema.Tables[0].Column("a").Comment != "x" {
		t.Error("the comment is not in the model")
	}
}

// corpus lists the schemas beside the checkout, for tests that want real
// ones; it skips where there are none.
func corpus(t *testing.T, pattern string) []string {
	t.Helper()
	shared := os.Getenv("EFFIGY_SHARED")
	if shared == "" {
		shared = "../../shared"
	}
	files, _ := filepath.Glob(filepath.Join(shared, pattern))
	if len(files) == 0 {
		t.Skip("no schemas at " + shared)
	}
	return files
}

func TestCorpusIsUnderstood(t *testing.T) {
	for _, f := range corpus(t, "corpus/*[8l]/*.sql") {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		s, err := Parse(string(text))
		if err != nil || len(s.Problems) > 0 {
			t.Errorf("%s: %v %v", f, err, s.Problems)
		}
		for _, table := range s.Schema.Tables {
			for _, c := range table.Columns {
				if c.Type.Name.Schema == "" && c.Type.Name.Name != "vector" {
					t.Errorf("%s: %s has a type that nothing defines: %v", f, table.Name.Member(c.Name), c.Type)
				}
			}
		}
		s.Plan()
	}
}

// A text cut short or with a word left out is read as far as it goes.
func TestBrokenTexts(t *testing.T) {
	text, err := os.ReadFile("testdata/hand.sql")
	if err != nil {
		t.Fatal(err)
	}
	words := strings.Fields(string(text))
	for i := 0; i < len(words); i += 23 {
		broken := append(append([]string(nil), words[:i]...), words[i+1:min(i+60, len(words))]...)
		if s, _ := Parse(strings.Join(broken[max(0, i-60):], " ")); s != nil {
			s.Plan()
		}
	}
}

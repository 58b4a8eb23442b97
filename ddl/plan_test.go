package ddl

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

func steps(t *testing.T, sql string) string {
	t.Helper()
	s, err := Parse(sql)
	if err != nil || len(s.Problems) > 0 {
		t.Fatal(err, s.Problems)
	}
	var out []string
	for _, st := range s.Plan().Steps {
		out = append(out, st.Section.String()+": "+strings.Join(strings.Fields(st.SQL), " "))
	}
	return strings.Join(out, "\n")
}

func TestPlan(t *testing.T) {
	for name, c := range map[string]struct{ in, want string }{
		"keys come after the rows": {
			"CREATE TABLE p (id int DEFAULT 1 PRIMARY KEY, n text CONSTRAINT u UNIQUE NULLS NOT DISTINCT NOT NULL CHECK (n <> ''), -- note, (\n r int REFERENCES p ON DELETE CASCADE DEFERRABLE, UNIQUE (r, n))",
			`tables: CREATE TABLE p (id int DEFAULT 1 NOT NULL, n text NOT NULL CHECK (n <> ''), -- note, ( r int )
keys: ALTER TABLE public.p ADD CONSTRAINT p_pkey PRIMARY KEY (id)
keys: ALTER TABLE public.p ADD CONSTRAINT u UNIQUE NULLS NOT DISTINCT (n)
keys: ALTER TABLE public.p ADD CONSTRAINT p_r_n_key UNIQUE (r, n)
foreign keys: ALTER TABLE public.p ADD CONSTRAINT p_r_fkey FOREIGN KEY (r) REFERENCES p ON DELETE CASCADE DEFERRABLE`,
		},
		"a chain is cut at its commas": {
			"CREATE TABLE t (a int); ALTER TABLE ONLY t ADD b int UNIQUE, ADD CHECK (a > 0), ADD PRIMARY KEY (a), ENABLE ROW LEVEL SECURITY, OWNER TO bob",
			`tables: CREATE TABLE t (a int)
tables: ALTER TABLE ONLY t ADD b int, ADD CHECK (a > 0)
keys: ALTER TABLE public.t ADD CONSTRAINT t_b_key UNIQUE (b)
keys: ALTER TABLE ONLY t ADD CONSTRAINT t_pkey PRIMARY KEY (a)
after: ALTER TABLE ONLY t ENABLE ROW LEVEL SECURITY`,
		},
		"what a drop needs comes forward": {
			"CREATE TABLE t (a int UNIQUE); ALTER TABLE t DROP CONSTRAINT t_a_key; CREATE INDEX ON t (a)",
			`tables: CREATE TABLE t (a int )
tables: ALTER TABLE public.t ADD CONSTRAINT t_a_key UNIQUE (a)
tables: ALTER TABLE t DROP CONSTRAINT t_a_key
keys: CREATE INDEX ON t (a)`,
		},
		"schemas and extensions first": {
			"BEGIN; CREATE EXTENSION x SCHEMA e; CREATE TABLE t (); CREATE SCHEMA e AUTHORIZATION bob CREATE TABLE n (a int PRIMARY KEY) CREATE VIEW v AS SELECT 1; INSERT INTO t DEFAULT VALUES; COMMIT",
			`schemas: CREATE SCHEMA e
extensions: CREATE EXTENSION x SCHEMA e
tables: CREATE TABLE t ()
tables: CREATE TABLE n (a int NOT NULL )
tables: CREATE VIEW v AS SELECT 1
keys: ALTER TABLE e.n ADD CONSTRAINT n_pkey PRIMARY KEY (a)`,
		},
		"keys of partitions before their parent's": {
			"CREATE TABLE p (a int PRIMARY KEY) PARTITION BY LIST (a); CREATE TABLE c (a int CONSTRAINT own PRIMARY KEY); ALTER TABLE p ATTACH PARTITION c DEFAULT",
			`tables: CREATE TABLE p (a int NOT NULL ) PARTITION BY LIST (a)
tables: CREATE TABLE c (a int NOT NULL )
tables: ALTER TABLE p ATTACH PARTITION c DEFAULT
keys: ALTER TABLE public.c ADD CONSTRAINT own PRIMARY KEY (a)
keys: ALTER TABLE public.p ADD CONSTRAINT p_pkey PRIMARY KEY (a)`,
		},
		"materialised views stay empty": {
			"CREATE MATERIALIZED VIEW m AS SELECT 1 AS a WITH DATA; CREATE UNIQUE INDEX CONCURRENTLY i ON m (a); REFRESH MATERIALIZED VIEW m",
			`tables: CREATE MATERIALIZED VIEW m AS SELECT 1 AS a WITH NO DATA
keys: CREATE UNIQUE INDEX i ON m (a)`,
		},
		"tablespaces and extensions of the past": {
			"CREATE EXTENSION a; CREATE EXTENSION b; DROP EXTENSION a; ALTER EXTENSION b SET SCHEMA s; COMMENT ON EXTENSION b IS 'x'; CREATE TABLE t (a int UNIQUE USING INDEX TABLESPACE fast, \"tablespace\" int) TABLESPACE fast; CREATE INDEX ON t (a) TABLESPACE fast WHERE a > 1; ALTER TABLE t SET TABLESPACE fast",
			`extensions: CREATE EXTENSION b
tables: CREATE TABLE t (a int, "tablespace" int )
keys: ALTER TABLE public.t ADD CONSTRAINT t_a_key UNIQUE (a)
keys: CREATE INDEX ON t (a) WHERE a > 1`,
		},
		"typed": {
			"CREATE TYPE y AS (a int); CREATE TABLE t OF y (PRIMARY KEY (a))",
			`tables: CREATE TYPE y AS (a int)
tables: CREATE TABLE t OF y
keys: ALTER TABLE public.t ADD CONSTRAINT t_pkey PRIMARY KEY (a)`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			if got := steps(t, c.in); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

func TestSettings(t *testing.T) {
	s, _ := Parse("SET statement_timeout = 0; SET timezone = 'UTC'; SET search_path = a; SET row_security = off; CREATE TABLE a.t ()")
	l := s.Plan()
	if got := strings.Join(l.Settings, "; "); got != "SET check_function_bodies TO off; SET timezone = 'UTC'" {
		t.Errorf("settings: %s", got)
	}
	if l.Steps[0].Path != "a" {
		t.Errorf("path: %q", l.Steps[0].Path)
	}
}

// refusal is what a server says.
type refusal string

func (r refusal) Error() string    { return string(r) }
func (r refusal) SQLState() string { return string(r)[:5] }

func TestRun(t *testing.T) {
	s, _ := Parse(`CREATE FUNCTION c() RETURNS int LANGUAGE c AS 'x', 'y';
CREATE VIEW late AS SELECT 1;
CREATE VIEW uses_c AS SELECT public.c();
CREATE VIEW uses_that AS SELECT * FROM uses_c;
CREATE TABLE bad (a nothing);
CREATE TABLE t (a int PRIMARY KEY);
COMMENT ON TABLE bad IS 'x'`)
	l := s.Plan()
	keys := false
	var ran []string
	exec := func(st Step) error {
		for _, word := range []string{"c()", "uses_c", "nothing", "TABLE bad"} {
			if strings.Contains(st.SQL, word) {
				return refusal("42883 no")
			}
		}
		if strings.Contains(st.SQL, "late") && !keys {
			return refusal("42803 not yet")
		}
		keys = keys || strings.Contains(st.SQL, "ADD CONSTRAINT")
		ran = append(ran, st.Kind+" "+st.Name)
		return nil
	}
	for section := Schemas; section <= After; section++ {
		if err := l.Run(section, exec); err != nil {
			t.Fatal(err)
		}
	}
	if i := slices.Index(ran, "view public.late"); i < slices.Index(ran, "constraint public.t.t_pkey") {
		t.Errorf("ran %q", ran)
	}
	var got []string
	for _, k := range l.Skipped {
		got = append(got, fmt.Sprint(k.Kind, " ", k.Name, k.Dependents))
	}
	want := "function public.c()[view public.uses_c view public.uses_that]; table public.bad[comment public.bad]"
	if strings.Join(got, "; ") != want {
		t.Errorf("skipped %q, want %q", got, want)
	}
}

func TestRunEnds(t *testing.T) {
	for name, err := range map[string]error{"fatal": &Fatal{errors.New("gone")}, "rows": refusal("23505 duplicate")} {
		s, _ := Parse("CREATE TABLE t (a int)")
		calls := 0
		got := s.Plan().Run(Tables, func(st Step) error {
			if st.Kind == "set" {
				return nil
			}
			calls++
			return err
		})
		if !errors.Is(got, err) || calls != 1 {
			t.Errorf("%s: %v after %d calls", name, got, calls)
		}
	}
}

func TestRenameRoles(t *testing.T) {
	roles := map[string]string{"bob": "x_bob", "Al": "X al"}
	for in, want := range map[string]string{
		`GRANT SELECT ON bob TO bob, "Al", carl, PUBLIC`:                       `GRANT SELECT ON bob TO x_bob, "X al", carl, PUBLIC`,
		`CREATE POLICY bob ON t TO BOB, CURRENT_USER USING (bob = 'bob')`:      `CREATE POLICY bob ON t TO x_bob, CURRENT_USER USING (bob = 'bob')`,
		`ALTER DEFAULT PRIVILEGES FOR ROLE bob GRANT SELECT ON TABLES TO "Al"`: `ALTER DEFAULT PRIVILEGES FOR ROLE x_bob GRANT SELECT ON TABLES TO "X al"`,
		`REVOKE ALL ON SCHEMA s FROM bob`:                                      `REVOKE ALL ON SCHEMA s FROM x_bob`,
		`CREATE TABLE bob (bob int)`:                                           `CREATE TABLE bob (bob int)`,
	} {
		s, _ := Parse(in)
		for _, st := range s.Plan().Steps {
			if got := RenameRoles(st, roles).SQL; got != want {
				t.Errorf("got  %s\nwant %s", got, want)
			}
		}
	}
}

func TestLost(t *testing.T) {
	s, _ := Parse(`CREATE EXTENSION postgis; CREATE TYPE base; CREATE FUNCTION c() RETURNS int LANGUAGE c AS 'x';
CREATE DOMAIN d AS base; CREATE TABLE a (x d); CREATE TABLE b (x int DEFAULT c()); CREATE TABLE g (x geometry);
CREATE FOREIGN TABLE f (x int) SERVER s; CREATE TABLE ok (x int); CREATE TABLE r (x a)`)
	for want, missing := range map[string][]string{"a b f r": nil, "a b f g r": {"postgis"}} {
		var got []string
		for _, n := range s.Lost(missing) {
			got = append(got, n.Name)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("lost %v, want %s", got, want)
		}
	}
}

package diff

import (
	"slices"
	"testing"
)

const owned = `
CREATE TABLE public.t (i integer);
ALTER TABLE public.t OWNER TO app;
GRANT SELECT ON TABLE public.t TO reader;
ALTER TABLE public.t ENABLE ROW LEVEL SECURITY;
CREATE POLICY mine ON public.t TO reader USING (true);
ALTER DEFAULT PRIVILEGES FOR ROLE app IN SCHEMA public GRANT SELECT ON TABLES TO reader;
`

const sandboxed = `
CREATE TABLE public.t (i integer);
ALTER TABLE public.t OWNER TO "sb_1_app";
GRANT SELECT ON TABLE public.t TO sb_1_reader;
ALTER TABLE public.t ENABLE ROW LEVEL SECURITY;
CREATE POLICY mine ON public.t TO sb_1_reader USING (true);
CREATE POLICY effigy_reader ON public.t FOR SELECT TO somebody USING (true);
ALTER DEFAULT PRIVILEGES FOR ROLE sb_1_app IN SCHEMA public GRANT SELECT ON TABLES TO sb_1_reader;
`

func TestRolesAndPolicies(t *testing.T) {
	opt := Options{
		NewRoles:       map[string]string{"sb_1_app": "app", "sb_1_reader": "reader"},
		IgnorePolicies: []string{"effigy_reader"},
	}
	r, err := Texts(owned, sandboxed, opt)
	if err != nil || len(r.Changes) > 0 {
		t.Errorf("got %+v, %v", r, err)
	}
	if r := diffOf(t, owned, sandboxed); !r.Drift {
		t.Error("without the map the roles are others")
	}
}

func TestIgnore(t *testing.T) {
	r, err := Texts(owned, "CREATE TABLE public.t (i bigint);", Options{
		IgnoreKinds: []string{"grant", "owner", "policy", "default privileges"},
		Ignore: func(c Change) string {
			if c.Kind == "table" {
				return "tables"
			}
			return ""
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	var rules []string
	for _, i := range r.Ignored {
		rules = append(rules, i.Rule)
	}
	if !slices.Contains(rules, "tables") || !slices.Contains(rules, "kind grant") {
		t.Errorf("ignored by %q", rules)
	}
	if len(r.Changes) != 1 || r.Changes[0].Kind != "column" || r.Changes[0].Impact != Additive {
		t.Errorf("got %+v", r.Changes)
	}
}

func TestRenamesAreGuessed(t *testing.T) {
	r := diffOf(t, "CREATE TABLE public.t (full_name text DEFAULT 'x', n integer);", "CREATE TABLE public.t (display_name text DEFAULT 'x', n integer);")
	if len(r.Renames) != 1 || r.Renames[0].From != "public.t.full_name" || r.Renames[0].To != "public.t.display_name" {
		t.Errorf("got %+v", r.Renames)
	}
	if len(r.Changes) != 2 {
		t.Error("a guess must not change the verdict")
	}
}

func TestDependents(t *testing.T) {
	text := `CREATE TABLE a (id integer PRIMARY KEY, x integer); CREATE TABLE b (a_id integer CONSTRAINT to_a REFERENCES a);
CREATE VIEW v AS SELECT x FROM a; CREATE INDEX ix ON a (x);`
	r := diffOf(t, text, `CREATE TABLE a (id integer PRIMARY KEY, x text); CREATE TABLE b (a_id integer CONSTRAINT to_a REFERENCES a);
CREATE VIEW v AS SELECT x FROM a; CREATE INDEX ix ON a (x);`)
	var got []string
	for _, c := range r.Changes {
		if c.Kind == "column" {
			got = c.Dependents
		}
	}
	if want := []string{"index public.ix", "view public.v"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	r = diffOf(t, text, "CREATE TABLE b (a_id integer);")
	for _, c := range r.Changes {
		if c.Kind == "table" && !slices.Contains(c.Dependents, "constraint public.b.to_a") {
			t.Errorf("got %q", c.Dependents)
		}
	}
}

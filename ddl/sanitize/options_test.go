package sanitize

import (
	"strings"
	"testing"
)

const grants = `CREATE TABLE public.t (
    a text
);


ALTER TABLE public.t OWNER TO jane_doe;

--
-- Name: TABLE t; Type: ACL; Schema: public; Owner: jane_doe
--

GRANT SELECT ON TABLE public.t TO reporting;


--
-- PostgreSQL database dump complete
--
`

func sanitised(t *testing.T, in string, opt Options) (string, []Finding) {
	t.Helper()
	out, findings, err := Text(in, opt)
	if err != nil {
		t.Fatal(err)
	}
	return out, findings
}

func TestDroppedLeavesWhatPgDumpWritesWithoutThem(t *testing.T) {
	want := "CREATE TABLE public.t (\n    a text\n);\n\n\n--\n-- PostgreSQL database dump complete\n--\n"
	out, findings := sanitised(t, grants, Options{})
	if out != want {
		t.Errorf("got %s", out)
	}
	if len(findings) != 2 || findings[0].Kind != "owner" || findings[1].Kind != "grant" || findings[1].Object != "table public.t" || findings[1].Line != 12 {
		t.Errorf("got %+v", findings)
	}
}

func TestRolesMapped(t *testing.T) {
	opt := Options{Roles: "map", Key: []byte("k"), RoleNames: map[string]string{"reporting": "reader"}}
	out, _ := sanitised(t, grants, opt)
	again, _ := sanitised(t, strings.Replace(grants, "public.t OWNER", "public . t OWNER", 1), opt)
	name := out[strings.Index(out, "role_"):][:13]
	if !strings.Contains(out, "OWNER TO "+name+";") || !strings.Contains(again, name) || !strings.Contains(out, "TO reader;") || strings.Contains(out, "jane") {
		t.Errorf("got %s", out)
	}
}

func TestTokens(t *testing.T) {
	in := "CREATE TABLE t(a text DEFAULT '" + github + "', b text DEFAULT '" + stripe + "', c text DEFAULT '" + github + "');"
	out, _ := sanitised(t, in, Options{})
	if want := "CREATE TABLE t(a text DEFAULT 'redacted', b text DEFAULT 'redacted_2', c text DEFAULT 'redacted');"; out != want {
		t.Errorf("got %s", out)
	}
	one, findings := sanitised(t, in, Options{Key: []byte("one")})
	other, _ := sanitised(t, in, Options{Key: []byte("other")})
	if one == other || strings.Count(one, findings[0].Token) != 2 || len(findings[0].Token) != len("redacted_12345678") {
		t.Errorf("got %s and %s", one, other)
	}
	out, _ = sanitised(t, "CREATE TABLE t(k varchar(10) DEFAULT '"+github[:36]+"'::varchar, m varchar(30) DEFAULT 'bob@acme.io');", Options{Key: []byte("one")})
	for _, v := range strings.Split(out, "'") {
		if strings.HasPrefix(v, "r") && len(v) > 30 || strings.HasPrefix(v, "r_") && len(v) != 10 {
			t.Errorf("too long: %s", out)
		}
	}
}

func TestAllowed(t *testing.T) {
	in := "COMMENT ON TABLE public.t IS 'write to press@acme.io';\nCOMMENT ON TABLE public.u IS 'press@acme.io';"
	opt := Options{Key: []byte("k")}
	_, findings := sanitised(t, in, opt)
	opt.Allow = []string{findings[0].Fingerprint}
	out, rest := sanitised(t, in, opt)
	if !strings.Contains(out, "write to press@acme.io") || strings.Contains(out, "'press@acme.io'") || len(rest) != 1 {
		t.Errorf("got %s, %+v", out, rest)
	}
}

func TestBodies(t *testing.T) {
	in := "CREATE FUNCTION f() RETURNS text LANGUAGE plpgsql AS $$BEGIN RETURN '" + github + "'; END$$;"
	out, findings := sanitised(t, in, Options{Bodies: "keep"})
	if out != in || findings[0].Action != "kept" {
		t.Errorf("kept: got %s, %+v", out, findings)
	}
	out, findings = sanitised(t, in, Options{Bodies: "stub"})
	if !strings.Contains(out, "AS $$BEGIN RAISE EXCEPTION") || findings[0].Kind != "body" {
		t.Errorf("stubbed: got %s, %+v", out, findings)
	}
}

func TestCommentsDropped(t *testing.T) {
	if out, _ := sanitised(t, "CREATE SCHEMA a;\nCOMMENT ON SCHEMA a IS 'x';\n", Options{Comments: "drop"}); out != "CREATE SCHEMA a;\n" {
		t.Errorf("got %q", out)
	}
}

func TestUnknownOption(t *testing.T) {
	if _, _, err := Text("", Options{Roles: "keep"}); err == nil || !strings.Contains(err.Error(), `roles: "keep" is none of drop, map`) {
		t.Errorf("got %v", err)
	}
}

func TestNothingIsChangedWhereNothingIsFound(t *testing.T) {
	in := "  -- a\n\tCREATE  TABLE t( a int ) ;;\n/* b */\n\nCREATE VIEW v AS\n SELECT E'\\x41' AS a, $x$y$x$ AS b; -- c"
	if out, findings := sanitised(t, in, Options{}); out != in || len(findings) != 0 {
		t.Errorf("got %q, %+v", out, findings)
	}
}

package sanitize

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// FuzzText asks for what must hold whatever the text: no panic, a refusal
// that returns nothing, and twice is once.
func FuzzText(f *testing.F) {
	for _, s := range []string{
		"CREATE TABLE t(a text DEFAULT E'\\x41\\n' 'b'\n'c');",
		"CREATE FUNCTION f() RETURNS text LANGUAGE plpgsql AS $a$ BEGIN RETURN $b$ '" + github + "' $b$; -- x\n END $a$;",
		"CREATE POLICY p ON t TO bob USING (a = U&'\\0041' UESCAPE '!');",
		"--\n-- Name: t; Type: TABLE; Schema: public; Owner: bob\n--\n\nALTER TABLE t OWNER TO bob;\n\\restrict x\n",
		"CREATE SERVER s FOREIGN DATA WRAPPER w OPTIONS (host '1.2.3.4', password $$x$$);",
		"COMMENT ON TABLE t IS 'password=''x y'' host=h eyJhbGciOiJub25lIn0.eyJzdWIiOiJFWEFNUExFIn0.abc';",
		"CREATE TABLE t(a varchar(9) DEFAULT '" + github + "', b inet DEFAULT '192.0.2.1/24');",
	} {
		f.Add(s, true)
	}
	files, _ := filepath.Glob(filepath.Join("..", "..", "..", "shared", "cases", "sanitize", "*", "in.sql"))
	for _, p := range files {
		if b, err := os.ReadFile(p); err == nil {
			f.Add(string(b), false)
		}
	}
	f.Fuzz(func(t *testing.T, in string, keyed bool) {
		opt := Options{}
		if keyed {
			opt.Key = []byte("k")
		}
		out, _, err := Text(in, opt)
		var refused *Refused
		switch {
		case errors.As(err, &refused):
			if out != "" || refused.Findings[0].Kind == "unsettled" {
				t.Errorf("refused: %v", err)
			}
			return
		case err != nil:
			t.Fatal(err)
		}
		if again, _, err := Text(out, opt); err != nil || again != out {
			t.Errorf("twice is not once: %v\n%q\n%q", err, out, again)
		}
	})
}

package sanitize

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// places are where a literal may stand; %s is the literal.
var places = map[string]string{
	"default":      "CREATE TABLE t(a text DEFAULT %s);",
	"cast default": "CREATE TABLE t(a text DEFAULT (%s)::text NOT NULL);",
	"check":        "CREATE TABLE t(a text, CONSTRAINT c CHECK ((a <> %s)));",
	"list":         "CREATE TABLE t(a text, CHECK ((a = ANY (ARRAY['x'::text, %s]))));",
	"domain":       "CREATE DOMAIN d AS text CHECK ((VALUE <> %s));",
	"index":        "CREATE INDEX i ON t USING btree (a) WHERE (a = %s);",
	"exclude":      "ALTER TABLE ONLY t ADD CONSTRAINT e EXCLUDE USING gist (r WITH &&) WHERE ((a <> %s));",
	"view":         "CREATE VIEW v AS SELECT t.a, (%s)::text AS b FROM t;",
	"matview":      "CREATE MATERIALIZED VIEW v AS SELECT %s AS b WITH NO DATA;",
	"rule":         "CREATE RULE r AS ON DELETE TO t WHERE (old.a = %s) DO INSTEAD NOTHING;",
	"policy":       "CREATE POLICY p ON t USING ((a = %s));",
	"when":         "CREATE TRIGGER g BEFORE UPDATE ON t FOR EACH ROW WHEN ((new.a = %s)) EXECUTE FUNCTION f();",
	"parameter":    "CREATE FUNCTION f(a text DEFAULT %s) RETURNS int LANGUAGE sql AS 'SELECT 1';",
	"dollar body":  "CREATE FUNCTION f() RETURNS void LANGUAGE plpgsql AS $body$\nDECLARE x text := %s;\nBEGIN PERFORM g(x, %s); END\n$body$;",
	"atomic body":  "CREATE FUNCTION f() RETURNS text LANGUAGE sql BEGIN ATOMIC SELECT %s; END;",
	"procedure":    "CREATE PROCEDURE f() LANGUAGE plpgsql AS $_$BEGIN IF a = %s THEN RAISE NOTICE 'x'; END IF; END$_$;",
	"do":           "DO $do$BEGIN PERFORM f(%s); END$do$;",
	"statistics":   "CREATE STATISTICS s ON (lower(a)), ((a = %s)) FROM t;",
	"publication":  "CREATE PUBLICATION p FOR TABLE t WHERE ((a = %s));",
	"generated":    "CREATE TABLE t(a text GENERATED ALWAYS AS (lower(%s)) STORED);",
	"alter":        "ALTER TABLE ONLY t ALTER COLUMN a SET DEFAULT %s;",
}

// forms are the ways to write a text as an expression that yields it.
var forms = map[string]func(string) string{
	"plain":    func(s string) string { return "'" + s + "'" },
	"national": func(s string) string { return "N'" + s + "'" },
	"escaped":  func(s string) string { return `E'\x` + hex.EncodeToString([]byte(s[:1])) + s[1:] + "'" },
	"octal":    func(s string) string { return fmt.Sprintf(`E'%s\%03o%s'`, s[:2], s[2], s[3:]) },
	"unicode":  func(s string) string { return fmt.Sprintf(`U&'%s\%04X%s'`, s[:3], s[3], s[4:]) },
	"uescape":  func(s string) string { return fmt.Sprintf(`U&'!+%06X%s' UESCAPE '!'`, s[0], s[1:]) },
	"dollar":   func(s string) string { return "$q$" + s + "$q$" },
	"parts":    func(s string) string { return "'" + s[:5] + "'\n  '" + s[5:] + "'" },
	"chain": func(s string) string {
		return "(('" + s[:4] + "'::text || '" + s[4:9] + "'::text) || '" + s[9:] + "'::text)"
	},
	"concat": func(s string) string { return "concat('" + s[:6] + "', '" + s[6:] + "')" },
	"base64": func(s string) string {
		return "convert_from(decode('" + base64.StdEncoding.EncodeToString([]byte("x="+s)) + "'::text, 'base64'::text), 'UTF8')"
	},
	"bytea":  func(s string) string { return `convert_from('\x` + hex.EncodeToString([]byte(s)) + `'::bytea, 'UTF8')` },
	"json":   func(s string) string { return `('{"a": ["` + s + `"]}'::jsonb ->> 'a')` },
	"nested": func(s string) string { return "f('SELECT ''" + s + "''')" },
	"padded": func(s string) string { return "'see " + s + " for more'" },
}

// TestPlantedSecretsAreGone writes secrets of each kind in every form at
// every place: neither they nor a telling piece of how they were written is
// left in text or findings.
func TestPlantedSecretsAreGone(t *testing.T) {
	for kind, s := range map[string]string{
		"aws": aws, "github": github, "stripe": stripe, "email": "maria.k@acme-bank.io", "address": "203.0.113.77",
		"host": "db-7.prod.acme.internal", "url": "postgres://svc:Tr0ub4dor@db.acme.io/x", "phone": "+1 415 555 2671",
		"card": "4242 4242 4242 4242", "jwt": "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJlMTIz",
	} {
		for form, write := range forms {
			for place, text := range places {
				written := write(s)
				in := strings.ReplaceAll(text, "%s", written)
				out, findings, err := Text(in, Options{})
				if err != nil {
					t.Fatalf("%s %s %s: %v", kind, form, place, err)
				}
				told, _ := json.Marshal(findings)
				secret := s
				if kind == "url" {
					secret = "Tr0ub4dor"
				}
				if strings.Contains(out+string(told), secret) || strings.Contains(out, written) {
					t.Errorf("%s %s %s: %s", kind, form, place, out)
				}
			}
		}
	}
}

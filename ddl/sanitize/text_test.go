package sanitize

import (
	"errors"
	"strings"
	"testing"
)

// secrets are written in pieces, so that no scanner of this repository takes
// them for real ones.
const (
	aws    = "AKIA" + "QYLPMN5HHHFPZAM2"
	github = "ghp_" + "16C7e42F292c6912E7710c838347Ae178B4a"
	stripe = "sk_" + "live_51HqWv3K2eZvKYlo2C"
)

func TestTaken(t *testing.T) {
	for name, c := range map[string]struct{ in, gone, stays string }{
		"alter subscription":         {"ALTER SUBSCRIPTION s CONNECTION 'host=a.b user=u password=p4ss';", "p4ss", ""},
		"header of a mapping":        {"--\n-- Name: USER MAPPING jane_doe SERVER l; Type: USER MAPPING; Schema: -; Owner: postgres\n--\n\nCREATE USER MAPPING FOR jane_doe SERVER l;\n\n\n--\n-- end\n--\n", "jane_doe", "-- end"},
		"tablespace set":             {"SET default_tablespace = fast_ssd;\nCREATE TABLE t(a int);", "fast_ssd", "CREATE TABLE t(a int)"},
		"tablespace clause":          {"CREATE TABLE t(a int PRIMARY KEY USING INDEX TABLESPACE fast_ssd) WITH (fillfactor='70') TABLESPACE fast_ssd;", "fast_ssd", "PRIMARY KEY) WITH (fillfactor='70');"},
		"tablespace of an index":     {"CREATE INDEX i ON t (a) TABLESPACE fast_ssd WHERE (a > 0);", "fast_ssd", "(a) WHERE (a > 0)"},
		"security label":             {"SECURITY LABEL FOR anon ON COLUMN t.a IS 'MASKED WITH FUNCTION x()';", "MASKED", ""},
		"library path":               {"CREATE FUNCTION f() RETURNS int LANGUAGE c AS '/opt/acme/lib/secretlib', 'f_sym';", "/opt/acme", "$libdir/secretlib"},
		"quoted body":                {"CREATE FUNCTION f() RETURNS text LANGUAGE sql AS 'SELECT ''" + github + "''::text';", github, "AS 'SELECT ''redacted''::text'"},
		"atomic body":                {"CREATE FUNCTION f() RETURNS text BEGIN ATOMIC SELECT '" + github + "'::text; END;", github, "BEGIN ATOMIC"},
		"python body":                {"CREATE FUNCTION f() RETURNS text LANGUAGE plpython3u AS $$\nkey = \"" + aws + "\" # jane@corp.example\nreturn key$$;", "jane@", "return key"},
		"bytea hex":                  {"CREATE TABLE t(a bytea DEFAULT '\\x" + "414b4941514" + "94c504d4e354848484650" + "5a414d32" + "'::bytea);", "414b4941", "::bytea"},
		"comment in a table":         {"CREATE TABLE t(\n  a int, -- ask bob@acme.io\n  b int\n);", "bob@acme.io", "b int"},
		"concat call":                {"CREATE VIEW v AS SELECT concat('" + aws[:9] + "', '" + aws[9:] + "') AS k;", aws[9:], "AS k"},
		"publication filter":         {"CREATE PUBLICATION p FOR TABLE t WHERE ((mail = 'bob@acme.io'::text));", "bob@acme.io", "::text))"},
		"generated":                  {"CREATE TABLE t(a text, b text GENERATED ALWAYS AS ((a || '" + stripe + "'::text)) STORED);", stripe, "STORED"},
		"json escapes":               {`CREATE TABLE t(a jsonb DEFAULT '{"m": "bob\u0040acme.io"}'::jsonb);`, "bob", `{"m": "redacted`},
		"percent":                    {"CREATE TABLE t(a text DEFAULT 'https://x.org/?to=bob%40acme.io');", "bob%40", "https://x.org/?to="},
		"an ampersand in a password": {"COMMENT ON TABLE t IS 'pw: Tr0ub4dor&3 and more';", "&3", "and more"},
		"a query string":             {"COMMENT ON TABLE t IS 'https://h.example.com/?password=Tr0ub4dor3&page=7';", "Tr0ub4dor3", "&page=7"},
		"words in a setting":         {"DO $$ BEGIN PERFORM set_config('app.secret', 'verysecretvalue', false); END $$;", "verysecretvalue", "app.secret"},
		"do block":                   {"DO $$ BEGIN PERFORM set_config('app.jwt_secret', 'abc123def456ghi', false); END $$;", "abc123def456ghi", "app.jwt_secret"},
		"json builder":               {"CREATE VIEW v AS SELECT jsonb_build_object('password', 'hunter22') AS j;", "hunter22", "'password'"},
		"seen elsewhere":             {"CREATE SUBSCRIPTION s CONNECTION 'host=h.x dbname=d password=Tr0ub4dor' PUBLICATION p;\nCREATE TABLE t(a text DEFAULT 'Tr0ub4dor');", "Tr0ub4dor", "CREATE TABLE t"},
		"schema of a role":           {"CREATE SCHEMA app AUTHORIZATION jane_doe;", "jane_doe", "CREATE SCHEMA app;"},
		"role with a quote":          {"GRANT SELECT ON t TO \"Jane O'Doe\";\nCREATE POLICY p ON t USING ((CURRENT_USER = 'Jane O''Doe'::name));", "Jane", "CREATE POLICY p ON t"},
		"role in a list":             {"CREATE POLICY p ON t TO jane_doe, app_x USING (pg_has_role('jane_doe'::name, 'MEMBER'::text));", "jane_doe", "'MEMBER'::text"},
		"role in dynamic SQL":        {"ALTER TABLE t OWNER TO jane_doe;\nCREATE FUNCTION f() RETURNS void LANGUAGE plpgsql AS $$BEGIN EXECUTE 'SET ROLE jane_doe'; SET ROLE jane_doe; END$$;", "jane_doe", "SET ROLE role_1; END"},
		"setting on a role":          {"ALTER ROLE jane_doe SET search_path TO x;", "jane_doe", ""},
		"custom setting":             {"SET app.key = 's3cr3t';\nCREATE SCHEMA x;", "s3cr3t", "CREATE SCHEMA x"},
		"column of a domain":         {"CREATE DOMAIN api_key AS text DEFAULT 'q8Zr1Lx09PdE';", "q8Zr1Lx09PdE", "CREATE DOMAIN api_key"},
		"card":                       {"CREATE TABLE t(a bigint DEFAULT '4242424242424242'::bigint, b bigint DEFAULT 4242424242424242);", "4242424242", "bigint"},
		"iban":                       {"CREATE TABLE t(a text DEFAULT 'DE89 3704 0044 0532 0130 00');", "0532", "DEFAULT 'redacted'"},
		"managed host":               {"COMMENT ON TABLE t IS 'see db-1.c9akciq32.eu-west-1.rds.amazonaws.com';", "c9akciq32", "see redacted.invalid"},
		"server altered":             {"ALTER SERVER s OPTIONS (SET host 'db7', ADD fetch_size '100');", "db7", "ADD fetch_size '100'"},
		"comment on a role":          {"COMMENT ON ROLE jane_doe IS 'x';", "jane_doe", ""},
		"key as uuid":                {"CREATE TABLE t(api_key uuid DEFAULT '0b9ce5a4-6b2f-4a55-9d0e-3d7f1a2b4c5d'::uuid);", "0b9ce5a4", "'00000000-0000-0000-0000-"},
		"networks":                   {"CREATE TABLE t(a cidr DEFAULT '203.0.113.64/26'::cidr, b cidr DEFAULT '10.0.0.0/8'::cidr);", "203.0.113", "'10.0.0.0/8'"},
		"private key":                {"COMMENT ON TABLE t IS '-----BEGIN RSA PRIVATE KEY-----\nMIIEow\nIBAAKC\n-----END RSA PRIVATE KEY-----';", "MIIEow", "COMMENT ON TABLE t"},
		"key over comment lines":     {"-- -----BEGIN PRIVATE KEY-----\n-- MIIEow\n-- -----END PRIVATE KEY-----\nCREATE SCHEMA x;", "MIIEow", "CREATE SCHEMA x"},
		"parts of an E string":       {"CREATE TABLE t(a text DEFAULT E'\\x41KIAQYLP'\n'MN5HHHF\\x50ZAM2');", "MN5HHHF", "a text DEFAULT E'redacted'"},
		"parts of a U& string":       {"CREATE TABLE t(a text DEFAULT U&'!0041KIAQYLP'\n'MN5HHHF!0050ZAM2' UESCAPE '!', b int);", "MN5HHHF", "a text DEFAULT 'redacted'\n'' , b int"},
		"chr in a chain":             {"CREATE VIEW v AS SELECT 'AKIAQYLPMN5' || chr(72) || 'HHFPZAM2' AS k;", "QYLPMN5", "'redacted' || '' || '' AS k"},
		"array to text":              {"CREATE VIEW v AS SELECT array_to_string(ARRAY['AKIAQYLP', 'MN5HHHFPZAM2'], '') AS k;", "MN5HHHF", "array_to_string(ARRAY["},
		"password of a role":         {"CREATE FUNCTION f() RETURNS void LANGUAGE plpgsql AS $$BEGIN EXECUTE 'ALTER ROLE x PASSWORD ''sesame'''; CREATE ROLE y PASSWORD 'letmein'; END$$;", "letmein", "ALTER ROLE x PASSWORD ''redacted''"},
		"phrase":                     {"CREATE TABLE t(passphrase text DEFAULT 'blue horse 7');", "blue horse", "passphrase text DEFAULT"},
		"role only in a literal":     {"CREATE POLICY p ON t USING (((CURRENT_USER = 'maria_k'::name) OR ('bob_x'::name = SESSION_USER)));", "maria_k", "USING (((CURRENT_USER = 'role_1'::name) OR ('role_2'::name = SESSION_USER)))"},
		"range bounds":               {"CREATE TABLE p1 PARTITION OF p FOR VALUES FROM (MINVALUE) TO ('bob@acme.io');\nCREATE TABLE p2 (a text);\nALTER TABLE ONLY p ATTACH PARTITION p2 FOR VALUES FROM ('bob@acme.io') TO ('c');\nCREATE TABLE p0 PARTITION OF p FOR VALUES FROM ('c') TO ('zed@acme.io');", "acme", "FROM ('redacted_0001') TO ('redacted_0002')"},
		"url with a password":        {"CREATE VIEW v AS SELECT 'https://bob:hunter2@api.acme.io/x'::text AS u;", "hunter2", "@api.acme.io/x"},
	} {
		t.Run(name, func(t *testing.T) {
			out, findings, err := Text(c.in, Options{})
			if err != nil {
				t.Fatal(err)
			}
			if strings.Contains(out, c.gone) || !strings.Contains(out, c.stays) || len(findings) == 0 {
				t.Errorf("got %s", out)
			}
		})
	}
}

func TestStays(t *testing.T) {
	for _, in := range []string{
		"CREATE TABLE t(token_type text DEFAULT 'bearer'::text, api_version text DEFAULT '10.4.1.2'::text);",
		"CREATE TABLE t(a uuid DEFAULT '00000000-0000-0000-0000-000000000000'::uuid, b inet DEFAULT '127.0.0.1'::inet, c cidr DEFAULT '0.0.0.0/0');",
		"CREATE TABLE t(a text, CONSTRAINT c CHECK ((a = ANY (ARRAY['password'::text, 'google'::text, 'saml2'::text]))));",
		"CREATE TABLE t(password text, CONSTRAINT c CHECK ((password ~ '[A-Z]+[0-9]+'::text)));",
		"CREATE TABLE t(sha text DEFAULT 'd41d8cd98f00b204e9800998ecf8427e'::text, n bigint DEFAULT 9223372036854775807);",
		"COMMENT ON COLUMN t.token IS 'token: sha256 of the value; the password must be hashed; key is unique per user';",
		"-- token: unique per user; password = hash\nCREATE SCHEMA x;",
		"CREATE VIEW v AS SELECT 'https://example.com/docs?page=2'::text AS a, '2024-01-31 10:00:00+00'::timestamptz AS b, '+00:00' AS c;",
		"CREATE FUNCTION f() RETURNS text LANGUAGE plpgsql AS $$BEGIN RAISE 'password=% for %', 1, 2; RETURN NEW.internal; END$$;",
		"CREATE SEQUENCE s; CREATE TABLE t(a bigint DEFAULT nextval('app.internal'::regclass));",
		"CREATE FUNCTION f() RETURNS text LANGUAGE sql SET search_path TO 'a', 'b' AS $$SELECT digest('x', 'sha256')$$;",
		"CREATE TABLE t(a text DEFAULT 'icon@2x.png', b text DEFAULT 'a@b', c text DEFAULT '%@%', d text DEFAULT '123-456');",
		"CREATE TYPE e AS ENUM ('bob@acme.io'); CREATE TABLE t(a e DEFAULT 'bob@acme.io'::e);",
		"INSERT INTO schema_migrations (version) VALUES\n('20240101000000'),\n('20240102000000');",
		"INSERT INTO public.flyway_schema_history VALUES (1, '1', 'create users', 'SQL', 'V1__create_users.sql', -123, 'postgres', '2024-01-01 00:00:00', 12, true);",
		"CREATE TABLE t(notify_password interval DEFAULT '7 days'::interval, key_token timestamp DEFAULT '2024-01-01 00:00:01'::timestamp without time zone);",
		"CREATE POLICY p ON t TO postgres, pg_read_all_data, PUBLIC USING (true);",
	} {
		out, _, err := Text(in, Options{})
		if err != nil || out != in {
			t.Errorf("%v\n in %s\nout %s", err, in, out)
		}
	}
}

func TestRefused(t *testing.T) {
	for in, kind := range map[string]string{
		"\\connect other\n":                                                 "psql command",
		"\\! rm -rf /\n":                                                    "psql command",
		"COPY t FROM stdin;\n1\n\\.\n":                                      "copy",
		"SELECT pg_catalog.lo_create('1');":                                 "select",
		"SELECT pg_catalog.setval('s', 1, true);":                           "setval",
		"UPDATE t SET a = 1;":                                               "update",
		"CREATE DATABASE x;":                                                "createdb",
		"FROBNICATE TABLE t;":                                               "unreadable",
		"CREATE TABLE t(a text DEFAULT 'x;":                                 "unreadable",
		"LOAD 'x';":                                                         "load",
		"INSERT INTO people VALUES ('bob');":                                "insert",
		"INSERT INTO schema_migrations VALUES ('bob@acme.io');":             "insert",
		"INSERT INTO schema_migrations SELECT x FROM y;":                    "insert",
		"CREATE TABLE \"" + aws + "\" (a int);":                             "aws-access-key",
		"SET standard_conforming_strings = off;":                            "setting",
		"ALTER FOREIGN TABLE t OPTIONS (SET program 'curl x');":             "program",
		"CREATE SERVER s FOREIGN DATA WRAPPER w OPTIONS (\"program\" 'x');": "program",
		"CREATE FUNCTION f() RETURNS int LANGUAGE sql AS 'select 1'; IMPORT FOREIGN SCHEMA a FROM SERVER b INTO c;": "import foreign schema",
	} {
		out, findings, err := Text(in, Options{})
		var refused *Refused
		if !errors.As(err, &refused) || out != "" || findings != nil {
			t.Errorf("%s: got %v", in, err)
			continue
		}
		if f := refused.Findings[0]; f.Kind != kind || f.Action != "refused" || f.Line < 1 || strings.Contains(err.Error(), aws) {
			t.Errorf("%s: got %+v, want %s", in, f, kind)
		}
	}
}

package diff

import "testing"

// schemaRules are texts that make the same schema, and one that does not.
var schemaRules = []rule{
	{"inline key", `CREATE TABLE t (a int PRIMARY KEY);`, `CREATE TABLE t (a integer NOT NULL); ALTER TABLE ONLY t ADD CONSTRAINT t_pkey PRIMARY KEY (a);`,
		`CREATE TABLE t (a integer NOT NULL);`},
	{"automatic names", `CREATE TABLE t (a int UNIQUE CHECK (a > 0), b int, CHECK (a > b), CHECK (b > 1), UNIQUE (a, b));`,
		`CREATE TABLE t (a integer, b integer, CONSTRAINT t_a_check CHECK (a > 0), CONSTRAINT t_check CHECK (a > b), CONSTRAINT t_b_check CHECK (b > 1));
		ALTER TABLE ONLY t ADD CONSTRAINT t_a_key UNIQUE (a); ALTER TABLE ONLY t ADD CONSTRAINT t_a_b_key UNIQUE (a, b);`,
		`CREATE TABLE t (a int UNIQUE CHECK (a > 0), b int, CONSTRAINT chosen CHECK (a > b), CHECK (b > 1), UNIQUE (a, b));`},
	{"numbered names", `CREATE TABLE t (a int, CHECK (a > 0), CHECK (a < 9)); CREATE INDEX ON t (a); CREATE INDEX ON t (a);`,
		`CREATE TABLE t (a int, CONSTRAINT t_a_check CHECK (a > 0), CONSTRAINT t_a_check1 CHECK (a < 9)); CREATE INDEX t_a_idx ON t (a); CREATE INDEX t_a_idx1 ON t (a);`,
		`CREATE TABLE t (a int, CHECK (a > 0)); CREATE INDEX ON t (a); CREATE INDEX ON t (a);`},
	{"names cut to 63 bytes", `CREATE TABLE a123456789_123456789_123456789_123456789_123 (b123456789_123456789_123456789 int UNIQUE);`,
		`CREATE TABLE a123456789_123456789_123456789_123456789_123 (b123456789_123456789_123456789 int);
		ALTER TABLE a123456789_123456789_123456789_123456789_123 ADD CONSTRAINT a123456789_123456789_12345678_b123456789_123456789_12345678_key UNIQUE (b123456789_123456789_123456789);`,
		`CREATE TABLE a123456789_123456789_123456789_123456789_123 (b123456789_123456789_123456789 int);`},
	{"serial", `CREATE TABLE t (a serial);`, `CREATE TABLE t (a integer NOT NULL); CREATE SEQUENCE t_a_seq AS integer; ALTER SEQUENCE t_a_seq OWNED BY t.a;
		ALTER TABLE t ALTER a SET DEFAULT nextval('public.t_a_seq'::regclass);`, `CREATE TABLE t (a bigserial);`},
	{"identity", `CREATE TABLE t (a int GENERATED ALWAYS AS IDENTITY (START 5));`, `CREATE TABLE t (a integer NOT NULL);
		ALTER TABLE t ALTER a ADD GENERATED ALWAYS AS IDENTITY (SEQUENCE NAME public.t_a_seq START WITH 5 INCREMENT BY 1 NO MINVALUE NO MAXVALUE CACHE 1);`,
		`CREATE TABLE t (a int GENERATED ALWAYS AS IDENTITY (START 6));`},
	{"like", `CREATE TABLE s (a int DEFAULT 1 CHECK (a > 0), b text UNIQUE); CREATE TABLE t (LIKE s INCLUDING ALL);`,
		`CREATE TABLE s (a int DEFAULT 1 CHECK (a > 0), b text UNIQUE);
		CREATE TABLE t (a integer DEFAULT 1, b text, CONSTRAINT s_a_check CHECK (a > 0)); ALTER TABLE t ADD CONSTRAINT t_b_key UNIQUE (b);`,
		`CREATE TABLE s (a int DEFAULT 1 CHECK (a > 0), b text UNIQUE); CREATE TABLE t (LIKE s);`},
	{"inherits", `CREATE TABLE p (a int); CREATE TABLE t () INHERITS (p); ALTER TABLE p ADD c text, ADD CHECK (a > 0); ALTER TABLE t ADD b int;`,
		`CREATE TABLE p (a int, c text, CONSTRAINT p_a_check CHECK (a > 0)); CREATE TABLE t (b int) INHERITS (p);`,
		`CREATE TABLE p (a int, c text, CONSTRAINT p_a_check CHECK (a > 0)); CREATE TABLE t (a int, b int);`},
	{"partition", `CREATE TABLE p (a int PRIMARY KEY, b text DEFAULT 'x') PARTITION BY RANGE (a); CREATE INDEX ON p (b); CREATE TABLE c PARTITION OF p FOR VALUES FROM (1) TO (9);`,
		`CREATE TABLE p (a int NOT NULL, b text DEFAULT 'x'::text) PARTITION BY RANGE (a); CREATE TABLE c (a int NOT NULL, b text DEFAULT 'x'::text);
		ALTER TABLE ONLY p ATTACH PARTITION c FOR VALUES FROM (1) TO (9); ALTER TABLE ONLY p ADD CONSTRAINT p_pkey PRIMARY KEY (a); ALTER TABLE ONLY c ADD CONSTRAINT c_pkey PRIMARY KEY (a);
		ALTER INDEX p_pkey ATTACH PARTITION c_pkey; CREATE INDEX p_b_idx ON ONLY p (b); CREATE INDEX c_b_idx ON c (b); ALTER INDEX p_b_idx ATTACH PARTITION c_b_idx;`,
		`CREATE TABLE p (a int PRIMARY KEY, b text DEFAULT 'x') PARTITION BY RANGE (a); CREATE INDEX ON p (b); CREATE TABLE c PARTITION OF p FOR VALUES FROM (1) TO (10);`},
	{"renames", `CREATE TABLE o (a int CHECK (a > 0)); CREATE VIEW v AS SELECT a FROM o; ALTER TABLE o RENAME TO t; ALTER TABLE t RENAME a TO b;`,
		`CREATE TABLE t (b int, CONSTRAINT o_a_check CHECK (b > 0)); CREATE VIEW v AS SELECT b AS a FROM t;`,
		`CREATE TABLE t (b int, CONSTRAINT o_a_check CHECK (b > 0)); CREATE VIEW v AS SELECT b FROM t;`},
	{"drops", `CREATE TABLE t (a int, b int); CREATE TABLE u (i int); CREATE INDEX ON t (b); ALTER TABLE t DROP b; DROP TABLE u;`, `CREATE TABLE t (a int);`, `CREATE TABLE t (b int);`},
	{"altered", `CREATE TABLE t (a int); ALTER TABLE t ALTER a TYPE text, ALTER a SET NOT NULL, ALTER a SET DEFAULT 'x';`, `CREATE TABLE t (a text DEFAULT 'x' NOT NULL);`, `CREATE TABLE t (a text DEFAULT 'x');`},
	{"type names", `CREATE TABLE t (a varchar(5), b timestamptz(3), c decimal(5), d int8[], e char);`,
		`CREATE TABLE t (a character varying(5), b timestamp(3) with time zone, c numeric(5,0), d bigint[][], e character(1));`, `CREATE TABLE t (a varchar(5), b timestamptz, c decimal(5), d int8[], e char);`},
	{"search path", `SET search_path = app; CREATE SCHEMA app; CREATE TABLE t (a int);`, `CREATE SCHEMA app; CREATE TABLE app.t (a int);`, `CREATE SCHEMA app; CREATE TABLE t (a int);`},
	{"operator class", `CREATE TABLE t (a text, b int); CREATE INDEX i ON t (a text_ops, b int4_ops DESC NULLS FIRST);`, `CREATE TABLE t (a text, b int); CREATE INDEX i ON t USING btree (a, b DESC);`,
		`CREATE TABLE t (a text, b int); CREATE INDEX i ON t (a text_pattern_ops, b DESC);`},
	{"index options", `CREATE TABLE t (a int, b int); CREATE INDEX i ON t (a) INCLUDE (b) WITH (fillfactor = 70);`, `CREATE TABLE t (a int, b int); CREATE INDEX i ON t USING btree (a) INCLUDE (b) WITH (fillfactor='70');`,
		`CREATE TABLE t (a int, b int); CREATE INDEX i ON t (a) WITH (fillfactor = 70);`},
	{"foreign key", `CREATE TABLE p (a int PRIMARY KEY); CREATE TABLE t (a int REFERENCES p);`, `CREATE TABLE p (a int PRIMARY KEY); CREATE TABLE t (a int);
		ALTER TABLE t ADD CONSTRAINT t_a_fkey FOREIGN KEY (a) REFERENCES p (a) MATCH SIMPLE ON DELETE NO ACTION NOT DEFERRABLE;`,
		`CREATE TABLE p (a int PRIMARY KEY); CREATE TABLE t (a int REFERENCES p ON DELETE RESTRICT);`},
	{"function", `CREATE FUNCTION f(a int, b text DEFAULT 'x') RETURNS int AS $$ select 1 $$ LANGUAGE SQL STABLE SET search_path = a, b;`,
		`CREATE OR REPLACE FUNCTION public.f(IN a integer, b text DEFAULT 'x'::text) RETURNS integer LANGUAGE sql STABLE COST 100 SET search_path TO 'a', 'b' AS $_$ select 1 $_$;`,
		`CREATE FUNCTION f(a int, b text DEFAULT 'x') RETURNS int AS $$ select 1 $$ LANGUAGE SQL STABLE SET search_path = b, a;`},
	{"atomic body", `CREATE TABLE t (a int); CREATE FUNCTION f(x int) RETURNS bigint LANGUAGE sql BEGIN ATOMIC SELECT count(*) FROM t WHERE a = x; END;`,
		`CREATE TABLE t (a int); CREATE FUNCTION public.f(x integer) RETURNS bigint LANGUAGE sql BEGIN ATOMIC SELECT count(*) AS count FROM public.t WHERE (t.a = f.x); END;`,
		`CREATE TABLE t (a int); CREATE FUNCTION f(x int) RETURNS bigint LANGUAGE sql BEGIN ATOMIC SELECT count(*) FROM t WHERE a > x; END;`},
	{"enum", `CREATE TYPE e AS ENUM ('a', 'c'); ALTER TYPE e ADD VALUE 'b' AFTER 'a'; ALTER TYPE e RENAME VALUE 'c' TO 'd';`, `CREATE TYPE e AS ENUM ('a', 'b', 'd');`, `CREATE TYPE e AS ENUM ('a', 'd', 'b');`},
	{"domain", `CREATE DOMAIN d AS varchar(5) CHECK (VALUE <> '') DEFAULT 'x';`, `CREATE DOMAIN d AS character varying(5) DEFAULT 'x'::character varying CONSTRAINT d_check CHECK (((VALUE)::text <> ''::text));`,
		`CREATE DOMAIN d AS varchar(5) CHECK (VALUE <> 'y') DEFAULT 'x';`},
	{"grants", `CREATE TABLE t (a int, b int); GRANT SELECT, INSERT ON t TO r, s; REVOKE INSERT ON t FROM s; GRANT UPDATE (a, b) ON t TO r;`,
		`CREATE TABLE t (a int, b int); GRANT SELECT ON t TO s; GRANT INSERT ON t TO r; GRANT SELECT ON t TO r; GRANT UPDATE(b), UPDATE(a) ON TABLE t TO r;`,
		`CREATE TABLE t (a int, b int); GRANT SELECT ON t TO s; GRANT SELECT ON t TO r WITH GRANT OPTION; GRANT INSERT ON t TO r; GRANT UPDATE(b), UPDATE(a) ON TABLE t TO r;`},
	{"default rights", `ALTER DEFAULT PRIVILEGES GRANT SELECT ON TABLES TO r; CREATE TABLE t (a int);`, `CREATE TABLE t (a int); ALTER DEFAULT PRIVILEGES GRANT SELECT ON TABLES TO r; GRANT SELECT ON t TO r;`,
		`CREATE TABLE t (a int); ALTER DEFAULT PRIVILEGES GRANT SELECT ON TABLES TO r;`},
	{"owner's rights", `CREATE TABLE t (a int); ALTER TABLE t OWNER TO o;`, `CREATE TABLE t (a int); ALTER TABLE t OWNER TO o; GRANT ALL ON t TO o;`,
		`CREATE TABLE t (a int); ALTER TABLE t OWNER TO o; REVOKE DELETE ON t FROM o;`},
	{"public function rights", `CREATE FUNCTION f() RETURNS int LANGUAGE sql AS 'select 1';`, `CREATE FUNCTION f() RETURNS int LANGUAGE sql AS 'select 1'; GRANT ALL ON FUNCTION f() TO PUBLIC;`,
		`CREATE FUNCTION f() RETURNS int LANGUAGE sql AS 'select 1'; REVOKE ALL ON FUNCTION f() FROM PUBLIC;`},
	{"sets", `CREATE TABLE t (a int, b int) WITH (fillfactor=70, autovacuum_enabled=false); CREATE PUBLICATION p FOR TABLE t (a, b) WITH (publish = 'insert, delete');`,
		`CREATE TABLE t (a int, b int) WITH (autovacuum_enabled='false', fillfactor='70'); CREATE PUBLICATION p WITH (publish = 'delete,insert'); ALTER PUBLICATION p ADD TABLE ONLY t (b, a);`,
		`CREATE TABLE t (a int, b int) WITH (fillfactor=70); CREATE PUBLICATION p FOR TABLE t (a, b) WITH (publish = 'insert, delete');`},
	{"sequence", `CREATE SEQUENCE s AS int INCREMENT -1;`, `CREATE SEQUENCE s AS integer START WITH -1 INCREMENT BY -1 MINVALUE -2147483648 MAXVALUE -1 CACHE 1 NO CYCLE;`, `CREATE SEQUENCE s AS int INCREMENT -2;`},
	{"trigger", `CREATE TABLE t (a int, b int); CREATE TRIGGER g BEFORE INSERT OR UPDATE OF b, a ON t FOR EACH ROW WHEN (new.a IN (1, 2)) EXECUTE PROCEDURE f('x');`,
		`CREATE TABLE t (a int, b int); CREATE TRIGGER g BEFORE INSERT OR UPDATE OF a, b ON public.t FOR EACH ROW WHEN ((new.a = ANY (ARRAY[1, 2]))) EXECUTE FUNCTION f('x');`,
		`CREATE TABLE t (a int, b int); CREATE TRIGGER g BEFORE INSERT OR UPDATE OF a, b ON t FOR EACH ROW WHEN (new.a IN (1, 3)) EXECUTE FUNCTION f('x');`},
	{"virtual column", `CREATE TABLE t (a int, b int GENERATED ALWAYS AS (a + 1) VIRTUAL);`, `CREATE TABLE t (a int, b int GENERATED ALWAYS AS ((a + 1)));`, `CREATE TABLE t (a int, b int GENERATED ALWAYS AS (a + 1) STORED);`},
	{"locale", `CREATE COLLATION c (provider = icu, locale = 'de@colNumeric=yes;colCaseFirst=lower');`, `CREATE COLLATION c (provider = icu, locale = 'de-u-kf-lower-kn');`, `CREATE COLLATION c (provider = icu, locale = 'de-u-kn');`},
	{"text search", `CREATE TEXT SEARCH CONFIGURATION c (COPY = simple); ALTER TEXT SEARCH CONFIGURATION c ALTER MAPPING FOR url WITH english_stem;`,
		`CREATE TEXT SEARCH CONFIGURATION c (COPY = pg_catalog.simple); ALTER TEXT SEARCH CONFIGURATION c ALTER MAPPING FOR url WITH pg_catalog.english_stem;`,
		`CREATE TEXT SEARCH CONFIGURATION c (COPY = simple);`},
	{"settings of the session", `SET statement_timeout = 0; CREATE TABLE t (a int); SELECT pg_catalog.setval('x', 3);`, `\restrict x
CREATE TABLE t (a int);`, `CREATE TABLE t (b int);`},
	{"schema public before 15", "-- Dumped from database version 14.2\nCREATE TABLE t (a int);",
		"-- Dumped from database version 15.2\nCREATE TABLE t (a int); REVOKE USAGE ON SCHEMA public FROM PUBLIC; GRANT ALL ON SCHEMA public TO PUBLIC;",
		"-- Dumped from database version 15.2\nCREATE TABLE t (a int); GRANT ALL ON SCHEMA public TO someone;"},
	{"functions that are not known", `CREATE TABLE t (g geometry(Point,4326), v vector(3)); CREATE INDEX i ON t USING gist (g); CREATE INDEX j ON t USING hnsw (v vector_l2_ops);
		CREATE VIEW w AS SELECT round(st_x(g)::numeric, 2) AS x, coalesce(st_y(g), 0) AS y, lower(st_astext(g)) AS l FROM t WHERE st_area(g) > 5 AND g && st_envelope(g) AND v <-> '[1,2,3]' < 3;`,
		`CREATE TABLE public.t (g public.geometry(Point,4326), v public.vector(3)); CREATE INDEX i ON public.t USING gist (g); CREATE INDEX j ON public.t USING hnsw (v public.vector_l2_ops);
		CREATE VIEW public.w AS SELECT round((public.st_x(t.g))::numeric, 2) AS x, COALESCE(public.st_y(t.g), (0)::double precision) AS y, lower(public.st_astext(t.g)) AS l FROM public.t
		WHERE ((public.st_area(t.g) > (5)::double precision) AND (t.g OPERATOR(public.&&) public.st_envelope(t.g)) AND ((t.v OPERATOR(public.<->) '[1,2,3]'::public.vector) < (3)::double precision));`,
		`CREATE TABLE t (g geometry(Point,4326), v vector(4)); CREATE INDEX i ON t USING gist (g); CREATE INDEX j ON t USING hnsw (v vector_l2_ops);
		CREATE VIEW w AS SELECT round(st_x(g)::numeric, 3) AS x, coalesce(st_y(g), 0) AS y, lower(st_astext(g)) AS l FROM t WHERE st_area(g) > 5 AND g && st_envelope(g) AND v <-> '[1,2,3]' < 3;`},
	{"do block", `DO $$ BEGIN CREATE TYPE e AS ENUM ('a'); EXCEPTION WHEN duplicate_object THEN null; END $$;
		CREATE TABLE t (a e); DO $$ BEGIN IF NOT EXISTS (SELECT 1 FROM x WHERE y = ')') THEN ALTER TABLE t ADD b int; END IF; END $$;`,
		`CREATE TYPE e AS ENUM ('a'); CREATE TABLE t (a e, b int);`, `CREATE TYPE e AS ENUM ('a'); CREATE TABLE t (a e); DO $$ BEGIN PERFORM f(); END $$;`},
	{"do block with versions", `CREATE TABLE t (a int, b int); DO $$ DECLARE v integer; BEGIN SELECT current_setting('server_version_num')::integer INTO v;
		IF v >= 110000 THEN EXECUTE 'CREATE INDEX i ON t (a) INCLUDE (b);'; ELSE EXECUTE 'CREATE INDEX i ON t (a)'; END IF; CREATE INDEX j ON t (b); END $$;
		DO $$ BEGIN IF current_setting('server_version_num')::int > 100000 THEN COMMENT ON TABLE t IS 'it''s'; ALTER ROLE r SET work_mem = '1MB'; END IF; END $$;`,
		`CREATE TABLE t (a int, b int); CREATE INDEX i ON t (a) INCLUDE (b); CREATE INDEX j ON t (b); COMMENT ON TABLE t IS 'it''s';`,
		`CREATE TABLE t (a int, b int); DO $$ BEGIN IF current_setting('server_version_num')::int >= 160000 THEN CREATE INDEX i ON t (a) INCLUDE (b); END IF; END $$; CREATE INDEX j ON t (b); COMMENT ON TABLE t IS 'it''s';`},
	{"system rights", `REVOKE EXECUTE ON FUNCTION pg_sleep(double precision) FROM PUBLIC;`, `REVOKE ALL ON FUNCTION pg_catalog.pg_sleep(double precision) FROM PUBLIC;`, `CREATE SCHEMA x;`},
	{"the role of the session owns", `CREATE TABLE u (); ALTER TABLE u OWNER TO c; SET ROLE a; CREATE TABLE t (); RESET ROLE;`,
		`CREATE TABLE u (); ALTER TABLE u OWNER TO c; CREATE TABLE t (); ALTER TABLE t OWNER TO a;`, `CREATE TABLE u (); ALTER TABLE u OWNER TO c; CREATE TABLE t (); ALTER TABLE t OWNER TO b;`},
	{"a collation from another", `CREATE COLLATION k FROM "C"; CREATE COLLATION l FROM k;`, `CREATE COLLATION k (provider = libc, locale = 'C'); CREATE COLLATION l (locale = 'C');`,
		`CREATE COLLATION k FROM "POSIX"; CREATE COLLATION l FROM k;`},
	{"a key added to a parent", `CREATE TABLE p (a int, b int) PARTITION BY LIST (b); CREATE TABLE q PARTITION OF p FOR VALUES IN (1); ALTER TABLE p ADD PRIMARY KEY (a, b);`,
		`CREATE TABLE p (a int NOT NULL, b int NOT NULL, PRIMARY KEY (a, b)) PARTITION BY LIST (b); CREATE TABLE q (a int NOT NULL, b int NOT NULL); ALTER TABLE p ATTACH PARTITION q FOR VALUES IN ('1');`,
		`CREATE TABLE p (a int, b int NOT NULL) PARTITION BY LIST (b); CREATE TABLE q PARTITION OF p FOR VALUES IN (1);`},
	{"cascade", `CREATE TABLE t (a int PRIMARY KEY); CREATE VIEW v AS SELECT * FROM t; CREATE VIEW w AS SELECT * FROM v; CREATE TABLE u (a int REFERENCES t); DROP TABLE t CASCADE;`,
		`CREATE TABLE u (a int);`, `CREATE TABLE u (a int); CREATE VIEW w AS SELECT 1 AS a;`},
	{"ranges", `CREATE TABLE t (a int4range DEFAULT '[1,5]', b tstzrange DEFAULT '[2024-1-1,)', c int4multirange DEFAULT '{[3,4],[1,2]}');`,
		`CREATE TABLE t (a int4range DEFAULT '[1,6)'::int4range, b tstzrange DEFAULT '["2024-01-01 00:00:00+00",)'::tstzrange, c int4multirange DEFAULT '{[1,5)}'::int4multirange);`,
		`CREATE TABLE t (a int4range DEFAULT '[1,5)', b tstzrange DEFAULT '(2024-1-1,)', c int4multirange DEFAULT '{[3,4],[1,1]}');`},
	{"operator class items", `CREATE OPERATOR CLASS c FOR TYPE integer USING btree AS OPERATOR 1 <, FUNCTION 1 btint4cmp(integer, integer);`,
		`CREATE OPERATOR FAMILY public.c USING btree; CREATE OPERATOR CLASS public.c FOR TYPE integer USING btree FAMILY public.c AS OPERATOR 1 <(integer,integer) , FUNCTION 1 (integer, integer) btint4cmp(integer,integer);`,
		`CREATE OPERATOR CLASS c FOR TYPE integer USING btree AS OPERATOR 1 >, FUNCTION 1 btint4cmp(integer, integer);`},
}

func TestSchemaRules(t *testing.T) {
	for _, r := range schemaRules {
		t.Run(r.name, func(t *testing.T) { judgePair(t, r.one, r.same, r.other) })
	}
}

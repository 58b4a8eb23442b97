package diff

import "testing"

// prelude is what the expressions of the tables below refer to.
const prelude = `
CREATE TYPE public.mood AS ENUM ('ok', 'bad');
CREATE DOMAIN public.code AS text;
CREATE FUNCTION public.f(integer) RETURNS integer LANGUAGE sql IMMUTABLE AS 'select 1';
CREATE TABLE public.t (a integer, b bigint, n numeric(10,2), d double precision, v varchar(20), c character(3), x text,
  m public.mood, ts timestamp, tz timestamptz, day date, j jsonb, tags text[], iv interval, u uuid, k public.code, ok boolean);
`

// pairs of one rule: the first two are the same, the third is not.
type rule struct{ name, one, same, other string }

var expressionRules = []rule{
	{"in list", `v IN ('a', 'b')`, `(v)::text = ANY ((ARRAY['a'::character varying, 'b'::character varying])::text[])`, `v IN ('a', 'c')`},
	{"cast placement", `(v)::text = ANY ((ARRAY['a'::character varying, 'b'::character varying])::text[])`,
		`(v)::text = ANY (ARRAY[('a'::character varying)::text, ('b'::character varying)::text])`, `(v)::text <> ALL (ARRAY['a'::text, 'b'::text])`},
	{"not in", `a NOT IN (1, 2)`, `a <> ALL (ARRAY[1, 2])`, `a NOT IN (1, 3)`},
	{"in list of one", `x IN ('a')`, `x = 'a'::text`, `x = 'b'::text`},
	{"distinct", `a IS NOT DISTINCT FROM b`, `NOT (a IS DISTINCT FROM b)`, `a IS DISTINCT FROM b`},
	{"between", `a BETWEEN 1 AND 3 AND b > 0`, `((a >= 1) AND (a <= 3)) AND (b > 0)`, `a BETWEEN 1 AND 4 AND b > 0`},
	{"not between", `a NOT BETWEEN 1 AND 3`, `(a < 1) OR (a > 3)`, `a BETWEEN 1 AND 3`},
	{"groups", `(a > 0 AND b > 0) AND n > 0`, `a > 0 AND (b > 0 AND n > 0)`, `(a > 0 AND b > 0) OR n > 0`},
	{"groups mixed", `(a > 0 OR b > 0) AND n > 0`, `((a > 0) OR (b > 0)) AND (n > 0)`, `a > 0 OR (b > 0 AND n > 0)`},
	{"like", `x LIKE 'a%'`, `x ~~ 'a%'::text`, `x ILIKE 'a%'`},
	{"varchar as text", `lower(v) = v`, `lower((v)::text) = (v)::text`, `upper((v)::text) = (v)::text`},
	{"implicit cast", `a * n > 0`, `(((a)::numeric * n) > (0)::numeric)`, `(a::double precision * n::double precision) > 0`},
	{"cast of a column", `d::integer > 0`, `(d)::integer > 0`, `d::numeric > 0`},
	{"literal cast", `n > 0`, `n > 0::numeric`, `n > 1::numeric`},
	{"literal type counts", `1::numeric / 2 > a`, `(((1)::numeric / (2)::numeric) > (a)::numeric)`, `1 / 2 > a`},
	{"negative literal", `a > -1`, `a > '-1'::integer`, `a > 1`},
	{"exponent", `d > 1e3`, `d > '1000'::numeric::double precision`, `d > 1e4`},
	{"enum literal", `m = 'ok'`, `m = 'ok'::public.mood`, `m = 'bad'::public.mood`},
	{"date literal", `day > '2024-01-01'`, `day > '2024-01-01'::date`, `day > '2024-01-02'::date`},
	{"timestamp literal", `ts > '2024-01-01'`, `ts > '2024-01-01 00:00:00'::timestamp without time zone`, `ts > '2024-01-01 00:00:01'`},
	{"interval literal", `iv > '90 minutes'`, `iv > '01:30:00'::interval`, `iv > '91 minutes'`},
	{"boolean literal", `ok = 't'`, `ok = true`, `ok = false`},
	{"jsonb literal", `j <> '{"b":1, "aa" : [1, 2]}'`, `j <> '{"b": 1, "aa": [1, 2]}'::jsonb`, `j <> '{"b": 2}'`},
	{"uuid literal", `u = 'A0000000-0000-0000-0000-000000000000'`, `u = 'a0000000-0000-0000-0000-000000000000'::uuid`, `u = 'b0000000-0000-0000-0000-000000000000'`},
	{"null cast", `coalesce(x, NULL) = 'a'`, `coalesce(x, NULL::text) = 'a'::text`, `coalesce(x, 'b') = 'a'`},
	{"else null", `CASE WHEN a > 0 THEN b END > 0`, `CASE WHEN (a > 0) THEN b ELSE NULL::bigint END > 0`, `CASE WHEN a > 0 THEN b ELSE 1 END > 0`},
	{"public prefix", `f(a) > 0`, `public.f(a) > 0`, `abs(a) > 0`},
	{"char", `c = 'a'`, `c = 'a'::bpchar`, `c = 'b'::bpchar`},
	{"array", `'a' = ANY (tags)`, `('a'::text = ANY (tags))`, `'a' = ALL (tags)`},
	{"array literal", `tags <> '{"a", b}'`, `tags <> '{a,b}'::text[]`, `tags <> '{a,c}'::text[]`},
	{"float literal", `d > '0.10'`, `d > '0.1'::double precision`, `d > '0.11'`},
	{"zoned literal", `tz > '2024-01-01 10:00+02'`, `tz > '2024-01-01 08:00:00+00'::timestamp with time zone`, `tz > '2024-01-01 10:00:00+00'`},
	{"array overlap", `tags && ARRAY['a']`, `tags && ARRAY['a'::text]`, `tags @> ARRAY['a'::text]`},
	{"extract", `extract(year from day) > 2000`, `EXTRACT(year FROM day) > (2000)::numeric`, `extract(month from day) > 2000`},
	{"at time zone", `tz AT TIME ZONE 'UTC' > ts`, `timezone('UTC'::text, tz) > ts`, `tz AT TIME ZONE 'CET' > ts`},
	{"substring", `substring(x from 1 for 2) = 'a'`, `"substring"(x, 1, 2) = 'a'::text`, `"substring"(x, 1, 3) = 'a'::text`},
	{"trim", `trim(x) = x`, `btrim(x) = x`, `ltrim(x) = x`},
	{"domain", `k <> ''`, `(k)::text <> ''::text`, `(k)::text <> 'a'::text`},
	{"json path", `j ->> 'a' = 'b'`, `(j ->> 'a'::text) = 'b'::text`, `(j -> 'a'::text) = '"b"'::jsonb`},
	{"similar", `x SIMILAR TO 'a'`, `x ~ similar_to_escape('a'::text)`, `x ~ 'a'::text`},
	{"is true", `ok IS TRUE`, `(ok IS TRUE)`, `ok IS NOT FALSE`},
	{"overlaps", `(ts, ts) OVERLAPS (ts, ts)`, `"overlaps"(ts, ts, ts, ts)`, `"overlaps"(ts, ts, ts, NULL)`},
	{"row", `(a, b) = (1, 2)`, `(ROW(a, b) = ROW(1, 2))`, `(a, b) = (1, 3)`},
}

func TestExpressionRules(t *testing.T) {
	check := func(e string) string { return prelude + "ALTER TABLE public.t ADD CONSTRAINT k CHECK (" + e + ");" }
	for _, r := range expressionRules {
		t.Run(r.name, func(t *testing.T) { judgePair(t, check(r.one), check(r.same), check(r.other)) })
	}
}

// judgePair wants no drift between the first two texts and drift to the third.
func judgePair(t *testing.T, one, same, other string) {
	t.Helper()
	if r := diffOf(t, one, same); len(r.Changes) > 0 || r.Opaque > 0 {
		t.Errorf("should be the same: %+v", r)
	}
	if r := diffOf(t, one, other); !r.Drift {
		t.Errorf("should not be the same: %+v", r)
	}
	if r := diffOf(t, other, same); !r.Drift {
		t.Errorf("should not be the same: %+v", r)
	}
}

func diffOf(t *testing.T, a, b string) *Result {
	t.Helper()
	r, err := Texts(a, b, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

var queryRules = []rule{
	{"prefix", `SELECT a, b FROM t WHERE a > 0`, `SELECT t.a, t.b FROM public.t WHERE (t.a > 0)`, `SELECT b AS a, a AS b FROM t WHERE a > 0`},
	{"star", `SELECT a FROM (SELECT * FROM t) s`, `SELECT s.a FROM ( SELECT t.a, t.b, t.n, t.d, t.v, t.c, t.x, t.m, t.ts, t.tz, t.day, t.j, t.tags, t.iv, t.u, t.k, t.ok FROM public.t) s`, `SELECT a FROM (SELECT a FROM t) s`},
	{"group by number", `SELECT day, count(*) FROM t GROUP BY 1 ORDER BY 2 DESC`, `SELECT t.day, count(*) AS count FROM public.t GROUP BY t.day ORDER BY (count(*)) DESC`, `SELECT day, count(*) FROM t GROUP BY 1 ORDER BY 2`},
	{"group by alias", `SELECT lower(x) AS l FROM t GROUP BY l`, `SELECT lower(t.x) AS l FROM public.t GROUP BY (lower(t.x))`, `SELECT lower(x) AS l FROM t GROUP BY x`},
	{"join", `SELECT p.a FROM t p JOIN t q ON p.a = q.b`, `SELECT p.a FROM (public.t p JOIN public.t q ON ((p.a = q.b)))`, `SELECT p.a FROM t p LEFT JOIN t q ON p.a = q.b`},
	{"using", `SELECT a FROM t p JOIN t q USING (a)`, `SELECT p.a FROM (public.t p JOIN public.t q USING (a))`, `SELECT q.a FROM t p LEFT JOIN t q USING (a)`},
	{"exists", `SELECT a FROM t WHERE EXISTS (SELECT 1 FROM t q WHERE q.a = t.b)`, `SELECT t.a FROM public.t WHERE (EXISTS ( SELECT 1 FROM public.t q WHERE (q.a = t.b)))`, `SELECT a FROM t WHERE NOT EXISTS (SELECT 1 FROM t q WHERE q.a = t.b)`},
	{"exists names", `SELECT a FROM t WHERE EXISTS (SELECT lower(x) FROM t q)`, `SELECT a FROM t WHERE EXISTS (SELECT lower(q.x) AS l FROM t q)`, `SELECT a FROM t WHERE EXISTS (SELECT upper(x) FROM t q)`},
	{"in select", `SELECT a FROM t WHERE a IN (SELECT b FROM t)`, `SELECT t.a FROM public.t WHERE (t.a IN ( SELECT t_1.b FROM public.t t_1))`, `SELECT a FROM t WHERE a NOT IN (SELECT b FROM t)`},
	{"union", `SELECT a FROM t UNION SELECT b FROM t ORDER BY a`, `SELECT t.a FROM public.t UNION SELECT t.b AS a FROM public.t ORDER BY 1`, `SELECT a FROM t UNION ALL SELECT b FROM t ORDER BY a`},
	{"with", `WITH w AS (SELECT a FROM t) SELECT * FROM w`, `WITH w AS ( SELECT t.a FROM public.t ) SELECT w.a FROM w`, `WITH w AS MATERIALIZED (SELECT a FROM t) SELECT * FROM w`},
	{"limit", `SELECT a FROM t LIMIT 5`, `SELECT t.a FROM public.t LIMIT 5`, `SELECT a FROM t LIMIT 6`},
	{"window", `SELECT row_number() OVER (PARTITION BY a ORDER BY b) FROM t`, `SELECT row_number() OVER w AS row_number FROM public.t WINDOW w AS (PARTITION BY t.a ORDER BY t.b)`, `SELECT row_number() OVER (ORDER BY b) FROM t`},
	{"filter", `SELECT count(*) FILTER (WHERE ok) FROM t`, `SELECT count(*) FILTER (WHERE t.ok) AS count FROM public.t`, `SELECT count(*) FROM t`},
	{"function in from", `SELECT g FROM generate_series(1, 3) g`, `SELECT g.g FROM generate_series(1, 3) g(g)`, `SELECT g FROM generate_series(1, 4) g`},
	{"unnest", `SELECT tag FROM t, unnest(tags) tag`, `SELECT tag.tag FROM public.t, LATERAL unnest(t.tags) tag(tag)`, `SELECT tag FROM t, unnest(ARRAY['a']) tag`},
	{"values", `SELECT n FROM (VALUES (1, 'a'), (2, NULL)) AS s(n, l)`, `SELECT s.n FROM ( VALUES (1,'a'::text), (2,NULL::text)) s(n, l)`, `SELECT n FROM (VALUES (1, 'a'), (3, NULL)) AS s(n, l)`},
	{"distinct on", `SELECT DISTINCT ON (a) a, b FROM t ORDER BY a, b`, `SELECT DISTINCT ON (t.a) t.a, t.b FROM public.t ORDER BY t.a, t.b`, `SELECT DISTINCT a, b FROM t ORDER BY a, b`},
	{"recursive", `WITH RECURSIVE r AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM r WHERE i < 9) SELECT i FROM r`,
		`WITH RECURSIVE r AS ( SELECT 1 AS i UNION ALL SELECT (r_1.i + 1) FROM r r_1 WHERE (r_1.i < 9) ) SELECT r.i FROM r`,
		`WITH RECURSIVE r AS (SELECT 1 AS i UNION SELECT i + 1 FROM r WHERE i < 9) SELECT i FROM r`},
	{"rollup", `SELECT a FROM t GROUP BY ROLLUP (a, b)`, `SELECT t.a FROM public.t GROUP BY ROLLUP(t.a, t.b)`, `SELECT a FROM t GROUP BY CUBE (a, b)`},
	{"string_agg", `SELECT string_agg(x, ',' ORDER BY x) FROM t`, `SELECT string_agg(t.x, ','::text ORDER BY t.x) AS string_agg FROM public.t`, `SELECT string_agg(x, ',' ORDER BY x DESC) FROM t`},
}

func TestQueryRules(t *testing.T) {
	view := func(q string) string { return prelude + "CREATE VIEW public.v AS " + q + ";" }
	for _, r := range queryRules {
		t.Run(r.name, func(t *testing.T) { judgePair(t, view(r.one), view(r.same), view(r.other)) })
	}
}

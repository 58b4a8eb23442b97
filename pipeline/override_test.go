package pipeline

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/effigydb/effigy/internal/config"
	"github.com/effigydb/effigy/internal/pgtest"
	"github.com/effigydb/effigy/internal/postgres"
	"github.com/effigydb/effigy/internal/report"
)

// configured gives a run the text of an effigy.yaml.
func configured(t *testing.T, r *Run, settings string) {
	t.Helper()
	path := filepath.Join(r.Dir, config.Name)
	if err := os.WriteFile(path, []byte(settings), 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := config.Read(path)
	if err != nil {
		t.Fatal(err)
	}
	r.Config = c
}

// holds builds a text and tells which of the queries does not answer true.
func holds(t *testing.T, r *Run, rows int64, queries map[string]string) *report.Build {
	t.Helper()
	result, err := r.Rebuild(t.Context(), Order{Source: "schema.sql", Rows: &rows, Seed: "5", Now: time.Date(2026, 1, 31, 12, 0, 0, 0, time.UTC), NoTemplate: true})
	if err != nil {
		var refused *Refused
		if errors.As(err, &refused) {
			t.Fatal(refused.List)
		}
		t.Fatal(err)
	}
	if !result.Verified {
		t.Fatal(result.Problems)
	}
	conn := pgtest.Connect(t, result.Sandbox.URL)
	for name, q := range queries {
		got, err := postgres.Strings(context.Background(), conn, "SELECT coalesce(("+q+")::text, 'NULL')")
		if err != nil || len(got) != 1 || got[0] != "true" {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
	return result
}

const overrideSchema = `
CREATE TYPE public.state AS ENUM ('new', 'paid', 'gone');
CREATE FUNCTION public.check_digit(text) RETURNS text LANGUAGE sql IMMUTABLE AS $$ SELECT substr(md5($1), 1, 2) $$;
CREATE TABLE public.country (code char(2) PRIMARY KEY CHECK (code ~ '^[A-Z]{2}$'), name text NOT NULL UNIQUE, vat numeric(4,2) CHECK (vat BETWEEN 0 AND 30), parent char(2) REFERENCES public.country);
CREATE TABLE public.currency (id smallint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, code text NOT NULL UNIQUE, note text, slot smallint UNIQUE);
CREATE TABLE public.customer (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, country char(2) NOT NULL REFERENCES public.country,
    first_name text NOT NULL, last_name text NOT NULL, login text NOT NULL, code text CONSTRAINT digits CHECK (code = check_digit(login)),
    tier text CHECK (tier IN ('gold', 'silver', 'bronze', 'none')), nick text, score integer CHECK (score > 0), joined date, company text, born date, badge text UNIQUE, dice text);
CREATE TABLE public.purchase (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, customer_id bigint NOT NULL REFERENCES public.customer, payer_id bigint REFERENCES public.customer,
    state public.state NOT NULL, quantity integer NOT NULL CHECK (quantity BETWEEN 1 AND 20), unit_price numeric(8,2) NOT NULL CHECK (unit_price > 0),
    total numeric(12,2) NOT NULL CHECK (total > 0), weight double precision, size double precision, latency double precision);
CREATE TABLE public.audit (id bigint PRIMARY KEY, what text CHECK (false));
CREATE TABLE public.stay (total numeric(10,2) NOT NULL, deposit numeric(10,2) NOT NULL, CHECK (deposit <= total), rooms integer NOT NULL, used integer NOT NULL CHECK (used >= 0), CHECK (used <= rooms),
    arrival timestamptz NOT NULL, departure timestamptz NOT NULL, CHECK (departure > arrival));`

const overrideSettings = `
tables:
  country:
    fixtures:
      - {code: DE, name: Germany, vat: 19.00}
      - {code: FR, name: France, parent: DE}
      - {code: AT, name: Austria, vat: ~, parent: CH}
      - {code: CH, name: Switzerland}
  currency: {fixtures: currency.csv, columns: {slot: {expression: effigy_row}}}
  audit: {rows: 0}
  public.customer:
    rows: 60
    columns:
      country: {values: [DE, FR, AT], weights: [1, 1, 8]}
      login: {expression: "lower(first_name) || '.' || lower(last_name)"}
      code: {expression: check_digit(login)}
      tier: {values: [gold, silver, bronze], weights: [1, 2, 7], nulls: 0}
      nick: {pattern: '[a-c]{3}\d', nulls: 0.5}
      score: {min: 10, max: 20}
      joined: {min: 2020-01-01, max: 2020-12-31, nulls: 1}
      company: {function: company}
      born: {constant: 1990-01-01}
      badge: {expression: "'B-' || lpad(effigy_row::text, 4, '0')"}
      dice: {expression: "'d' || (1 + floor(random() * 6))::int"}
  purchase:
    ratio: 3.5
    per: customer
    columns:
      customer_id: {fan_out: even}
      payer_id: {fan_out: zipf, nulls: 0.25}
      total: {expression: quantity * unit_price}
      weight: {min: 0, max: 100, distribution: normal, nulls: 0}
      size: {min: 0, max: 100, distribution: uniform, nulls: 0}
      latency: {min: 0, max: 100, distribution: exponential, nulls: 0}
  stay:
    columns:
      total: {expression: 100 + 10 * random()}
      rooms: {expression: effigy_row * 2}
      departure: {expression: "effigy_now - interval '1 hour' * effigy_row"}
`

// TestOverrides builds a database with every key of effigy.yaml that is about
// rows and counts what it holds.
func TestOverrides(t *testing.T) {
	r := runOn(t, pgtest.Admin(t), overrideSchema)
	if err := os.WriteFile(filepath.Join(r.Dir, "currency.csv"), []byte("code,note\nEUR,\nCHF,\"\"\nUSD,dollar\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	configured(t, r, overrideSettings)
	holds(t, r, 50, map[string]string{
		"fixtures":            "SELECT string_agg(concat_ws('/', code, name, CASE WHEN code IN ('AT', 'FR') THEN parent END), ' ' ORDER BY code) = 'AT/Austria/CH CH/Switzerland DE/Germany FR/France/DE' FROM public.country",
		"a literal NULL":      "SELECT vat IS NULL FROM public.country WHERE code = 'AT'",
		"fixtures from CSV":   "SELECT string_agg(code || coalesce(note, '~'), ' ' ORDER BY code) = 'CHF EUR~ USDdollar' FROM public.currency",
		"numbered fixtures":   "SELECT string_agg(slot || code, ' ' ORDER BY slot) = '1EUR 2CHF 3USD' FROM public.currency",
		"a sequence after it": "SELECT pg_sequence_last_value(pg_get_serial_sequence('public.currency', 'id')::regclass) >= (SELECT max(id) FROM public.currency)",
		"rows":                "SELECT count(*) = 60 FROM public.customer",
		"rows: 0":             "SELECT count(*) = 0 FROM public.audit",
		"ratio":               "SELECT count(*) = 210 FROM public.purchase",
		"an expression":       "SELECT bool_and(total = quantity * unit_price) FROM public.purchase",
		"over names":          "SELECT bool_and(login = lower(first_name) || '.' || lower(last_name)) FROM public.customer",
		"by the server":       "SELECT bool_and(code IS NOT DISTINCT FROM check_digit(login)) FROM public.customer",
		"by number":           "SELECT bool_and(badge = 'B-' || lpad(id::text, 4, '0')) AND count(badge) = 60 FROM public.customer",
		"random":              "SELECT bool_and(dice ~ '^d[1-6]$') AND count(DISTINCT dice) > 3 FROM public.customer",
		"random, compared":    "SELECT bool_and(total BETWEEN 100 AND 110) AND count(DISTINCT total) > 20 AND count(DISTINCT deposit) > 20 FROM public.stay",
		"numbers, compared":   "SELECT array_agg(rooms ORDER BY rooms) = array_agg(rank * 2 ORDER BY rooms) FROM (SELECT rooms, row_number() OVER (ORDER BY rooms)::integer AS rank FROM public.stay) x",
		"times, compared":     "SELECT min(departure) = '2026-01-29 10:00Z' AND max(departure) = '2026-01-31 11:00Z' FROM public.stay",
		"weights":             "SELECT count(*) FILTER (WHERE tier = 'bronze') > 30 AND count(*) FILTER (WHERE tier = 'gold') BETWEEN 1 AND 15 AND count(tier) = 60 AND count(DISTINCT tier) = 3 FROM public.customer",
		"weights of a key":    "SELECT count(*) FILTER (WHERE country = 'AT') > 35 AND count(*) FILTER (WHERE country = 'CH') = 0 FROM public.customer",
		"a pattern":           "SELECT bool_and(nick ~ '^[a-c]{3}\\d$') FROM public.customer",
		"half of them NULL":   "SELECT count(nick) BETWEEN 15 AND 45 FROM public.customer",
		"all of them NULL":    "SELECT count(joined) = 0 FROM public.customer",
		"a range":             "SELECT bool_and(score BETWEEN 10 AND 20) AND count(DISTINCT score) > 3 FROM public.customer",
		"a function":          "SELECT count(DISTINCT company) > 20 FROM public.customer",
		"a constant":          "SELECT bool_and(born IS NOT DISTINCT FROM '1990-01-01') FROM public.customer",
		"even fan-out":        "SELECT max(n) - min(n) <= 1 AND count(*) = 60 FROM (SELECT count(*) AS n FROM public.purchase GROUP BY customer_id) x",
		"long-tailed fan-out": "SELECT max(n) > 20 FROM (SELECT count(*) AS n FROM public.purchase WHERE payer_id IS NOT NULL GROUP BY payer_id) x",
		"open references":     "SELECT count(*) FILTER (WHERE payer_id IS NULL) BETWEEN 25 AND 85 FROM public.purchase",
		"normal":              "SELECT avg(weight) BETWEEN 42 AND 58 AND stddev(weight) BETWEEN 10 AND 24 FROM public.purchase",
		"uniform":             "SELECT avg(size) BETWEEN 40 AND 60 AND stddev(size) BETWEEN 24 AND 34 FROM public.purchase",
		"exponential":         "SELECT avg(latency) BETWEEN 5 AND 30 FROM public.purchase",
	})
}

// TestContradictions: each table is told something that one of its
// constraints forbids. The refusal names the constraint and effigy.yaml.
func TestContradictions(t *testing.T) {
	text := "CREATE FUNCTION public.odd(text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$ SELECT length($1) % 2 = 1 $$; CREATE FUNCTION public.twice(text) RETURNS text LANGUAGE sql IMMUTABLE AS $$ SELECT $1 || $1 $$; CREATE TABLE public.p (id integer PRIMARY KEY CHECK (id BETWEEN 1 AND 50));"
	settings := "tables:\n"
	cases := []struct{ table, column, said, constraint string }{
		{"v", "c text CONSTRAINT v_c CHECK (c IN ('x', 'y'))", "values: [x, z]", "v_c"},
		{"r", "c integer CONSTRAINT r_c CHECK (c < 10)", "min: 10", "r_c"},
		{"k", "c date NOT NULL CONSTRAINT k_c CHECK (c > '2000-01-01')", "constant: 1999-12-31", "k_c"},
		{"g", "c text NOT NULL CONSTRAINT g_c CHECK (c ~ '^[a-f]+$')", "pattern: '[g-z]+'", "g_c"},
		{"u", "c text CONSTRAINT u_c CHECK (length(c) < 3)", "function: company", "effigy.yaml: c"},
		{"n", "c text NOT NULL", "nulls: 0.5", "NOT NULL of column c"},
		{"a", "c text CONSTRAINT a_c CHECK (c IS NULL)", "nulls: 0", "a_c"},
		{"f", "c integer NOT NULL CONSTRAINT f_c REFERENCES public.p", "constant: 60", "f_c"},
		{"e", "c integer CONSTRAINT e_c CHECK (c < 10), b integer NOT NULL", "expression: 20 + abs(b) % 5", "e_c"},
		{"s", "c text CONSTRAINT s_c CHECK (public.odd(c)), b text NOT NULL", "expression: public.twice(b)", "s_c"},
		{"w", "c text", "expression: gen_random_uuid()", "effigy.yaml: c"},
		{"z", "c integer, b text NOT NULL", "expression: ascii(b) / (ascii(b) - ascii(b))", "effigy.yaml: c"},
	}
	for _, c := range cases {
		text += "\nCREATE TABLE public." + c.table + " (id bigint PRIMARY KEY, " + c.column + ");"
		settings += "  " + c.table + ": {columns: {c: {" + c.said + "}}}\n"
	}
	text += "\nCREATE TABLE public.x (id integer PRIMARY KEY, c text NOT NULL CONSTRAINT x_c UNIQUE, p integer CONSTRAINT x_p REFERENCES public.p);"
	settings += "  x: {fixtures: [{id: 1, c: a, p: ~}, {id: 2, c: a}]}\n"
	r := runOn(t, pgtest.Admin(t), text)
	configured(t, r, settings)
	rows := int64(40)
	plan, err := r.Plan(t.Context(), Order{Source: "schema.sql", Rows: &rows, Seed: "5"})
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]report.Refused{}
	for _, x := range plan.Refused {
		got[x.Object] = x
	}
	cases = append(cases, struct{ table, column, said, constraint string }{"x", "", "", "x_c"})
	for _, c := range cases {
		x := got["public."+c.table]
		if x.Constraint != c.constraint || !strings.Contains(x.Constraint+x.Reason, "effigy.yaml") || x.Hint == "" {
			t.Errorf("%s (%s): %+v", c.table, c.said, x)
		}
	}
}

package sanitize_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/effigydb/effigy/ddl/sanitize"
)

const renameIn = `-- Name: acme_orders; Type: TABLE
CREATE TABLE public.acme_orders (
    id integer NOT NULL,
    margin_pct numeric CONSTRAINT acme_orders_margin_pct_check CHECK (margin_pct > 0)
);
CREATE SEQUENCE public.acme_orders_id_seq OWNED BY public.acme_orders.id;
ALTER TABLE ONLY public.acme_orders ALTER COLUMN id SET DEFAULT nextval('public.acme_orders_id_seq'::regclass);
ALTER TABLE ONLY public.acme_orders ADD CONSTRAINT acme_orders_pkey PRIMARY KEY (id);
CREATE VIEW public.v AS SELECT o.margin_pct FROM public.Acme_Orders o;
CREATE FUNCTION public.f() RETURNS void LANGUAGE plpgsql AS $_$
BEGIN
  -- all of acme_orders
  PERFORM 'public.acme_orders'::regclass, acme_orders.margin_pct FROM acme_orders;
  EXECUTE 'DELETE FROM acme_orders';
END $_$;
COMMENT ON COLUMN public.acme_orders.margin_pct IS 'margin_pct of acme_orders';
`

func TestRename(t *testing.T) {
	opt := sanitize.Options{Rename: map[string]string{"public.acme_orders": "t_one", "public.acme_orders.margin_pct": "c_two"}}
	got, findings, err := sanitize.Text(renameIn, opt)
	if err != nil {
		t.Fatal(err)
	}
	want := strings.NewReplacer("acme_orders", "t_one", "Acme_Orders", "t_one", "margin_pct", "c_two").Replace(renameIn)
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if len(findings) < 2 || findings[0].Kind != "renamed" {
		t.Errorf("got %+v", findings)
	}
	again, _, err := sanitize.Text(got, opt)
	if err != nil || again != got {
		t.Errorf("a second time: %v\n%s", err, cmp.Diff(got, again))
	}
}

// TestRenameCut: a derived name that Postgres cut has but the head of the old
// name in it.
func TestRenameCut(t *testing.T) {
	const table = "acme_customer_subscription_renewal_entries_archive"
	in := "CREATE TABLE public." + table + " (customer_reference bigint, CONSTRAINT acme_customer_subscription_renewal_entri_customer_reference_key UNIQUE (customer_reference));\n" +
		"COMMENT ON CONSTRAINT acme_customer_subscription_renewal_entri_customer_reference_key ON public." + table + " IS 'x';\n"
	opt := sanitize.Options{Rename: map[string]string{"public." + table: "t_one"}}
	got, _, err := sanitize.Text(in, opt)
	if err != nil {
		t.Fatal(err)
	}
	want := strings.NewReplacer(table, "t_one", "acme_customer_subscription_renewal_entri_", "t_one_").Replace(in)
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if again, _, err := sanitize.Text(got, opt); err != nil || again != got {
		t.Errorf("a second time: %v\n%s", err, again)
	}
}

func TestRenameRefuses(t *testing.T) {
	for _, c := range []struct{ name, old, new, more, want string }{
		{"nobody's", "public.nothing", "x_one", "", "no table or column"},
		{"taken", "public.acme_orders", "v", "", "already"},
		{"a keyword", "public.acme_orders", "select", "", "lower-case word"},
		{"a word of SQL", "public.acme_orders.numeric", "x_one", "ALTER TABLE public.acme_orders ADD COLUMN \"numeric\" integer;", "word of SQL"},
		{"pieces", "public.acme_orders", "x_one", "DO $$ BEGIN EXECUTE 'TABLE ' || 'acme_' || 'orders'; END $$;", "pieces"},
		{"pieces by format", "public.acme_orders", "x_one", "DO $$ BEGIN EXECUTE format('TABLE acme_%s', 1); END $$;", "pieces"},
		{"too long", "public.acme_orders", strings.Repeat("x", 60), "", "63 bytes"},
		{"case alone apart", "public.acme_orders", "x_one", `CREATE TABLE public."Acme_Orders" (i integer);`, "two names"},
		{"Postgres' own", "public.stat", "x_one", "CREATE TABLE public.stat (i integer); CREATE VIEW public.s AS SELECT pid FROM pg_stat_activity;", "Postgres' own"},
	} {
		t.Run(c.name, func(t *testing.T) {
			out, _, err := sanitize.Text(renameIn+c.more, sanitize.Options{Rename: map[string]string{c.old: c.new}})
			var refused *sanitize.Refused
			if !errors.As(err, &refused) || out != "" || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v", err)
			}
			if err != nil && strings.Contains(err.Error(), "acme_orders") {
				t.Errorf("the old name is told: %v", err)
			}
		})
	}
}

package merge

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/effigydb/effigy/ddl/diff"
)

// byHand is a text as people write it: another order, other words, comments.
const byHand = `-- The shop. Read docs/schema.md first.
SET client_encoding = 'UTF8';

/* customers first */
create table customers (
    id int8 primary key,   -- never reused
    email text not null
);

CREATE TABLE orders (id bigint PRIMARY KEY, customer_id bigint NOT NULL REFERENCES customers, total numeric(10,2) NOT NULL);
CREATE INDEX orders_customer ON orders (customer_id);

-- kept for the auditors
CREATE VIEW sales AS SELECT id, total FROM orders;
CREATE TABLE old_log (id bigint);
`

// dumped is the same as pg_dump prints it, with three changes: a column more,
// another type, a table gone and one new.
const dumped = `SET client_encoding = 'UTF8';

--
-- Name: customers; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.customers (
    id bigint NOT NULL,
    email text NOT NULL
);

--
-- Name: notes; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.notes (
    id bigint NOT NULL,
    body text
);

--
-- Name: orders; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.orders (
    id bigint NOT NULL,
    customer_id bigint NOT NULL,
    total numeric(10,2) NOT NULL,
    note text
);

CREATE VIEW public.sales AS
 SELECT orders.id,
    orders.total
   FROM public.orders;

ALTER TABLE ONLY public.customers
    ADD CONSTRAINT customers_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.notes
    ADD CONSTRAINT notes_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.orders
    ADD CONSTRAINT orders_pkey PRIMARY KEY (id);

CREATE INDEX orders_customer ON public.orders USING btree (customer_id);

ALTER TABLE ONLY public.orders
    ADD CONSTRAINT orders_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES public.customers(id);
`

func merged(t *testing.T, old, new string) string {
	t.Helper()
	r, err := diff.Texts(old, new, diff.Options{})
	if err != nil {
		t.Fatal(err)
	}
	text, ok := Texts(old, new, r.Changes)
	if !ok {
		t.Fatal("not merged")
	}
	left, err := diff.Texts(text, new, diff.Options{})
	if err != nil || left.Drift {
		t.Errorf("still drift: %v %+v in\n%s", err, left, text)
	}
	return text
}

// TestUntouched holds that what did not change stays byte for byte.
func TestUntouched(t *testing.T) {
	text := merged(t, byHand, dumped)
	for _, part := range []string{
		"-- The shop. Read docs/schema.md first.\nSET client_encoding = 'UTF8';\n", "/* customers first */\ncreate table customers (\n    id int8 primary key,   -- never reused\n    email text not null\n);\n",
		"CREATE INDEX orders_customer ON orders (customer_id);\n",
		"-- kept for the auditors\nCREATE VIEW sales AS SELECT id, total FROM orders;\n",
		"    note text\n", "CREATE TABLE public.notes",
	} {
		if !strings.Contains(text, part) {
			t.Errorf("%q is gone from\n%s", part, text)
		}
	}
	if strings.Contains(text, "old_log") || strings.Contains(text, "customers_pkey") {
		t.Errorf("got\n%s", text)
	}
}

// TestDump holds that a dump with one change becomes the new dump.
func TestDump(t *testing.T) {
	for old, new := range map[string]string{
		"    body text\n":                   "    body text,\n    at date\n",
		"    note text\n":                   "    note character varying(40)\n",
		"CREATE INDEX orders_customer ON":   "CREATE UNIQUE INDEX orders_customer ON",
		"PRIMARY KEY (id);\n\nCREATE INDEX": "PRIMARY KEY (id) DEFERRABLE;\n\nCREATE INDEX",
	} {
		changed := strings.Replace(dumped, old, new, 1)
		if d := cmp.Diff(changed, merged(t, dumped, changed)); d != "" {
			t.Error(d)
		}
	}
	without := strings.Replace(dumped, "\n--\n-- Name: notes; Type: TABLE; Schema: public; Owner: -\n--\n\nCREATE TABLE public.notes (\n    id bigint NOT NULL,\n    body text\n);\n", "", 1)
	without = strings.Replace(without, "ALTER TABLE ONLY public.notes\n    ADD CONSTRAINT notes_pkey PRIMARY KEY (id);\n\n", "", 1)
	for _, pair := range [][2]string{{dumped, without}, {without, dumped}} {
		if got := merged(t, pair[0], pair[1]); strings.TrimSpace(strings.ReplaceAll(got, "\n\n\n", "\n\n")) != strings.TrimSpace(pair[1]) {
			t.Error(cmp.Diff(pair[1], got))
		}
	}
	if got := merged(t, dumped, dumped); got != dumped {
		t.Error(cmp.Diff(dumped, got))
	}
}

func TestUnreadable(t *testing.T) {
	for _, old := range []string{"", "SELECT 'open", "-- nothing\n"} {
		if text, ok := Texts(old, dumped, nil); ok || text != dumped {
			t.Errorf("%q: %t", old, ok)
		}
	}
}

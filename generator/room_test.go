package generator_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestRoom holds tables to all the rows that their constraints leave room
// for.
func TestRoom(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		rows int64
	}{
		"numbers beyond whole decades, and below zero": {`CREATE TABLE t (id integer PRIMARY KEY, CHECK ((id::float8 ^ 2) <= 145));`, 25},
		"a NULL where the key's value has none to go with": {`CREATE TABLE t (id bigint PRIMARY KEY, age real,
			CHECK (mod(age::numeric, 2) = 1), CHECK (id::float8 = age), CHECK (id >= 1 AND id <= 3));`, 3},
		"an open key whose other column has a value": {`CREATE TABLE p (id bigint NOT NULL, high real NOT NULL UNIQUE, UNIQUE (high, id), CHECK (high > 0.1 AND high < 0.9));
			CREATE TABLE t (high real NOT NULL, p_id bigint, FOREIGN KEY (high, p_id) REFERENCES p (high, id), UNIQUE (high, p_id), CHECK (high = trunc(high::numeric)::float8));`, 30},
		"a NULL that counts as a value of a key": {`CREATE TABLE t (ids integer[] NOT NULL, total integer, UNIQUE NULLS NOT DISTINCT (ids, total), CHECK (num_nonnulls(ids, total) = 1));`, 30},
		"a value outside is taken out of nothing": {`CREATE TABLE t (id uuid PRIMARY KEY, CHECK (id <> '00000000-0000-0000-0000-000000000000'::uuid),
			CHECK (id >= '00000000-0000-4000-8000-000000000001'::uuid AND id <= '00000000-0000-4000-8000-00000000000c'::uuid));`, 12},
		"order and pattern of one column": {`CREATE TABLE t (id uuid PRIMARY KEY, CHECK (id::text LIKE '%00c'),
			CHECK (id > '00000000-0000-4000-8000-000000000001'::uuid AND id <= '00000000-0000-4000-8000-00000000500c'::uuid));`, 6},
		"the half of an open key that another key reads": {`CREATE TABLE p (id text PRIMARY KEY, mail text CHECK (id IS NOT NULL AND mail IS NULL), UNIQUE (mail, id));
			CREATE TABLE t (id integer PRIMARY KEY, mail text, p_id text, FOREIGN KEY (mail, p_id) REFERENCES p (mail, id), UNIQUE NULLS NOT DISTINCT (p_id));`, 30},
		"a parent that has to have the key that its child asks for": {`CREATE TABLE kinds (code text PRIMARY KEY, label text);
			CREATE TABLE p (id uuid PRIMARY KEY, kind text NOT NULL REFERENCES kinds, UNIQUE (id, kind));
			CREATE TABLE t (id integer PRIMARY KEY, p_id uuid NOT NULL, kind text NOT NULL CHECK (kind = 'lorry'), FOREIGN KEY (p_id, kind) REFERENCES p (id, kind));`, 30},
		"parents all of which a child needs": {`CREATE TABLE p (id integer PRIMARY KEY, low numeric(10,2), mark integer, UNIQUE (low, id));
			CREATE TABLE t (low numeric(10,2) NOT NULL, p_id integer NOT NULL UNIQUE, FOREIGN KEY (low, p_id) REFERENCES p (low, id), CHECK (p_id > 40));`, 30},
		"arrays of the length that a child asks for": {`CREATE TABLE p (marks integer[] PRIMARY KEY);
			CREATE TABLE t (marks integer[] NOT NULL UNIQUE REFERENCES p, CHECK (array_length(marks, 1) = 2 AND marks[1] > 50));`, 30},
		"a part of a key that a child has for a key": {`CREATE TABLE p (id integer, day date NOT NULL, PRIMARY KEY (day, id), CHECK (day BETWEEN '2024-01-01' AND '2024-01-30'), CHECK (day < '2024-01-16' OR id > 0));
			CREATE TABLE t (id integer NOT NULL, day date UNIQUE, FOREIGN KEY (day, id) REFERENCES p (day, id) MATCH FULL);`, 30},
		"an index that computes from numbers with a greatest value": {`CREATE TABLE t (id integer NOT NULL, CHECK (id <= 2));
			CREATE UNIQUE INDEX twice ON t ((id * 2));`, 30},
		"parts of integers": {`CREATE TABLE t (position smallint NOT NULL CHECK (position / 2 >= 50), id integer PRIMARY KEY, CHECK (id / 10 BETWEEN -2 AND 0), low integer UNIQUE, CHECK (low / 3 IN (-2, 0, 5, 7, 9, 11, 13, 15, 17)),
			high bigint NOT NULL CHECK (high / 7 < -3));`, 30},
		"usual values that do not pass": {`CREATE TABLE t (position integer NOT NULL CHECK (position / 2 + position / 3 >= 50));`, 30},
		"what a child's key computes of a parent's": {`CREATE TABLE p (total integer PRIMARY KEY, CHECK (total > 1000));
			CREATE TABLE t (total bigint NOT NULL REFERENCES p, id text, CHECK (total <= 5000 OR strpos(id, ' ') = 0));
			CREATE UNIQUE INDEX residues ON t ((total % 30));`, 30},
		"what follows of a value that a child asks for": {`CREATE TABLE p (id text PRIMARY KEY, mail varchar(20) CHECK (length(btrim(mail)) > 0), UNIQUE (mail, id), CHECK (mail = replace(lower(id), ' ', '-')));
			CREATE TABLE t (mail varchar(20) NOT NULL, id text NOT NULL, FOREIGN KEY (mail, id) REFERENCES p (mail, id) MATCH FULL);`, 30},
		"every third number as a key": {`CREATE DOMAIN third AS bigint CHECK (mod(VALUE::numeric, 3::numeric) = 2);
			CREATE TABLE t (id bigint NOT NULL, low third NOT NULL, PRIMARY KEY (low, id));`, 30},
		"the outer of two cases": {`CREATE TABLE t (id text NOT NULL, label varchar(20) NOT NULL, made text GENERATED ALWAYS AS (lower(label)) STORED NOT NULL, CHECK (label = upper(made)),
			UNIQUE (made, id), CHECK (id = 'ash-1'), CHECK (label ~ '[A-Z]'));`, 30},
		"texts that are not their own small letters": {`CREATE TABLE t (status varchar(40) NOT NULL CHECK (NOT status = lower(status)), note varchar(9) NOT NULL CHECK (note <> upper(note) AND note <> btrim(note)));`, 30},
		"what a text's form has to look like": {`CREATE TABLE t (id text NOT NULL, title varchar NOT NULL, CHECK (title = upper(id)), CHECK (title LIKE '%-%'),
			slug text NOT NULL CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)+$'), name text NOT NULL CHECK (slug = replace(lower(name), ' ', '-')));`, 30},
		"keys of two parents that are compared": {`CREATE TABLE p (high numeric(10,2) PRIMARY KEY, CHECK (high > 0));
			CREATE TABLE o (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY);
			CREATE TABLE t (high numeric(10,2) NOT NULL REFERENCES p, o_id bigint NOT NULL REFERENCES o, CHECK (high + o_id <= 2));`, 30},
		"a key that computes from a generated column": {`CREATE TABLE t (quantity integer UNIQUE, made numeric GENERATED ALWAYS AS (quantity * 2 + 1) STORED);
			CREATE UNIQUE INDEX rest ON t ((made % 7));`, 30},
		"the time of a date": {`CREATE TABLE t (day date NOT NULL CHECK (day = ANY (ARRAY['2024-01-01'::date + 1, '2024-01-01'::date + 2])),
			CHECK (CASE WHEN extract(isodow FROM day) <= 7 THEN date_part('minute', day) = 0 ELSE day IS NOT NULL END), due date NOT NULL CHECK (date_part('hour', due) < 3));`, 30},
		"a parent for each row where the rest of the key is the same": {`CREATE TABLE p (doc jsonb PRIMARY KEY);
			CREATE TABLE t (doc jsonb NOT NULL REFERENCES p, slug text NOT NULL CHECK (slug = 'bay 5'), UNIQUE (doc, slug), CHECK (doc ? 'k'));`, 30},
		"parents at the full minute": {`CREATE TABLE p (closes time PRIMARY KEY);
			CREATE TABLE t (id integer PRIMARY KEY, closes time NOT NULL REFERENCES p, CHECK (extract(second FROM closes) = 0));`, 30},
		"an address that only IPv6 can write": {`CREATE TABLE t (home inet PRIMARY KEY CHECK (host(home) ~ '^fe80'), CHECK (host(home) LIKE '%:%a'));`, 30},
		"what a function of a value asks in another case": {`CREATE TABLE t (id text NOT NULL, made text GENERATED ALWAYS AS (upper(btrim(id))) STORED, CHECK (id = ANY (ARRAY['ash-1', 'elm-2'])), CHECK (made ~* '^[a-z]'),
			code text NOT NULL, CHECK (lower(code) LIKE 'ab%'), CHECK (code ~ '^[A-Z]+$'), marks integer[] NOT NULL, CHECK (5 = ANY (marks)), CHECK (3 > ANY (marks)));`, 30},
		"a key that counts beside another one that runs out": {`CREATE TABLE p (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY);
			CREATE TABLE t (id bigint PRIMARY KEY, p_id bigint NOT NULL REFERENCES p, CHECK (abs(id - p_id) <= 8));
			CREATE UNIQUE INDEX odd ON t ((p_id / 2)) WHERE p_id % 2 = 1;`, 30},
		"a key that repeats a parent's in another case": {`CREATE TABLE p (id text PRIMARY KEY);
			CREATE TABLE t (id text PRIMARY KEY, p_id text NOT NULL REFERENCES p, CHECK (p_id = lower(id)));`, 30},
		"a key that has to use all of its values": {`CREATE TABLE t (id integer PRIMARY KEY CHECK (id BETWEEN 1 AND 30), at timestamptz, CHECK (NOT at <> '2024-01-02'::timestamp), EXCLUDE USING gist (at WITH =));`, 30},
		"parents that a partial key of a child needs": {`CREATE TABLE p (id integer PRIMARY KEY, mask text, UNIQUE (mask, id));
			CREATE TABLE t (mask text NOT NULL, p_id integer, FOREIGN KEY (mask, p_id) REFERENCES p (mask, id) MATCH FULL);
			CREATE UNIQUE INDEX most ON t ((COALESCE(p_id, 0))) WHERE p_id <> 1;`, 30},
		"a key that refers to itself": {`CREATE TABLE t (a integer PRIMARY KEY REFERENCES t (a), b integer UNIQUE REFERENCES t (b));`, 30},
		"lengths along a relation":    {`CREATE TABLE t (id text NOT NULL, label varchar(40) NOT NULL CHECK (octet_length(label) <= 7), CHECK (label = upper(id)), code text NOT NULL, CHECK (length(code) <= length(label)));`, 30},
		"two parents that have to agree on a column": {`CREATE TABLE p (id integer PRIMARY KEY, unit char(3) NOT NULL CHECK (unit IN ('KGM', 'LTR')), UNIQUE (id, unit));
			CREATE TABLE o (id integer PRIMARY KEY, unit char(3) NOT NULL, UNIQUE (id, unit));
			CREATE TABLE t (o_id integer, p_id integer, unit char(3) NOT NULL, PRIMARY KEY (o_id, p_id), FOREIGN KEY (o_id, unit) REFERENCES o (id, unit), FOREIGN KEY (p_id, unit) REFERENCES p (id, unit));`, 30},
	} {
		t.Run(name, func(t *testing.T) {
			p := planOf(t, c.text, 30)
			if len(p.Refused) > 0 {
				t.Fatalf("refused: %+v", p.Refused)
			}
			if got := len(lines(t, p, "t")); int64(got) != c.rows {
				t.Errorf("%d rows, want %d: %s", got, c.rows, p.Table(public("t")).CappedBy)
			}
		})
	}
}

// TestOpenCycle holds that a foreign key of a cycle is not left NULL in every
// row where the rows of the other tables can meet it.
func TestOpenCycle(t *testing.T) {
	p := planOf(t, `CREATE TABLE area (id text PRIMARY KEY CHECK (length(id) > 12 OR id = 'top'), kind text NOT NULL, above text REFERENCES area, head text,
			CHECK ((kind = 'top' AND above IS NULL) OR (kind = 'part' AND above = 'top') OR (kind = 'leaf' AND above IS NOT NULL AND above <> 'top')));
		CREATE TABLE member (id text PRIMARY KEY, area_id text NOT NULL REFERENCES area, UNIQUE (area_id, id));
		ALTER TABLE area ADD FOREIGN KEY (head) REFERENCES member;
		ALTER TABLE area ADD FOREIGN KEY (id, head) REFERENCES member (area_id, id);`, 60)
	areas, members := lines(t, p, "area"), lines(t, p, "member")
	home := map[string]string{}
	for i, id := range column(members, 0) {
		home[id] = column(members, 1)[i]
	}
	heads := column(areas, 3)
	for i, head := range heads {
		if head != `\N` && home[head] != column(areas, 0)[i] {
			t.Errorf("row %d: its head is of another area", i)
		}
	}
	if open := len(slices.DeleteFunc(heads, func(s string) bool { return s != `\N` })); open > 50 {
		t.Errorf("%d of 60 have no head", open)
	}
}

// TestFallible holds that a side of an OR which Postgres evaluates before the
// one that decides raises no error.
func TestFallible(t *testing.T) {
	p := planOf(t, `CREATE TABLE t (id integer PRIMARY KEY, v text, w text NOT NULL, CHECK (v::integer > 3 OR id > 0));`, 60)
	for i, v := range column(lines(t, p, "t"), 1) {
		if _, err := strconv.Atoi(v); err != nil && v != `\N` {
			t.Errorf("row %d has %q, which is no integer", i, v)
		}
	}
}

// TestEndsOfRanges holds that the ends of ranges are told apart where they are
// the key: the ranges alone would be distinct.
func TestEndsOfRanges(t *testing.T) {
	p := planOf(t, `CREATE TABLE t (id integer PRIMARY KEY, stay daterange NOT NULL);
		CREATE UNIQUE INDEX ON t (upper(stay));`, 300)
	ends := map[string]bool{}
	for i, stay := range column(lines(t, p, "t"), 1) {
		_, end, _ := strings.Cut(stay, ",")
		if ends[end] {
			t.Fatalf("row %d: %s ends as another one", i, stay)
		}
		ends[end] = true
	}
}

// TestRoomForLabels holds a parent to as many rows of a label as the children
// ask for that need one each, whatever share the label has by itself.
func TestRoomForLabels(t *testing.T) {
	p := planOf(t, `CREATE TYPE sort AS ENUM ('boat', 'car', 'tram', 'ferry', 'bike', 'bus');
		CREATE TABLE vehicle (id bigint PRIMARY KEY, sort sort NOT NULL, UNIQUE (id, sort));
		CREATE TABLE tram (id bigint PRIMARY KEY, sort sort NOT NULL CHECK (sort = 'tram'), FOREIGN KEY (id, sort) REFERENCES vehicle (id, sort));
		CREATE TABLE ferry (id bigint PRIMARY KEY, sort sort GENERATED ALWAYS AS ('ferry'::sort) STORED, FOREIGN KEY (id, sort) REFERENCES vehicle (id, sort));`, 400)
	if len(p.Refused) > 0 {
		t.Fatalf("refused: %+v", p.Refused)
	}
	for _, name := range []string{"tram", "ferry"} {
		if n := len(lines(t, p, name)); n < 80 {
			t.Errorf("%s has %d rows, want a fifth of 400 at least", name, n)
		}
	}
}

// TestMatchFull holds a key of MATCH FULL that has to have one of its columns
// to all of them, also where that column is a key of the child.
func TestMatchFull(t *testing.T) {
	p := planOf(t, `CREATE TABLE stop (id uuid PRIMARY KEY, since timestamp NOT NULL, UNIQUE (since, id));
		CREATE TABLE halt (since timestamp, stop uuid NOT NULL UNIQUE, FOREIGN KEY (since, stop) REFERENCES stop (since, id) MATCH FULL);`, 60)
	rows := lines(t, p, "halt")
	if len(rows) != 60 || slices.Contains(column(rows, 0), `\N`) {
		t.Errorf("%d rows of 60, or a key of which a part is missing: %q", len(rows), rows)
	}
}

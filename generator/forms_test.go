package generator_test

import "testing"

// TestForms holds that forms of constraints as applications have them are met
// without a judge.
func TestForms(t *testing.T) {
	for name, text := range map[string]string{
		"a path that begins with its owner": `CREATE TABLE t (id integer PRIMARY KEY, o uuid NOT NULL, path text NOT NULL UNIQUE CHECK (split_part(path, '/', 1) = o::text),
			key text NOT NULL CHECK (starts_with(key, 'org/' || o::text || '/')), sub text NOT NULL CHECK (split_part(sub, ':', 2) = o::text));`,
		"a text that begins or ends like another": `CREATE TABLE t (kind text NOT NULL CHECK (kind IN ('memory', 'task')), code text NOT NULL CHECK (left(code, length(kind) + 1) = kind || ':'),
			note text NOT NULL, class text NOT NULL CHECK (class IN ('F', 'E', 'I') AND left(note, 1) = class),
			number text NOT NULL CHECK (number ~ '^\d{16}$'), last char(4) NOT NULL, CHECK (last = right(number, 4)), tail text NOT NULL CHECK (right(tail, 4) = right(number, 4)));`,
		"a start of a number": `CREATE TABLE t (country text NOT NULL, number text NOT NULL UNIQUE, area text NOT NULL, CHECK (starts_with(number, country) AND number ~ '^[0-9]{5,9}$'),
			CHECK (left(number, length(area)) = area));`,
		"one of an array's elements": `CREATE TABLE t (modes text[] NOT NULL CHECK (modes <@ ARRAY['text', 'photo', 'video'] AND cardinality(modes) > 0), first text NOT NULL CHECK (first = ANY (modes)));`,
		"versions of identifiers": `CREATE TABLE t (a uuid PRIMARY KEY CHECK (get_byte(uuid_send(a), 6) >> 4 = 7 AND substring(a::text, 20, 1) IN ('8', '9', 'a', 'b')),
			b uuid NOT NULL CHECK (get_byte(uuid_send(b), 8) >> 6 = 2 AND get_byte(uuid_send(b), 0) = 17), c uuid NOT NULL CHECK (uuid_extract_version(c) = 4));`,
		"whole numbers without a limit": `CREATE DOMAIN wei AS numeric CHECK (scale(VALUE) = 0 AND VALUE >= 0 AND VALUE < 1e77);
			CREATE TABLE t (a wei NOT NULL, b numeric NOT NULL CHECK (scale(trim_scale(b)) <= 2 AND b BETWEEN 0 AND 1000));`,
		"a part of a document that has a type": `CREATE TABLE t (a jsonb NOT NULL CHECK ((a ->> 'done')::boolean IS NOT NULL AND (a -> 'b' ->> 'n')::integer IS NOT NULL));`,
		"ranges of a type of the schema": `CREATE TYPE hours AS RANGE (subtype = time);
			CREATE TABLE t (day smallint NOT NULL CHECK (day BETWEEN 0 AND 6), a time NOT NULL, b time NOT NULL CHECK (a < b), EXCLUDE USING gist (day WITH =, hours(a, b) WITH &&));`,
	} {
		t.Run(name, func(t *testing.T) {
			p := planOf(t, text, 30)
			if len(p.Refused) > 0 {
				t.Fatalf("refused: %+v", p.Refused)
			}
			if got := len(lines(t, p, "t")); got != 30 {
				t.Errorf("%d rows, want 30: %s", got, p.Table(public("t")).CappedBy)
			}
		})
	}
}

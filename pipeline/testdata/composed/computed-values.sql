-- What generated columns compute has a value for every row, whoever knows how:
-- casts, functions with limits, functions of the schema that raise errors.
CREATE TYPE mood AS ENUM ('calm', 'glad');
CREATE FUNCTION whole(text) RETURNS integer LANGUAGE sql IMMUTABLE AS $$ SELECT $1::integer $$;
CREATE FUNCTION as_mood(text) RETURNS mood LANGUAGE sql IMMUTABLE AS $$ SELECT $1::mood $$;
CREATE FUNCTION even(text) RETURNS integer LANGUAGE plpgsql IMMUTABLE AS $$ BEGIN IF length($1) % 2 = 1 THEN RAISE EXCEPTION 'odd'; END IF; RETURN length($1) / 2; END $$;
CREATE FUNCTION apart(integer, integer) RETURNS integer LANGUAGE plpgsql IMMUTABLE AS $$ BEGIN IF $1 > $2 THEN RAISE EXCEPTION 'reversed'; END IF; RETURN $2 - $1; END $$;
CREATE FUNCTION tail(text) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$ BEGIN IF $1 !~ '^[A-Z]{3}-\d{4}$' THEN RAISE EXCEPTION 'no code'; END IF; RETURN substr($1, 5); END $$;
CREATE TABLE spelled (
    id integer PRIMARY KEY,
    code text NOT NULL, n integer GENERATED ALWAYS AS (split_part(code, '-', 2)::integer) STORED,
    cut text NOT NULL, m integer GENERATED ALWAYS AS (substring(cut FROM 3)::integer) STORED,
    phone text, digits bigint GENERATED ALWAYS AS (NULLIF(regexp_replace(phone, '\D', '', 'g'), '')::bigint) STORED,
    token text NOT NULL, u uuid GENERATED ALWAYS AS (token::uuid) STORED,
    place text NOT NULL, i inet GENERATED ALWAYS AS (place::inet) STORED,
    body text NOT NULL, doc jsonb GENERATED ALWAYS AS (body::jsonb) STORED,
    hex text NOT NULL, raw bytea GENERATED ALWAYS AS (decode(hex, 'hex')) STORED,
    high text NOT NULL, word bigint GENERATED ALWAYS AS (('x' || high)::bit(32)::bigint) STORED,
    list text NOT NULL, first integer GENERATED ALWAYS AS ((string_to_array(list, ','))[1]::integer) STORED
);
CREATE TABLE limited (
    id integer PRIMARY KEY,
    low integer NOT NULL, high integer NOT NULL, span int4range GENERATED ALWAYS AS (int4range(low, high)) STORED,
    y integer NOT NULL, m integer NOT NULL, d integer NOT NULL, day date GENERATED ALWAYS AS (make_date(y, m, d)) STORED,
    doc jsonb NOT NULL, items integer GENERATED ALWAYS AS (jsonb_array_length(doc -> 'items')) STORED,
    x double precision NOT NULL, e double precision GENERATED ALWAYS AS (exp(x)) STORED, a double precision GENERATED ALWAYS AS (acosh(x)) STORED,
    name text NOT NULL, short text GENERATED ALWAYS AS (substring(name, 1, length(name) - 4)) STORED
);
CREATE TABLE own (
    id integer PRIMARY KEY,
    a text NOT NULL, n integer GENERATED ALWAYS AS (whole(a)) STORED,
    b text NOT NULL, f mood GENERATED ALWAYS AS (as_mood(b)) STORED,
    c text NOT NULL, h integer GENERATED ALWAYS AS (even(c)) STORED,
    d text NOT NULL, t text GENERATED ALWAYS AS (tail(d)) STORED,
    low integer NOT NULL, high integer NOT NULL, between integer GENERATED ALWAYS AS (apart(low, high)) STORED
);
-- Indexes over them, and over rows that their conditions choose.
CREATE TABLE indexed (id integer PRIMARY KEY, kind text NOT NULL CHECK (kind IN ('number', 'flag', 'note')), v text NOT NULL, since date NOT NULL, until date, a text NOT NULL);
CREATE INDEX indexed_number ON indexed ((v::integer)) WHERE kind = 'number';
CREATE INDEX indexed_flag ON indexed ((v::boolean)) WHERE kind = 'flag';
CREATE INDEX indexed_during ON indexed USING gist (daterange(since, until));
CREATE INDEX indexed_even ON indexed (kind) WHERE even(a) > 2;
CREATE INDEX indexed_both ON indexed ((kind || even(a)));

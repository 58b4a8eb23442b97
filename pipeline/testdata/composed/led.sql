-- Rules that are tested, not solved: their constants and patterns lead to values.
CREATE DOMAIN flags AS bit(8) CHECK (get_bit(VALUE, 0) = 0);
CREATE DOMAIN chosen AS text[] CHECK (VALUE[1] = 'a');
CREATE TABLE led (
    id uuid PRIMARY KEY CHECK (id::text LIKE '00000000%'),
    few uuid NOT NULL CHECK (few BETWEEN '00000000-0000-4000-8000-000000000000' AND '00000000-0000-4000-8000-000000000063'),
    mask flags NOT NULL,
    host inet NOT NULL CHECK (host(host) ~ '^10'),
    span int4range NOT NULL CHECK (span::text = '[3,8)'),
    code integer NOT NULL CHECK (code::text LIKE '77%'),
    tags chosen NOT NULL,
    UNIQUE NULLS NOT DISTINCT (tags),
    CHECK (tags && ARRAY['a', 'z'])
);
CREATE TABLE powers (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    high numeric(10,2) NOT NULL
);
CREATE UNIQUE INDEX powers_high ON powers ((id / 2), high) WHERE high ^ 2 <= 50;
-- The constants of a function's body lead too.
CREATE FUNCTION even_code(t text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
    RETURN t ~ '^[A-Z]{2}-[0-9]{4}$' AND right(t, 1)::int % 2 = 0;
END $$;
CREATE TABLE coded (
    id integer PRIMARY KEY,
    code text NOT NULL UNIQUE CHECK (even_code(code)),
    twice text NOT NULL CHECK (twice ~ '^([a-z])\1$'),
    v integer NOT NULL,
    CHECK (v > length(code))
);
CREATE DOMAIN four AS inet CHECK (family(VALUE) = 4);
CREATE DOMAIN joined AS text[] CHECK (array_to_string(VALUE, ',') ~ '^a');
CREATE TABLE spelt (
    id integer NOT NULL CHECK (id <= 2),
    ip four NOT NULL,
    labels joined NOT NULL,
    marks text[],
    doc jsonb NOT NULL CHECK (doc @? '$.tags[*]') CHECK (doc ->> 's' IS NOT NULL),
    words text[] NOT NULL CHECK (NOT '' = ANY (words)) CHECK (array_to_string(words, ',') ~ '^a'),
    CHECK (host(ip) ~ '^10' AND array_length(labels, 1) <= 5),
    CHECK (NOT marks && ARRAY['a', 'z']),
    CHECK (marks && ARRAY['a', 'z'])
);
CREATE UNIQUE INDEX spelt_twice ON spelt ((id * 2));

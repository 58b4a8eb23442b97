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

-- Texts that calls and casts read as objects, zones and dates, or raise an error.
CREATE TABLE task (
    id int PRIMARY KEY, relation regclass NOT NULL, hook text, zone text, kind text NOT NULL CHECK (to_regtype(kind) IS NOT NULL),
    CHECK (COALESCE(hook::regproc, 'boolin') IS NOT NULL), CHECK (zone IS NULL OR (now() AT TIME ZONE zone) IS NOT NULL)
);
CREATE TABLE period (
    y int NOT NULL, m int NOT NULL, first date NOT NULL, last date NOT NULL, UNIQUE (y, m),
    CHECK (first = make_date(y, m, 1)), CHECK (last = (make_date(y, m, 1) + interval '1 month' - interval '1 day')::date)
);
-- NULL is no text for a function that takes it for a blank one.
CREATE FUNCTION blank(text) RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN RETURN coalesce(trim($1), '') = ''; END $$;
CREATE TABLE hint (id int PRIMARY KEY, title text UNIQUE CHECK (NOT blank(title)), source text CHECK (blank(source) IS FALSE));

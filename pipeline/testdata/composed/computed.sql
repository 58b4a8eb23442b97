-- Columns that only the server can compute from others.
CREATE FUNCTION folded(text) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$ BEGIN RETURN lower(regexp_replace($1, '\s+', ' ', 'g')); END $$;
CREATE FUNCTION mixed(a integer, b integer) RETURNS integer LANGUAGE plpgsql IMMUTABLE AS $$ BEGIN RETURN (a * 31 + b) % 97; END $$;
CREATE TABLE page (
    id integer PRIMARY KEY,
    title text NOT NULL,
    slug text NOT NULL UNIQUE,
    words tsvector NOT NULL,
    sum bytea NOT NULL,
    hex text NOT NULL,
    CHECK (slug = regexp_replace(lower(title || ' ' || id), '[^a-z0-9]+', '-', 'g')),
    CHECK (words = to_tsvector('simple', title)),
    CHECK (sum = sha512(convert_to(title, 'UTF8'))),
    CHECK (hex = encode(sum, 'hex'))
);
CREATE TABLE page_word (slug text NOT NULL REFERENCES page (slug), folded_slug text NOT NULL, CHECK (folded_slug = folded(slug)));
CREATE TABLE event (
    id integer PRIMARY KEY,
    kind text NOT NULL,
    state text NOT NULL,
    a integer NOT NULL,
    b integer NOT NULL,
    h integer,
    doc jsonb NOT NULL,
    CHECK (doc @> jsonb_build_object('kind', kind)),
    CHECK ((state = 'new' AND h = mixed(a, b)) OR (state = 'old' AND h = -mixed(b, a)) OR (state = 'gone' AND h IS NULL))
);

-- Checks that are understood, but seldom met by what is drawn.
CREATE FUNCTION squeezed(text) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$ BEGIN RETURN lower(btrim($1)); END $$;
CREATE TABLE span (id integer PRIMARY KEY, low inet NOT NULL, high inet NOT NULL, CHECK (family(low) = family(high) AND low <= high), UNIQUE (low, high));
CREATE TABLE root (id integer PRIMARY KEY, p numeric NOT NULL UNIQUE, n numeric NOT NULL CHECK (n BETWEEN 0 AND 400), CHECK (p ^ 2 <= n));
CREATE TABLE raw (id integer PRIMARY KEY, text text NOT NULL, doc jsonb NOT NULL, CHECK (text::jsonb = doc));
CREATE TABLE twin (id integer PRIMARY KEY, a text NOT NULL, b text NOT NULL, CHECK (squeezed(a) = squeezed(b)), CHECK (a <> b));
CREATE TABLE pixel (id integer PRIMARY KEY, x double precision NOT NULL, y double precision NOT NULL, at point NOT NULL, CHECK (at ~= point(x, y)));

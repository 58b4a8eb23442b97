-- Checks of domains inside arrays and composites that only a server knows.
CREATE FUNCTION even(x int) RETURNS bool LANGUAGE plpgsql IMMUTABLE AS $$ BEGIN RETURN x % 2 = 0; END $$;
CREATE DOMAIN paired AS int CHECK (even(VALUE));
CREATE DOMAIN pairs AS paired[] CHECK (cardinality(VALUE) BETWEEN 1 AND 3);
CREATE DOMAIN share AS numeric(5,2) CHECK (VALUE = round(VALUE));
CREATE TYPE span AS (low paired, high paired, of share);
CREATE TABLE t (id int PRIMARY KEY, a paired NOT NULL, b paired NOT NULL, c paired[] NOT NULL, d span NOT NULL, e pairs UNIQUE, f span[]);

-- Values that a function lists as going together.
CREATE FUNCTION unit_of(kind text, unit text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$ BEGIN CASE kind WHEN 'mass' THEN RETURN unit IN ('kg', 'g', 't'); WHEN 'length' THEN RETURN unit = ANY (ARRAY['m', 'km']); ELSE RETURN false; END CASE; END $$;
CREATE TABLE quantity (id int PRIMARY KEY, kind text NOT NULL, unit text NOT NULL, v numeric NOT NULL CHECK (v > 0), CHECK (unit_of(kind, unit)));
CREATE FUNCTION follows(f text, t text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$ SELECT (f, t) IN (('draft', 'review'), ('review', 'published'), ('review', 'draft'), ('published', 'archived')) $$;
CREATE TABLE change (id int PRIMARY KEY, doc int NOT NULL, f text NOT NULL, t text NOT NULL, CHECK (follows(f, t)), UNIQUE (doc, f, t));

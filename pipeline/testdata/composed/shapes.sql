-- Shapes that may not overlap, and columns of the row type of a table.
CREATE EXTENSION seg;
CREATE EXTENSION cube;
CREATE TABLE span (id int PRIMARY KEY, s seg NOT NULL, c cube NOT NULL, p polygon NOT NULL, b box NOT NULL, CHECK (seg_center(s) > 1), EXCLUDE USING gist (s WITH &&), EXCLUDE USING gist (c WITH &&), EXCLUDE USING gist (p WITH &&), EXCLUDE USING gist (b WITH &&));
CREATE TABLE customer (id bigserial PRIMARY KEY, name text NOT NULL, at timestamptz NOT NULL DEFAULT now());
CREATE TABLE audit (id int PRIMARY KEY, op text NOT NULL CHECK (op IN ('I', 'U', 'D')), old customer, new customer[], CHECK (op = 'I' OR old IS NOT NULL), CHECK ((old).id > 0));

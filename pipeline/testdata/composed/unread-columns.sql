-- Keys and exclusions whose conditions read generated columns that only the
-- server can compute: rows were taken for free of them.
CREATE EXTENSION btree_gist;
CREATE TABLE office (id integer PRIMARY KEY);
CREATE TABLE caller (
    id integer PRIMARY KEY,
    office_id integer NOT NULL REFERENCES office,
    name text, phone text, closed_at timestamptz,
    digits text GENERATED ALWAYS AS (NULLIF(regexp_replace(COALESCE(phone, ''), '[^0-9]', '', 'g'), '')) STORED,
    CHECK (name IS NOT NULL OR digits IS NOT NULL),
    CHECK (digits IS NULL OR length(digits) BETWEEN 8 AND 15)
);
CREATE UNIQUE INDEX ON caller (office_id, digits) WHERE digits IS NOT NULL AND closed_at IS NULL;
CREATE TABLE seat (
    id integer PRIMARY KEY,
    office_id integer NOT NULL REFERENCES office,
    label text NOT NULL, slot int4range NOT NULL,
    kind text GENERATED ALWAYS AS (regexp_replace(label, '[^a-z]', '', 'g')) STORED,
    CHECK (length(kind) < 30),
    EXCLUDE USING gist (office_id WITH =, slot WITH &&) WHERE (kind > 'm')
);
CREATE UNIQUE INDEX ON seat (office_id) WHERE kind < 'c';

-- Foreign keys of generated columns that are made from columns beyond the key.
CREATE TABLE target (id uuid PRIMARY KEY, code text NOT NULL UNIQUE CHECK (code = lower(code)));
CREATE TABLE tenant (id integer PRIMARY KEY, code text NOT NULL, UNIQUE (id, code));
CREATE TABLE hook (
    id integer PRIMARY KEY,
    config jsonb NOT NULL,
    phase text GENERATED ALWAYS AS (CASE
        WHEN config -> 'sql' ->> 'before' IS NOT NULL THEN 'before'
        WHEN config -> 'sql' ->> 'after' IS NOT NULL THEN 'after' END) STORED NOT NULL,
    target_id uuid GENERATED ALWAYS AS (CASE WHEN config ? 'sql' THEN (config -> 'sql' ->> 'target')::uuid END) STORED
        REFERENCES target
);
CREATE TABLE alias (
    id integer PRIMARY KEY,
    shown text NOT NULL,
    code text GENERATED ALWAYS AS (lower(shown)) STORED REFERENCES target (code)
);
CREATE TABLE member (
    id integer PRIMARY KEY,
    label text NOT NULL,
    tenant_id integer NOT NULL,
    code text GENERATED ALWAYS AS (substr(label, 3)) STORED NOT NULL,
    FOREIGN KEY (tenant_id, code) REFERENCES tenant (id, code)
);

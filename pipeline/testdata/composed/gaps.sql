-- The difference of two moments is one of a list, and the list is not of the
-- type that a bare literal would take.
CREATE EXTENSION btree_gist;
CREATE TABLE room (id integer PRIMARY KEY);
CREATE TABLE slot (
    id integer PRIMARY KEY,
    room_id integer NOT NULL REFERENCES room,
    starts_at timestamptz NOT NULL,
    ends_at timestamptz NOT NULL,
    CHECK (ends_at - starts_at IN ('30 min', '1 hour', '90 min')),
    EXCLUDE USING gist (room_id WITH =, tstzrange(starts_at, ends_at) WITH &&)
);
CREATE TABLE lesson (
    id integer PRIMARY KEY,
    starts_at timestamp NOT NULL,
    ends_at timestamp NOT NULL,
    CHECK (ends_at - starts_at = '45 min' OR ends_at - starts_at = '1 mon')
);
CREATE TABLE term (
    id integer PRIMARY KEY,
    starts_on date NOT NULL,
    ends_on date NOT NULL,
    CHECK (ends_on - starts_on = ANY ('{7,14,28}')),
    reviewed timestamptz NOT NULL,
    renewed timestamptz NOT NULL,
    CHECK (age(renewed, reviewed) = '1 year')
);

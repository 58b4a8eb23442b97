-- Shapes, networks and ranges that rows must not share.
CREATE TABLE plot (id integer PRIMARY KEY, area box NOT NULL, EXCLUDE USING gist (area WITH &&));
CREATE TABLE disc (id integer PRIMARY KEY, area circle NOT NULL, EXCLUDE USING gist (area WITH &&));
CREATE TABLE block (id integer PRIMARY KEY, net cidr NOT NULL, EXCLUDE USING gist (net inet_ops WITH &&));
CREATE TABLE stretch (id integer PRIMARY KEY, part int4range NOT NULL, EXCLUDE USING gist (part WITH -|-));
CREATE TABLE booking (
    id integer PRIMARY KEY,
    during tstzrange NOT NULL,
    CHECK (NOT isempty(during) AND upper(during) - lower(during) BETWEEN interval '30 minutes' AND interval '8 hours'),
    EXCLUDE USING gist (during WITH &&)
);

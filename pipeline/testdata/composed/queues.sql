-- Rows of which no two may overlap, whatever parent they have.
CREATE EXTENSION btree_gist;
CREATE TABLE outages (id int PRIMARY KEY, during tstzrange NOT NULL,
    EXCLUDE USING gist (during WITH &&));
CREATE TABLE fiscal (id int PRIMARY KEY, starts date NOT NULL, ends date NOT NULL CHECK (ends > starts),
    EXCLUDE USING gist (daterange(starts, ends, '[)') WITH &&));
CREATE TABLE sprints (id int PRIMARY KEY, starts date NOT NULL, ends date GENERATED ALWAYS AS (starts + 13) STORED,
    EXCLUDE USING gist (daterange(starts, starts + 13, '[]') WITH &&));
CREATE TABLE gen (id int PRIMARY KEY, a timestamptz NOT NULL, b timestamptz NOT NULL CHECK (b > a AND b - a <= interval '3 hours'), r tstzrange GENERATED ALWAYS AS (tstzrange(a, b)) STORED,
    EXCLUDE USING gist (r WITH &&));
CREATE TABLE labelled (id int PRIMARY KEY, room text NOT NULL CHECK (room IN ('A','B','C')), a timestamptz NOT NULL, b timestamptz, CHECK (b > a),
    EXCLUDE USING gist (room WITH =, tstzrange(a, b) WITH &&));
CREATE TABLE ints (id int PRIMARY KEY, low int NOT NULL CHECK (low >= 0), high int CHECK (high > low), label text NOT NULL UNIQUE,
    EXCLUDE USING gist (int4range(low, high) WITH &&));
CREATE TABLE timed (id int PRIMARY KEY, a timestamp NOT NULL,
    EXCLUDE USING gist (tsrange(a, a + interval '1 hour') WITH &&), UNIQUE (a));
CREATE TABLE one (id int primary key CHECK (id BETWEEN 1 AND 40));
CREATE TABLE p3 (id int primary key, one_id int not null references one, a date not null, b date, check (b > a),
    EXCLUDE USING gist (one_id WITH =, daterange(a,b) WITH &&));
CREATE TABLE room (id int primary key);
CREATE TABLE bk (id int primary key, room_id int not null references room, a timestamptz not null, b timestamptz not null check (b > a), r tstzrange generated always as (tstzrange(a,b)) stored, state text not null check (state in ('held','booked','cancelled')),
    EXCLUDE USING gist (room_id WITH =, r WITH &&) where (state <> 'cancelled'));
CREATE TABLE bk2 (id int primary key, room_id int not null references room, a timestamp not null,
    EXCLUDE USING gist (room_id WITH =, tsrange(a, a + interval '2 hours') WITH &&));
CREATE TABLE hall (id int PRIMARY KEY);
CREATE TABLE hire (id int PRIMARY KEY, hall_id int REFERENCES hall, from_at timestamptz NOT NULL, to_at timestamptz,
    EXCLUDE USING gist (hall_id WITH =, tstzrange(from_at, to_at) WITH &&));
CREATE TABLE shift (id int PRIMARY KEY, hall_id int NOT NULL REFERENCES hall, starts_at timestamp NOT NULL, minutes int NOT NULL CHECK (minutes BETWEEN 5 AND 120), ends_at timestamp NOT NULL CHECK (ends_at = starts_at + make_interval(mins => minutes)),
    EXCLUDE USING gist (hall_id WITH =, tsrange(starts_at, starts_at + make_interval(mins => minutes)) WITH &&));

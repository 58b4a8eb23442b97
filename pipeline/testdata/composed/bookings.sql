CREATE EXTENSION btree_gist;
CREATE TABLE hotels (id integer PRIMARY KEY, opened_on date NOT NULL);
CREATE TABLE rooms (hotel_id integer NOT NULL REFERENCES hotels, number integer NOT NULL, created_at timestamptz NOT NULL, PRIMARY KEY (hotel_id, number));
CREATE TABLE stays (id bigint PRIMARY KEY, hotel_id integer NOT NULL, number integer NOT NULL, during tstzrange NOT NULL, state text NOT NULL CHECK (state IN ('held', 'paid', 'cancelled')),
	FOREIGN KEY (hotel_id, number) REFERENCES rooms,
	EXCLUDE USING gist (hotel_id WITH =, number WITH =, during WITH &&) WHERE (state <> 'cancelled'));
CREATE TABLE shifts (id bigint PRIMARY KEY, hotel_id integer NOT NULL REFERENCES hotels, starts_at timestamp NOT NULL, ends_at timestamp NOT NULL,
	CHECK (ends_at > starts_at), CHECK (ends_at - starts_at BETWEEN interval '15 minutes' AND interval '12 hours'), UNIQUE (hotel_id, starts_at),
	EXCLUDE USING gist (hotel_id WITH =, tsrange(starts_at, ends_at, '[)') WITH &&));
CREATE TABLE prices (hotel_id integer NOT NULL REFERENCES hotels, valid daterange NOT NULL CHECK (NOT isempty(valid) AND lower(valid) >= '2020-01-01'), amount numeric(8,2) NOT NULL,
	PRIMARY KEY (hotel_id, valid), EXCLUDE USING gist (hotel_id WITH =, valid WITH &&));
CREATE TABLE blocks (id integer PRIMARY KEY, hotel_id integer NOT NULL REFERENCES hotels, seats int4range NOT NULL CHECK (upper(seats) - lower(seats) BETWEEN 2 AND 10),
	EXCLUDE USING gist (hotel_id WITH =, seats WITH &&));
CREATE TABLE leases (id integer PRIMARY KEY, hotel_id integer NOT NULL REFERENCES hotels, from_day date NOT NULL, to_day date NOT NULL CHECK (to_day >= from_day),
	EXCLUDE USING gist (hotel_id WITH =, daterange(from_day, to_day, '[]') WITH &&));

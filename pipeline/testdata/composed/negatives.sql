CREATE TABLE floors (id integer PRIMARY KEY CHECK (id <= 3));
CREATE TABLE doors (id bigint PRIMARY KEY, floor_id integer REFERENCES floors);
CREATE UNIQUE INDEX twice ON doors ((floor_id * 2), id) WHERE id >= 1;

-- A partial key on part of a foreign key whose rows may leave the other part open.
CREATE TABLE seat (id bigint PRIMARY KEY, day date, UNIQUE (day, id));
CREATE TABLE hold (id text PRIMARY KEY, note text NOT NULL, day date, seat_id bigint NOT NULL, FOREIGN KEY (day, seat_id) REFERENCES seat (day, id));
CREATE UNIQUE INDEX ON hold (seat_id) WHERE note <> 'gone';
CREATE TABLE sale (id text PRIMARY KEY, kind text NOT NULL CHECK (kind IN ('a', 'b')), day date, seat_id bigint NOT NULL, FOREIGN KEY (day, seat_id) REFERENCES seat (day, id));
CREATE UNIQUE INDEX ON sale (seat_id) WHERE kind = 'a';

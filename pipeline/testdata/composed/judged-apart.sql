-- What may not overlap is computed by the server from several columns; where it raises an error, the row can't be.
CREATE TABLE plot (
    id integer PRIMARY KEY, x integer NOT NULL, y integer NOT NULL, w integer NOT NULL CHECK (w BETWEEN 1 AND 20), h integer NOT NULL CHECK (h BETWEEN 1 AND 20),
    EXCLUDE USING gist (box(point(x, y), point(x + w, y + h)) WITH &&)
);

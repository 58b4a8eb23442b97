-- Moments that have to lie outside of the years that they usually keep to.
CREATE TABLE coin (id integer PRIMARY KEY, struck date NOT NULL UNIQUE CHECK (struck BETWEEN '0100-01-01 BC' AND '0044-03-15 BC'));
CREATE TABLE first (id integer PRIMARY KEY, day date NOT NULL UNIQUE CHECK (day < '0001-01-09'));
CREATE TABLE far (id integer PRIMARY KEY, at timestamptz NOT NULL CHECK (at > '12000-01-01'), later timestamptz, CHECK (later > at));
CREATE TABLE king (id integer PRIMARY KEY, born date NOT NULL, died date NOT NULL CHECK (died < '0001-01-01 BC'), CHECK (died > born AND died - born < 40000));
CREATE TABLE reign (
    id integer PRIMARY KEY,
    during daterange NOT NULL CHECK (upper(during) < '0200-01-01 BC'),
    EXCLUDE USING gist (during WITH &&)
);
CREATE TABLE era (id integer PRIMARY KEY, during tstzrange NOT NULL CHECK (upper(during) < '0200-01-01 BC'));
CREATE TABLE find (id integer PRIMARY KEY, dated date NOT NULL CHECK (extract(year FROM dated) < -10));

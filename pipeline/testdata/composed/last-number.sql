-- The numbers up to the last that there is, few enough to be listed, beside a
-- relation to another column.
CREATE TABLE f (
    id integer PRIMARY KEY,
    x bigint NOT NULL CHECK (x > 9223372036854775000),
    y bigint NOT NULL CHECK (y > x)
);

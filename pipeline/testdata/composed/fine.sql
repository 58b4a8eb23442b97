-- Numbers of more digits than 64 bits hold, between ends so near that only the
-- last digits tell them apart.
CREATE TABLE m (
    id integer PRIMARY KEY,
    x numeric(20,10) NOT NULL CHECK (x > 0 AND x < 0.000000005)
);

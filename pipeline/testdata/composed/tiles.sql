-- Tiles of a map by their zoom, and texts whose start another column holds.
CREATE TABLE tile (id int PRIMARY KEY, z int NOT NULL CHECK (z BETWEEN 0 AND 22), x int NOT NULL, y int NOT NULL, CHECK (x >= 0 AND x < power(2, z)), CHECK (y >= 0 AND y < (1 << z)), UNIQUE (z, x, y));
CREATE TABLE account (id int PRIMARY KEY, country char(2) NOT NULL CHECK (country = upper(country)), number text NOT NULL CHECK (left(number, 2) = country AND length(number) BETWEEN 15 AND 34), masked text NOT NULL, CHECK (masked = repeat('*', length(number) - 4) || right(number, 4)));
CREATE TABLE spot (id int PRIMARY KEY, x int NOT NULL, y int NOT NULL, CHECK (x * x + y * y <= 10000), CHECK (x <> y), UNIQUE (x, y));

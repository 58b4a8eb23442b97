-- Lists in a table: no two rows follow the same one, and the first of all has
-- to refer to another where it may not refer to itself.
CREATE TABLE block (height int PRIMARY KEY CHECK (height >= 0), hash char(64) NOT NULL UNIQUE CHECK (hash ~ '^[0-9a-f]{64}$'), before char(64) UNIQUE REFERENCES block (hash), CHECK ((height = 0) = (before IS NULL)), CHECK (before <> hash));
CREATE TABLE step (flow int NOT NULL, id int NOT NULL, prev int, PRIMARY KEY (flow, id), FOREIGN KEY (flow, prev) REFERENCES step, UNIQUE NULLS NOT DISTINCT (flow, prev), CHECK (prev < id));
CREATE TABLE mirror (id uuid PRIMARY KEY, mirror uuid NOT NULL REFERENCES mirror, name text NOT NULL UNIQUE CHECK (length(name) < 20), CHECK (mirror <> id));
CREATE TABLE loop (id int PRIMARY KEY, next int NOT NULL UNIQUE REFERENCES loop);

-- References of rows to their own table that a rule tells by the row's key:
-- lists, and trees whose root is the row itself.
CREATE TABLE list (id int PRIMARY KEY, prev int UNIQUE REFERENCES list, CHECK ((prev IS NULL) = (id = 1)), CHECK (prev = id - 1));
CREATE TABLE chain (id uuid PRIMARY KEY, n int NOT NULL UNIQUE, prev_n int UNIQUE REFERENCES chain (n), CHECK (prev_n = n - 1 OR n = 1));
CREATE TABLE tree (id int PRIMARY KEY, parent int REFERENCES tree, root int NOT NULL REFERENCES tree, CHECK (parent IS NOT NULL OR root = id));
CREATE TABLE levels (id int PRIMARY KEY, parent int REFERENCES levels, root int NOT NULL REFERENCES levels, lvl int NOT NULL CHECK (lvl >= 0),
    CHECK ((parent IS NULL) = (lvl = 0)), CHECK (parent < id), CHECK (root <= id));
CREATE TABLE leaf (id int PRIMARY KEY, level int NOT NULL REFERENCES levels, n int REFERENCES chain (n));

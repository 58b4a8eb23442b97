-- Rings, in which each row refers to another one, and no two to the same.
CREATE TABLE ring (id int PRIMARY KEY, next_id int NOT NULL UNIQUE REFERENCES ring DEFERRABLE, CHECK (next_id <> id));
CREATE TABLE ring2 (id uuid PRIMARY KEY, label text NOT NULL UNIQUE, next_id uuid NOT NULL UNIQUE REFERENCES ring2 DEFERRABLE, CHECK (id <> next_id), CHECK (length(label) > 3));
CREATE TABLE ring3 (id int PRIMARY KEY, boss_id int NOT NULL REFERENCES ring3, CHECK (boss_id <> id));

-- The bounds of a nested set are keys of their own, one less than the other.
CREATE TABLE node (id int PRIMARY KEY, lft int NOT NULL UNIQUE, rgt int NOT NULL UNIQUE, CHECK (lft < rgt), CHECK ((rgt - lft) % 2 = 1));

-- Shapes of other corners and dimensions than most.
CREATE EXTENSION cube;
CREATE TABLE a (id int PRIMARY KEY, p polygon NOT NULL CHECK (npoints(p) >= 4));
CREATE TABLE b (id int PRIMARY KEY, p path NOT NULL CHECK (isclosed(p)));
CREATE TABLE c (id int PRIMARY KEY, p path NOT NULL CHECK (isopen(p) AND npoints(p) > 2));
CREATE TABLE d (id int PRIMARY KEY, c cube NOT NULL UNIQUE CHECK (cube_dim(c) = 2));
CREATE TABLE e (id int PRIMARY KEY, c cube NOT NULL UNIQUE, p polygon not null, h path not null);
CREATE TABLE f (id int PRIMARY KEY, p polygon not null, exclude using gist (p with &&));
CREATE TABLE g (id int PRIMARY KEY, c cube not null, exclude using gist (c with &&));

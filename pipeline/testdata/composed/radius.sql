-- A number that a rule names is no candidate for a value that has several.
CREATE TABLE area (id int PRIMARY KEY, c circle CHECK (radius(c) < 10), p polygon CHECK (npoints(p) > 3));

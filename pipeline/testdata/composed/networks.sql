-- As many networks as rows, none of which may overlap.
CREATE TABLE subnet (id int PRIMARY KEY, net cidr NOT NULL CHECK (family(net) = 4 AND masklen(net) BETWEEN 16 AND 28), EXCLUDE USING gist (net inet_ops WITH &&));
CREATE TABLE part (id int PRIMARY KEY, net cidr NOT NULL UNIQUE CHECK (net << '10.20.0.0/16'));

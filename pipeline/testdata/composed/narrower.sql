-- The column of a foreign key holds less than the key that it refers to.
CREATE TABLE country (code text PRIMARY KEY, area numeric NOT NULL UNIQUE, since timestamptz NOT NULL UNIQUE, size float8 NOT NULL UNIQUE);
CREATE TABLE city (id int PRIMARY KEY, country varchar(5) NOT NULL REFERENCES country, area int NOT NULL REFERENCES country (area), since date NOT NULL REFERENCES country (since), size real UNIQUE REFERENCES country (size));
CREATE TABLE price (amount numeric(12,2) PRIMARY KEY);
CREATE TABLE step (id int PRIMARY KEY, price numeric(6,1) NOT NULL UNIQUE REFERENCES price, other int REFERENCES price);

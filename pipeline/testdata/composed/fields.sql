-- Parts of composites and points that repeat, or are beside, other columns.
CREATE TYPE money_amount AS (amount numeric(12,2), currency char(3));
CREATE TABLE a (id int PRIMARY KEY, net money_amount NOT NULL, gross money_amount NOT NULL,
    CHECK ((net).currency = (gross).currency), CHECK ((gross).amount >= (net).amount), CHECK ((net).amount > 0), CHECK ((net).currency IN ('EUR','USD')));
CREATE TABLE b (id int PRIMARY KEY, pos point NOT NULL, lon float8 NOT NULL, lat float8 NOT NULL, CHECK (pos[0] = lon AND pos[1] = lat), CHECK (lat between -90 and 90 and lon between -180 and 180));
CREATE TABLE c (id int PRIMARY KEY, cur char(3) NOT NULL, price money_amount, CHECK ((price).currency = cur));
CREATE TABLE d (id int PRIMARY KEY, a point NOT NULL, b point NOT NULL, CHECK (a[0] < b[0] AND a[1] < b[1]));
CREATE TABLE e (id int PRIMARY KEY, price money_amount, qty int NOT NULL CHECK (qty > 0), total numeric(14,2), CHECK (total = qty * (price).amount), CHECK ((price).amount >= 0));
CREATE DOMAIN email AS text CHECK (VALUE ~ '^[^@\s]+@[^@\s]+\.[a-z]{2,}$' AND length(VALUE) <= 254);
CREATE DOMAIN emails AS email[] CHECK (array_length(VALUE, 1) BETWEEN 1 AND 5) CHECK (array_position(VALUE, NULL) IS NULL);
CREATE TYPE contact AS (name text, mail email, tags text[]);
CREATE TABLE people (id int PRIMARY KEY, mails emails NOT NULL, main contact NOT NULL, CHECK ((main).mail = mails[1]));

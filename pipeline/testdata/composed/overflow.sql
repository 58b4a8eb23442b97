-- What the type of a generated column can't hold, and what has no value.
CREATE TABLE product (id integer PRIMARY KEY, a integer NOT NULL, b integer NOT NULL, c smallint GENERATED ALWAYS AS (a * b) STORED);
CREATE TABLE plain (id integer PRIMARY KEY, a integer NOT NULL, c smallint GENERATED ALWAYS AS (a) STORED, CHECK (a > 30000));
CREATE TABLE quotient (id integer PRIMARY KEY, a integer NOT NULL, b integer NOT NULL, c smallint GENERATED ALWAYS AS (a / b) STORED, d integer GENERATED ALWAYS AS (a % b) STORED, CHECK (b BETWEEN 0 AND 2));
CREATE TABLE marked (id integer PRIMARY KEY, a text NOT NULL, b text, short varchar(5) GENERATED ALWAYS AS (a || 'xx') STORED, fixed char(8) GENERATED ALWAYS AS (upper(a) || '-' || b) STORED);
CREATE TABLE person (
    id integer PRIMARY KEY,
    given varchar(20) NOT NULL,
    family varchar(20) NOT NULL,
    name varchar(24) GENERATED ALWAYS AS (given || ' ' || family) STORED,
    initials char(2) GENERATED ALWAYS AS (left(given, 1) || left(family, 1)) STORED,
    sign varchar(32) GENERATED ALWAYS AS (md5(given || family)) STORED
);
CREATE TABLE patient (
    id integer PRIMARY KEY,
    height numeric(4,1) CHECK (height BETWEEN 30 AND 250),
    weight numeric(5,2) CHECK (weight BETWEEN 0.5 AND 400),
    bmi numeric(4,2) GENERATED ALWAYS AS (weight / ((height / 100) * (height / 100))) STORED
);
CREATE TABLE line (
    id integer PRIMARY KEY,
    quantity integer NOT NULL CHECK (quantity > 0),
    price numeric(8,2) NOT NULL,
    cents integer NOT NULL CHECK (cents > 1000000),
    total numeric(6,2) GENERATED ALWAYS AS (quantity * price) STORED,
    share numeric(3,2) GENERATED ALWAYS AS (price / quantity) STORED,
    pounds numeric(12,2) GENERATED ALWAYS AS (quantity * cents / 100.0) STORED
);
CREATE TABLE ratio (
    id integer PRIMARY KEY,
    x double precision NOT NULL CHECK (x BETWEEN -1 AND 1),
    y integer NOT NULL CHECK (y BETWEEN -1 AND 1),
    z integer NOT NULL,
    r integer GENERATED ALWAYS AS (1000 / y) STORED,
    w integer GENERATED ALWAYS AS (100 / nullif(z, 0)) STORED,
    s double precision GENERATED ALWAYS AS (sqrt(x)) STORED,
    n smallint GENERATED ALWAYS AS (x * 100000) STORED
);
CREATE DOMAIN small AS numeric(3,1);
CREATE TABLE boxed (id integer PRIMARY KEY, w integer NOT NULL CHECK (w > 0), h integer NOT NULL CHECK (h > 0), area small GENERATED ALWAYS AS (w * h) STORED);

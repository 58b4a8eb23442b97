-- A lending library, written by hand: keys and references inline, serials,
-- three schemas, names that need quotes.

CREATE SCHEMA catalog;
CREATE SCHEMA lending;
CREATE SCHEMA "Staff";

CREATE TYPE catalog.medium AS ENUM ('book', 'audiobook', 'film', 'map');

CREATE DOMAIN catalog.isbn13 AS text
    CHECK (VALUE ~ '^97[89][0-9]{10}$');

CREATE TABLE catalog.publisher (
    id serial PRIMARY KEY,
    name text NOT NULL UNIQUE,
    country char(2) NOT NULL DEFAULT 'GB' CHECK (country = upper(country)),
    founded smallint CHECK (founded BETWEEN 1450 AND 2100)
);

CREATE TABLE catalog.author (
    id serial PRIMARY KEY,
    first_name text,
    last_name text NOT NULL,
    born date,
    died date,
    CHECK (died IS NULL OR born IS NULL OR died > born),
    UNIQUE (last_name, first_name, born)
);

CREATE TABLE catalog.title (
    id bigserial PRIMARY KEY,
    name text NOT NULL CHECK (name <> ''),
    medium catalog.medium NOT NULL DEFAULT 'book',
    isbn catalog.isbn13 UNIQUE,
    publisher_id integer REFERENCES catalog.publisher,
    published date,
    pages integer CHECK (pages > 0),
    minutes integer CHECK (minutes > 0),
    subjects text[] NOT NULL DEFAULT '{}',
    CHECK (medium <> 'film' OR pages IS NULL),
    CHECK (medium IN ('audiobook', 'film') OR minutes IS NULL)
);

CREATE TABLE catalog.title_author (
    title_id bigint REFERENCES catalog.title ON DELETE CASCADE,
    author_id integer REFERENCES catalog.author ON DELETE CASCADE,
    rank smallint NOT NULL DEFAULT 1 CHECK (rank BETWEEN 1 AND 20),
    PRIMARY KEY (title_id, author_id)
);

CREATE INDEX title_by_name ON catalog.title (lower(name));

CREATE TABLE "Staff"."Employee" (
    "Id" integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    "Name" text NOT NULL,
    "E-mail" text NOT NULL UNIQUE CHECK (position('@' IN "E-mail") > 1),
    "Manager" integer REFERENCES "Staff"."Employee" ("Id"),
    "Hourly wage" numeric(6,2) NOT NULL CHECK ("Hourly wage" >= 12),
    "From" date NOT NULL,
    "Until" date,
    CONSTRAINT "worked a day" CHECK ("Until" > "From")
);

CREATE TABLE lending.branch (
    code varchar(8) PRIMARY KEY CHECK (code ~ '^[A-Z]{3,8}$'),
    name text NOT NULL,
    head integer NOT NULL REFERENCES "Staff"."Employee" ("Id"),
    opens time NOT NULL DEFAULT '09:00',
    closes time NOT NULL DEFAULT '18:00',
    CHECK (closes > opens)
);

CREATE TABLE lending.copy (
    barcode varchar(14) PRIMARY KEY CHECK (length(barcode) >= 8),
    title_id bigint NOT NULL REFERENCES catalog.title ON DELETE RESTRICT,
    branch varchar(8) NOT NULL REFERENCES lending.branch ON UPDATE CASCADE,
    shelf text,
    bought date,
    price numeric(8,2) CHECK (price >= 0)
);

CREATE TABLE lending.member (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    card_no bigint NOT NULL UNIQUE CHECK (card_no BETWEEN 100000 AND 999999),
    first_name text NOT NULL,
    last_name text NOT NULL,
    email text,
    phone text,
    joined timestamptz NOT NULL DEFAULT now(),
    expires date NOT NULL,
    guardian uuid REFERENCES lending.member ON DELETE SET NULL,
    CHECK (email IS NOT NULL OR phone IS NOT NULL),
    CHECK (guardian IS DISTINCT FROM id)
);

CREATE TABLE lending.loan (
    id bigserial PRIMARY KEY,
    barcode varchar(14) NOT NULL REFERENCES lending.copy,
    member_id uuid NOT NULL REFERENCES lending.member ON DELETE CASCADE,
    issued_by integer REFERENCES "Staff"."Employee" ("Id"),
    taken timestamptz NOT NULL DEFAULT now(),
    due timestamptz NOT NULL,
    returned timestamptz,
    renewals smallint NOT NULL DEFAULT 0 CHECK (renewals BETWEEN 0 AND 3),
    CHECK (due > taken),
    CHECK (returned >= taken)
);

CREATE UNIQUE INDEX loan_open ON lending.loan (barcode) WHERE returned IS NULL;

CREATE TABLE lending.reservation (
    title_id bigint NOT NULL REFERENCES catalog.title ON DELETE CASCADE,
    member_id uuid NOT NULL REFERENCES lending.member ON DELETE CASCADE,
    made timestamptz NOT NULL DEFAULT now(),
    branch varchar(8) REFERENCES lending.branch ON UPDATE CASCADE ON DELETE SET NULL,
    PRIMARY KEY (title_id, member_id)
);

CREATE TABLE lending.fine (
    loan_id bigint PRIMARY KEY REFERENCES lending.loan ON DELETE CASCADE,
    amount numeric(6,2) NOT NULL CHECK (amount > 0 AND amount <= 50),
    paid_at timestamptz,
    waived boolean NOT NULL DEFAULT false,
    CHECK (NOT (waived AND paid_at IS NOT NULL))
);

CREATE VIEW lending.overdue AS
SELECT l.id, l.barcode, m.card_no, l.due
FROM lending.loan l
JOIN lending.member m ON m.id = l.member_id
WHERE l.returned IS NULL AND l.due < now();

COMMENT ON TABLE lending.fine IS 'At most one a loan.';

-- Texts that a cast has to read, that begin with a letter by its code, or that
-- hold so many of one sign.
CREATE TABLE spelled (
    id integer PRIMARY KEY,
    a text NOT NULL CHECK (ascii(a) BETWEEN 65 AND 70),
    b text NOT NULL CHECK (b::uuid IS NOT NULL),
    c text NOT NULL CHECK (regexp_count(c, ',') = 2),
    d text NOT NULL CHECK (d::jsonb IS NOT NULL),
    e text NOT NULL CHECK (e::inet IS NOT NULL),
    f text CHECK (f::date IS NOT NULL),
    g text CHECK (g::timestamptz IS NOT NULL),
    h text CHECK (h::interval IS NOT NULL),
    i varchar(20) CHECK (i::numeric IS NOT NULL),
    k text NOT NULL UNIQUE CHECK (k::integer IS NOT NULL)
);

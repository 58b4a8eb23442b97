-- A generated column that is NOT NULL asks it of what it is made from.
CREATE TABLE public.article (
    id integer PRIMARY KEY,
    title character varying(20),
    price numeric,
    slug text GENERATED ALWAYS AS (md5(title)) STORED NOT NULL,
    gross numeric GENERATED ALWAYS AS (price * 2 + 1) STORED NOT NULL,
    note text
);

-- Numbers of a key in a rule that turns out to be one for the judge.
CREATE DOMAIN public.amount AS numeric(10,2) CONSTRAINT amount_check CHECK (VALUE BETWEEN 100 AND 200);
CREATE TABLE public.orders (
    id bigint NOT NULL,
    price public.amount NOT NULL
);
ALTER TABLE public.orders ADD CONSTRAINT orders_pkey PRIMARY KEY (id);
ALTER TABLE public.orders ADD CONSTRAINT orders_check CHECK ((price::numeric ^ 2.5 <= 150000) AND id <= 40);
CREATE TABLE public.squares (
    id integer PRIMARY KEY,
    side numeric(10,2) NOT NULL CHECK (side > 0 AND side ^ 2 <= 10404),
    depth double precision NOT NULL CHECK (depth ^ 3 BETWEEN 27 AND 64)
);

-- A cast to a narrower integer fails beyond its range.
CREATE DOMAIN public.even AS bigint CHECK (((VALUE)::integer % 2) = 0);
CREATE TABLE public.meter (
    id integer PRIMARY KEY,
    reading public.even NOT NULL,
    ticks bigint NOT NULL CHECK (((ticks)::integer % 3) = 1),
    step integer CHECK ((step)::smallint > 5)
);

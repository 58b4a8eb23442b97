-- A row escapes a key by its predicate, not by what the key reads of it.
CREATE TABLE public.waits (delay interval NOT NULL);
CREATE UNIQUE INDEX waits_null ON public.waits ((delay IS NULL)) WHERE delay <> '00:02:00'::interval;
-- What has to be contained is an overlap already.
CREATE TABLE public.labelled (
    labels text[] NOT NULL UNIQUE,
    CHECK (labels @> ARRAY['a'] AND array_length(labels, 1) <= 5),
    CHECK (labels && ARRAY['a', 'z'] AND cardinality(labels) = 2)
);
-- The inmost of several networks counts.
CREATE DOMAIN public.inner_ip AS inet CHECK (VALUE <<= '10.0.0.0/16'::inet);
CREATE TABLE public.hosts (
    ip public.inner_ip NOT NULL,
    CHECK (ip::inet << '10.0.0.0/8'::inet)
);
-- Ranges that must not overlap, and must not be short.
CREATE TABLE public.stays (
    stay daterange NOT NULL,
    CHECK (upper(stay) - lower(stay) = 7 AND lower(stay) BETWEEN '2024-01-01' AND '2026-01-01'),
    EXCLUDE USING gist (stay WITH &&)
);

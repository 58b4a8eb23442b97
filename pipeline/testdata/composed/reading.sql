-- CHECKs whose functions read other tables, as a dump prints them: functions
-- without schemas in their names, tables in the order of the alphabet.
SET search_path TO '';
CREATE TYPE public.rank AS ENUM ('guest', 'crew', 'officer');
CREATE FUNCTION public.has_rank(who bigint, VARIADIC ranks public.rank[]) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    RETURN (SELECT s.rank FROM sailor s WHERE s.id = who) = ANY (ranks);
END $$;
CREATE FUNCTION public.in_port(code text) RETURNS boolean LANGUAGE sql STABLE AS 'SELECT EXISTS (SELECT FROM public.port p WHERE p.code = $1 AND p.open)';
CREATE TABLE public.berth (
    id bigint PRIMARY KEY,
    port_code text NOT NULL CHECK (public.in_port(port_code)),
    next_code text CHECK (next_code IS NULL OR public.in_port(next_code))
);
CREATE TABLE public.port (code text PRIMARY KEY CHECK (code ~ '^[A-Z]{5}$'), open boolean NOT NULL);
CREATE TABLE public.sailor (id bigint PRIMARY KEY, rank public.rank NOT NULL, name text NOT NULL);
CREATE FUNCTION public.is_open(code text) RETURNS boolean LANGUAGE sql STABLE RETURN (SELECT p.open FROM public.port p WHERE p.code = is_open.code);
CREATE TABLE public.buoy (id bigint PRIMARY KEY, port_code text NOT NULL CHECK (coalesce(public.is_open(port_code), false)));
CREATE TABLE public.log_entry (
    id bigint PRIMARY KEY,
    written_by bigint NOT NULL REFERENCES public.sailor CHECK (public.has_rank(written_by, 'officer')),
    seen_by bigint REFERENCES public.sailor CHECK (public.has_rank(seen_by, VARIADIC ARRAY['crew', 'officer']::public.rank[])),
    UNIQUE (written_by, seen_by)
);
CREATE TABLE public.watch (id bigint PRIMARY KEY, sailor_id bigint NOT NULL REFERENCES public.sailor);
CREATE FUNCTION public.watches_of(who bigint) RETURNS bigint LANGUAGE plpgsql AS $$ BEGIN RETURN (SELECT count(*) FROM watch w WHERE w.sailor_id = who); END $$;
ALTER TABLE public.watch ADD CONSTRAINT few CHECK (public.watches_of(sailor_id) < 2);

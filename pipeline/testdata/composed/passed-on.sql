-- What a child asks of a key, and no domain says, is asked of the parents in turn.
CREATE TABLE public.shifts (
    started_at timestamp with time zone NOT NULL,
    id integer NOT NULL,
    PRIMARY KEY (started_at, id)
);
CREATE TABLE public.visits (
    shift_started_at timestamp with time zone NOT NULL,
    shift_id integer NOT NULL,
    FOREIGN KEY (shift_started_at, shift_id) REFERENCES public.shifts (started_at, id),
    CHECK (date_part('minute'::text, shift_started_at) = 0)
);
-- There may be no list to look into.
CREATE TABLE public.scored (
    total smallint,
    scores integer[],
    CHECK (scores IS NULL),
    CHECK (CASE WHEN array_position(scores, NULL::integer) IS NULL THEN array_lower(scores, 1) = 1 ELSE total <> 11 END)
);
-- Texts that would have to be longer than any are given up at once.
CREATE TABLE public.coded (
    id bigint NOT NULL,
    status character varying,
    PRIMARY KEY (id),
    CHECK (length(status::text) >= id),
    CHECK (strpos(status::text, ' '::text) = 0)
);
-- A key of two foreign keys, both of which ask something of the parent.
CREATE TABLE public.nodes (id text PRIMARY KEY);
CREATE TABLE public.edges (
    head text NOT NULL REFERENCES public.nodes (id),
    tail text NOT NULL REFERENCES public.nodes (id),
    UNIQUE (head, tail),
    CHECK (head ~ '^.{1,8}$'::text),
    CHECK (octet_length(tail) <= 8)
);

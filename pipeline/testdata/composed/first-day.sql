-- Dates beside an infinite one that a key's predicate names: none before the
-- first day that Postgres has.
CREATE TABLE t1 (
    id bigint NOT NULL,
    due date,
    starts_on date,
    CHECK (starts_on <= ('2024-01-01'::date + 111)),
    CHECK (CASE WHEN mod(id::numeric, 10) = 1
        THEN EXTRACT(year FROM due) >= 2020 AND EXTRACT(year FROM due) <= 2030
        ELSE id::double precision = floor(id::double precision) END)
);
CREATE UNIQUE INDEX ON t1 (EXTRACT(day FROM due)) WHERE starts_on <> 'infinity';

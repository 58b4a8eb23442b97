-- One range that never ends would leave no room for the rows after it.
CREATE DOMAIN public.stretch AS int8range CONSTRAINT stretch_check CHECK (NOT isempty(VALUE));
CREATE TABLE public.shifts (
    id bigint NOT NULL,
    during public.stretch NOT NULL,
    open int4range NOT NULL
);
ALTER TABLE public.shifts ADD CONSTRAINT shifts_apart EXCLUDE USING gist (during WITH &&);
ALTER TABLE public.shifts ADD CONSTRAINT shifts_open EXCLUDE USING gist (open WITH &&);

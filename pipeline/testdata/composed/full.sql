-- A foreign key of two columns, MATCH FULL: what leaves one open leaves both.
CREATE TABLE public.cars (
    plate text NOT NULL,
    id integer GENERATED ALWAYS AS IDENTITY NOT NULL
);
CREATE TABLE public.permits (
    note jsonb,
    car_plate text,
    car_id integer
);
ALTER TABLE public.cars ADD CONSTRAINT cars_pkey PRIMARY KEY (plate, id);
ALTER TABLE public.permits ADD CONSTRAINT permits_car_fkey FOREIGN KEY (car_plate, car_id) REFERENCES public.cars(plate, id) MATCH FULL;
ALTER TABLE public.permits ADD CONSTRAINT permits_car_key UNIQUE (car_id, car_plate);
ALTER TABLE public.permits ADD CONSTRAINT permits_check CHECK (num_nulls(note, car_id) IN (0, 2));

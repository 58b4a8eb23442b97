-- Moments in keys, under checks and in ranges, that come after the birth of
-- the row's parents: readings, notes, days, prices, visits.
CREATE EXTENSION btree_gist;
CREATE TABLE tenant (id integer PRIMARY KEY, created_at timestamptz NOT NULL);
CREATE TABLE sensor (tenant_id integer NOT NULL REFERENCES tenant, id integer NOT NULL, installed_on date NOT NULL, created_at timestamptz NOT NULL, PRIMARY KEY (tenant_id, id));
CREATE TABLE note (tenant_id integer NOT NULL REFERENCES tenant, created_at timestamptz NOT NULL, updated_at timestamptz NOT NULL, PRIMARY KEY (tenant_id, created_at), CHECK (updated_at >= created_at));
CREATE TABLE note_item (tenant_id integer NOT NULL, note_at timestamptz NOT NULL, pos integer NOT NULL, added_at timestamptz NOT NULL, PRIMARY KEY (tenant_id, note_at, pos), FOREIGN KEY (tenant_id, note_at) REFERENCES note);
CREATE TABLE reading (tenant_id integer NOT NULL, sensor_id integer NOT NULL, recorded_at timestamptz NOT NULL, value real, PRIMARY KEY (tenant_id, sensor_id, recorded_at), FOREIGN KEY (tenant_id, sensor_id) REFERENCES sensor) PARTITION BY RANGE (recorded_at);
CREATE TABLE reading_old PARTITION OF reading FOR VALUES FROM (MINVALUE) TO ('2025-06-01');
CREATE TABLE reading_new PARTITION OF reading FOR VALUES FROM ('2025-06-01') TO (MAXVALUE);
CREATE TABLE move (tenant_id integer NOT NULL REFERENCES tenant, at timestamptz(0) NOT NULL, quantity integer NOT NULL, PRIMARY KEY (tenant_id, at));
CREATE TABLE hourly (tenant_id integer NOT NULL REFERENCES tenant, hour timestamp NOT NULL CHECK (date_trunc('hour', hour) = hour), n integer NOT NULL, PRIMARY KEY (tenant_id, hour));
CREATE TABLE daily (tenant_id integer NOT NULL REFERENCES tenant, day date NOT NULL, kind text NOT NULL CHECK (kind IN ('in', 'out')), n integer NOT NULL, PRIMARY KEY (tenant_id, kind, day));
CREATE TABLE price (tenant_id integer NOT NULL REFERENCES tenant, valid_from date NOT NULL, valid_to date CHECK (valid_to > valid_from), PRIMARY KEY (tenant_id, valid_from));
CREATE TABLE member (id integer PRIMARY KEY, tenant_id integer NOT NULL REFERENCES tenant, birth_date date NOT NULL, joined_on date NOT NULL CHECK (joined_on > birth_date), deleted_at timestamptz);
CREATE TABLE visit (id integer PRIMARY KEY, member_id integer NOT NULL REFERENCES member, during tstzrange NOT NULL, booked_at timestamptz NOT NULL CHECK (booked_at < lower(during)));
CREATE TABLE vehicle (id integer PRIMARY KEY, acquired_on date NOT NULL, disposed_on date);
CREATE TABLE stay (id integer PRIMARY KEY, tenant_id integer NOT NULL REFERENCES tenant, vehicle_id integer NOT NULL REFERENCES vehicle, slot tstzrange NOT NULL, EXCLUDE USING gist (tenant_id WITH =, slot WITH &&));
CREATE TABLE lease (tenant_id integer NOT NULL REFERENCES tenant, period_start date NOT NULL, period_end date NOT NULL CHECK (period_end > period_start), PRIMARY KEY (tenant_id, period_start), EXCLUDE USING gist (tenant_id WITH =, daterange(period_start, period_end) WITH &&));
CREATE TABLE shift (tenant_id integer NOT NULL REFERENCES tenant, work_date date NOT NULL CHECK (extract(isodow FROM work_date) < 6), PRIMARY KEY (tenant_id, work_date));
CREATE TABLE trip (id integer PRIMARY KEY, vehicle_id integer NOT NULL REFERENCES vehicle, departed_at timestamptz NOT NULL, UNIQUE (vehicle_id, departed_at));
CREATE TABLE pickup_order (id integer PRIMARY KEY, placed_at timestamptz NOT NULL, ready_at timestamptz, collected_at timestamptz);
CREATE TABLE pickup_event (order_id integer NOT NULL REFERENCES pickup_order, at timestamptz NOT NULL, PRIMARY KEY (order_id, at));

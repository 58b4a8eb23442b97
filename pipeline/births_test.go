package pipeline

import (
	"fmt"
	"testing"

	"github.com/effigydb/effigy/internal/pgtest"
)

const birthsSchema = `
CREATE EXTENSION btree_gist;
CREATE TABLE public.tenant (id integer PRIMARY KEY, created_at timestamptz NOT NULL);
CREATE TABLE public.sensor (tenant_id integer NOT NULL REFERENCES public.tenant, id integer NOT NULL, installed_on date NOT NULL, created_at timestamptz NOT NULL, PRIMARY KEY (tenant_id, id));
CREATE TABLE public.note (tenant_id integer NOT NULL REFERENCES public.tenant, created_at timestamptz NOT NULL, updated_at timestamptz NOT NULL, PRIMARY KEY (tenant_id, created_at), CHECK (updated_at >= created_at));
CREATE TABLE public.note_item (tenant_id integer NOT NULL, note_at timestamptz NOT NULL, pos integer NOT NULL, added_at timestamptz NOT NULL, PRIMARY KEY (tenant_id, note_at, pos), FOREIGN KEY (tenant_id, note_at) REFERENCES public.note);
CREATE TABLE public.reading (tenant_id integer NOT NULL, sensor_id integer NOT NULL, recorded_at timestamptz NOT NULL, value real, PRIMARY KEY (tenant_id, sensor_id, recorded_at), FOREIGN KEY (tenant_id, sensor_id) REFERENCES public.sensor) PARTITION BY RANGE (recorded_at);
CREATE TABLE public.reading_old PARTITION OF public.reading FOR VALUES FROM (MINVALUE) TO ('2025-06-01');
CREATE TABLE public.reading_new PARTITION OF public.reading FOR VALUES FROM ('2025-06-01') TO (MAXVALUE);
CREATE TABLE public.move (tenant_id integer NOT NULL REFERENCES public.tenant, at timestamptz(0) NOT NULL, quantity integer NOT NULL, PRIMARY KEY (tenant_id, at));
CREATE TABLE public.hourly (tenant_id integer NOT NULL REFERENCES public.tenant, hour timestamp NOT NULL CHECK (date_trunc('hour', hour) = hour), n integer NOT NULL, PRIMARY KEY (tenant_id, hour));
CREATE TABLE public.daily (tenant_id integer NOT NULL REFERENCES public.tenant, day date NOT NULL, kind text NOT NULL CHECK (kind IN ('in', 'out')), n integer NOT NULL, PRIMARY KEY (tenant_id, kind, day));
CREATE TABLE public.price (tenant_id integer NOT NULL REFERENCES public.tenant, valid_from date NOT NULL, valid_to date CHECK (valid_to > valid_from), PRIMARY KEY (tenant_id, valid_from));
CREATE TABLE public.member (id integer PRIMARY KEY, tenant_id integer NOT NULL REFERENCES public.tenant, birth_date date NOT NULL, joined_on date NOT NULL CHECK (joined_on > birth_date), deleted_at timestamptz);
CREATE TABLE public.visit (id integer PRIMARY KEY, member_id integer NOT NULL REFERENCES public.member, during tstzrange NOT NULL, booked_at timestamptz NOT NULL CHECK (booked_at < lower(during)));
CREATE TABLE public.vehicle (id integer PRIMARY KEY, acquired_on date NOT NULL, disposed_on date);
CREATE TABLE public.stay (id integer PRIMARY KEY, tenant_id integer NOT NULL REFERENCES public.tenant, vehicle_id integer NOT NULL REFERENCES public.vehicle, slot tstzrange NOT NULL, EXCLUDE USING gist (tenant_id WITH =, slot WITH &&));
CREATE TABLE public.booking (id integer PRIMARY KEY, tenant_id integer NOT NULL REFERENCES public.tenant, member_id integer NOT NULL REFERENCES public.member, slot tstzrange NOT NULL, EXCLUDE USING gist (tenant_id WITH =, slot WITH &&));
CREATE TABLE public.lease (tenant_id integer NOT NULL REFERENCES public.tenant, period_start date NOT NULL, period_end date NOT NULL CHECK (period_end > period_start), PRIMARY KEY (tenant_id, period_start), EXCLUDE USING gist (tenant_id WITH =, daterange(period_start, period_end) WITH &&));
CREATE TABLE public.shift (tenant_id integer NOT NULL REFERENCES public.tenant, work_date date NOT NULL CHECK (extract(isodow FROM work_date) < 6), PRIMARY KEY (tenant_id, work_date));
CREATE TABLE public.trip (id integer PRIMARY KEY, vehicle_id integer NOT NULL REFERENCES public.vehicle, departed_at timestamptz NOT NULL, UNIQUE (vehicle_id, departed_at));
CREATE TABLE public.pickup_order (id integer PRIMARY KEY, placed_at timestamptz NOT NULL, ready_at timestamptz, collected_at timestamptz);
CREATE TABLE public.pickup_event (order_id integer NOT NULL REFERENCES public.pickup_order, at timestamptz NOT NULL, PRIMARY KEY (order_id, at));`

// older are the children that came before their parents. A day is no older
// than a moment of it.
var older = []struct{ child, parent, on, before string }{
	{"note", "tenant", "c.tenant_id = p.id", "c.created_at < p.created_at"},
	{"note_item", "note", "c.tenant_id = p.tenant_id AND c.note_at = p.created_at", "c.added_at < p.created_at"},
	{"reading", "sensor", "c.tenant_id = p.tenant_id AND c.sensor_id = p.id", "c.recorded_at < p.created_at"},
	{"move", "tenant", "c.tenant_id = p.id", "c.at < p.created_at"},
	{"hourly", "tenant", "c.tenant_id = p.id", "c.hour < p.created_at AT TIME ZONE 'UTC'"},
	{"daily", "tenant", "c.tenant_id = p.id", "c.day < (p.created_at AT TIME ZONE 'UTC')::date"},
	{"price", "tenant", "c.tenant_id = p.id", "c.valid_from < (p.created_at AT TIME ZONE 'UTC')::date"},
	{"member", "tenant", "c.tenant_id = p.id", "c.joined_on < (p.created_at AT TIME ZONE 'UTC')::date"},
	{"visit", "member", "c.member_id = p.id", "least(c.booked_at, lower(c.during)) AT TIME ZONE 'UTC' < p.joined_on"},
	{"stay", "tenant", "c.tenant_id = p.id", "lower(c.slot) < p.created_at"},
	{"stay", "vehicle", "c.vehicle_id = p.id", "lower(c.slot) AT TIME ZONE 'UTC' < p.acquired_on"},
	{"booking", "tenant", "c.tenant_id = p.id", "lower(c.slot) < p.created_at"},
	{"booking", "member", "c.member_id = p.id", "lower(c.slot) AT TIME ZONE 'UTC' < p.joined_on"},
	{"lease", "tenant", "c.tenant_id = p.id", "c.period_start < (p.created_at AT TIME ZONE 'UTC')::date"},
	{"shift", "tenant", "c.tenant_id = p.id", "c.work_date < (p.created_at AT TIME ZONE 'UTC')::date"},
	{"trip", "vehicle", "c.vehicle_id = p.id", "c.departed_at AT TIME ZONE 'UTC' < p.acquired_on"},
	{"pickup_event", "pickup_order", "c.order_id = p.id", "c.at < p.placed_at"},
}

// TestBirths counts the children that are older than their parents where the
// moment stands in a key, under a check, or in a range.
func TestBirths(t *testing.T) {
	queries := map[string]string{
		"joined in their time":   `SELECT min(joined_on) > '2020-01-01' AND count(deleted_at) > 20 FROM public.member`,
		"some is booked ahead":   `SELECT count(*) FILTER (WHERE lower(during) > '2026-01-31 12:00Z') BETWEEN count(*) / 10 AND count(*) * 6 / 10 FROM public.visit`,
		"not long before":        `SELECT count(*) FILTER (WHERE lower(during) - booked_at < '61 days') > count(*) / 2 FROM public.visit`,
		"ready, then collected":  `SELECT bool_and(placed_at <= ready_at AND ready_at <= collected_at) AND count(collected_at) > 500 FROM public.pickup_order`,
		"nothing comes from now": `SELECT max(recorded_at) <= '2026-01-31 12:00Z' FROM public.reading`,
		"some have many":         `SELECT max(n) > 20 FROM (SELECT count(*) AS n FROM public.note GROUP BY tenant_id) x`,
		"recent ones are many":   `SELECT count(*) FILTER (WHERE recorded_at > '2025-07-31') > 400 FROM public.reading`,
		"few are disposed of":    `SELECT count(disposed_on) BETWEEN 50 AND 300 FROM public.vehicle`,
	}
	for _, x := range older {
		queries[x.child+" since its "+x.parent] = fmt.Sprintf("SELECT count(*) = 1000 AND NOT bool_or(%s) FROM public.%s c JOIN public.%s p ON %s", x.before, x.child, x.parent, x.on)
	}
	holds(t, runOn(t, pgtest.Admin(t), birthsSchema), 1000, queries)
}

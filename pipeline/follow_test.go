package pipeline

import (
	"testing"

	"github.com/effigydb/effigy/internal/pgtest"
)

const followSchema = `
CREATE TABLE public.account (id bigint PRIMARY KEY, first_name text NOT NULL, last_name text NOT NULL, email text NOT NULL UNIQUE, username text NOT NULL UNIQUE, currency char(3) NOT NULL, opened_on date NOT NULL);
CREATE TABLE public.bill (id bigint PRIMARY KEY, account_id bigint NOT NULL REFERENCES public.account, subtotal numeric(10,2) NOT NULL, discount_amount numeric(10,2) NOT NULL, tax_rate numeric(5,2) NOT NULL, tax_amount numeric(10,2) NOT NULL,
    total numeric(10,2) NOT NULL, amount_paid numeric(10,2) NOT NULL, currency char(3) NOT NULL, status text NOT NULL CHECK (status IN ('issued', 'paid', 'void')), void_reason text, refunded_at timestamptz, refund_amount numeric(10,2), issued_on date NOT NULL);
CREATE TABLE public.bill_line (id bigint PRIMARY KEY, bill_id bigint NOT NULL REFERENCES public.bill, account_id bigint NOT NULL REFERENCES public.account, quantity integer NOT NULL, unit_price numeric(8,2) NOT NULL, discount_pct numeric(5,2) NOT NULL, line_total numeric(12,2) NOT NULL, currency char(3) NOT NULL);
CREATE TABLE public.stay (id bigint PRIMARY KEY, check_in date NOT NULL, check_out date NOT NULL, nights integer NOT NULL, nightly_rate numeric(8,2) NOT NULL, total_price numeric(10,2) NOT NULL, min_guests integer NOT NULL, max_guests integer NOT NULL);
CREATE TABLE public.call (id bigint PRIMARY KEY, started_at timestamptz NOT NULL, ended_at timestamptz, duration_seconds integer);
CREATE TABLE public.folder (id bigint PRIMARY KEY, parent_id bigint REFERENCES public.folder, name text NOT NULL, slug text NOT NULL UNIQUE, depth integer NOT NULL);
CREATE TABLE public.pay (id bigint PRIMARY KEY, net_pay numeric(10,2) NOT NULL, tax numeric(10,2) NOT NULL, deductions numeric(10,2), gross_pay numeric(10,2) NOT NULL);
CREATE TABLE public.court (id bigint PRIMARY KEY, name text NOT NULL, city text, state text, created_at timestamptz NOT NULL);
CREATE TABLE public.player (id bigint PRIMARY KEY, first_name text NOT NULL, last_name text NOT NULL, guardian_name text NOT NULL, sex char(1) NOT NULL, registered_at timestamptz NOT NULL);
CREATE TABLE public.booking (id bigint PRIMARY KEY, court_id bigint NOT NULL REFERENCES public.court, player_id bigint NOT NULL REFERENCES public.player, booked_at timestamptz NOT NULL, slot tsrange NOT NULL, cancelled_at timestamptz, cancellation_reason text);
CREATE TABLE public.candidacy (id bigint PRIMARY KEY, applied_at timestamptz NOT NULL, interviewed_at timestamptz, offered_at timestamptz, hired_at timestamptz, stage text NOT NULL CHECK (stage IN ('applied', 'interview', 'offer', 'hired')));
CREATE TABLE public.upload (id bigint PRIMARY KEY, file_name text NOT NULL, mime_type text NOT NULL);`

// TestFollow counts in a real database the cells that the names of a table say
// to follow from others.
func TestFollow(t *testing.T) {
	holds(t, runOn(t, pgtest.Admin(t), followSchema), 400, map[string]string{
		"one person, both names unique": `SELECT bool_and(split_part(email, '@', 1) = replace(username, substring(username FROM '[^a-z0-9]'), '.')) FROM public.account WHERE username ~ '[^a-z0-9]'`,
		"a bill adds up":                `SELECT bool_and(tax_amount = round((subtotal - discount_amount) * tax_rate / 100, 2) AND total = subtotal - discount_amount + tax_amount AND amount_paid <= total AND discount_amount < subtotal) FROM public.bill`,
		"refunds":                       `SELECT bool_and((refunded_at IS NOT NULL OR refund_amount IS NULL) AND (refund_amount IS NULL OR refund_amount <= total)) AND count(refund_amount) > 5 FROM public.bill`,
		"reasons":                       `SELECT bool_and(void_reason IS NULL OR status = 'void') AND count(void_reason) > 0 FROM public.bill`,
		"one currency":                  `SELECT bool_and(b.currency = a.currency) FROM public.bill b JOIN public.account a ON a.id = b.account_id`,
		"down to the lines":             `SELECT bool_and(l.currency = b.currency) FROM public.bill_line l JOIN public.bill b ON b.id = l.bill_id`,
		"one account":                   `SELECT count(*) FILTER (WHERE l.account_id = b.account_id) > 380 FROM public.bill_line l JOIN public.bill b ON b.id = l.bill_id`,
		"lines":                         `SELECT bool_and(line_total = round(quantity * unit_price * (100 - discount_pct) / 100, 2)) FROM public.bill_line`,
		"nights":                        `SELECT bool_and(nights = check_out - check_in AND total_price = nights * nightly_rate AND min_guests <= max_guests) FROM public.stay`,
		"lengths":                       `SELECT bool_and((ended_at IS NULL) = (duration_seconds IS NULL) AND duration_seconds = floor(extract(epoch FROM ended_at - started_at))) AND count(ended_at) > 100 FROM public.call`,
		"depths":                        `SELECT bool_and(f.depth = coalesce(p.depth + 1, 0)) AND max(f.depth) > 1 FROM public.folder f LEFT JOIN public.folder p ON p.id = f.parent_id`,
		"slugs":                         `SELECT bool_and(slug ~ ('^' || replace(lower(name), ' ', '-') || '(-\d+)?$')) FROM public.folder`,
		"booked before it starts":       `SELECT count(*) FILTER (WHERE booked_at AT TIME ZONE 'UTC' <= lower(slot)) > 360 AND bool_and(cancelled_at IS NULL OR cancelled_at >= booked_at) FROM public.booking`,
		"by who was there":              `SELECT bool_and(b.booked_at >= p.registered_at) FROM public.booking b JOIN public.player p ON p.id = b.player_id`,
		"reasons with their moments":    `SELECT bool_and((cancelled_at IS NULL) = (cancellation_reason IS NULL)) FROM public.booking`,
		"one after another":             `SELECT bool_and(applied_at <= interviewed_at AND interviewed_at <= offered_at AND offered_at <= hired_at) AND bool_and((hired_at IS NULL) = (stage <> 'hired')) AND count(hired_at) > 5 FROM public.candidacy`,
		"guardians":                     `SELECT count(*) FILTER (WHERE guardian_name = first_name || ' ' || last_name) < 5 FROM public.player`,
		"both sexes":                    `SELECT count(*) FILTER (WHERE sex = 'F') > 100 AND count(*) FILTER (WHERE sex = 'M') > 100 FROM public.player`,
		"files":                         `SELECT bool_and(file_name LIKE CASE mime_type WHEN 'image/png' THEN '%.png' WHEN 'application/pdf' THEN '%.pdf' ELSE '%' END) AND count(DISTINCT mime_type) > 3 FROM public.upload`,
		"states are no statuses":        `SELECT bool_and(state NOT IN ('active', 'pending', 'completed')) FROM public.court`,
		"pay":                           `SELECT bool_and(gross_pay = net_pay + tax + coalesce(deductions, 0)) FROM public.pay`,
	})
}

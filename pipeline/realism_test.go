package pipeline

import (
	"testing"

	"github.com/effigydb/effigy/internal/pgtest"
)

const realSchema = `
CREATE TYPE public.channel AS ENUM ('web', 'shop', 'phone', 'fax', 'letter');
CREATE TABLE public.company (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL, website text, created_at timestamptz NOT NULL, updated_at timestamptz NOT NULL, deleted_at timestamptz);
CREATE TABLE public.person (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, company_id bigint REFERENCES public.company,
    first_name text NOT NULL, last_name text NOT NULL, email text NOT NULL UNIQUE, phone text, ip_address inet, card_number text,
    city text, country text, bio text, nickname varchar(12), age integer, channel public.channel NOT NULL, note text,
    created_at timestamptz NOT NULL, updated_at timestamptz, deleted_at timestamptz);
CREATE TABLE public.campaign (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, title text NOT NULL, started_at timestamptz NOT NULL, ended_at timestamptz);
CREATE TABLE public.booking (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, person_id bigint NOT NULL REFERENCES public.person, campaign_id bigint NOT NULL REFERENCES public.campaign,
    status text NOT NULL CHECK (status IN ('new', 'held', 'paid', 'void')), quantity integer NOT NULL, unit_price numeric(8,2) NOT NULL, total numeric(12,2) NOT NULL,
    paid_at timestamptz, void_reason text, created_at timestamptz NOT NULL, updated_at timestamptz NOT NULL,
    CONSTRAINT paid CHECK ((status = 'paid') = (paid_at IS NOT NULL)),
    CONSTRAINT void CHECK (status <> 'void' AND void_reason IS NULL OR status = 'void' AND length(void_reason) > 3));`

// TestRealism counts in a real database what a person expects of its rows
// though no constraint asks for it.
func TestRealism(t *testing.T) {
	holds(t, runOn(t, pgtest.Admin(t), realSchema), 1000, map[string]string{
		"created, updated, deleted": `SELECT bool_and(created_at <= updated_at AND (deleted_at IS NULL OR updated_at <= deleted_at)) AND count(deleted_at) > 0 FROM public.company`,
		"with gaps between":         `SELECT bool_and((updated_at IS NULL OR created_at <= updated_at) AND (deleted_at IS NULL OR created_at <= deleted_at)) FROM public.person`,
		"nothing comes after now":   `SELECT max(greatest(created_at, updated_at)) <= '2026-01-31 12:00Z' FROM public.booking`,
		"no older than its parent":  `SELECT bool_and(p.created_at >= c.created_at) FROM public.person p JOIN public.company c ON c.id = p.company_id`,
		"nor than any of two":       `SELECT bool_and(b.created_at >= p.created_at AND b.created_at >= c.started_at) FROM public.booking b JOIN public.person p ON p.id = b.person_id JOIN public.campaign c ON c.id = b.campaign_id`,
		"paid after it was made":    `SELECT bool_and(paid_at >= created_at) AND count(paid_at) > 20 FROM public.booking`,
		"recent times are many":     `SELECT count(*) FILTER (WHERE created_at > '2025-01-31') > count(*) FILTER (WHERE created_at <= '2025-01-31') * 0.7 FROM public.person`,
		"names and e-mail":          `SELECT bool_and(email LIKE '%' || lower(first_name) || '%' AND email LIKE '%' || lower(last_name) || '%') FROM public.person`,
		"city and country":          `SELECT count(*) = 0 FROM (SELECT city FROM public.person WHERE city IS NOT NULL AND country IS NOT NULL GROUP BY city HAVING count(DISTINCT country) > 1) x`,
		"several cities":            `SELECT count(DISTINCT city) > 10 FROM public.person`,
		"total = quantity × price":  `SELECT bool_and(total = quantity * unit_price) FROM public.booking`,
		"every label":               `SELECT count(DISTINCT channel) = 5 FROM public.person`,
		"one label is frequent":     `SELECT max(n) > 600 FROM (SELECT count(*) AS n FROM public.person GROUP BY channel) x`,
		"every branch of a CHECK":   `SELECT count(*) FILTER (WHERE status = 'paid') > 5 AND count(*) FILTER (WHERE status = 'void') > 5 AND count(DISTINCT status) = 4 FROM public.booking`,
		"NULLs where they may be":   `SELECT least(count(*) - count(company_id), count(*) - count(phone), count(*) - count(ip_address), count(*) - count(bio), count(*) - count(age), count(*) - count(note), count(*) - count(updated_at)) BETWEEN 20 AND 500 FROM public.person`,
		"and values":                `SELECT least(count(company_id), count(phone), count(ip_address), count(bio), count(age)) > 500 FROM public.person`,
		"few are deleted":           `SELECT count(deleted_at) BETWEEN 50 AND 300 FROM public.person`,
		"text is not constant":      `SELECT least(count(DISTINCT bio), count(DISTINCT note), count(DISTINCT nickname)) > 100 AND stddev(length(bio)) > 5 AND min(length(bio)) < max(length(bio)) / 2 FROM public.person`,
		"reserved domains":          `SELECT bool_and(email ~ '@([a-z0-9.-]+\.)?(example\.(com|net|org)|[a-z0-9-]+\.(example|test|invalid))$') FROM public.person`,
		"reserved hosts":            `SELECT bool_and(website ~ '^https?://([a-z0-9-]+\.)*(example\.(com|net|org)|[a-z0-9-]+\.(example|test|invalid))(/|$)') FROM public.company`,
		"documentation addresses":   `SELECT bool_and(ip_address <<= '192.0.2.0/24' OR ip_address <<= '198.51.100.0/24' OR ip_address <<= '203.0.113.0/24' OR ip_address <<= '2001:db8::/32') FROM public.person`,
		"phones that nobody has":    `SELECT bool_and(phone ~ '555.?01\d\d') FROM public.person`,
		"test cards":                `SELECT bool_and(regexp_replace(card_number, '\D', '', 'g') = ANY ('{4242424242424242,4000056655665556,5555555555554444,2223003122003222,5200828282828210,5105105105105100,378282246310005,371449635398431,6011111111111117,6011000990139424,3056930009020004,36227206271667,3566002020360505,6200000000000005,4111111111111111,4012888888881881,30569309025904,38520000023237,3530111333300000,4000000000000002}'::text[])) FROM public.person`,
		"long-tailed fan-out":       `SELECT max(n) >= 5 AND (SELECT count(*) FROM public.person p WHERE NOT EXISTS (SELECT FROM public.booking b WHERE b.person_id = p.id)) > 100 FROM (SELECT count(*) AS n FROM public.booking GROUP BY person_id) x`,
		"ages are of people":        `SELECT bool_and(age BETWEEN 0 AND 120) FROM public.person`,
	})
}

package pipeline

import (
	"testing"

	"github.com/effigydb/effigy/internal/pgtest"
)

const ownedSchema = `
CREATE TABLE public.tenant (id uuid PRIMARY KEY, name text NOT NULL);
CREATE TABLE public.customer (id bigint PRIMARY KEY, tenant_id uuid NOT NULL REFERENCES public.tenant, deceased boolean NOT NULL, is_active boolean NOT NULL, UNIQUE (tenant_id, id));
CREATE TABLE public.address (id bigint PRIMARY KEY, customer_id bigint NOT NULL REFERENCES public.customer, city text NOT NULL);
CREATE TABLE public.coupon (code text PRIMARY KEY, tenant_id uuid NOT NULL REFERENCES public.tenant);
CREATE TABLE public.orders (id bigint PRIMARY KEY, tenant_id uuid NOT NULL REFERENCES public.tenant, customer_id bigint NOT NULL, shipping_address_id bigint REFERENCES public.address, coupon_code text REFERENCES public.coupon,
	status text NOT NULL CHECK (status IN ('cart', 'placed', 'shipped')), placed_at timestamptz, shipped_at timestamptz,
	subtotal numeric(12,2) NOT NULL, discount numeric(12,2) NOT NULL, total numeric(12,2) NOT NULL, amount_paid numeric(12,2) NOT NULL, amount_due numeric(12,2) NOT NULL,
	FOREIGN KEY (tenant_id, customer_id) REFERENCES public.customer (tenant_id, id));
CREATE TABLE public.hours (id bigint PRIMARY KEY, opens time NOT NULL, closes time NOT NULL, period text NOT NULL CHECK (period ~ '^\d{4}-\d{2}$'));`

// TestOwned counts what an order has of its customer's and of its tenant, whose
// key the order repeats with that of the customer, and what its amounts come to.
func TestOwned(t *testing.T) {
	holds(t, runOn(t, pgtest.Admin(t), ownedSchema), 400, map[string]string{
		"address of the customer": `SELECT bool_and(a.customer_id = o.customer_id) AND count(*) > 100 FROM public.orders o JOIN public.address a ON a.id = o.shipping_address_id`,
		"coupon of the tenant":    `SELECT bool_and(c.tenant_id = o.tenant_id) AND count(*) > 100 FROM public.orders o JOIN public.coupon c ON c.code = o.coupon_code`,
		"no cart is shipped":      `SELECT count(*) FILTER (WHERE shipped_at IS NOT NULL) = 0 AND count(*) > 10 FROM public.orders WHERE status = 'cart'`,
		"what is left to pay":     `SELECT bool_and(total = subtotal - discount AND total >= 0 AND amount_due = total - amount_paid AND amount_due >= 0) FROM public.orders`,
		"most are alive":          `SELECT avg(deceased::int) < 0.4 AND avg(is_active::int) > 0.6 FROM public.customer`,
		"closed after opened":     `SELECT count(*) FILTER (WHERE opens < closes) > 390 FROM public.hours`,
		"months of years":         `SELECT bool_and(period BETWEEN '2015-01' AND '2027-12' AND right(period, 2) BETWEEN '01' AND '12') FROM public.hours`,
	})
}

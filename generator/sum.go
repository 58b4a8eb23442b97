package generator

import (
	"slices"
	"strings"

	"github.com/effigydb/effigy/generator/vocabulary"
	"github.com/effigydb/effigy/schema"
)

// Names of amounts: what a line or a bill comes to, what it is made of.
const (
	totals = "total subtotal sub_total amount line_total line_amount total_price total_amount price_total extended_price total_cost line_price sum labor_cost"
	grand  = "total total_amount grand_total gross_amount gross_total total_price amount_total total_due invoice_total order_total total_cost"
	basis  = "subtotal sub_total net_amount net_total net base_amount amount"
	extras = taxes + " shipping shipping_cost shipping_fee shipping_amount freight delivery_fee tip tip_amount service_fee service_charge handling_fee surcharge"
	taxes  = "tax tax_amount vat vat_amount sales_tax gst"
	less   = "discount_amount discount_total discount"
	prices = "unit_price price price_each unit_cost price_per_unit item_price cost rate"
)

// quantities and prices that only go with each other.
var quantities = [][2]string{
	{"nights number_of_nights", "nightly_rate price_per_night rate_per_night night_rate room_rate"},
	{"hours hours_worked billable_hours labor_hours labour_hours", "hourly_rate rate_per_hour bill_rate labor_rate labour_rate"},
	{"liters litres", "price_per_liter price_per_litre"}, {"gallons", "price_per_gallon"}, {"days", "daily_rate price_per_day day_rate"},
}

// addLines adds an amount that is a quantity times a price, less a discount in
// percent. Its column is one that a sum is made of, where there is one.
func (t *Table) addLines() *column {
	quantity := t.called("quantity qty quantity_ordered ordered_quantity order_quantity", isNumber)
	if quantity == nil {
		if at := slices.IndexFunc(t.columns, func(c *column) bool { return c.meaning == vocabulary.Quantity && !strings.HasSuffix(c.name, "_count") }); at >= 0 {
			quantity = t.columns[at]
		}
	}
	price := t.called(prices, isNumber)
	for _, pair := range quantities {
		if q, p := t.called(pair[0], isNumber), t.called(pair[1], isNumber); q != nil && p != nil {
			quantity, price = q, p
		}
	}
	total := t.called(totals, isNumber)
	if base := t.called(basis, isNumber); base != nil && t.summed(base) != nil {
		total = base
	}
	if quantity == nil || price == nil || total == nil || total == price || total == quantity {
		return nil
	}
	amount := opExpr("*", columnExpr(quantity), columnExpr(price))
	if t.summed(total) == nil {
		amount = t.lessPercent(amount)
	}
	t.followBy(total, amount)
	return total
}

// lessPercent takes a discount in percent off, where the table has one.
func (t *Table) lessPercent(e *schema.Expr) *schema.Expr {
	d := t.called("discount_pct discount_percent discount_percentage", func(c *column) bool { return c.meaning == vocabulary.Percent && isNumber(c) })
	if d == nil {
		return e
	}
	left := opExpr("-", numeric("100"), orZero(columnExpr(d)))
	return opExpr("/", opExpr("*", e, left), numeric("100"))
}

// summed is the column of the sum that an amount is the base of, nil for none:
// one with taxes, costs or a discount beside both.
func (t *Table) summed(base *column) *column {
	total := t.called(grand, func(c *column) bool { return isNumber(c) && c != base })
	if total == nil || base == nil {
		return nil
	}
	if len(t.addends(extras, base, total)) > 0 || len(t.addends(less, base, total)) > 0 || t.rate() != nil {
		return total
	}
	return nil
}

// addends are the amounts of the names but for two columns. A discount that is a
// fraction is none.
func (t *Table) addends(names string, but ...*column) (all []*column) {
	for _, n := range strings.Fields(names) {
		c := t.called(n, isNumber)
		if c != nil && !slices.Contains(but, c) && c.meaning != vocabulary.Ratio && c.meaning != vocabulary.Percent && c.meaning != vocabulary.TaxRate {
			all = append(all, c)
		}
	}
	return all
}

// rate is the column of a tax rate.
func (t *Table) rate() *column {
	return t.called("tax_rate vat_rate tax_percent vat_percent tax_pct gst_rate", func(c *column) bool {
		return isNumber(c) && (c.meaning == vocabulary.Percent || c.meaning == vocabulary.TaxRate || c.meaning == vocabulary.Ratio)
	})
}

// taxed is the tax of an amount by the rate.
func (t *Table) taxed(e *schema.Expr) *schema.Expr {
	r := t.rate()
	e = opExpr("*", e, orZero(columnExpr(r)))
	if r.meaning == vocabulary.Ratio {
		return e
	}
	return opExpr("/", e, numeric("100"))
}

// addSums adds what bills and pay slips come to. An amount that a line has
// given already is the base of a sum at most.
func (t *Table) addSums(line *column) {
	base := t.called(basis, isNumber)
	if total := t.summed(base); total != nil && total != line {
		t.addTotal(base, total)
	}
	if net := t.called("net_pay net_salary take_home_pay", isNumber); net != nil {
		t.addBack(net, t.called("gross_pay gross_salary gross", isNumber), "tax income_tax social_security pension insurance health_insurance deductions withholding")
	}
	if net := t.called("net_amount", isNumber); net != nil && t.called(grand, isNumber) == nil {
		t.addBack(net, t.called("amount gross_amount", isNumber), "fee fee_amount fees commission")
	}
	if total := t.called("total_cost", isNumber); total != nil && total != line && t.summed(base) == nil {
		t.addCosts(total)
	}
	t.addPrefixed()
}

// addRests adds what is left of an amount once a part of it is gone.
func (t *Table) addRests() {
	for _, x := range [][3]string{
		{"available available_quantity quantity_available", "on_hand quantity_on_hand stock quantity", "reserved reserved_quantity quantity_reserved allocated"},
		{"available_balance", "balance total_balance", "locked_balance held_balance reserved_balance hold"},
		{"remaining_quantity quantity_remaining", "quantity", "filled_quantity quantity_filled"},
		{"balance_due amount_due outstanding_amount", "total total_amount grand_total", "amount_paid paid_amount"},
	} {
		left, whole, part := t.called(x[0], isNumber), t.called(x[1], isNumber), t.called(x[2], isNumber)
		if left != nil && whole != nil && part != nil {
			t.followBy(left, opExpr("-", columnExpr(whole), orZero(columnExpr(part))))
		}
	}
}

// addTotal adds what a bill comes to, and its tax where the rate is told.
func (t *Table) addTotal(base, total *column) {
	sum := t.lessPercent(columnExpr(base))
	for _, d := range t.addends(less, base, total) {
		sum = opExpr("-", sum, orZero(columnExpr(d)))
	}
	tax := t.addends(taxes, base, total)
	switch {
	case t.rate() != nil && len(tax) > 0:
		t.followBy(tax[0], t.taxed(sum))
	case t.rate() != nil:
		sum = opExpr("+", sum, t.taxed(sum))
	}
	t.followBy(total, plus(sum, t.addends(extras, base, total)...))
}

// addBack makes an amount before deductions what is left and the deductions.
func (t *Table) addBack(net, gross *column, deductions string) {
	if gross == nil {
		return
	}
	if parts := t.addends(deductions, net, gross); len(parts) > 0 {
		t.followBy(gross, plus(columnExpr(net), parts...))
	}
}

// addCosts makes the total the sum of the other costs, two at least.
func (t *Table) addCosts(total *column) {
	var costs []*column
	for _, c := range t.columns {
		if name := lowerSnake(c.name); c != total && isNumber(c) && strings.HasSuffix(name, "_cost") && name != "unit_cost" {
			costs = append(costs, c)
		}
	}
	if len(costs) > 1 {
		t.followBy(total, plus(nil, costs...))
	}
}

// addPrefixed adds totals of two directions, such as bytes_up and bytes_down,
// and what a year costs where a month is told.
func (t *Table) addPrefixed() {
	for _, c := range t.columns {
		name := lowerSnake(c.name)
		if prefix, ok := strings.CutSuffix(name, "_total"); ok && isNumber(c) {
			for _, ends := range [][2]string{{"_up", "_down"}, {"_in", "_out"}, {"_sent", "_received"}, {"_read", "_written"}} {
				a, b := t.called(prefix+ends[0], isNumber), t.called(prefix+ends[1], isNumber)
				if a != nil && b != nil {
					t.followBy(c, plus(nil, a, b))
				}
			}
		}
		if suffix, ok := strings.CutPrefix(name, "annual_"); ok && isNumber(c) {
			if month := t.called("monthly_"+suffix, isNumber); month != nil {
				t.followBy(c, opExpr("*", columnExpr(month), numeric("12")))
			}
		}
	}
}

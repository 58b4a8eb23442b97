package generator

import (
	"slices"
	"strings"

	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/generator/vocabulary"
	"github.com/effigydb/effigy/schema"
)

// ceiling is an amount that is no more than a share of another.
type ceiling struct{ part, whole, share string }

// ceilings are amounts that are no more than a share of another, in percent.
var ceilings = []ceiling{
	{"discount_amount discount_total discount", "subtotal sub_total net_amount amount price unit_price", "20"},
	{"tax tax_amount vat vat_amount sales_tax", "subtotal sub_total net_amount", "25"},
	{"sale_price discounted_price special_price", "list_price regular_price price", "90"},
	{"cost_price cost unit_cost purchase_cost", "list_price retail_price selling_price sale_price price unit_price", "70"},
	{"filled_quantity quantity_filled", "quantity", "100"},
	{"quantity_received received_quantity qty_received quantity_shipped", "quantity_ordered ordered_quantity qty_ordered quantity", "100"},
	{"reserved reserved_quantity quantity_reserved allocated", "on_hand quantity_on_hand stock quantity", "60"},
	{"locked_balance held_balance reserved_balance", "balance total_balance", "40"},
	{"enrolled_count enrolled enrollment_count booked_count registered_count attendee_count seats_taken", "capacity max_capacity max_students max_participants max_attendees seats", "100"},
	{"available_copies copies_available", "total_copies copies", "100"},
	{"used_count times_used redemption_count uses", "max_uses usage_limit max_redemptions", "100"},
	{"refund_amount refunded_amount", "amount total total_amount", "100"},
	{"amount_paid paid_amount", "total total_amount grand_total", "100"},
	{"balance_due amount_due outstanding_amount", "total total_amount grand_total", "100"},
}

// firstLate is the first of them whose whole may be a sum: they come after it.
var firstLate = len(ceilings) - 3

// addLimits keeps amounts below those that they are a part of.
func (t *Table) addLimits(all []ceiling) {
	for _, x := range all {
		part, whole := t.called(x.part, isNumber), t.called(x.whole, isNumber)
		if part == nil || whole == nil || part == whole || part.meaning == vocabulary.Ratio || part.meaning == vocabulary.Percent {
			continue
		}
		most := columnExpr(whole)
		if x.share != "100" {
			most = opExpr("/", opExpr("*", most, numeric(x.share)), numeric("100"))
			if part.codec.Kind() == value.Int {
				most = &schema.Expr{Kind: schema.ExprCall, Name: "floor", Args: []*schema.Expr{most}}
			}
		}
		t.followBy(part, &schema.Expr{Kind: schema.ExprLeast, Args: []*schema.Expr{columnExpr(part), most}})
	}
}

// boundWords are the words by which two columns are the least and the greatest.
var boundWords = [][2]string{{"min", "max"}, {"minimum", "maximum"}, {"low", "high"}, {"lower", "upper"}, {"start", "end"}, {"from", "to"}, {"lowest", "highest"}}

// addOrders exchanges a least and a greatest value that are the wrong way
// round.
func (t *Table) addOrders() {
	for _, low := range t.columns {
		for _, high := range t.columns {
			if low != high && isNumber(low) && low.codec.Kind() == high.codec.Kind() && low.base.Name == high.base.Name && bounding(low.name, high.name) &&
				slices.Equal(low.base.Mods, high.base.Mods) && t.settable(low) && t.settable(high) {
				t.addOrder(low, high)
			}
		}
	}
}

// bounding reports two names that are the same but for such words.
func bounding(low, high string) bool {
	a, b := strings.Split(lowerSnake(low), "_"), strings.Split(lowerSnake(high), "_")
	if len(a) != len(b) || len(a) < 2 {
		return false
	}
	found := false
	for i := range a {
		if a[i] == b[i] {
			continue
		}
		if found || !slices.Contains(boundWords, [2]string{a[i], b[i]}) {
			return false
		}
		found = true
	}
	return found
}

func (t *Table) addOrder(low, high *column) {
	t.products = append(t.products, product{column: low.pos, inputs: []int{high.pos}, value: func(m *maker) (value.Value, bool) {
		a, b := m.row[low.pos], m.row[high.pos]
		if order, known := domain.Compare(a, b); b.IsNull() || !known || order <= 0 {
			return a, false
		}
		if x := m.branch.matcher(high.pos); x != nil && !x.Allows(a) {
			return a, false
		}
		if x := m.branch.matcher(low.pos); x != nil && !x.Allows(b) {
			return a, false
		}
		m.row[high.pos] = a
		return b, true
	}})
}

package generator

import (
	"math"

	"github.com/effigydb/effigy/schema"
)

// holder gathers the rules that make the values of a column fit into a type.
type holder struct {
	x        *schema.Expr // the column
	from, to schema.Type
	rules    []*schema.Expr
}

// heldBy are the rules on a column that make its values fit into a type, none
// where all do.
func heldBy(c *column, to schema.Type) []*schema.Expr {
	h := &holder{x: &schema.Expr{Kind: schema.ExprColumn, Name: c.name, SQL: schema.Quote(c.name)}, from: c.base, to: to}
	switch from := c.base; {
	case characters(from) && characters(to), bitString(from) && bitString(to):
		h.length()
	case from.Is("numeric") && wholeNumber(to):
		low, high, _ := wholeLimits(to)
		h.same("trunc", h.x)
		h.between(low, high)
	case (from.Is("numeric") || wholeNumber(from)) && to.Is("numeric") && len(to.Mods) > 0 && to.Mod(1, 0) >= 0 && from.String() != to.String():
		h.digits()
	case from.Is("float8") && to.Is("float4"):
		single := &schema.Expr{Kind: schema.ExprCast, Type: to, Args: []*schema.Expr{h.x}}
		h.add("=", h.x, &schema.Expr{Kind: schema.ExprCast, Type: from, Args: []*schema.Expr{single}})
	case (from.Is("float8") || from.Is("float4")) && wholeNumber(to):
		h.same("trunc", h.x)
		h.between(0, 30_000)
	case moment(from) && to.Is("date"):
		h.same("date_trunc", word("day"), h.x)
	case moment(from) && moment(to) && len(to.Mods) > 0 && (len(from.Mods) == 0 || from.Mod(0, 6) > to.Mod(0, 6)):
		h.same("date_trunc", word("second"), h.x)
	}
	for _, e := range h.rules {
		e.SQL, _ = spell(e)
	}
	return h.rules
}

func (h *holder) add(op string, left, right *schema.Expr) {
	h.rules = append(h.rules, opExpr(op, left, right))
}

// same asks for a value that a function leaves as it is.
func (h *holder) same(function string, args ...*schema.Expr) {
	h.add("=", h.x, call(function, args...))
}

func (h *holder) between(low, high int64) {
	h.add(">=", h.x, number("numeric", low))
	h.add("<=", h.x, number("numeric", high))
}

func (h *holder) length() {
	if n, capped := lengthOf(h.to); capped && longer(h.from, n) {
		h.add("<=", call("length", h.x), number("int4", int64(n)))
	}
}

// digits are those behind the point, and those before it.
func (h *holder) digits() {
	scale, whole, open := h.to.Mod(1, 0), wholeNumber(h.from), len(h.from.Mods) == 0
	if !whole && (open || h.from.Mod(1, 0) > scale) {
		h.same("round", h.x, number("int4", int64(scale)))
	}
	if n := max(h.to.Mod(0, 0)-scale, 0); n < 18 && (open || h.from.Mod(0, 0)-h.from.Mod(1, 0) > n) {
		high := int64(math.Pow10(n)) - 1
		h.between(-high, high)
	}
}

func wholeNumber(t schema.Type) bool { return t.Is("int2") || t.Is("int4") || t.Is("int8") }

func moment(t schema.Type) bool { return t.Is("timestamp") || t.Is("timestamptz") }

func bitString(t schema.Type) bool { return t.Is("bit") || t.Is("varbit") }

// lengthOf is the number of characters or bits that a type holds, where it
// says.
func lengthOf(t schema.Type) (n int, capped bool) {
	switch {
	case len(t.Mods) > 0:
		return t.Mod(0, 1), true
	case t.Is("bpchar"), t.Is("bit"):
		return 1, true
	}
	return 0, false
}

// longer reports a type whose values may be longer.
func longer(t schema.Type, than int) bool {
	n, capped := lengthOf(t)
	return !capped || n > than
}

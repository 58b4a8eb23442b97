package predicate

import (
	"fmt"
	"strings"

	"github.com/effigydb/effigy/schema"
)

// Partitions is the predicate that a row of a partitioned table has to
// satisfy so that a partition takes it: an OR over its leaf partitions of
// their bounds and their own CHECKs and NOT NULLs. Nil when t is not
// partitioned or takes every row.
func Partitions(s *schema.Schema, t *schema.Table) *schema.Expr {
	if t.PartitionBy == nil {
		return nil
	}
	children := partitionsOf(s, t)
	if t.PartitionBy.Strategy == "hash" {
		return hashPartitions(s, t, children)
	}
	var bounds, options []*schema.Expr
	for _, c := range children {
		if !c.PartitionOf.Default {
			bounds = append(bounds, partitionBound(t, c.PartitionOf))
		}
	}
	for _, c := range children {
		bound := partitionBound(t, c.PartitionOf)
		if c.PartitionOf.Default {
			bound = negated(anyExpr(bounds))
		}
		options = append(options, allExpr(append([]*schema.Expr{bound}, ownConstraints(s, t, c)...)))
	}
	return inSQL(anyExpr(options))
}

func partitionsOf(s *schema.Schema, t *schema.Table) []*schema.Table {
	var out []*schema.Table
	for _, c := range s.Tables {
		if c.PartitionOf != nil && c.PartitionOf.Parent == t.Name {
			out = append(out, c)
		}
	}
	return out
}

// ownConstraints are what a partition asks beyond its bounds.
func ownConstraints(s *schema.Schema, root, c *schema.Table) []*schema.Expr {
	var out []*schema.Expr
	for _, k := range c.Constraints {
		if k.Kind == schema.Check && k.Expr != nil && !k.Inherited {
			out = append(out, k.Expr)
		}
	}
	for _, col := range c.Columns {
		if parent := root.Column(col.Name); col.NotNull && parent != nil && !parent.NotNull {
			out = append(out, isNull(columnExpr(col.Name), true))
		}
	}
	if below := Partitions(s, c); below != nil {
		out = append(out, below)
	}
	return out
}

// hashPartitions is nil when the partitions take every remainder and ask for
// nothing more; otherwise the database has to say which rows they take.
func hashPartitions(s *schema.Schema, t *schema.Table, children []*schema.Table) *schema.Expr {
	modulus := 1
	for _, c := range children {
		modulus = lcm(modulus, max(c.PartitionOf.Modulus, 1))
	}
	taken := make([]bool, modulus)
	var options []*schema.Expr
	for _, c := range children {
		for r := c.PartitionOf.Remainder; r < modulus; r += max(c.PartitionOf.Modulus, 1) {
			taken[r] = true
		}
		if own := ownConstraints(s, t, c); len(own) > 0 {
			options = append(options, allExpr(own))
		}
	}
	whole := true
	for _, is := range taken {
		whole = whole && is
	}
	var parts []*schema.Expr
	if !whole {
		parts = append(parts, &schema.Expr{Kind: schema.ExprOpaque, Args: keyExprs(t), SQL: hashSQL(t, children)})
	}
	// Which partition takes a row is not known, so that it has to satisfy
	// what any of them asks.
	if parts = append(parts, options...); len(parts) == 0 {
		return nil
	}
	return inSQL(allExpr(parts))
}

// hashSQL asks Postgres whether any of the partitions takes a row.
func hashSQL(t *schema.Table, children []*schema.Table) string {
	var keys, parts []string
	for _, k := range t.PartitionBy.Keys {
		if k.Column != "" {
			keys = append(keys, schema.Quote(k.Column))
		} else {
			keys = append(keys, "("+k.Expr.SQL+")")
		}
	}
	table := strings.ReplaceAll(t.Name.String(), "'", "''")
	for _, c := range children {
		parts = append(parts, fmt.Sprintf("satisfies_hash_partition('%s'::regclass, %d, %d, %s)",
			table, c.PartitionOf.Modulus, c.PartitionOf.Remainder, strings.Join(keys, ", ")))
	}
	return strings.Join(parts, " OR ")
}

// maxModulus bounds the remainders that are looked at one by one.
const maxModulus = 1 << 16

func lcm(a, b int) int {
	x, y := a, b
	for y != 0 {
		x, y = y, x%y
	}
	return min(a/x*b, maxModulus)
}

func keyExprs(t *schema.Table) []*schema.Expr {
	var out []*schema.Expr
	for _, k := range t.PartitionBy.Keys {
		if k.Column != "" {
			out = append(out, columnExpr(k.Column))
		} else {
			out = append(out, k.Expr)
		}
	}
	return out
}

func partitionBound(t *schema.Table, b *schema.PartitionBound) *schema.Expr {
	keys := keyExprs(t)
	if t.PartitionBy.Strategy == "list" {
		return listBound(keys[0], b.In)
	}
	var parts []*schema.Expr
	for _, k := range keys {
		parts = append(parts, isNull(k, true))
	}
	return allExpr(append(parts, lexicographic(keys, b.From, ">="), lexicographic(keys, b.To, "<")))
}

func listBound(key *schema.Expr, in []schema.Bound) *schema.Expr {
	list := &schema.Expr{Kind: schema.ExprIn, Args: []*schema.Expr{key}}
	options := []*schema.Expr{}
	for _, v := range in {
		if v.Null {
			options = append(options, isNull(key, false))
			continue
		}
		list.Args = append(list.Args, literalExpr(v.Value))
	}
	if len(list.Args) > 1 {
		options = append(options, allExpr([]*schema.Expr{list, isNull(key, true)}))
	}
	return anyExpr(options)
}

// lexicographic compares keys with a bound in order: (a, b) >= (x, y) is
// a > x OR a = x AND b >= y.
func lexicographic(keys []*schema.Expr, bound []schema.Bound, op string) *schema.Expr {
	if len(bound) == 0 || len(keys) == 0 {
		return decidedExpr(op == ">=")
	}
	v := bound[0]
	if v.Infinite != 0 {
		// MINVALUE lies below every value, MAXVALUE above.
		return decidedExpr((v.Infinite < 0) == (op == ">="))
	}
	strict := map[string]string{">=": ">", "<": "<"}[op]
	if len(keys) == 1 || len(bound) == 1 {
		return operation(op, keys[0], literalExpr(v.Value))
	}
	return anyExpr([]*schema.Expr{
		operation(strict, keys[0], literalExpr(v.Value)),
		allExpr([]*schema.Expr{operation("=", keys[0], literalExpr(v.Value)), lexicographic(keys[1:], bound[1:], op)}),
	})
}

func columnExpr(name string) *schema.Expr { return &schema.Expr{Kind: schema.ExprColumn, Name: name} }

func literalExpr(text string) *schema.Expr { return &schema.Expr{Kind: schema.ExprConst, Value: text} }

func isNull(e *schema.Expr, not bool) *schema.Expr {
	return &schema.Expr{Kind: schema.ExprIsNull, Args: []*schema.Expr{e}, Negated: not}
}

func decidedExpr(is bool) *schema.Expr {
	text := "false"
	if is {
		text = "true"
	}
	return &schema.Expr{Kind: schema.ExprConst, Value: text, Type: boolType}
}

func negated(e *schema.Expr) *schema.Expr {
	return &schema.Expr{Kind: schema.ExprNot, Args: []*schema.Expr{e}}
}

func allExpr(parts []*schema.Expr) *schema.Expr { return joinExprs(schema.ExprAnd, parts, true) }

func anyExpr(parts []*schema.Expr) *schema.Expr { return joinExprs(schema.ExprOr, parts, false) }

func joinExprs(kind schema.ExprKind, parts []*schema.Expr, empty bool) *schema.Expr {
	switch len(parts) {
	case 0:
		return decidedExpr(empty)
	case 1:
		return parts[0]
	}
	return &schema.Expr{Kind: kind, Args: parts}
}

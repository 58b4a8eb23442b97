package predicate

import (
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

// Program is an expression bound to a scope, ready to be evaluated on rows.
// It may be used by several goroutines.
type Program struct{}

// Bind resolves names, types and functions. It never fails: what it does not
// understand evaluates to Unknown.
func Bind(e *schema.Expr, s Scope) *Program { return &Program{} }

// Eval computes the expression on a row; false when it is not known.
func (p *Program) Eval(row []value.Value) (value.Value, bool) { return value.Value{}, false }

// Test evaluates a boolean expression.
func (p *Program) Test(row []value.Value) Truth { return Unknown }

// Type is the type of the expression; zero when not known.
func (p *Program) Type() schema.Type { return schema.Type{} }

// Understood reports whether no part of the expression is beyond the
// evaluator; single rows may still be Unknown.
func (p *Program) Understood() bool { return false }

// Partitions is the predicate that a row of a partitioned table has to
// satisfy so that a partition takes it: an OR over its leaf partitions of
// their bounds and their own CHECKs and NOT NULLs. Nil when t is not
// partitioned or takes every row.
func Partitions(s *schema.Schema, t *schema.Table) *schema.Expr { return nil }

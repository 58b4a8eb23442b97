package predicate

import (
	"slices"
	"strings"

	"github.com/effigydb/effigy/schema"
)

// gather lists the constraints of the table over its stored columns: its
// CHECKs, NOT NULL of generated columns, the CHECKs of its columns' domains
// with the column for VALUE, and the extra ones. Generated columns are replaced by what generates them.
func (s *solver) gather(extra []Named) []Named {
	var out []Named
	for _, c := range s.Table.Constraints {
		if c.Kind == schema.Check && c.Expr != nil {
			out = append(out, Named{Constraint: c.Name, Expr: c.Expr})
		}
	}
	for _, c := range s.Table.Columns {
		if c.Generated != "" && s.notNull(c) {
			out = append(out, Named{Constraint: c.Name, Expr: isNull(columnExpr(c.Name), true)})
		}
		_, through := s.Schema.Base(c.Type)
		for _, d := range through {
			for _, k := range d.Checks {
				column := &schema.Expr{Kind: schema.ExprColumn, Name: c.Name}
				out = append(out, Named{Constraint: d.Name.Member(k.Name), Expr: substitute(k.Expr, column), domain: true})
			}
		}
		for _, name := range s.within(c.Type) {
			out = append(out, Named{Constraint: name, Expr: unread(c.Name), domain: true})
		}
	}
	out = append(out, extra...)
	for _, n := range out {
		out = append(out, s.guarded(n)...)
	}
	for _, g := range s.Table.Columns {
		if g.Generated != "" && g.Expression != nil {
			out = append(out, s.guarded(Named{Constraint: g.Name, Expr: g.Expression})...)
		}
	}
	for i := range out {
		out[i].Expr = s.unqualify(s.ungenerate(out[i].Expr))
	}
	return out
}

// substitute puts an expression in the place of VALUE.
func substitute(e, with *schema.Expr) *schema.Expr {
	if e == nil {
		return nil
	}
	if e.Kind == schema.ExprValue {
		return with
	}
	c := *e
	c.Args = make([]*schema.Expr, len(e.Args))
	for i, a := range e.Args {
		c.Args[i] = substitute(a, with)
	}
	return &c
}

// maxGenerated bounds how often generated columns are replaced; Postgres
// does not let one refer to another.
const maxGenerated = 4

// ungenerate replaces generated columns by their expressions.
func (s *solver) ungenerate(e *schema.Expr) *schema.Expr {
	for range maxGenerated {
		before := e
		e = s.ungenerateOnce(e)
		if e == before {
			break
		}
	}
	return e
}

func (s *solver) ungenerateOnce(e *schema.Expr) *schema.Expr {
	if e == nil {
		return nil
	}
	if e.Kind == schema.ExprColumn {
		i, ok := s.index[e.Name]
		if !ok || s.Table.Columns[i].Generated == "" || s.Table.Columns[i].Expression == nil {
			return e
		}
		c := s.Table.Columns[i]
		return &schema.Expr{Kind: schema.ExprCast, Type: c.Type, Args: []*schema.Expr{c.Expression}}
	}
	var args []*schema.Expr
	for i, a := range e.Args {
		got := s.ungenerateOnce(a)
		if got != a && args == nil {
			args = slices.Clone(e.Args)
		}
		if args != nil {
			args[i] = got
		}
	}
	if args == nil {
		return e
	}
	c := *e
	c.Args = args
	return &c
}

// generated lists the generated columns; none depends on another.
func (s *solver) generated() []Computed {
	var out []Computed
	for i, c := range s.Table.Columns {
		if c.Generated == "" || c.Expression == nil {
			continue
		}
		e := &schema.Expr{Kind: schema.ExprCast, Type: c.Type, Args: []*schema.Expr{c.Expression}}
		out = append(out, Computed{Column: i, Program: Bind(e, s.Scope)})
	}
	return out
}

// unqualify drops the schema of the operators that extension types bring
// under the names of built-in ones: OPERATOR(public.~) on citext.
func (s *solver) unqualify(e *schema.Expr) *schema.Expr {
	found := false
	e.Walk(func(x *schema.Expr) bool {
		found = found || x.Kind == schema.ExprOp && strings.Contains(x.Name, ".")
		return !found
	})
	if !found {
		return e
	}
	c := *e
	c.Args = make([]*schema.Expr, len(e.Args))
	for i, a := range e.Args {
		if a != nil {
			c.Args[i] = s.unqualify(a)
		}
	}
	if c.Kind == schema.ExprOp && len(c.Args) == 2 {
		if extended(s.typeOf(c.Args[0])) {
			c.Name = c.Name[strings.LastIndexByte(c.Name, '.')+1:]
		}
	}
	return &c
}

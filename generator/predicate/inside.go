package predicate

import (
	"slices"

	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/schema"
)

// elementDomain is what the domains of an array's elements ask of them; nil
// when they ask nothing. Where several branches remain the widest is taken.
func (s *solver) elementDomain(t schema.Type) *domain.Domain {
	base, through := s.Schema.Base(t)
	if len(through) == 0 && s.Schema.Composite(base.Name) == nil {
		return nil
	}
	d, _, ok := s.standalone(t)
	if !ok {
		return nil
	}
	return &d
}

// fieldDomains is what the domains of a composite's fields ask of them.
func (s *solver) fieldDomains(c *schema.Composite) []domain.Field {
	var out []domain.Field
	for _, f := range c.Fields {
		if _, through := s.Schema.Base(f.Type); len(through) > 0 {
			if d, _, ok := s.standalone(f.Type); ok {
				out = append(out, domain.Field{Name: f.Name, Domain: d})
			}
		}
	}
	return out
}

// standalone solves a type for itself, as the only column of a table. It
// names the checks that the domain it finds does not settle.
func (s *solver) standalone(t schema.Type) (domain.Domain, []string, bool) {
	if s.nested > maxTypeDepth {
		return domain.Domain{}, nil, false
	}
	table := &schema.Table{Columns: []*schema.Column{{Name: "value", Type: t}}}
	in := Input{Scope: Scope{Schema: s.Schema, Table: table, Now: s.Now}}
	inner := newSolver(in, s.margin)
	inner.nested = s.nested + 1
	var best *Branch
	branches := inner.solve().Branches
	for i := range branches {
		b := &branches[i]
		if b.Columns[0].Nulls != domain.AlwaysNull && b.Weight > 0 && (best == nil || b.Weight > best.Weight) {
			best = b
		}
	}
	if best == nil {
		return domain.Domain{}, nil, false
	}
	return best.Columns[0], best.open(), true
}

// open names the constraints that the domains of the branch leave open.
func (b *Branch) open() []string {
	var out []string
	for i := range b.Relations {
		if r := &b.Relations[i]; !r.Derived {
			out = append(out, r.Constraint)
		}
	}
	for _, n := range b.Judged {
		out = append(out, n.Constraint)
	}
	return out
}

// within names the checks of domains inside a type, of the elements of an
// array or the fields of a composite, that their own domains don't settle.
func (s *solver) within(declared schema.Type) []string {
	t, _ := s.Schema.Base(declared)
	var parts []schema.Type
	if t.Dims > 0 {
		parts = append(parts, t.Elem())
	} else if c := s.Schema.Composite(t.Name); c != nil {
		for _, f := range c.Fields {
			parts = append(parts, f.Type)
		}
	}
	var out []string
	for _, p := range parts {
		base, through := s.Schema.Base(p)
		if len(through) == 0 && base.Dims == 0 && s.Schema.Composite(base.Name) == nil {
			continue
		}
		_, open, _ := s.standalone(p)
		for _, name := range open {
			if !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
	}
	return out
}

// unread is a check of which nothing is known but that it reads the column.
func unread(column string) *schema.Expr {
	return &schema.Expr{Kind: schema.ExprOpaque, Args: []*schema.Expr{columnExpr(column)}}
}

// maxTypeDepth bounds types within types.
const maxTypeDepth = 8

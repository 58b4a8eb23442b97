package ddl

import (
	"slices"

	"github.com/effigydb/effigy/ddl/statement"
	"github.com/effigydb/effigy/schema"
	pg "github.com/sqlc-dev/oliphant"
)

// namesIn lists the names in a text of SQL, qualified where it qualifies
// them. What stands in strings is not looked at.
func namesIn(sql string) []schema.Name {
	tokens, err := statement.Tokens(sql)
	if err != nil {
		return nil
	}
	var out []schema.Name
	for i, t := range tokens {
		if t.Kind != pg.Token_IDENT && !t.Keyword {
			continue
		}
		n := schema.Name{Name: identifier(t.Text)}
		if i > 1 && tokens[i-1].Text == "." {
			n.Schema = identifier(tokens[i-2].Text)
		}
		out = append(out, n)
	}
	return out
}

// Lost lists the tables that a sandbox can't have, sorted: foreign tables,
// tables with a column whose type, default or CHECK needs something that
// Plan skips or an extension that the server lacks, and what is below them.
// They can be told before any server is asked, so that no rows are planned
// for them.
func (s *Script) Lost(missingExtensions []string) []schema.Name {
	gone := s.missing(missingExtensions)
	lost := map[schema.Name]bool{}
	for changed := true; changed; {
		changed = false
		for _, t := range s.Schema.Tables {
			if !lost[t.Name] && (t.Foreign || gone.table(t, lost)) {
				lost[t.Name] = true
				gone.types[t.Name] = true
				changed = true
			}
		}
	}
	out := make([]schema.Name, 0, len(lost))
	for n := range lost {
		out = append(out, n)
	}
	slices.SortFunc(out, schema.Name.Compare)
	return out
}

// missing are the types and functions that will not be there.
type missing struct {
	types     map[schema.Name]bool
	functions map[string]bool
}

func (s *Script) missing(extensions []string) missing {
	m := missing{types: map[schema.Name]bool{}, functions: map[string]bool{}}
	for _, b := range s.Schema.BaseTypes {
		m.types[b.Name] = true
	}
	for _, e := range s.Schema.Extensions {
		if !slices.Contains(extensions, e.Name) {
			continue
		}
		in := e.Schema
		if in == "" {
			in = "public"
		}
		for t, ext := range extensionTypes {
			if ext == e.Name {
				m.types[schema.Name{Schema: in, Name: t}] = true
			}
		}
	}
	s.missingFunctions(m)
	for changed := true; changed; {
		changed = s.missingTypes(m)
	}
	return m
}

// missingFunctions notes functions that Plan skips, unless another of the
// same name remains.
func (s *Script) missingFunctions(m missing) {
	kept := map[string]bool{}
	for _, f := range s.Schema.Functions {
		switch name := f.Name.String(); {
		case f.Language == "c" || f.Language == "internal" && f.Kind != "aggregate":
			m.functions[name] = true
		default:
			kept[name] = true
		}
	}
	for name := range kept {
		delete(m.functions, name)
	}
}

// missingTypes spreads to the types made of missing ones; true when it found
// another.
func (s *Script) missingTypes(m missing) bool {
	before := len(m.types)
	for _, d := range s.Schema.Domains {
		if m.types[d.Base.Name] || slices.ContainsFunc(d.Checks, func(c *schema.Constraint) bool { return m.expr(c.Expr) }) {
			m.types[d.Name] = true
		}
	}
	for _, c := range s.Schema.Composites {
		if slices.ContainsFunc(c.Fields, func(f *schema.Column) bool { return m.types[f.Type.Name] }) {
			m.types[c.Name] = true
		}
	}
	for _, x := range s.Schema.Ranges {
		if m.types[x.Subtype.Name] {
			m.types[x.Name] = true
		}
	}
	return len(m.types) > before
}

func (m missing) table(t *schema.Table, lost map[schema.Name]bool) bool {
	for _, p := range t.Inherits {
		if lost[p] {
			return true
		}
	}
	if t.PartitionOf != nil && lost[t.PartitionOf.Parent] || m.types[t.OfType] {
		return true
	}
	for _, c := range t.Columns {
		if m.types[c.Type.Name] || m.expr(c.Default) || m.expr(c.Expression) {
			return true
		}
	}
	return slices.ContainsFunc(t.Constraints, func(c *schema.Constraint) bool { return c.Kind == schema.Check && m.expr(c.Expr) })
}

func (m missing) expr(e *schema.Expr) bool {
	found := false
	e.Walk(func(x *schema.Expr) bool {
		found = found || x.Kind == schema.ExprCall && m.functions[x.Name] || m.types[x.Type.Name]
		return !found
	})
	return found
}

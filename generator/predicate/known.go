package predicate

import (
	"slices"

	"github.com/effigydb/effigy/schema"
)

import "github.com/effigydb/effigy/generator/value"

// CheckTested is Check but for the constraints that are constructed, which
// rows whose cells come from the domains of a branch can't fail. Those listed
// in vouched are known to hold by other means: Unknown is not reported of them.
func (f *Formula) CheckTested(row []value.Value, vouched map[string]bool) (t Truth, constraint string) {
	return f.check(row, vouched, func(c *check) bool { return !c.constructed })
}

// Tested lists the columns that CheckTested reads.
func (f *Formula) Tested() []int {
	var out []int
	for i := range f.checks {
		if !f.checks[i].constructed {
			out = append(out, f.checks[i].columns...)
		}
	}
	return out
}

// CheckConstructed is the rest of Check.
func (f *Formula) CheckConstructed(row []value.Value, vouched map[string]bool) (t Truth, constraint string) {
	return f.check(row, vouched, func(c *check) bool { return c.constructed })
}

// Trust notes constraints that rows meet by the way their cells are drawn.
func (f *Formula) Trust(names map[string]bool) {
	for i := range f.checks {
		f.checks[i].trusted = names[f.checks[i].name]
	}
}

// CheckOpen is CheckTested but for the constraints that are trusted.
func (f *Formula) CheckOpen(row []value.Value, vouched map[string]bool) (t Truth, constraint string) {
	return f.check(row, vouched, func(c *check) bool { return !c.constructed && !c.trusted })
}

func (f *Formula) check(row []value.Value, vouched map[string]bool, asked func(*check) bool) (t Truth, constraint string) {
	t = True
	for i := range f.checks {
		c := &f.checks[i]
		if !asked(c) {
			continue
		}
		switch c.program.Test(row) {
		case False:
			return False, c.name
		case Unknown:
			if !vouched[c.name] {
				t, constraint = Unknown, c.name
			}
		}
	}
	return t, constraint
}

// markConstructed notes the checks that the domains of every branch say in
// full: no relation and no judge has a part in them.
func (f *Formula) markConstructed() {
	open := map[string]bool{}
	for _, b := range f.Branches {
		for i := range b.Relations {
			open[b.Relations[i].Constraint] = true
		}
		for _, n := range b.Judged {
			open[n.Constraint] = true
		}
	}
	for i := range f.checks {
		f.checks[i].constructed = len(f.Branches) > 0 && !open[f.checks[i].name] && !f.checks[i].fallible
	}
}

// Fallible reports that rows have to be held against some constraint although
// each cell was drawn from its domain: see fallible.
func (f *Formula) Fallible() bool {
	return slices.ContainsFunc(f.checks, func(c check) bool { return c.fallible })
}

// fallible reports an expression of several sides one of which may raise an
// error: a text that is read as another type, a division. A branch says what
// one side needs, and nothing of the others, which Postgres evaluates first.
func (s *solver) fallible(e *schema.Expr) bool {
	sides, risk := false, false
	e.Walk(func(x *schema.Expr) bool {
		switch x.Kind {
		case schema.ExprOr, schema.ExprAnd, schema.ExprCase, schema.ExprCoalesce:
			sides = true
		case schema.ExprCast:
			from := s.typeOf(x.Args[0])
			risk = risk || len(x.Args[0].Columns()) > 0 && isTextual(from) && !isTextual(x.Type)
		case schema.ExprOp:
			risk = risk || (x.Name == "/" || x.Name == "%") && len(x.Args) == 2 && len(x.Args[1].Columns()) > 0
		}
		return true
	})
	return sides && risk
}

func isTextual(t schema.Type) bool {
	switch short(t) {
	case "text", "varchar", "bpchar", "json", "jsonb", "citext", "name":
		return true
	}
	return false
}

package diff

import (
	"math/big"
	"slices"
	"strings"
)

// form is a canonical expression read back: an atom or a list.
type form struct {
	atom string
	list []form
}

func (f form) head() string {
	if len(f.list) == 0 {
		return ""
	}
	return f.list[0].atom
}

func (f form) String() string {
	if f.list == nil {
		return f.atom
	}
	parts := make([]string, len(f.list))
	for i, e := range f.list {
		parts[i] = e.String()
	}
	return "(" + strings.Join(parts, " ") + ")"
}

// parseForm reads the canonical form of an expression.
func parseForm(s string) form {
	p := &formParser{text: s}
	return p.next()
}

type formParser struct {
	text string
	pos  int
}

func (p *formParser) next() form {
	for p.pos < len(p.text) && p.text[p.pos] == ' ' {
		p.pos++
	}
	if p.pos >= len(p.text) || p.text[p.pos] != '(' {
		return form{atom: p.atom()}
	}
	p.pos++
	out := form{list: []form{}}
	for p.pos < len(p.text) && p.text[p.pos] != ')' {
		before := p.pos
		out.list = append(out.list, p.next())
		if p.pos == before {
			p.pos++ // nothing that can be read
		}
		for p.pos < len(p.text) && p.text[p.pos] == ' ' {
			p.pos++
		}
	}
	p.pos++
	return out
}

func (p *formParser) atom() string {
	start, quoted := p.pos, false
	for ; p.pos < len(p.text); p.pos++ {
		c := p.text[p.pos]
		switch {
		case c == '\'':
			quoted = !quoted
		case !quoted && (c == ' ' || c == '(' || c == ')'):
			return p.text[start:p.pos]
		}
	}
	return p.text[start:]
}

// implies reports whether everything that satisfies a satisfies b, as far as
// a few rules can tell: parts of AND and OR, bounds, lists of values. False
// means that it is not known.
func implies(a, b form) bool {
	switch {
	case a.String() == b.String():
		return true
	case a.head() == "or":
		return all(a.list[1:], func(f form) bool { return implies(f, b) })
	case b.head() == "and":
		return all(b.list[1:], func(f form) bool { return implies(a, f) })
	case a.head() == "and":
		return slices.ContainsFunc(a.list[1:], func(f form) bool { return implies(f, b) })
	case b.head() == "or":
		return slices.ContainsFunc(b.list[1:], func(f form) bool { return implies(a, f) })
	case a.head() == "op" && b.head() == "op":
		return boundImplies(a.list, b.list)
	}
	return listImplies(a, b)
}

func all(forms []form, ok func(form) bool) bool {
	return !slices.ContainsFunc(forms, func(f form) bool { return !ok(f) })
}

// boundImplies compares x > 1 with x > 0 and the like: (op > x '1':int4).
func boundImplies(a, b []form) bool {
	if len(a) != 4 || len(b) != 4 || a[2].String() != b[2].String() {
		return false
	}
	x, ok1 := literalNumber(a[3].atom)
	y, ok2 := literalNumber(b[3].atom)
	if !ok1 || !ok2 {
		return false
	}
	c := x.Cmp(y)
	switch from, to := a[1].atom, b[1].atom; to {
	case ">=":
		return (from == ">" || from == ">=" || from == "=") && c >= 0
	case ">":
		return from == ">" && c >= 0 || (from == ">=" || from == "=") && c > 0
	case "<=":
		return (from == "<" || from == "<=" || from == "=") && c <= 0
	case "<":
		return from == "<" && c <= 0 || (from == "<=" || from == "=") && c < 0
	case "<>":
		return from == "=" && c != 0 || from == ">" && c >= 0 || from == "<" && c <= 0
	}
	return false
}

func literalNumber(atom string) (*big.Rat, bool) {
	if len(atom) < 3 || atom[0] != '\'' {
		return nil, false
	}
	text, _, ok := strings.Cut(atom[1:], "'")
	if !ok {
		return nil, false
	}
	return new(big.Rat).SetString(text)
}

// listImplies: a value of one list is a value of a longer one.
func listImplies(a, b form) bool {
	subject, values, ok := valuesOf(a)
	other, allowed, ok2 := valuesOf(b)
	return ok && ok2 && subject == other && all(values, func(v form) bool {
		return slices.ContainsFunc(allowed, func(w form) bool { return v.String() == w.String() })
	})
}

// valuesOf reads (any = x (array 'a' 'b')) and (op = x 'a').
func valuesOf(f form) (subject string, values []form, ok bool) {
	if len(f.list) != 4 || f.list[1].atom != "=" {
		return "", nil, false
	}
	subject = f.list[2].String()
	switch array := f.list[3]; {
	case f.head() == "any" && array.head() == "array":
		return subject, array.list[1:], true
	case f.head() == "op" && array.list == nil:
		return subject, []form{array}, true
	}
	return "", nil, false
}

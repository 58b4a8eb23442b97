package expr

// candidate is a function or operator that a name may stand for.
type candidate struct {
	params []string
	index  int
}

// choose picks the candidate that Postgres would call with such arguments, by
// the rules of func_select_candidate; -1 when there is none or no best one.
func (a *Analyzer) choose(cands []candidate, args []*Node) int {
	types := make([]Type, len(args))
	for i, n := range args {
		types[i] = n.Type
	}
	for _, c := range cands {
		if exact(c.params, types) {
			return c.index
		}
	}
	var fit []candidate
	for _, c := range cands {
		if a.fits(c.params, args) {
			fit = append(fit, c)
		}
	}
	for i := range types {
		types[i] = a.base(types[i])
	}
	for _, narrow := range []func([]candidate, []Type) []candidate{a.mostExact, a.mostPreferred, a.byCategory, a.byKnown} {
		if len(fit) <= 1 {
			break
		}
		fit = narrow(fit, types)
	}
	if len(fit) != 1 {
		return -1
	}
	return fit[0].index
}

func exact(params []string, types []Type) bool {
	for i, p := range params {
		if p != types[i].Name {
			return false
		}
	}
	return true
}

func (a *Analyzer) fits(params []string, args []*Node) bool {
	for i, p := range params {
		if !a.canCoerce(args[i].Type, Type{Name: p}) {
			return false
		}
	}
	_, ok := a.bind(params, args)
	return ok
}

// best keeps the candidates with the highest score.
func best(cands []candidate, score func(candidate) int) []candidate {
	top := 0
	var out []candidate
	for _, c := range cands {
		s := score(c)
		if s > top {
			top, out = s, nil
		}
		if s == top {
			out = append(out, c)
		}
	}
	return out
}

func (a *Analyzer) mostExact(cands []candidate, types []Type) []candidate {
	return best(cands, func(c candidate) (n int) {
		for i, p := range c.params {
			if types[i].known() && types[i].Name == p {
				n++
			}
		}
		return n
	})
}

func (a *Analyzer) mostPreferred(cands []candidate, types []Type) []candidate {
	return best(cands, func(c candidate) (n int) {
		for i, p := range c.params {
			if !types[i].known() {
				continue
			}
			cat, _ := a.category(types[i])
			pc, preferred := a.category(Type{Name: p})
			if p == types[i].Name || preferred && cat == pc {
				n++
			}
		}
		return n
	})
}

// byCategory looks at the untyped literals: the string category wins, else
// the one category all candidates share, then its preferred type.
func (a *Analyzer) byCategory(cands []candidate, types []Type) []candidate {
	slots := map[int]byte{}
	preferredOnly := map[int]bool{}
	for i, t := range types {
		if t.Name != "unknown" {
			continue
		}
		cat, preferred, ok := a.slotCategory(cands, i)
		if !ok {
			return cands
		}
		slots[i], preferredOnly[i] = cat, preferred
	}
	var out []candidate
	for _, c := range cands {
		keep := true
		for i, p := range c.params {
			if want, ok := slots[i]; ok {
				cat, preferred := a.category(Type{Name: p})
				keep = keep && cat == want && (preferred || !preferredOnly[i])
			}
		}
		if keep {
			out = append(out, c)
		}
	}
	if len(out) == 0 {
		return cands
	}
	return out
}

func (a *Analyzer) slotCategory(cands []candidate, i int) (slot byte, preferred, ok bool) {
	conflict := false
	for n, c := range cands {
		cat, pref := a.category(Type{Name: c.params[i]})
		switch {
		case n == 0:
			slot, preferred = cat, pref
		case cat == slot:
			preferred = preferred || pref
		case cat == 'S':
			slot, preferred, conflict = cat, pref, false
		case slot != 'S':
			conflict = true
		}
	}
	return slot, preferred, !conflict
}

// byKnown assumes that untyped literals are of the one type that all other
// arguments have.
func (a *Analyzer) byKnown(cands []candidate, types []Type) []candidate {
	known := Type{}
	unknowns := false
	for _, t := range types {
		switch {
		case t.Name == "unknown":
			unknowns = true
		case known.Name == "":
			known = t
		case known.Name != t.Name:
			return cands
		}
	}
	if known.Name == "" || !unknowns {
		return cands
	}
	alike := make([]*Node, len(types))
	for i := range alike {
		alike[i] = typed("", "", known)
	}
	var out []candidate
	for _, c := range cands {
		if a.fits(c.params, alike) {
			out = append(out, c)
		}
	}
	if len(out) == 1 {
		return out
	}
	return cands
}

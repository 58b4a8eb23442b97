package predicate

import "slices"

// maxCulprits is how many constraints are tried one by one to find those that
// contradict each other.
const maxCulprits = 48

// culprits are those of the named constraints without any of which the others
// contradict each other no longer, in their order.
func culprits(in Input, names []string) []string {
	without := newSolver(in, 0).others(names)
	if len(names) > maxCulprits || len(compile(in, without).Branches) > 0 {
		return names
	}
	var out []string
	for _, n := range slices.Backward(names) {
		if tried := append(slices.Clip(without), n); len(compile(in, tried).Branches) > 0 {
			out = append(out, n)
		} else {
			without = tried
		}
	}
	slices.Reverse(out)
	if len(out) == 0 {
		return names
	}
	return out
}

// others are the names of the constraints that are none of the given.
func (s *solver) others(names []string) []string {
	return slices.DeleteFunc(s.everyName(), func(n string) bool { return slices.Contains(names, n) })
}

// leave takes constraints out.
func (s *solver) leave(names []string) {
	s.constraints = slices.DeleteFunc(s.constraints, func(n Named) bool { return slices.Contains(names, n.Constraint) })
}

package pipeline

import "slices"

// Reach names the variables of an environment that lead to a server which is
// neither this machine's nor the one of sandboxes, and production's wherever
// it is: what serves agents must not be started with them. Variables to
// ignore are left out. The values are nobody's business.
func (r *Run) Reach(environ, ignore []string) []string {
	admin := one(r.Env(AdminURL))
	var names []string
	if r.Env(ProductionURL) != "" {
		names = append(names, ProductionURL)
	}
	for _, x := range inEnvironment(environ) {
		if x.variable != AdminURL && !x.local() && (admin == nil || x.host != admin.host) {
			names = append(names, x.variable)
		}
	}
	names = slices.DeleteFunc(names, func(name string) bool { return slices.Contains(ignore, name) })
	slices.Sort(names)
	return slices.Compact(names)
}

package diff

import (
	"slices"
	"strings"
)

// impactConstraint: tightened is breaking, loosened additive; when a
// constraint is checked is neither.
func impactConstraint(p *pair) string {
	worst := Neutral
	rate := func(i string) {
		if i == Breaking || worst == Neutral {
			worst = i
		}
	}
	for _, k := range p.keys {
		on := p.new.get(k) != ""
		switch k {
		case "deferrable", "initially deferred", "include":
		case "nulls not distinct", "match full", "without overlaps", "period":
			if k == "without overlaps" || k == "period" {
				rate(Breaking)
				continue
			}
			rate(tightens(on))
		case "no inherit", "not valid", "not enforced":
			rate(tightens(!on))
		case "check":
			rate(impactOfCheck(p.old.get(k), p.new.get(k)))
		case "columns":
			rate(tightens(!p.looserKey()))
		case "where": // an exclusion of fewer rows
			rate(tightens(p.old.get(k) != "" || !on))
		default:
			if !strings.HasPrefix(k, "option ") {
				rate(Breaking)
			}
		}
	}
	return worst
}

// looserKey: a unique constraint over more columns allows more.
func (p *pair) looserKey() bool {
	if p.new.get("form") != "UNIQUE" || p.has("form") {
		return false
	}
	after := strings.Split(p.new.get("columns"), ", ")
	for _, c := range strings.Split(p.old.get("columns"), ", ") {
		if !slices.Contains(after, c) {
			return false
		}
	}
	return true
}

// impactOfCheck: a condition that follows from the old one is looser. Anything
// else is taken for tighter.
func impactOfCheck(before, after string) string {
	return tightens(!implies(parseForm(before), parseForm(after)))
}

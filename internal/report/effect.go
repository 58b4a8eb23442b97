package report

import (
	"regexp"
	"strings"
)

// NewEffects compares the plans of two texts: tables whose rows change, then
// constraints that are met another way, then columns that get other values.
// Refusals that are new stand alone: with them no sandbox is built any more.
// Ranges up to the time of the plan are left out, as they move with it.
func NewEffects(before, after *Plan) []Effect {
	var list []Effect
	known := map[string]bool{}
	for _, r := range before.Refused {
		known[r.Object+"\x00"+r.Constraint] = true
	}
	for _, r := range after.Refused {
		if !known[r.Object+"\x00"+r.Constraint] {
			list = append(list, Effect{Object: join(r.Object, r.Constraint), Now: "refused: " + r.Reason, Fatal: true})
		}
	}
	if len(list) > 0 {
		return list
	}
	settle(before)
	settle(after)
	pairs := pairTables(before.Tables, after.Tables)
	for _, f := range []func(name string, b, a *Planned) []Effect{rowEffects, verdictEffects, columnEffects} {
		for _, p := range pairs {
			list = append(list, f(p.name, p.before, p.after)...)
		}
	}
	return list
}

// moment is a time as generators print it.
const moment = `\d{4}-\d\d-\d\d(?: \d\d:\d\d:\d\d(?:[+-]\d\d)?)?`

var span = regexp.MustCompile(` (` + moment + `)\.\.(` + moment + `)`)

// settle takes the ranges that begin or end at the plan's own day out of it.
func settle(p *Plan) {
	day, _, _ := strings.Cut(p.Now, "T")
	for _, t := range p.Tables {
		for i, c := range t.Columns {
			t.Columns[i].Generator = span.ReplaceAllStringFunc(c.Generator, func(s string) string {
				m := span.FindStringSubmatch(s)
				if day != "" && (strings.HasPrefix(m[1], day) || strings.HasPrefix(m[2], day)) {
					return ""
				}
				return s
			})
		}
	}
}

func join(object, part string) string {
	if part == "" {
		return object
	}
	return object + ", " + part
}

type pairOfTables struct {
	name          string
	before, after *Planned
}

// pairTables pairs by name, in the order of the new plan; what is gone comes
// last.
func pairTables(before, after []Planned) []pairOfTables {
	old := map[string]*Planned{}
	for i := range before {
		old[before[i].Name] = &before[i]
	}
	var list []pairOfTables
	for i := range after {
		list = append(list, pairOfTables{after[i].Name, old[after[i].Name], &after[i]})
		delete(old, after[i].Name)
	}
	for i := range before {
		if x := old[before[i].Name]; x != nil {
			list = append(list, pairOfTables{x.Name, x, nil})
		}
	}
	return list
}

func rowEffects(name string, b, a *Planned) []Effect {
	was, now := rowsOf(b), rowsOf(a)
	if was == now {
		return nil
	}
	return []Effect{{Object: name, Was: was, Now: now}}
}

func rowsOf(t *Planned) string {
	if t == nil {
		return ""
	}
	s := Count(t.Rows, "row")
	if t.CappedBy != "" {
		s += ", capped by " + t.CappedBy
	}
	return s
}

func verdictEffects(name string, b, a *Planned) []Effect {
	if b == nil || a == nil {
		return nil
	}
	was := map[string]string{}
	for _, v := range b.Verdicts {
		was[v.Name] = verdictText(v)
	}
	var list []Effect
	for _, v := range a.Verdicts {
		if now := verdictText(v); was[v.Name] != now {
			list = append(list, Effect{Object: name + ", " + v.Kind + " " + v.Name, Was: was[v.Name], Now: now})
		}
	}
	return list
}

// verdictText is how a constraint is met; how it is constructed in detail is
// the plan's to tell.
func verdictText(v Verdict) string {
	if v.How == "constructed" {
		return v.How
	}
	return strings.TrimSuffix(v.How+": "+v.Reason, ": ")
}

func columnEffects(name string, b, a *Planned) []Effect {
	if b == nil || a == nil {
		return nil
	}
	was := map[string]string{}
	for _, c := range b.Columns {
		was[c.Name] = c.Generator
	}
	var list []Effect
	for _, c := range a.Columns {
		if was[c.Name] != c.Generator {
			list = append(list, Effect{Object: name + "." + c.Name, Was: was[c.Name], Now: c.Generator})
		}
		delete(was, c.Name)
	}
	for _, c := range b.Columns {
		if old, gone := was[c.Name]; gone {
			list = append(list, Effect{Object: name + "." + c.Name, Was: old})
		}
	}
	return list
}

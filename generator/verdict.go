package generator

import (
	"fmt"
	"strconv"

	"github.com/effigydb/effigy/schema"
)

// judgements lists how each constraint is met.
func (t *Table) judgements(members []*schema.Table) {
	how := map[string]string{}
	if t.formula != nil {
		for _, v := range t.formula.Verdicts {
			how[v.Constraint] = v.How
		}
	}
	for _, j := range append(t.pooled, t.judged...) {
		how[j.Constraint] = "judged"
	}
	for _, m := range members {
		for _, c := range m.Constraints {
			v := t.verdict(c.Name, c.Kind.String(), how[c.Name])
			if c.Kind == schema.ForeignKey && t.schema.Table(c.RefTable) == nil {
				v.How, v.Reason = Refused, "the text has no table "+c.RefTable.String()+": the server will not take it, and it is left out"
			}
			t.Verdicts = append(t.Verdicts, v)
		}
		for _, x := range m.Indexes {
			if x.Unique {
				t.Verdicts = append(t.Verdicts, t.verdict(x.Name.Name, "unique", how[x.Name.Name]))
			}
		}
	}
}

func (t *Table) verdict(name, kind, how string) Verdict {
	v := Verdict{Constraint: name, Kind: kind, How: Constructed}
	switch {
	case t.refusal != nil && t.refusal.Constraint == name:
		v.How, v.Reason = Refused, t.refusal.Reason
	case t.awaiting[name]:
		v.How, v.Reason = ToBeVetted, "only a server can judge candidate rows"
	case how == "judged":
		v.How, v.Reason = Vetted, "candidate rows were judged by the server"
	case t.Rows > 0:
		v.Reason = t.construction(name, kind, how)
	}
	return v
}

// construction says how the rows satisfy a constraint that needs no judge.
func (t *Table) construction(name, kind, how string) string {
	if t.fixed {
		return "the fixtures are held against it"
	}
	for _, x := range t.exclusion {
		if x.name == name && x.met {
			return "the rows follow each other"
		}
		if x.name == name && t.brood != nil {
			return "the rows of one row of " + t.brood.first.parent.Name.String() + " follow each other"
		}
		if x.name == name {
			return "rows were searched so that none conflict"
		}
	}
	for _, u := range t.uniques {
		switch {
		case u.name != name:
		case t.lasts(u):
			return "of the rows of one row of " + t.brood.first.parent.Name.String() + " the last alone counts"
		case t.ordered(u):
			return "rows that count take parents in turn"
		case u.met:
			return t.ranked(u)
		default:
			return "rows were searched so that keys differ"
		}
	}
	for _, l := range t.links {
		switch {
		case l.name != name:
		case l.usable():
			return "each row repeats the key of a row of " + l.parent.Name.String()
		default:
			return "there is no row to refer to: NULL"
		}
	}
	switch {
	case how == "tested":
		return "each row is tested"
	case kind == "check":
		return "values are drawn from what it leaves"
	}
	return ""
}

// ranked says which unit makes a key distinct.
func (t *Table) ranked(u *unique) string {
	if t.stamped(u) {
		return "no two rows have moments at the same place in a cycle"
	}
	for _, x := range t.units {
		if x.brood != nil && x.tells(t.keyed(u)) {
			return t.brood.says(t, x)
		}
		if x.brood != nil || !subset(x.columns(), t.keyed(u)) {
			continue
		}
		var names []string
		for _, c := range x.columns() {
			names = append(names, t.columns[c].name)
		}
		return fmt.Sprintf("%s by rank, of %s", list(names), count(x.size))
	}
	return ""
}

// count is a number of keys for people.
func count(n uint64) string {
	if n > 1_000_000_000 {
		return "more than 1000000000"
	}
	return strconv.FormatUint(n, 10)
}

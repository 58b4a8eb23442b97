package diff

import (
	"cmp"
	"slices"
	"strings"
)

// result turns the differences into changes, worst first.
func (c *comparison) result(opt Options) *Result {
	out := &Result{Changes: []Change{}, Ignored: []Ignored{}}
	deps := newDependents(c)
	for _, p := range c.pairs {
		if p.silent {
			continue
		}
		ch := c.toChange(p)
		if rule := opt.rule(ch); rule != "" {
			out.Ignored = append(out.Ignored, Ignored{ch, rule})
			continue
		}
		if ch.Level == Semantic && ch.Change != "added" {
			ch.Dependents = deps.of(p)
		}
		out.Add(ch)
	}
	out.Sort()
	out.Renames = c.renames()
	return out
}

// Sort brings the changes into their order.
func (r *Result) Sort() { slices.SortStableFunc(r.Changes, order) }

// Add puts a change at the end and counts it.
func (r *Result) Add(ch Change) {
	r.Changes = append(r.Changes, ch)
	switch ch.Level {
	case Semantic:
		r.Drift = true
	case Cosmetic:
		r.Cosmetic++
	default:
		r.Environment++
	}
}

func (o Options) rule(ch Change) string {
	if slices.Contains(o.IgnoreKinds, ch.Kind) {
		return "kind " + ch.Kind
	}
	if o.Ignore != nil {
		return o.Ignore(ch)
	}
	return ""
}

func (c *comparison) toChange(p *pair) Change {
	f := p.fact()
	ch := Change{Kind: f.kind, Name: f.name, Change: p.change(), Level: p.level, Impact: Neutral, Line: f.line, Relation: f.table}
	if p.old != nil {
		ch.OldLine = p.old.line
	}
	switch {
	case p.old == nil:
		ch.After = p.new.text()
	case p.new == nil:
		ch.Before = p.old.text()
	default:
		ch.Before, ch.After = p.texts()
	}
	if p.level == Semantic {
		ch.Impact = impact(p)
	}
	return ch
}

// texts prints both sides of a change: of a column or constraint the whole,
// of anything else what differs.
func (p *pair) texts() (before, after string) {
	switch p.fact().kind {
	case "column", "constraint":
		before, after = p.old.text(), p.new.text()
	}
	if before == after {
		before, after = p.side(p.old, p.new), p.side(p.new, p.old)
	}
	if before == after {
		before, after = p.old.definition(), p.new.definition()
	}
	return before, after
}

// side prints what differs as one fact has it; a flag that only the other one
// has is told too, so that no side is blank.
func (p *pair) side(f, other *fact) string {
	parts := []string{}
	if text := f.textOf(p.keys); text != "" {
		parts = append(parts, text)
	}
	for _, k := range p.keys {
		if f.get(k) == "" && other.get(k) == "yes" {
			parts = append(parts, "without "+strings.TrimLeft(k, cosmeticMark+environmentMark))
		}
	}
	return strings.Join(parts, "; ")
}

var (
	levelOrder  = []string{Semantic, Cosmetic, Environment}
	impactOrder = []string{Security, Breaking, Additive, Neutral}
)

func order(a, b Change) int {
	return cmp.Or(
		cmp.Compare(slices.Index(levelOrder, a.Level), slices.Index(levelOrder, b.Level)),
		cmp.Compare(slices.Index(impactOrder, a.Impact), slices.Index(impactOrder, b.Impact)),
		strings.Compare(a.Kind, b.Kind),
		strings.Compare(a.Name, b.Name),
		strings.Compare(a.Change, b.Change),
	)
}

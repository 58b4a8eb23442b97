package diff

import "strings"

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
		case "where":
			rate(Breaking)
		default:
			if !strings.HasPrefix(k, "option ") {
				rate(Breaking)
			}
		}
	}
	return worst
}

// impactOfCheck: a list of allowed values that only grew is looser. Anything
// else is taken for tighter.
func impactOfCheck(before, after string) string {
	b, bl, okB := cutList(before)
	a, al, okA := cutList(after)
	if !okA || !okB || a != b {
		return Breaking
	}
	have := map[string]bool{}
	for _, v := range al {
		have[v] = true
	}
	for _, v := range bl {
		if !have[v] {
			return Breaking
		}
	}
	return Additive
}

// cutList splits (any = x (array 'a' 'b')) into what stands around the list
// and the list.
func cutList(form string) (around string, values []string, ok bool) {
	if !strings.HasPrefix(form, "(any = ") {
		return "", nil, false
	}
	head, rest, ok := strings.Cut(form, " (array ")
	if !ok || !strings.HasSuffix(rest, "))") || strings.Contains(rest, "(") {
		return "", nil, false
	}
	return head, splitLiterals(strings.TrimSuffix(rest, "))")), true
}

func splitLiterals(s string) []string {
	var out []string
	start, quoted := 0, false
	for i := range len(s) {
		switch {
		case s[i] == '\'':
			quoted = !quoted
		case s[i] == ' ' && !quoted:
			out = append(out, s[start:i])
			start = i + 1
		}
	}
	return append(out, s[start:])
}

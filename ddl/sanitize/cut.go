package sanitize

import (
	"strings"

	"github.com/effigydb/effigy/ddl/autoname"
)

// cutNames are rules for derived names that Postgres cut to fit 63 bytes, so
// that only the head of an old name stands in them: each such name as a whole
// is given away for one with the new name in that place.
func cutNames(in string, rules []rule) []rule {
	var out []rule
	seen := map[string]bool{}
	for _, t := range deepTokens(in) {
		name := strings.Trim(t.text, `"`)
		if t.kind != word && t.kind != identifier || len(name) != autoname.Max || seen[name] {
			continue
		}
		seen[name] = true
		for _, r := range rules {
			if with := r.inCut(name); with != name && len(with) <= autoname.Max {
				out = append(out, rule{old: name, new: with, fold: t.kind == word})
				break
			}
		}
	}
	return out
}

// inCut replaces the longest head of the old name that ends a part of a cut
// name. A head of less than half the old name is too little to tell.
func (r rule) inCut(name string) string {
	if containsWordOf(name, r) {
		return name // the old name is whole
	}
	for n := len(r.old) - 1; n >= (len(r.old)+1)/2; n-- {
		head := r.old[:n]
		for i := 0; i+n < len(name); i++ {
			if (i == 0 || name[i-1] == '_') && name[i+n] == '_' && (name[i:i+n] == head || r.fold && strings.EqualFold(name[i:i+n], head)) {
				return name[:i] + r.new + name[i+n:]
			}
		}
	}
	return name
}

package predicate

import "github.com/effigydb/effigy/generator/value"

// CheckKnown is Check but for the constraints listed in vouched, which are
// known to hold by other means: Unknown is not reported of those.
func (f *Formula) CheckKnown(row []value.Value, vouched map[string]bool) (t Truth, constraint string) {
	t = True
	for _, c := range f.checks {
		switch c.program.Test(row) {
		case False:
			return False, c.name
		case Unknown:
			if !vouched[c.name] {
				t, constraint = Unknown, c.name
			}
		}
	}
	return t, constraint
}

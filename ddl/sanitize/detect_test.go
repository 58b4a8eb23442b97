package sanitize

import "testing"

func TestEveryPatternCompiles(t *testing.T) {
	for _, d := range detectors {
		if d.pattern() == nil {
			t.Errorf("%s has no pattern", d.kind)
		}
	}
}

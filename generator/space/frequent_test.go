package space

import (
	"testing"

	"github.com/effigydb/effigy/generator/draw"
)

// TestFrequent holds the frequent label to what becomes of most rows, and to no
// exception.
func TestFrequent(t *testing.T) {
	for want, labels := range map[string][]string{
		"paid":  {"draft", "open", "uncollectible", "paid"},
		"basic": {"cancelled", "basic"},
		"held":  {"pending", "held", "expired"},
	} {
		for key := range draw.Key(20) {
			if got := labels[Frequent(len(labels), func(i int) string { return labels[i] }, key)]; got != want {
				t.Errorf("%v: %s is frequent, want %s", labels, got, want)
			}
		}
	}
}

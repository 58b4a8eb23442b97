package config

import "github.com/xrash/smetrics"

// Nearest returns the candidate that a mistyped word most likely means, or ""
// when none is near: at most a third of its letters, and two at least, may
// differ. Of several equally near the first wins.
func Nearest(word string, candidates []string) string {
	best, limit := "", max(2, len(word)/3)
	for _, c := range candidates {
		d := smetrics.WagnerFischer(word, c, 1, 1, 1)
		if d <= limit && d < len(c) {
			best, limit = c, d-1
		}
	}
	return best
}

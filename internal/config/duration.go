package config

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// durationError is a text that is no duration.
type durationError struct{ text string }

// Error says what a duration looks like.
func (e *durationError) Error() string {
	return fmt.Sprintf("%q is no duration such as 90s, 15m, 36h or 7d", e.text)
}

// place is the line of the text and its key, as they follow the file's name.
func (e *durationError) place(file []byte) string {
	line := regexp.MustCompile(`^.*?([A-Za-z_]+)\s*:\s*["']?` + regexp.QuoteMeta(e.text) + `["']?\s*[,}]?`)
	for i, l := range strings.Split(string(file), "\n") {
		if m := line.FindStringSubmatch(l); m != nil {
			return fmt.Sprintf(":%d: %s", i+1, m[1])
		}
	}
	return ""
}

// readDuration reads what time.ParseDuration reads, and whole days.
func readDuration(d *time.Duration, text []byte) (err error) {
	s := strings.Trim(strings.TrimSpace(string(text)), `"'`)
	if days, is := strings.CutSuffix(s, "d"); is {
		n, err := strconv.ParseUint(days, 10, 16)
		if *d = time.Duration(n) * 24 * time.Hour; err == nil {
			return nil
		}
	}
	if *d, err = time.ParseDuration(s); err != nil {
		return &durationError{s}
	}
	return nil
}

package config

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// valueError is a text that is not what a key takes.
type valueError struct{ text, want string }

// Error says what the key takes.
func (e *valueError) Error() string { return fmt.Sprintf("%q is no %s", e.text, e.want) }

// place is the line of the text and its key, as they follow the file's name.
func (e *valueError) place(file []byte) string {
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
		return &valueError{s, "duration such as 90s, 15m, 36h or 7d"}
	}
	return nil
}

// readWhole reads a whole number; the decoder would cut 1.5 to 1.
func readWhole[T int | int64](n *T, text []byte) error {
	s := strings.TrimSpace(string(text))
	whole, err := strconv.ParseInt(s, 0, 64)
	if err != nil {
		f, err := strconv.ParseFloat(s, 64)
		if whole = int64(f); err != nil || float64(whole) != f {
			return &valueError{s, "whole number"}
		}
	}
	*n = T(whole)
	return nil
}

// durationFault says which duration can't be one, or "".
func (c *Config) durationFault() string {
	switch {
	case c.Sandbox.TTL != nil && *c.Sandbox.TTL <= 0:
		return "sandbox.ttl is a positive duration"
	case c.Dump.LockWait < 0:
		return "dump.lock_wait is a positive duration"
	case c.Dump.Deadline < 0:
		return "dump.deadline is a positive duration"
	}
	return ""
}

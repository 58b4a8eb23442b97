package config

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// valueError is a text that is not what a key takes.
type valueError struct{ text, want string }

// Error says what the key takes.
func (e *valueError) Error() string { return fmt.Sprintf("%q is no %s", e.text, e.want) }

// Duration reads what time.ParseDuration reads, and whole days.
func Duration(s string) (time.Duration, error) {
	if days, is := strings.CutSuffix(s, "d"); is {
		if n, err := strconv.ParseUint(days, 10, 16); err == nil {
			return time.Duration(n) * 24 * time.Hour, nil
		}
	}
	d, err := time.ParseDuration(s)
	if err != nil {
		return 0, &valueError{s, "duration such as 90s, 15m, 36h or 7d"}
	}
	return d, nil
}

func readDuration(d *time.Duration, text []byte) (err error) {
	*d, err = Duration(strings.Trim(strings.TrimSpace(string(text)), `"'`))
	return err
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

package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/effigydb/effigy/internal/config"
)

// choose returns a flag's value, else the setting's, else the default; it
// must be one of the allowed words.
func choose(c *cli.Context, flag, setting string, allowed []string, fallback string) (string, error) {
	value := c.String(flag)
	if value == "" {
		value = setting
	}
	if value == "" {
		return fallback, nil
	}
	if slices.Contains(allowed, value) {
		return value, nil
	}
	hint := "one of " + strings.Join(allowed, ", ")
	if near := config.Nearest(value, allowed); near != "" {
		hint = "did you mean " + near + "?"
	}
	return "", usage(fmt.Sprintf("--%s: unknown value %q", flag, value), hint)
}

// hintOf is the hint of an error or of one below it, or "".
func hintOf(err error) string {
	var h interface{ Hint() string }
	if errors.As(err, &h) {
		return h.Hint()
	}
	return ""
}

// cutEnv is the name of the variable that env:NAME stands for.
func cutEnv(s string) (string, bool) { return strings.CutPrefix(s, "env:") }

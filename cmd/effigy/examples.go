package main

import (
	"strings"

	"github.com/urfave/cli/v2"
)

// examples are shown by --help for commands whose description has none.
var examples = map[string]string{
	"sanitize":       "effigy sanitize dump.sql --report findings.json > schema.sql",
	"sandbox list":   "effigy sandbox list --json",
	"sandbox show":   "effigy sandbox show dev",
	"sandbox url":    "psql \"$(effigy sandbox url dev)\"",
	"sandbox verify": "effigy sandbox verify dev --strict",
	"sandbox extend": "effigy sandbox extend dev 48h",
	"sandbox drop":   "effigy sandbox drop dev",
	"sandbox clean":  "effigy sandbox clean --dry-run",
	"audit verify":   "effigy audit verify",
	"audit path":     "effigy audit path",
	"server start":   "effigy server start",
	"server stop":    "effigy server stop",
	"server status":  "effigy server status --json",
}

// exemplify gives a command that has no example the one of the table.
func exemplify(path string, c *cli.Command) {
	example := examples[path]
	if example == "" || strings.Contains(c.Description, "  effigy ") {
		return
	}
	if c.Description != "" {
		c.Description += "\n\n"
	}
	c.Description += "  " + example
}

package main

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"text/tabwriter"

	"github.com/urfave/cli/v2"

	"github.com/effigydb/effigy/internal/gate"
)

func (p *program) query() *cli.Command {
	return &cli.Command{
		Name:      "query",
		Usage:     "one bounded read-only SELECT on a sandbox",
		ArgsUsage: "SQL|-",
		Description: "It runs as the sandbox's reader in a READ ONLY transaction, and is written to the audit\n" +
			"log. Exit status 4 when it is refused, by the gate or by the server's permissions.\n\n" +
			"  effigy query 'SELECT status, count(*) FROM orders GROUP BY 1'\n" +
			"  effigy query --sandbox dev --json - < report.sql",
		Flags: append(gateFlags(),
			&cli.StringFlag{Name: "sandbox", Usage: "the sandbox's `NAME`; without it that of EFFIGY_SANDBOX, of .env.effigy, or the only one"},
			&cli.StringFlag{Name: "file", Usage: "read the statement from `FILE`"},
			&cli.BoolFlag{Name: "explain", Usage: "show the plan, run nothing", DisableDefaultText: true},
			&cli.BoolFlag{Name: "csv", Usage: "print CSV", DisableDefaultText: true},
			jsonFlag(), configFlag(),
		),
		Action: p.runQuery,
	}
}

func (p *program) runQuery(c *cli.Context) error {
	run, err := p.start(c)
	if err != nil {
		return err
	}
	g, err := p.gate(c, run)
	if err != nil {
		return err
	}
	sql, err := p.statement(c, g.Limits.Text)
	if err != nil {
		return err
	}
	result, err := g.Query(c.Context, gate.Request{
		Face: "cli", Who: p.who(), Sandbox: c.String("sandbox"), SQL: sql, Explain: c.Bool("explain"),
	})
	var fault *gate.Error
	if errors.As(err, &fault) && c.Bool("json") {
		if err := p.printLine(map[string]any{"error": fault}); err != nil {
			return err
		}
	}
	if err != nil {
		return err
	}
	return p.printResult(c, result)
}

// statement reads the text from the argument, a file or stdin; what is longer
// than the limit is cut just above it, to be refused.
func (p *program) statement(c *cli.Context, limit int) (string, error) {
	name := c.String("file")
	switch {
	case name != "" && c.NArg() > 0:
		return "", usage("query: --file and an argument", "give one of the two")
	case name == "":
		if err := arguments(c, 1, 1); err != nil {
			return "", err
		}
		if c.Args().First() != "-" {
			return c.Args().First(), nil
		}
	}
	in := p.stdin
	if name != "" {
		f, err := os.Open(p.path(name))
		if err != nil {
			return "", err
		}
		defer f.Close()
		in = f
	}
	text, err := io.ReadAll(io.LimitReader(in, int64(limit)+1))
	return string(text), err
}

// printLine prints JSON without blanks, so that an answer is no longer than
// its limit says.
func (p *program) printLine(v any) error { return json.NewEncoder(p.stdout).Encode(v) }

func (p *program) printResult(c *cli.Context, r *gate.Result) error {
	if c.Bool("json") {
		return p.printLine(r)
	}
	if r.Notice != "" {
		fmt.Fprintln(p.stderr, "notice: "+r.Notice)
	}
	if r.Truncated != "" {
		fmt.Fprintf(p.stderr, "notice: truncated by the limit of %s\n", r.Truncated)
	}
	names := make([]string, len(r.Columns))
	for i, col := range r.Columns {
		names[i] = col.Name
	}
	if c.Bool("csv") {
		return p.printCSV(names, r)
	}
	return p.printTable(names, r)
}

func (p *program) printCSV(names []string, r *gate.Result) error {
	w := csv.NewWriter(p.stdout)
	if err := w.Write(names); err != nil {
		return err
	}
	for _, row := range r.Rows {
		cells, err := texts(row, "")
		if err != nil {
			return err
		}
		if err := w.Write(cells); err != nil {
			return err
		}
	}
	w.Flush()
	return w.Error()
}

// printTable prints aligned columns. Control characters are printed as
// escapes: a value must not steer a terminal.
func (p *program) printTable(names []string, r *gate.Result) error {
	w := tabwriter.NewWriter(p.stdout, 0, 8, 2, ' ', 0)
	fmt.Fprintln(w, printable(names))
	for _, row := range r.Rows {
		cells, err := texts(row, "∅")
		if err != nil {
			return err
		}
		fmt.Fprintln(w, printable(cells))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	rows := "rows"
	if r.RowCount == 1 {
		rows = "row"
	}
	_, err := fmt.Fprintf(p.stderr, "%d %s, %d ms\n", r.RowCount, rows, r.ElapsedMS)
	return err
}

// texts are the values of a row as text.
func texts(row json.RawMessage, null string) ([]string, error) {
	d := json.NewDecoder(strings.NewReader(string(row)))
	d.UseNumber()
	var values []any
	if err := d.Decode(&values); err != nil {
		return nil, err
	}
	cells := make([]string, len(values))
	for i, v := range values {
		if cells[i] = fmt.Sprint(v); v == nil {
			cells[i] = null
		}
	}
	return cells, nil
}

func printable(cells []string) string {
	out := make([]string, len(cells))
	for i, s := range cells {
		out[i] = strings.Map(func(r rune) rune {
			switch {
			case r == '\n':
				return '⏎'
			case r == '\t':
				return ' '
			case r < ' ', r >= 0x7f && r < 0xa0:
				return '·'
			}
			return r
		}, s)
	}
	return strings.TrimRight(strings.Join(out, "\t"), "\t")
}

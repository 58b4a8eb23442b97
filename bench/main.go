// Command bench measures what the limits of Postgres allow: each row of its
// table is one thing of effigy's against the same thing done by Postgres' own
// programs, in turn, on one server, in one run. It prints ratios only next to
// the two figures they come from, and never compares runs.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	size := flag.Float64("size", 1, "factor on the numbers of rows")
	rounds := flag.Int("rounds", 5, "of each row; the table shows medians")
	program := flag.String("effigy", "bin/effigy", "the program to measure")
	only := flag.String("only", "", "comma-separated names of rows; empty for all")
	flag.Parse()
	if err := run(ctx, *program, *size, *rounds, *only); err != nil {
		fmt.Fprintln(os.Stderr, "error:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, program string, size float64, rounds int, only string) error {
	l, err := newLab(ctx, program, size)
	if err != nil {
		return err
	}
	defer l.close()
	fmt.Printf("%s, PostgreSQL %s, size %g, medians of %d, %s\n\n", machine(), l.server.Version, size, rounds, time.Now().UTC().Format("2006-01-02"))
	fmt.Println("| what | effigy | against | | ratio | wanted |\n|---|---|---|---|---|---|")
	for _, r := range rows {
		if only != "" && !slices.Contains(strings.Split(only, ","), r.name) {
			continue
		}
		if err := r.measure(ctx, l, rounds); err != nil {
			return fmt.Errorf("%s: %w", r.name, err)
		}
	}
	return nil
}

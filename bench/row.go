package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// row is one line of the table. A round returns both figures in the unit of
// the row; the first round warms up what begin left cold and counts like the
// others.
type row struct {
	name    string
	what    string
	against string
	unit    string // of both figures
	wanted  float64
	less    bool // the ratio is to be at most, not at least, what is wanted
	begin   func(context.Context, *lab) (round, error)
}

// round measures ours and theirs once.
type round func(context.Context) (ours, theirs float64, err error)

// errSkip is returned by begin where something that the row needs is missing.
var errSkip = errors.New("left out")

var rows = []row{
	{"fill", "rows of 7 columns by Fill, one stream per core", "COPY BINARY from a file on the server", "M rows/s", 0.9, false, fill(0)},
	{"fill1", "the same, one stream", "COPY BINARY from a file on the server", "M rows/s", 0.9, false, fill(1)},
	{"rebuild", "rebuild of examples/shop without verify", "pg_restore -j 2 of the same database", "s", 0.9, true, rebuildShop},
	{"drizzle", "customers and orders with keys", "drizzle-seed 0.3", "k rows/s", 25, false, drizzle},
	{"cold", "no cluster to a filled shop of 10 k rows", "initdb, start, psql of the schema", "s", 1.5, true, cold},
	{"reset", "reset of a sandbox", "createdb -T of the same", "s", 1.5, true, reset},
	{"musicbrainz", "rebuild of 10 rows a table, verified", "psql of the text in one transaction", "s", 1.6, true, musicbrainz},
	{"memory", "peak memory of a rebuild of 100 times the rows", "of the rows", "MB", 1.2, true, memory},
	{"plan", "CPU of a plan of musicbrainz", "the bound", "s", 1, true, planCPU},
	{"jobs", "two equal tables, rows by two streams", "by one stream", "M rows/s", 1.4, false, jobs},
}

func (r row) measure(ctx context.Context, l *lab, rounds int) error {
	one, err := r.begin(ctx, l)
	if errors.Is(err, errSkip) {
		fmt.Printf("| %s | – | %s | – | %v | |\n", r.what, r.against, err)
		return nil
	}
	if err != nil {
		return err
	}
	var ours, theirs, ratios []float64
	for range rounds {
		a, b, err := one(ctx)
		if err != nil {
			return err
		}
		ours, theirs, ratios = append(ours, a), append(theirs, b), append(ratios, a/b)
	}
	sign, met := "≥", median(ratios) >= r.wanted
	if r.less {
		sign, met = "≤", median(ratios) <= r.wanted
	}
	note := ""
	if !met {
		note = " (missed)"
	}
	fmt.Printf("| %s | %.3g %s | %s | %.3g %s | %.2f | %s %g%s |\n", r.what, median(ours), r.unit, r.against, median(theirs), r.unit,
		median(ratios), sign, r.wanted, note)
	fmt.Fprintf(log, "%s: ratios %s\n", r.name, strings.Trim(fmt.Sprintf("%.2f", ratios), "[]"))
	return nil
}

// median of a list that is not empty.
func median(list []float64) float64 {
	s := slices.Sorted(slices.Values(list))
	if n := len(s); n%2 == 0 {
		return (s[n/2-1] + s[n/2]) / 2
	}
	return s[len(s)/2]
}

package gate

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"sync"
)

// counts are what the gate did since it was started.
type counts struct {
	mu                 sync.Mutex
	attempts           map[[2]string]int64 // by tool and verdict
	rows, bytes, milli int64
}

func (c *counts) add(e *Entry) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.attempts == nil {
		c.attempts = map[[2]string]int64{}
	}
	c.attempts[[2]string{e.Tool, e.Verdict}]++
	c.rows += int64(e.Rows)
	c.bytes += int64(e.Bytes)
	c.milli += e.MS
}

// WriteMetrics prints the counts in the text format of Prometheus.
func (g *Gate) WriteMetrics(w io.Writer) {
	c := &g.counts
	c.mu.Lock()
	defer c.mu.Unlock()
	fmt.Fprint(w, "# HELP effigy_gate_attempts_total Attempts by tool and verdict.\n# TYPE effigy_gate_attempts_total counter\n")
	keys := slices.SortedFunc(maps.Keys(c.attempts), func(a, b [2]string) int { return slices.Compare(a[:], b[:]) })
	for _, k := range keys {
		fmt.Fprintf(w, "effigy_gate_attempts_total{tool=%q,verdict=%q} %d\n", k[0], k[1], c.attempts[k])
	}
	for _, x := range []struct {
		name, help string
		value      float64
	}{
		{"rows_total", "Rows handed out.", float64(c.rows)},
		{"bytes_total", "Bytes of answers.", float64(c.bytes)},
		{"seconds_total", "Time spent on attempts.", float64(c.milli) / 1000},
	} {
		fmt.Fprintf(w, "# HELP effigy_gate_%[1]s %[2]s\n# TYPE effigy_gate_%[1]s counter\neffigy_gate_%[1]s %[3]g\n", x.name, x.help, x.value)
	}
}

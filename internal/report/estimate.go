package report

import (
	"fmt"
	"io"
)

// Estimate is what a rebuild is expected to cost. Bytes are those of the
// tables and their indexes on the server; Seconds come from a probe of it,
// and are 0 where no server was there.
type Estimate struct {
	TableBytes int64   `json:"table_bytes"`
	IndexBytes int64   `json:"index_bytes"`
	Seconds    float64 `json:"seconds"`
}

func (e *Estimate) write(w io.Writer) {
	if e == nil {
		return
	}
	fmt.Fprintf(w, "expected: %s of tables and %s of indexes", size(e.TableBytes), size(e.IndexBytes))
	if e.Seconds > 0 {
		fmt.Fprintf(w, ", a rebuild of about %.0f s on this server", max(e.Seconds, 1))
	}
	fmt.Fprintln(w)
}

// size is a number of bytes for people.
func size(n int64) string {
	for _, unit := range []string{"kB", "MB", "GB"} {
		if n < 10_000_000 || unit == "GB" {
			if unit == "kB" {
				return fmt.Sprintf("%d kB", n/1000)
			}
		}
		if n /= 1000; n < 10_000 {
			return fmt.Sprintf("%d %s", n, unit)
		}
	}
	return fmt.Sprintf("%d GB", n)
}

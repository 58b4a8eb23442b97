package generator_test

import (
	"strconv"
	"testing"
)

// TestSpread: a column that few branches of a check leave open is NULL in as many
// rows as others, and values on both sides of a gap occur.
func TestSpread(t *testing.T) {
	p := planOf(t, `CREATE TABLE trip (id int PRIMARY KEY, booked_at timestamp NOT NULL, packed_at timestamp, left_at timestamp, home_at timestamp,
	CHECK (packed_at >= booked_at), CHECK (left_at IS NULL OR packed_at IS NOT NULL AND left_at >= packed_at), CHECK (home_at IS NULL OR left_at IS NOT NULL AND home_at >= left_at),
	temp int NOT NULL CHECK (temp BETWEEN -40 AND 120) CHECK (temp NOT BETWEEN 0 AND 60));`, 400)
	rows := lines(t, p, "trip")
	unpacked, cold := 0, 0
	for _, cell := range column(rows, 2) {
		if cell == `\N` {
			unpacked++
		}
	}
	for _, cell := range column(rows, 5) {
		if n, err := strconv.Atoi(cell); err != nil || n < 0 {
			cold++
		}
	}
	if unpacked < 12 || cold < 20 || cold > 380 {
		t.Errorf("%d rows are not packed, %d are cold", unpacked, cold)
	}
}

package generator_test

import (
	"strings"
	"testing"
)

// TestStory: the moments of a row are those that its status says have come, and
// without one nothing comes before what it follows.
func TestStory(t *testing.T) {
	p := planOf(t, `CREATE TYPE stage AS ENUM ('pending', 'paid', 'shipped', 'delivered', 'cancelled');
		CREATE TABLE orders (id integer PRIMARY KEY, delivered_at timestamptz, paid_at timestamptz, shipped_at timestamptz, cancelled_at timestamptz, status stage NOT NULL, created_at timestamptz NOT NULL);
		CREATE TABLE plain (id integer PRIMARY KEY, delivered_at timestamptz, paid_at timestamptz, shipped_at timestamptz, returned_at timestamptz);
		CREATE TABLE job (id integer PRIMARY KEY, state text NOT NULL CHECK (state IN ('queued', 'running', 'finished', 'failed')), finished_at timestamptz, started_at timestamptz, failed_at timestamptz, note text CHECK (note <> state));`, 400)
	want := map[string]string{"pending": "....", "paid": ".p..", "shipped": ".ps.", "delivered": "dps."}
	seen := map[string]bool{}
	for _, r := range lines(t, p, "orders") {
		cells := strings.Split(r, "\t")
		got := marks(cells[1:5], "dpsc")
		if seen[cells[5]] = true; cells[5] == "cancelled" && !strings.HasSuffix(got, ".c") || cells[5] != "cancelled" && got != want[cells[5]] {
			t.Fatalf("%s: %s", cells[5], got)
		}
	}
	if len(seen) != 5 {
		t.Errorf("labels %v", seen)
	}
	returned := 0
	for _, r := range lines(t, p, "plain") {
		switch got := marks(strings.Split(r, "\t")[1:5], "dpsr"); got {
		case "....", ".p..", ".ps.", "dps.":
		case "dpsr":
			returned++
		default:
			t.Fatal(got)
		}
	}
	if returned == 0 || returned > 100 {
		t.Errorf("%d of 400 were returned", returned)
	}
	want = map[string]string{"queued": "...", "running": ".s.", "finished": "fs."}
	for _, r := range lines(t, p, "job") {
		cells := strings.Split(r, "\t")
		if got := marks(cells[2:5], "fsx"); want[cells[1]] != "" && got != want[cells[1]] || cells[1] == "failed" && !strings.HasSuffix(got, "x") {
			t.Fatalf("%s: %s", cells[1], got)
		}
	}
}

// marks has a letter for each cell that has a value, and a dot for each other.
func marks(cells []string, letters string) string {
	out := []byte(letters)
	for i, c := range cells {
		if c == `\N` {
			out[i] = '.'
		}
	}
	return string(out)
}

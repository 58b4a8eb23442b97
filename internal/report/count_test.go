package report

import "testing"

func TestCount(t *testing.T) {
	for n, want := range map[int]string{0: "0 tables", 1: "1 table", 2: "2 tables", -1: "-1 tables"} {
		if got := Count(n, "table"); got != want {
			t.Errorf("%d: %q", n, got)
		}
	}
}

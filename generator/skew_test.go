package generator_test

import "testing"

// TestSkewAcrossAlternatives holds that a category keeps its skew where a rule
// parts its labels between alternatives.
func TestSkewAcrossAlternatives(t *testing.T) {
	p := planOf(t, `CREATE TABLE t (id integer PRIMARY KEY, state text NOT NULL CHECK (state IN ('new', 'paid', 'gone')), gone_at timestamptz,
		CHECK ((state = 'gone') = (gone_at IS NOT NULL)), open boolean NOT NULL, shut_at timestamptz, CHECK (open = (shut_at IS NULL)));`, 1000)
	rows := lines(t, p, "t")
	for _, c := range []int{1, 3} {
		count := map[string]int{}
		for _, v := range column(rows, c) {
			count[v]++
		}
		most := 0
		for _, n := range count {
			most = max(most, n)
			if n < 20 {
				t.Errorf("a label of column %d has few rows: %v", c, count)
			}
		}
		if most < 600 || most > 900 {
			t.Errorf("column %d: %v", c, count)
		}
	}
}

package generator

import "testing"

// TestTold: a rule that tells a reference of a row to its own table is met for
// every row: lists along their numbers, roots that are the row itself.
func TestTold(t *testing.T) {
	const rows = 5000
	for name, text := range map[string]string{
		"list":  `CREATE TABLE t (id int PRIMARY KEY, prev int UNIQUE REFERENCES t, CHECK ((prev IS NULL) = (id = 1)), CHECK (prev = id - 1));`,
		"chain": `CREATE TABLE t (n int NOT NULL UNIQUE, prev_n int UNIQUE REFERENCES t (n), CHECK (prev_n = n - 1 OR n = 1));`,
		"root":  `CREATE TABLE t (id int PRIMARY KEY, parent int REFERENCES t, root int NOT NULL REFERENCES t, CHECK (parent IS NOT NULL OR root = id));`,
		"level": `CREATE TABLE t (id int PRIMARY KEY, parent int REFERENCES t, root int NOT NULL REFERENCES t, lvl int NOT NULL CHECK (lvl >= 0), CHECK ((parent IS NULL) = (lvl = 0)), CHECK (parent < id), CHECK (root <= id));`,
	} {
		t.Run(name, func(t *testing.T) {
			p := planOf(t, text, rows)
			x := p.Tables[0]
			if x.Rows != rows {
				t.Fatalf("%d rows, capped by %q: %s", x.Rows, x.CappedBy, x.CapReason)
			}
			m, keys := newMaker(x), map[int64]bool{}
			for i := range x.Rows {
				if !m.at(i) {
					t.Fatalf("row %d can't be made: %s", i, m.blamed)
				}
				keys[m.row[0].I] = true
				for _, l := range x.links {
					if v := m.row[l.cols[0]]; !v.IsNull() && !keys[v.I] {
						t.Fatalf("row %d refers to %d, which no row up to it is", i, v.I)
					}
				}
			}
		})
	}
}

package generator

import "testing"

// TestLostParent: a foreign key to a table that the text lacks is not said to
// be met.
func TestLostParent(t *testing.T) {
	p := planOf(t, `CREATE TABLE a (id int PRIMARY KEY, b_id int NOT NULL, CONSTRAINT lost FOREIGN KEY (b_id) REFERENCES b (id));`, 10)
	for _, v := range p.Tables[0].Verdicts {
		if want := map[bool]string{true: Refused, false: Constructed}[v.Constraint == "lost"]; v.How != want {
			t.Errorf("%s is %s: %s", v.Constraint, v.How, v.Reason)
		}
	}
	if p.Constraints.Refused != 1 || len(p.Refused) != 0 {
		t.Errorf("%d constraints and %d tables refused", p.Constraints.Refused, len(p.Refused))
	}
}

package generator_test

import (
	"slices"
	"strconv"
	"testing"
)

// TestDays holds the order of days whose names say what happened, within a row
// and towards its parent, and amounts to what their names make usual.
func TestDays(t *testing.T) {
	p := planOf(t, `CREATE TABLE firm (id integer PRIMARY KEY, founded_on date NOT NULL, created_at date NOT NULL);
		CREATE TABLE hire (id integer PRIMARY KEY, firm_id integer NOT NULL REFERENCES firm, born_on date NOT NULL, hired_on date NOT NULL, left_on date, paid_on date, salary integer NOT NULL, price numeric(9,2) NOT NULL);`, 400)
	since := map[string]string{}
	firms, hires := lines(t, p, "firm"), lines(t, p, "hire")
	ids, founded, created := column(firms, 0), column(firms, 1), column(firms, 2)
	for i, id := range ids {
		if since[id] = created[i]; founded[i] >= created[i] {
			t.Fatalf("founded %s, created %s", founded[i], created[i])
		}
	}
	firm, born, hired, left, paid := column(hires, 1), column(hires, 2), column(hires, 3), column(hires, 4), column(hires, 5)
	for i := range hires {
		if hired[i] < since[firm[i]] || hired[i] > "2026-03-01" || born[i] > "2009" || left[i] != `\N` && left[i] < hired[i] || paid[i] != `\N` && paid[i] < hired[i] {
			t.Fatalf("firm since %s, born %s, hired %s, left %s, paid %s", since[firm[i]], born[i], hired[i], left[i], paid[i])
		}
	}
	for at, usual := range map[int][2]float64{6: {30_000, 90_000}, 7: {40, 250}} {
		var list []float64
		for _, text := range column(hires, at) {
			x, err := strconv.ParseFloat(text, 64)
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, x)
		}
		slices.Sort(list)
		if m := list[len(list)/2]; m < usual[0] || m > usual[1] || list[len(list)-1] > 300_000 {
			t.Errorf("column %d: median %v, most %v", at, m, list[len(list)-1])
		}
	}
}

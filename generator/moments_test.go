package generator_test

import (
	"slices"
	"strconv"
	"testing"
	"time"
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

// TestEnds holds that few rows have come to an end, none in the future or
// before the row began.
func TestEnds(t *testing.T) {
	p := planOf(t, `CREATE TABLE club (id integer PRIMARY KEY, born_on date NOT NULL, opened_on date NOT NULL, closed_on date, died_on date, left_on date, retired_at date, date_of_death date);`, 400)
	rows := lines(t, p, "club")
	began := [][]string{3: column(rows, 2), 4: column(rows, 1), 5: column(rows, 2), 6: column(rows, 2), 7: column(rows, 1)}
	for at := 3; at <= 7; at++ {
		set := 0
		for i, day := range column(rows, at) {
			if day == `\N` {
				continue
			}
			if set++; day < began[at][i] || day > "2026-03-01" {
				t.Errorf("column %d: %s, began %s", at, day, began[at][i])
			}
		}
		if set == 0 || set > 100 {
			t.Errorf("column %d: %d of %d rows have ended", at, set, len(rows))
		}
	}
}

// TestDue holds that things fall due weeks after they began, whichever column
// comes first and whatever a CHECK says, and come back after they were lent.
func TestDue(t *testing.T) {
	p := planOf(t, `CREATE TABLE loan (id integer PRIMARY KEY, due_date date NOT NULL, borrowed_at date NOT NULL, returned_at date);
		CREATE TABLE bill (id integer PRIMARY KEY, due_on date NOT NULL, issued_on date NOT NULL, received_on date, created_at date NOT NULL);
		CREATE TABLE checked (id integer PRIMARY KEY, issued_on date NOT NULL, due_on date NOT NULL CHECK (due_on >= issued_on AND due_on <= issued_on + 40), returned_on date);`, 400)
	for table, at := range map[string][3]int{"loan": {2, 1, 3}, "bill": {2, 1, 3}, "checked": {1, 2, 3}} {
		rows := lines(t, p, table)
		began, due, back := column(rows, at[0]), column(rows, at[1]), column(rows, at[2])
		for i := range rows {
			from, err := time.Parse(time.DateOnly, began[i])
			to, fault := time.Parse(time.DateOnly, due[i])
			if err != nil || fault != nil {
				t.Fatal(err, fault)
			}
			days := to.Sub(from).Hours() / 24
			if days < 7 || table != "bill" && days > 60 || back[i] != `\N` && back[i] < began[i] {
				t.Fatalf("%s: began %s, due %s, back %s", table, began[i], due[i], back[i])
			}
		}
	}
}

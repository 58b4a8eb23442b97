package generator_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/effigydb/effigy/generator"
)

const nowText = "2026-03-01" // see instant

// backwards are the lines of a table, made from the last to the first.
func backwards(t *testing.T, p *generator.Plan, name string) []string {
	t.Helper()
	table := p.Table(public(name))
	w, err := table.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	out := make([]string, table.Rows)
	for i := table.Rows - 1; i >= 0; i-- {
		out[i] = strings.TrimSuffix(string(w.AppendText(nil, i)), "\n")
	}
	return out
}

// TestTrees: no row is older than the row above, whatever else it refers to,
// searched or not, and whichever row is made first.
func TestTrees(t *testing.T) {
	for name, text := range map[string]string{
		"alone":     `CREATE TABLE node (id integer PRIMARY KEY, parent_id integer REFERENCES node, created_at timestamptz NOT NULL);`,
		"its root":  `CREATE TABLE node (id integer PRIMARY KEY, parent_id integer NOT NULL REFERENCES node, created_at timestamptz NOT NULL);`,
		"of a firm": `CREATE TABLE firm (id integer PRIMARY KEY, created_at timestamptz NOT NULL); CREATE TABLE node (id integer PRIMARY KEY, parent_id integer REFERENCES node, created_at timestamptz NOT NULL, firm_id integer NOT NULL REFERENCES firm);`,
		"within one": `CREATE TABLE firm (id integer PRIMARY KEY, created_at timestamptz NOT NULL);
			CREATE TABLE node (id integer, parent_id integer, created_at timestamptz NOT NULL, firm_id integer REFERENCES firm, PRIMARY KEY (firm_id, id), FOREIGN KEY (firm_id, parent_id) REFERENCES node (firm_id, id));`,
		"in broods": `CREATE TABLE firm (id integer PRIMARY KEY, created_at timestamptz NOT NULL);
			CREATE TABLE node (id integer PRIMARY KEY, parent_id integer REFERENCES node, created_at timestamptz NOT NULL, firm_id integer NOT NULL REFERENCES firm, number integer NOT NULL, UNIQUE (firm_id, number));`,
		"one below each": `CREATE TABLE node (id integer PRIMARY KEY, parent_id integer UNIQUE REFERENCES node, created_at timestamptz NOT NULL);`,
		"searched":       `CREATE TABLE node (id integer PRIMARY KEY, parent_id integer REFERENCES node, created_at timestamptz NOT NULL, rank integer NOT NULL CHECK (rank BETWEEN 1 AND 9), UNIQUE (parent_id, rank), CHECK (id % 7 <> rank));`,
	} {
		t.Run(name, func(t *testing.T) {
			p := planOf(t, text, 400)
			rows := lines(t, p, "node")
			if !slices.Equal(rows, backwards(t, planOf(t, text, 400), "node")) {
				t.Error("the rows differ when made backwards")
			}
			type key struct{ firm, id string }
			born, below := map[key]string{}, 0
			firm := func(cells []string) string {
				if name == "within one" {
					return cells[3]
				}
				return ""
			}
			for _, r := range rows {
				cells := strings.Split(r, "\t")
				born[key{firm(cells), cells[0]}] = cells[2]
			}
			for _, r := range rows {
				cells := strings.Split(r, "\t")
				if cells[1] == `\N` || cells[1] == cells[0] {
					continue
				}
				if below++; cells[2] < born[key{firm(cells), cells[1]}] {
					t.Fatalf("%s: the row above is of %s", r, born[key{firm(cells), cells[1]}])
				}
			}
			if below < len(rows)/10 {
				t.Errorf("%d of %d rows have one above", below, len(rows))
			}
		})
	}
}

// TestChain: down a chain of parents the moments do not all end up at now.
func TestChain(t *testing.T) {
	p := planOf(t, `CREATE TABLE a (id integer PRIMARY KEY, created_at timestamptz NOT NULL);
		CREATE TABLE b (id integer PRIMARY KEY, created_at timestamptz NOT NULL, a_id integer NOT NULL REFERENCES a);
		CREATE TABLE c (id integer PRIMARY KEY, created_at timestamptz NOT NULL, b_id integer NOT NULL REFERENCES b);
		CREATE TABLE d (id integer PRIMARY KEY, created_at timestamptz NOT NULL, c_id integer NOT NULL REFERENCES c);
		CREATE TABLE e (id integer PRIMARY KEY, created_at timestamptz NOT NULL, d_id integer NOT NULL REFERENCES d);`, 500)
	born := map[string]string{}
	for level, name := range strings.Split("abcde", "") {
		rows := lines(t, p, name)
		own, all := map[string]string{}, column(rows, 1)
		for _, r := range rows {
			cells := strings.Split(r, "\t")
			if own[cells[0]] = cells[1]; level > 0 && cells[1] < born[cells[2]] {
				t.Fatalf("%s: %s is older than its parent of %s", name, r, born[cells[2]])
			}
		}
		slices.Sort(all)
		if middle := all[len(all)/2]; middle > "2026-02-20" || all[0] > "2025" {
			t.Errorf("%s: from %s, half since %s", name, all[0], middle)
		}
		born = own
	}
}

// TestBooked: what is booked lies partly ahead, after it was booked, and ends
// soon after.
func TestBooked(t *testing.T) {
	p := planOf(t, `CREATE TABLE booking (id integer PRIMARY KEY, check_out date NOT NULL, check_in date NOT NULL, created_at timestamptz NOT NULL, booked_at timestamptz NOT NULL);
		CREATE TABLE visit (id integer PRIMARY KEY, starts_at timestamptz NOT NULL, ends_at timestamptz NOT NULL, created_at timestamptz NOT NULL, cancelled_at timestamptz, CHECK (ends_at > starts_at));`, 400)
	for name, at := range map[string][3]int{"booking": {2, 1, 3}, "visit": {1, 2, 3}} {
		ahead := 0
		for _, r := range lines(t, p, name) {
			cells := strings.Split(r, "\t")
			from, to, made := cells[at[0]], cells[at[1]], cells[at[2]]
			if from > nowText {
				ahead++
			}
			if to < from || made[:10] > from[:10] || made > nowText+"~" || to > "2026-08" || name == "booking" && cells[4] < made || name == "visit" && cells[4] != `\N` && cells[4] > nowText+"~" {
				t.Fatalf("%s: %s", name, r)
			}
			if apart(t, from, to) > 15 {
				t.Errorf("%s: from %s to %s", name, from, to)
			}
		}
		if ahead < 80 || ahead > 220 {
			t.Errorf("%s: %d of 400 lie ahead", name, ahead)
		}
	}
}

func apart(t *testing.T, from, to string) float64 {
	t.Helper()
	a, err := time.Parse(time.DateOnly, from[:10])
	b, fault := time.Parse(time.DateOnly, to[:10])
	if err != nil || fault != nil {
		t.Fatal(err, fault)
	}
	return b.Sub(a).Hours() / 24
}

// TestHappens holds the order of what happens to an order, at distances that a
// shop has, and before now.
func TestHappens(t *testing.T) {
	p := planOf(t, `CREATE TABLE orders (id integer PRIMARY KEY, updated_at timestamptz NOT NULL, delivered_at timestamptz, shipped_at timestamptz, "paidAt" timestamptz, placed_at timestamptz NOT NULL, created_at timestamptz NOT NULL,
		expires_at timestamptz NOT NULL, deleted_at timestamptz, weighed_at timestamptz NOT NULL);`, 400)
	for _, r := range lines(t, p, "orders") {
		cells := strings.Split(r, "\t")
		last := cells[6]
		for _, c := range []int{5, 4, 3, 2, 1, 8} {
			if cells[c] == `\N` {
				continue
			}
			if cells[c] < last || cells[c] > nowText+"~" {
				t.Fatalf("column %d: %s after %s", c, cells[c], last)
			}
			if days := apart(t, last, cells[c]); c > 1 && c < 5 && days > 20 {
				t.Fatalf("column %d comes %v days later", c, days)
			}
			last = cells[c]
		}
		if cells[9] < cells[6] || cells[7] < cells[6] || apart(t, cells[6], cells[7]) > 401 {
			t.Fatalf("created %s, weighed %s, expires %s", cells[6], cells[9], cells[7])
		}
	}
}

// TestComesAfter: what a rule puts after today stays near, and what is over and
// may be missing is.
func TestComesAfter(t *testing.T) {
	p := planOf(t, `CREATE TABLE shop (id integer PRIMARY KEY, opened_on date NOT NULL CHECK (opened_on >= '2026-02-27'), closed_on date, audit date NOT NULL, CHECK (closed_on > opened_on), CHECK (audit > opened_on + 3));`, 200)
	for _, r := range lines(t, p, "shop") {
		if cells := strings.Split(r, "\t"); cells[2] != `\N` && cells[2] > nowText || cells[3] > "2026-08" {
			t.Fatal(r)
		}
	}
}

// TestPresence: a column that a CHECK asks of some labels is NULL for the
// others, and those labels stay as frequent as they would be.
func TestPresence(t *testing.T) {
	p := planOf(t, `CREATE TABLE bill (id integer PRIMARY KEY, status text NOT NULL CHECK (status IN ('open', 'sent', 'paid', 'void')), paid_at timestamptz, voided_at timestamptz, reason text, who text,
			CHECK (status <> 'paid' OR paid_at IS NOT NULL), CHECK (status <> 'void' OR (voided_at IS NOT NULL AND reason IS NOT NULL)), CHECK (status IN ('open', 'void') OR who IS NOT NULL));
		CREATE TABLE task (id integer PRIMARY KEY, done boolean NOT NULL, done_at timestamptz, CHECK (NOT done OR done_at IS NOT NULL));
		CREATE TABLE note (id integer PRIMARY KEY, state varchar(20) NOT NULL, sent_at timestamptz, CHECK (state <> 'sent' OR sent_at IS NOT NULL));`, 400)
	count := map[string]int{}
	for _, r := range lines(t, p, "bill") {
		cells := strings.Split(r, "\t")
		count[cells[1]]++
		if (cells[1] == "paid") != (cells[2] != `\N`) || (cells[1] == "void") != (cells[3] != `\N`) {
			t.Fatal(r)
		}
		if (cells[1] == "void") != (cells[4] != `\N`) {
			count["reason"]++
		}
	}
	if len(count) < 4 || count["void"] > 100 || count["reason"] > 40 {
		t.Error(count)
	}
	for _, r := range lines(t, p, "task") {
		if cells := strings.Split(r, "\t"); (cells[1] == "t") != (cells[2] != `\N`) {
			t.Fatal(r)
		}
	}
	for _, r := range lines(t, p, "note") {
		if cells := strings.Split(r, "\t"); (cells[1] == "sent") != (cells[2] != `\N`) {
			t.Fatal(r)
		}
	}
}

// TestNothingAfterTheEnd: no row is made for a parent that has come to an end.
func TestNothingAfterTheEnd(t *testing.T) {
	p := planOf(t, `CREATE TABLE firm (id integer PRIMARY KEY, created_at timestamptz NOT NULL, deleted_at timestamptz);
		CREATE TABLE offer (id integer PRIMARY KEY, firm_id integer NOT NULL REFERENCES firm, created_at timestamptz NOT NULL);
		CREATE TABLE visit (id integer PRIMARY KEY, firm_id integer NOT NULL REFERENCES firm, seen_at timestamptz NOT NULL, note text, CHECK (id % 2 = 0 OR note IS NOT NULL));`, 400)
	end, over := map[string]string{}, 0
	for _, r := range lines(t, p, "firm") {
		cells := strings.Split(r, "\t")
		end[cells[0]] = cells[2]
	}
	for _, name := range []string{"offer", "visit"} {
		for _, r := range lines(t, p, name) {
			cells := strings.Split(r, "\t")
			if end[cells[1]] == `\N` {
				continue
			}
			if over++; cells[2] > end[cells[1]] {
				t.Fatalf("%s: %s after %s", name, r, end[cells[1]])
			}
		}
	}
	if over < 20 {
		t.Errorf("%d rows of firms that are no more", over)
	}
}

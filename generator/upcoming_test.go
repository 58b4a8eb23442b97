package generator_test

import (
	"strings"
	"testing"
)

// TestUpcoming: what lies ahead is neither done nor missed, and has not ended.
func TestUpcoming(t *testing.T) {
	p := planOf(t, `CREATE TYPE stage AS ENUM ('booked', 'checked_in', 'done', 'cancelled', 'no_show');
CREATE TABLE appointments (id int PRIMARY KEY, starts_at timestamptz NOT NULL, status stage NOT NULL, cancelled_at timestamptz, completed_at timestamptz,
	CHECK ((status = 'cancelled') = (cancelled_at IS NOT NULL)));
CREATE TABLE bookings (id int PRIMARY KEY, start_date date NOT NULL, status text NOT NULL CHECK (status IN ('pending', 'completed', 'cancelled')));`, 600)
	for _, table := range []string{"appointments", "bookings"} {
		ahead, labels := 0, map[string]int{}
		for _, row := range lines(t, p, table) {
			c := strings.Split(row, "\t")
			labels[c[2]]++
			if c[1] <= "2026-03-01 12:00:00+00" {
				continue
			}
			if ahead++; c[2] == "done" || c[2] == "checked_in" || c[2] == "no_show" || c[2] == "completed" || table == "appointments" && c[4] != `\N` {
				t.Errorf("%s: %s", table, row)
			}
		}
		if ahead < 60 || ahead > 400 || table == "appointments" && len(labels) != 5 || len(labels) < 3 {
			t.Errorf("%s: %d ahead, %v", table, ahead, labels)
		}
	}
}

// TestSlugsOfNames: what has a name of its own keeps it, and its slug follows.
func TestSlugsOfNames(t *testing.T) {
	rows := lines(t, planOf(t, `CREATE TABLE clinics (name text NOT NULL, slug text NOT NULL UNIQUE);`, 200), "clinics")
	for _, row := range rows {
		name, slug, _ := strings.Cut(row, "\t")
		if want := strings.ReplaceAll(strings.ToLower(name), " ", "-"); !strings.HasPrefix(slug, want+"-") {
			t.Errorf("%q", row)
		}
	}
	if n := distinct(column(rows, 1)); n != 200 {
		t.Errorf("%d slugs", n)
	}
	for _, row := range lines(t, planOf(t, `CREATE TABLE categories (name text NOT NULL UNIQUE, slug text NOT NULL UNIQUE);`, 20), "categories") {
		if name, slug, _ := strings.Cut(row, "\t"); slug != strings.ReplaceAll(strings.ToLower(name), " ", "-") {
			t.Errorf("%q", row)
		}
	}
}

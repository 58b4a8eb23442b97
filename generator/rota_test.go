package generator

import "testing"

// TestLabelsOccur: each of a few labels occurs as soon as there is a row for
// each.
func TestLabelsOccur(t *testing.T) {
	for rows := int64(5); rows < 70; rows++ {
		p := planOf(t, `CREATE TABLE t (id integer PRIMARY KEY, status text NOT NULL CHECK (status IN ('a','b','c','d','e')));`, rows)
		seen, m := map[string]bool{}, newMaker(p.Tables[0])
		for i := range rows {
			if !m.at(i) {
				t.Fatal(m.blamed)
			}
			seen[string(m.row[1].B)] = true
		}
		if len(seen) != 5 {
			t.Fatalf("%d of 5 labels in %d rows", len(seen), rows)
		}
	}
}

// TestKeysOfMoments: moments that tell rows apart lie all over their time.
func TestKeysOfMoments(t *testing.T) {
	p := planOf(t, `CREATE TABLE t (taken_at timestamptz PRIMARY KEY);`, 400)
	m := newMaker(p.Tables[0])
	low, high := int64(1<<62), int64(0)
	for i := range p.Tables[0].Rows {
		if !m.at(i) {
			t.Fatal(m.blamed)
		}
		low, high = min(low, m.row[0].I), max(high, m.row[0].I)
	}
	if years := float64(high-low) / (365 * 86400e6); years < 3 {
		t.Errorf("%.1f years", years)
	}
}

// TestFarAmounts: an amount that has to be above another one that is great is
// so by little.
func TestFarAmounts(t *testing.T) {
	p := planOf(t, `CREATE TABLE t (id integer PRIMARY KEY, price bigint NOT NULL, deposit bigint NOT NULL CHECK (deposit BETWEEN 90000000 AND 99000000), CHECK (price >= deposit));`, 200)
	m := newMaker(p.Tables[0])
	for i := range p.Tables[0].Rows {
		if !m.at(i) {
			t.Fatal(m.blamed)
		}
		if m.row[1].I > 1_000_000_000 {
			t.Fatalf("%d for a deposit of %d", m.row[1].I, m.row[2].I)
		}
	}
}

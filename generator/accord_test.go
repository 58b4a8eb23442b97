package generator

import "testing"

const accordSchema = `CREATE TABLE patient (id bigint PRIMARY KEY, name text NOT NULL);
CREATE TABLE doctor (id bigint PRIMARY KEY, name text NOT NULL);
CREATE TABLE appointment (id bigint PRIMARY KEY, patient_id bigint NOT NULL REFERENCES patient, doctor_id bigint NOT NULL REFERENCES doctor, slot tstzrange NOT NULL, EXCLUDE USING gist (doctor_id WITH =, slot WITH &&));
CREATE TABLE visit (id bigint PRIMARY KEY, patient_id bigint NOT NULL REFERENCES patient, doctor_id bigint NOT NULL REFERENCES doctor, appointment_id bigint UNIQUE REFERENCES appointment);
CREATE TABLE invoice (id bigint PRIMARY KEY, patient_id bigint NOT NULL REFERENCES patient, visit_id bigint NOT NULL REFERENCES visit);`

// TestAccord: where two foreign keys of a row lead to the same row they agree,
// whatever their order, and whichever way the row between is made.
func TestAccord(t *testing.T) {
	p := planOf(t, accordSchema, 300)
	tables := map[string]*Table{}
	for _, x := range p.Tables {
		tables[x.Name.Name] = x
	}
	for _, c := range []struct{ child, parent, through, column string }{
		{"visit", "appointment", "appointment_id", "patient_id"}, {"visit", "appointment", "appointment_id", "doctor_id"}, {"invoice", "visit", "visit_id", "patient_id"},
	} {
		child, parent := tables[c.child], tables[c.parent]
		m, of := newMaker(child), newMaker(parent)
		agree, all := 0, 0
		for i := range child.Rows {
			if !m.at(i) {
				t.Fatal(m.blamed)
			}
			key := m.row[child.position(c.through)]
			if key.IsNull() {
				continue
			}
			if all++; !of.at(key.I - 1) {
				t.Fatal(of.blamed)
			}
			if of.row[parent.position(c.column)].I == m.row[child.position(c.column)].I {
				agree++
			}
		}
		if all < 200 || agree < all*9/10 {
			t.Errorf("%s of %s agrees in %d of %d", c.column, c.child, agree, all)
		}
	}
}

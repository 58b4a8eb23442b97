package generator

import (
	"testing"

	"github.com/effigydb/effigy/schema"
)

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

// TestAccordBesideKeys: who a row refers to is of the tenant that a key of the
// row lays out, or of that of another row it refers to.
func TestAccordBesideKeys(t *testing.T) {
	p := planOf(t, `CREATE TABLE tenants (id int PRIMARY KEY);
CREATE TABLE users (id int PRIMARY KEY, tenant_id int NOT NULL REFERENCES tenants);
CREATE TABLE projects (id int PRIMARY KEY, tenant_id int NOT NULL REFERENCES tenants, number int NOT NULL, owner_id int NOT NULL REFERENCES users, UNIQUE (tenant_id, number));
CREATE TABLE issues (id int PRIMARY KEY, project_id int NOT NULL REFERENCES projects, number int NOT NULL, author_id int NOT NULL REFERENCES users, UNIQUE (project_id, number));`, 300)
	var of []int64
	users, projects := p.Table(schema.Name{Schema: "public", Name: "users"}), p.Table(schema.Name{Schema: "public", Name: "projects"})
	m := newMaker(users)
	staffed := map[int64]bool{}
	for i := range users.Rows {
		if !m.at(i) {
			t.Fatal(m.blamed)
		}
		of = append(of, m.row[1].I)
		staffed[m.row[1].I] = true
	}
	m = newMaker(projects)
	var within []int64
	wrong, asked := 0, 0
	for i := range projects.Rows {
		if !m.at(i) {
			t.Fatal(m.blamed)
		}
		if staffed[m.row[1].I] {
			if asked++; of[m.row[3].I-1] != m.row[1].I {
				wrong++
			}
		}
		within = append(within, m.row[1].I)
	}
	m = newMaker(p.Table(schema.Name{Schema: "public", Name: "issues"}))
	for i := range projects.Rows {
		if !m.at(i) {
			t.Fatal(m.blamed)
		}
		if tenant := within[m.row[1].I-1]; staffed[tenant] && of[m.row[3].I-1] != tenant {
			wrong++
		}
	}
	if asked < 50 || wrong > 0 {
		t.Errorf("%d of %d owners are of another tenant", wrong, asked)
	}
}

package generator_test

import (
	"strings"
	"testing"
)

// TestCircle holds the tables of a cycle to rows whose mandatory foreign keys
// share a column all the way round.
func TestCircle(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		keys []string // "child 0,1 parent 0,1": columns of one and of the other
	}{
		"two tables of a tenant": {`CREATE TABLE tenant (id integer PRIMARY KEY);
			CREATE TABLE member (tenant_id integer NOT NULL REFERENCES tenant, id uuid NOT NULL, project_id uuid NOT NULL, PRIMARY KEY (tenant_id, id));
			CREATE TABLE project (tenant_id integer NOT NULL REFERENCES tenant, id uuid NOT NULL, owner_id uuid NOT NULL, PRIMARY KEY (tenant_id, id),
				FOREIGN KEY (tenant_id, owner_id) REFERENCES member (tenant_id, id));
			ALTER TABLE member ADD FOREIGN KEY (tenant_id, project_id) REFERENCES project (tenant_id, id);`,
			[]string{"member 0,2 project 0,1", "project 0,2 member 0,1", "member 0 tenant 0"}},
		"three tables, the tenant a column of theirs": {`
			CREATE TABLE a (tenant text NOT NULL, id bigint PRIMARY KEY, c_id bigint NOT NULL, UNIQUE (tenant, id), UNIQUE (tenant, c_id));
			CREATE TABLE b (tenant text NOT NULL, id bigint PRIMARY KEY, a_id bigint NOT NULL, UNIQUE (tenant, id), FOREIGN KEY (tenant, a_id) REFERENCES a (tenant, id));
			CREATE TABLE c (tenant text NOT NULL, id bigint PRIMARY KEY, b_id bigint NOT NULL, UNIQUE (tenant, id), FOREIGN KEY (tenant, b_id) REFERENCES b (tenant, id));
			ALTER TABLE a ADD FOREIGN KEY (tenant, c_id) REFERENCES c (tenant, id);`,
			[]string{"a 0,2 c 0,1", "b 0,2 a 0,1", "c 0,2 b 0,1"}},
		"numbers that are few in a group": {`
			CREATE TABLE team (org integer, region text CHECK (region IN ('eu', 'us')), no smallint CHECK (no BETWEEN 1 AND 4), lead smallint NOT NULL, PRIMARY KEY (org, region, no));
			CREATE TABLE player (org integer, region text, no smallint CHECK (no BETWEEN 1 AND 30), team smallint NOT NULL, PRIMARY KEY (org, region, no),
				FOREIGN KEY (org, region, team) REFERENCES team (org, region, no));
			ALTER TABLE team ADD FOREIGN KEY (org, region, lead) REFERENCES player (org, region, no);`,
			[]string{"team 0,1,3 player 0,1,2", "player 0,1,3 team 0,1,2"}},
		"what goes round is a key": {`
			CREATE TABLE account (org bigint, id bigint, contact bigint NOT NULL, PRIMARY KEY (org, id));
			CREATE TABLE contact (org bigint, account bigint NOT NULL, id bigint, PRIMARY KEY (org, id), UNIQUE (org, account, id),
				FOREIGN KEY (org, account) REFERENCES account (org, id));
			ALTER TABLE account ADD FOREIGN KEY (org, id, contact) REFERENCES contact (org, account, id);`,
			[]string{"account 0,1,2 contact 0,1,2", "contact 0,1 account 0,1"}},
		"a table with itself": {`CREATE TABLE staff (org integer, id integer, boss integer NOT NULL, PRIMARY KEY (org, id), FOREIGN KEY (org, boss) REFERENCES staff (org, id));`,
			[]string{"staff 0,2 staff 0,1"}},
	} {
		t.Run(name, func(t *testing.T) {
			p := planOf(t, c.text, 120)
			if len(p.Refused) > 0 {
				t.Fatalf("refused: %+v", p.Refused)
			}
			for _, key := range c.keys {
				f := strings.Fields(key)
				child, parent := cells(lines(t, p, f[0]), f[1]), cells(lines(t, p, f[2]), f[3])
				known := map[string]bool{}
				for _, x := range parent {
					known[x] = true
				}
				if len(child) != 120 {
					t.Errorf("%s has %d rows, want 120", f[0], len(child))
				}
				for _, x := range child {
					if !known[x] {
						t.Fatalf("%s: no parent %q", key, x)
					}
				}
			}
		})
	}
}

// cells are the named columns of the rows, side by side.
func cells(rows []string, columns string) []string {
	out := make([]string, len(rows))
	for i, r := range rows {
		f := strings.Split(r, "\t")
		for _, c := range strings.Split(columns, ",") {
			out[i] += f[c[0]-'0'] + "\t"
		}
	}
	return out
}

// TestAskedOfCircle holds columns that go round a cycle to what a child
// outside of it asks of them, though its parent can't give it in all rows.
func TestAskedOfCircle(t *testing.T) {
	p := planOf(t, `CREATE DOMAIN ref AS text CHECK (length(VALUE) > 8 OR VALUE = 'main');
		CREATE TABLE unit (id ref PRIMARY KEY, form text);
		CREATE TABLE form (id text PRIMARY KEY, unit_id ref NOT NULL REFERENCES unit, UNIQUE (unit_id, id));
		ALTER TABLE unit ADD FOREIGN KEY (id, form) REFERENCES form (unit_id, id);
		CREATE TABLE main_unit (id ref PRIMARY KEY REFERENCES unit CHECK (id = 'main'), name text UNIQUE);`, 120)
	if len(p.Refused) > 0 {
		t.Fatalf("refused: %+v", p.Refused)
	}
	for name, want := range map[string]int{"unit": 120, "form": 120, "main_unit": 1} {
		if rows := lines(t, p, name); len(rows) != want {
			t.Errorf("%s has %d rows, want %d", name, len(rows), want)
		}
	}
	if units := column(lines(t, p, "unit"), 0); distinct(units) != 120 {
		t.Error("units share a key")
	}
}

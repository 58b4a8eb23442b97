package ddl

import "testing"

// TestAbsent holds which statements that may find nothing bring foreign keys
// and triggers forward: those that find something.
func TestAbsent(t *testing.T) {
	const before = `
CREATE TABLE p (id integer PRIMARY KEY);
CREATE TABLE c (id integer CONSTRAINT low CHECK (id > 0), p_id integer REFERENCES p);
CREATE FUNCTION f() RETURNS integer LANGUAGE sql AS 'SELECT 1';
CREATE FUNCTION g() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
CREATE TRIGGER t BEFORE INSERT ON c FOR EACH ROW EXECUTE FUNCTION g();
`
	for _, c := range []struct {
		statement string
		early     bool
	}{
		{"ALTER TABLE c DROP CONSTRAINT IF EXISTS other", false},
		{"ALTER TABLE c DROP CONSTRAINT IF EXISTS low", true},
		{"ALTER TABLE c DROP CONSTRAINT IF EXISTS other, DROP CONSTRAINT IF EXISTS low", true},
		{"ALTER TABLE c DROP CONSTRAINT low", true},
		{"ALTER TABLE c DROP CONSTRAINT IF EXISTS c_p_id_fkey", true},
		{"DROP TRIGGER IF EXISTS u ON c", false},
		{"DROP TRIGGER IF EXISTS t ON c", true},
		{"ALTER TRIGGER t ON c RENAME TO u; DROP TRIGGER IF EXISTS u ON c", true},
		{"DROP POLICY IF EXISTS own ON c", false},
		{"DROP FUNCTION IF EXISTS f()", false},
		{"DROP FUNCTION f", false},
		{"DROP FUNCTION g CASCADE", true},
	} {
		script, err := Parse(before + c.statement)
		if err != nil {
			t.Fatal(err)
		}
		if early := script.Plan().Early > 0; early != c.early {
			t.Errorf("%s: early is %v", c.statement, early)
		}
	}
}

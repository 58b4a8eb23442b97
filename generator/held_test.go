package generator_test

import (
	"context"
	"slices"
	"testing"

	"github.com/effigydb/effigy/generator"
	"github.com/effigydb/effigy/schema"
)

// heldJudge answers for a function that reads the rows it was given. A row is
// a map of texts by column.
type heldJudge struct {
	generator.Judge
	tables map[string][]map[string]string
	rule   func(tables map[string][]map[string]string, row map[string]string) bool
}

func (j *heldJudge) Hold(_ context.Context, table schema.Name, columns []string, rows [][]*string, more bool) error {
	if !more {
		j.tables[table.Name] = nil
	}
	for _, r := range rows {
		j.tables[table.Name] = append(j.tables[table.Name], named(columns, r))
	}
	return nil
}

func (j *heldJudge) Satisfy(_ context.Context, _ schema.Name, columns []string, _ string, rows [][]*string) ([]bool, error) {
	ok := make([]bool, len(rows))
	for i, r := range rows {
		ok[i] = j.rule(j.tables, named(columns, r))
	}
	return ok, nil
}

func named(columns []string, cells []*string) map[string]string {
	out := map[string]string{}
	for i, c := range cells {
		if c != nil {
			out[columns[i]] = *c
		}
	}
	return out
}

// heldPlan plans a schema text before such a judge.
func heldPlan(t *testing.T, text string, rows int64, j *heldJudge) *generator.Plan {
	t.Helper()
	j.tables = map[string][]map[string]string{}
	return accepted(t, planned(t, text, generator.Request{Rows: rows, Judge: j}))
}

// with finds the rows of a held table that have a value.
func with(rows []map[string]string, column, value string) []map[string]string {
	return slices.DeleteFunc(slices.Clone(rows), func(r map[string]string) bool { return r[column] != value })
}

// TestLabelBehindFunction: where a function takes keys of one label only, and
// each row needs one of its own, the label becomes more frequent.
func TestLabelBehindFunction(t *testing.T) {
	j := &heldJudge{rule: func(tables map[string][]map[string]string, row map[string]string) bool {
		return len(with(with(tables["animal"], "id", row["animal_id"]), "sort", "mule")) > 0
	}}
	p := heldPlan(t, `CREATE TYPE sort AS ENUM ('horse', 'mule', 'ox', 'goat', 'sheep', 'cow', 'pig', 'dog');
		CREATE TABLE animal (id bigint PRIMARY KEY, sort sort NOT NULL, called text NOT NULL);
		CREATE FUNCTION is_mule(bigint) RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN RETURN (SELECT sort = 'mule' FROM animal WHERE id = $1); END $$;
		CREATE TABLE load (animal_id bigint PRIMARY KEY REFERENCES animal CHECK (is_mule(animal_id)), weight integer);`, 100, j)
	if n := len(lines(t, p, "load")); n < 20 {
		t.Errorf("%d rows, want a fifth of 100 at least", n)
	}
}

// TestKin holds keys that a function compares to parents that are related.
func TestKin(t *testing.T) {
	related := func(tables map[string][]map[string]string, row map[string]string) bool {
		crew := with(tables["sailor"], "id", row["sailor_id"])
		if _, has := row["cabin_id"]; has {
			return len(crew) > 0 && len(with(with(tables["cabin"], "id", row["cabin_id"]), "ship_id", crew[0]["ship_id"])) > 0
		}
		return len(with(crew, "ship_id", row["ship_id"])) > 0
	}
	p := heldPlan(t, `CREATE TABLE ship (id bigint PRIMARY KEY);
		CREATE TABLE sailor (id bigint PRIMARY KEY, ship_id bigint NOT NULL REFERENCES ship);
		CREATE TABLE cabin (id bigint PRIMARY KEY, ship_id bigint NOT NULL REFERENCES ship);
		CREATE FUNCTION aboard(s bigint, o bigint) RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN RETURN EXISTS (SELECT FROM sailor WHERE id = s AND ship_id = o); END $$;
		CREATE FUNCTION berth(s bigint, c bigint) RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN RETURN EXISTS (SELECT FROM sailor a, cabin b WHERE a.id = s AND b.id = c AND a.ship_id = b.ship_id); END $$;
		CREATE TABLE watch (sailor_id bigint NOT NULL REFERENCES sailor, ship_id bigint NOT NULL REFERENCES ship, CHECK (aboard(sailor_id, ship_id)));
		CREATE TABLE roster (ship_id bigint NOT NULL REFERENCES ship, sailor_id bigint REFERENCES sailor, CHECK (aboard(sailor_id, ship_id)));
		CREATE TABLE bunk (sailor_id bigint NOT NULL REFERENCES sailor, cabin_id bigint NOT NULL REFERENCES cabin, CHECK (berth(sailor_id, cabin_id)));
		CREATE TABLE captain (sailor_id bigint PRIMARY KEY REFERENCES sailor, ship_id bigint NOT NULL REFERENCES ship, CHECK (aboard(sailor_id, ship_id)));`, 400, &heldJudge{rule: related})
	for _, name := range []string{"watch", "roster", "bunk", "captain"} {
		if n := len(lines(t, p, name)); n != 400 {
			t.Errorf("%s has %d rows, want 400", name, n)
		}
	}
}

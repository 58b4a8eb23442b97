package generator_test

import (
	"strings"
	"testing"
)

const stampedSQL = `CREATE TABLE sensor (id integer PRIMARY KEY, created_at timestamptz NOT NULL);
	CREATE TABLE reading (sensor_id integer NOT NULL REFERENCES sensor, at timestamptz NOT NULL, value integer NOT NULL, PRIMARY KEY (sensor_id, at));
	CREATE TABLE daily (sensor_id integer NOT NULL REFERENCES sensor, day date NOT NULL, value integer NOT NULL, PRIMARY KEY (sensor_id, day));
	CREATE TABLE short (sensor_id integer NOT NULL REFERENCES sensor, at timestamptz NOT NULL CHECK (at > '2026-02-01' AND at < '2026-02-01 00:30'), PRIMARY KEY (sensor_id, at));`

// TestStamps: moments in keys are apart, after the birth of the parent, and as
// near to each other as those of any table; a stretch too short for that is
// filled all the same.
func TestStamps(t *testing.T) {
	for _, n := range []int64{20, 2500} {
		p := planOf(t, stampedSQL, n)
		born := map[string]string{}
		for _, row := range lines(t, p, "sensor") {
			f := strings.Split(row, "\t")
			born[f[0]] = f[1]
		}
		for _, table := range []string{"reading", "daily", "short"} {
			rows, young := lines(t, p, table), 0
			if k := distinct(keysOf(rows, []int{0, 1})); int64(len(rows)) != n || k != len(rows) {
				t.Errorf("%s: %d keys in %d rows of %d", table, k, len(rows), n)
			}
			for _, row := range rows {
				f := strings.Split(row, "\t")
				birth := born[f[0]]
				if table == "daily" {
					birth = birth[:len("2026-02-01")]
				}
				if table != "short" && f[1] < birth {
					t.Errorf("%s: sensor %s since %s has %s", table, f[0], birth, f[1])
				}
				if f[1] > "2025-09-01" {
					young++
				}
			}
			if 4*young < len(rows) {
				t.Errorf("%s: %d of %d rows are of the last half year", table, young, len(rows))
			}
		}
	}
}

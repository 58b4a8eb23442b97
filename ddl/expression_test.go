package ddl

import (
	"strings"
	"testing"
)

func TestExpression(t *testing.T) {
	for sql, want := range map[string]string{
		"quantity * unit_price":             "quantity,unit_price",
		"lower(first_name) || '@x.example'": "first_name",
		"1 -- a comment":                    "",
		"f(a, (b).c)":                       "a,b",
	} {
		e, err := Expression(sql)
		if err != nil {
			t.Errorf("%s: %v", sql, err)
			continue
		}
		if got := strings.Join(e.Columns(), ","); got != want || e.SQL != sql {
			t.Errorf("%s: columns %s, want %s; SQL %q", sql, got, want, e.SQL)
		}
	}
	for _, sql := range []string{"", "1) , (2", "1) FROM pg_authid WHERE (true", "(SELECT 1)", "1); DROP TABLE t; SELECT (1", "a +", "1) AS (x"} {
		if e, err := Expression(sql); err == nil {
			t.Errorf("%q was read: %+v", sql, e)
		}
	}
}

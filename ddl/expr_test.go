package ddl

import (
	"fmt"
	"strings"
	"testing"

	"github.com/effigydb/effigy/schema"
)

// show prints an expression as (kind name args…), so that a test reads what
// the model holds and not what the SQL said.
func show(e *schema.Expr) string {
	if e == nil {
		return "nil"
	}
	kinds := [...]string{"opaque", "col", "VALUE", "const", "op", "call", "and", "or", "not", "null", "is", "distinct", "in", "any",
		"between", "cast", "case", "coalesce", "nullif", "greatest", "least", "array", "row", "sub", "field", "collate", "now"}
	parts := []string{kinds[e.Kind]}
	if e.Name != "" {
		parts = append(parts, e.Name)
	}
	if e.Kind == schema.ExprConst {
		parts = []string{fmt.Sprintf("%q", e.Value)}
		if e.Null {
			parts = []string{"NULL"}
		}
	}
	if e.Type.Name.Name != "" {
		parts[len(parts)-1] += "::" + e.Type.Name.Name + strings.Repeat("[]", e.Type.Dims)
	}
	if e.Negated {
		parts[0] = "!" + parts[0]
	}
	if e.All {
		parts[0] += " all"
	}
	for _, a := range e.Args {
		parts = append(parts, show(a))
	}
	if len(parts) == 1 {
		return parts[0]
	}
	return "(" + strings.Join(parts, " ") + ")"
}

func TestExpressions(t *testing.T) {
	for sql, want := range map[string]string{
		"a > -1":                          `(op > (col a) "-1"::int4)`,
		"a IN (1, 2)":                     `(in (col a) "1"::int4 "2"::int4)`,
		"a NOT IN ('x')":                  `(!in (col a) "x")`,
		"a BETWEEN 1 AND 2 AND b":         `(and (between (col a) "1"::int4 "2"::int4) (col b))`,
		"a NOT BETWEEN SYMMETRIC 2 AND 1": `(!between symmetric (col a) "2"::int4 "1"::int4)`,
		"a LIKE 'x%'":                     `(op ~~ (col a) "x%")`,
		"a NOT ILIKE 'x'":                 `(op !~~* (col a) "x")`,
		"a SIMILAR TO 'x'":                `(op ~ (col a) (call similar_to_escape "x"))`,
		"(a)::text = ANY ((ARRAY['x'::character varying, 'y'::character varying])::text[])": `(any = (cast::text (col a)) (cast::text[] (array "x"::varchar "y"::varchar)))`,
		"a IS NOT NULL OR b IS NULL":             `(or (!null (col a)) (null (col b)))`,
		"a OR b OR (c OR d)":                     `(or (col a) (col b) (col c) (col d))`,
		"a IS NOT TRUE":                          `(!is true (col a))`,
		"a IS DISTINCT FROM b":                   `(distinct (col a) (col b))`,
		"a IS NOT DISTINCT FROM b":               `(!distinct (col a) (col b))`,
		"a OPERATOR(pg_catalog.=) 1.5":           `(op = (col a) "1.5"::numeric)`,
		"EXTRACT(year FROM d) > 2000":            `(op > (call extract "year" (col d)) "2000"::int4)`,
		"(d AT TIME ZONE 'UTC') < now()":         `(op < (call timezone "UTC" (col d)) (now now))`,
		"d < CURRENT_DATE":                       `(op < (col d) (now date))`,
		"btrim(a) <> ''":                         `(op <> (call btrim (col a)) "")`,
		"TRIM(LEADING 'x' FROM a) = a":           `(op = (call ltrim (col a) "x") (col a))`,
		"POSITION('@' IN a) > 0":                 `(op > (call position (col a) "@") "0"::int4)`,
		"SUBSTRING(a FROM 1 FOR 2) = b":          `(op = (call substring (col a) "1"::int4 "2"::int4) (col b))`,
		"public.f(a)":                            `(call public.f (col a))`,
		"f(a) = g(a)":                            `(op = (call public.f (col a)) (call g (col a)))`,
		"d > '2000-01-01'::date":                 `(op > (col d) "2000-01-01"::date)`,
		"a > 0::numeric":                         `(op > (col a) (cast::numeric "0"::int4))`,
		"a = NULL::text":                         `(op = (col a) NULL::text)`,
		"CASE WHEN a THEN 1 ELSE 2 END = 1":      `(op = (case nil (col a) "1"::int4 "2"::int4) "1"::int4)`,
		"COALESCE(a, b) = NULLIF(a, b)":          `(op = (coalesce (col a) (col b)) (nullif (col a) (col b)))`,
		"GREATEST(a, 1) < LEAST(b, 3000000000)":  `(op < (greatest (col a) "1"::int4) (least (col b) "3000000000"::int8))`,
		"(c).x = a[1]":                           `(op = (field x (col c)) (sub (col a) "1"::int4))`,
		"a[1:2] = b":                             `(op = (opaque (col a)) (col b))`,
		"a COLLATE \"C\" > 'x'":                  `(op > (collate "C" (col a)) "x")`,
		"NOT (a AND b)":                          `(not (and (col a) (col b)))`,
		"(a, b) < (1, 2)":                        `(op < (row (col a) (col b)) (row "1"::int4 "2"::int4))`,
		"a IS JSON":                              `(opaque (col a))`,
		"EXISTS (SELECT 1 FROM t WHERE x = t.a)": `(opaque (col x) (col a))`,
		"a > ALL (ARRAY[1, 2])":                  `(any all > (col a) (array "1"::int4 "2"::int4))`,
		"a = B'0101'":                            `(op = (col a) "0101"::bit)`,
		"a = X'1f'":                              `(op = (col a) "00011111"::bit)`,
		"NOT a AND true":                         `(and (not (col a)) "true"::bool)`,
	} {
		s, err := Parse("CREATE FUNCTION f(int) RETURNS int LANGUAGE sql AS ''; CREATE TABLE t (CHECK (" + sql + "))")
		if err != nil || len(s.Problems) > 0 {
			t.Errorf("%s: %v %v", sql, err, s.Problems)
			continue
		}
		e := s.Schema.Tables[0].Constraints[0].Expr
		if got := show(e); got != want {
			t.Errorf("%s\n got %s\nwant %s", sql, got, want)
		}
		if e.SQL != sql {
			t.Errorf("text of %q is %q", sql, e.SQL)
		}
	}
}

func TestDomainValue(t *testing.T) {
	s, _ := Parse("CREATE DOMAIN d AS int CHECK (VALUE > 0) CONSTRAINT few CHECK (VALUE < 9)")
	checks := s.Schema.Domains[0].Checks
	if len(checks) != 2 || checks[0].Name != "d_check" || checks[1].Name != "few" || show(checks[0].Expr) != `(op > VALUE "0"::int4)` {
		t.Errorf("got %v", checks)
	}
}

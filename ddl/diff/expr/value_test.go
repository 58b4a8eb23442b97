package expr

import "testing"

// TestValues: the spellings of one value have one form.
func TestValues(t *testing.T) {
	a := New(nil, nil)
	for _, c := range []struct{ typ, in, want string }{
		{"bool", "yes", "true"},
		{"bool", "F", "false"},
		{"int4", "007", "7"},
		{"numeric", "1.50", "1.50"},
		{"numeric", "1e3", "1000"},
		{"float8", "0.10", "0.1"},
		{"jsonb", `{"bb": 1, "a": [1,  2]}`, `{"a":[1,2],"bb":1}`},
		{"json", `{"b":  1}`, `{"b":  1}`},
		{"jsonpath", `lax $."a" [*]`, `$.a[*]`},
		{"uuid", "{A0000000-0000-0000-0000-000000000000}", "a0000000-0000-0000-0000-000000000000"},
		{"uuid", "a0000000000000000000000000000000", "a0000000-0000-0000-0000-000000000000"},
		{"uuid", "none", "none"},
		{"float8", "infinity", "Infinity"},
		{"float4", "-inf", "-Infinity"},
		{"numeric", "nan", "NaN"},
		{"money", "0", "0.00"},
		{"money", "$1,234.5", "1234.50"},
		{"money", "-$2.00", "-2.00"},
		{"money", "1.234,50 €", "1.234,50 €"},
		{"point", "1, 2.0", "(1,2)"},
		{"point", "( 1 , 2 )", "(1,2)"},
		{"lseg", "[(0, 0), (1.50, 1)]", "[(0,0),(1.5,1)]"},
		{"circle", "<(0, 0), 1>", "<(0,0),1>"},
		{"box", "((0,0),(1,1))", "(1,1),(0,0)"},
		{"box", "(0,3),(2,1)", "(2,3),(0,1)"},
		{"box", "1,2,0,4", "(1,4),(0,2)"},
		{"date", "2024-1-2", "2024-01-02"},
		{"timestamp", "2024-01-02T03:04", "2024-01-02 03:04:00"},
		{"timestamptz", "2024-01-02 00:30+01", "2024-01-01 23:30:00+00"},
		{"timestamptz", "2024-07-01 00:00 Europe/Berlin", "2024-06-30 22:00:00+00"},
		{"timestamptz", "infinity", "infinity"},
		{"timestamptz", "epoch", "1970-01-01 00:00:00+00"},
		{"date", "20240102", "2024-01-02"},
		{"date", "2024/1/2", "2024-01-02"},
		{"date", "Jan 8, 1999", "1999-01-08"},
		{"timestamp", "8-September-1999 10:00", "1999-09-08 10:00:00"},
		{"date", "1/8/1999", "1/8/1999"},
		{"interval", "1 week 2 hours", "0mon 7d 7200s"},
		{"interval", "P1Y2M", "14mon 0d 0s"},
		{"interval", "-01:00", "0mon 0d -3600s"},
		{"interval", "a while", "a while"},
		{"interval", "3 4:05:06", "0mon 3d 14706s"},
		{"interval", "1-2", "14mon 0d 0s"},
		{"interval", "1 day ago", "0mon -1d 0s"},
		{"cidr", "10/8", "10.0.0.0/8"},
		{"inet", "2001:DB8::0:1", "2001:db8::1"},
		{"macaddr", "0800.2B01.0203", "08:00:2b:01:02:03"},
		{"bytea", "ab", `\x6162`},
		{"bytea", `\xAB`, `\xab`},
		{"inet", "10.0.0.1/32", "10.0.0.1"},
		{"tsvector", "b 'a'", "'a' 'b'"},
		{"bpchar", "a  ", "a"},
		{"char", "abc", "a"},
	} {
		if got, ok := a.value(c.in, Type{Name: c.typ}); got != c.want || !ok {
			t.Errorf("%s %q: got %q (%v), want %q", c.typ, c.in, got, ok, c.want)
		}
	}
}

// TestCutValues: a length that changes a value keeps its cast.
func TestCutValues(t *testing.T) {
	a := New(nil, nil)
	for _, c := range []struct {
		typ  Type
		in   string
		keep bool
	}{
		{Type{"varchar", "3"}, "abc", true},
		{Type{"varchar", "2"}, "abc", false},
		{Type{"bpchar", "1"}, "ab", false},
		{Type{"bit", "3"}, "101", true},
		{Type{"bit", "2"}, "101", false},
		{Type{"numeric", "3,1"}, "1.55", false},
	} {
		if _, keep := a.value(c.in, c.typ); keep != c.keep {
			t.Errorf("%v %q: got %v", c.typ, c.in, keep)
		}
	}
}

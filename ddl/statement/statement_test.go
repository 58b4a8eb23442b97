package statement

import (
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/prototext"
)

func texts(s *Script) string {
	var out []string
	for _, st := range s.Statements {
		out = append(out, st.Text)
	}
	return strings.Join(out, "|")
}

func TestCut(t *testing.T) {
	for name, c := range map[string]struct{ in, want string }{
		"plain":            {"a; b;c", "a|b|c"},
		"quotes":           {`select ';', ";", E'\';', 'it''s;'; b`, `select ';', ";", E'\';', 'it''s;'|b`},
		"dollar":           {"do $x$ a; $$ ; $x$; b", "do $x$ a; $$ ; $x$|b"},
		"parameter":        {"select $1; b", "select $1|b"},
		"carriage return":  {"a -- b\r; c", "a|c"},
		"comments":         {"-- a;\n/* ; /* ; */ */ b -- c\n; d /* e */", "b|d"},
		"parentheses":      {"create rule r as on insert to t do (a; b); c", "create rule r as on insert to t do (a; b)|c"},
		"atomic":           {"create function f() returns int begin atomic select case when a then 1 end; select 2; end; b", "create function f() returns int begin atomic select case when a then 1 end; select 2; end|b"},
		"transaction":      {"begin; a; end; b", "begin|a|end|b"},
		"meta":             {"\\restrict it's\na;\n\\unrestrict x\nb;", "a|b"},
		"meta inside body": {"do $$\n\\restrict\n$$; b", "do $$\n\\restrict\n$$|b"},
		"copy":             {"copy t from stdin;\n1\tit's;\n\\.\nb;", "copy t from stdin|b"},
	} {
		t.Run(name, func(t *testing.T) {
			s := Cut(c.in)
			if got := texts(s); got != c.want || s.Err != nil {
				t.Errorf("got %q (%v), want %q", got, s.Err, c.want)
			}
			for _, st := range s.Statements {
				if c.in[st.Start:st.Start+len(st.Text)] != st.Text {
					t.Errorf("span of %q is off", st.Text)
				}
			}
		})
	}
}

func TestCutReportsWhatDoesNotEnd(t *testing.T) {
	s := Cut("a;\n'b")
	if s.Err == nil || s.Err.Line != 2 || texts(s) != "a" {
		t.Errorf("got %v, %q", s.Err, texts(s))
	}
}

func TestSplitKeepsTheRest(t *testing.T) {
	s := Split("create table a();\ncreate tabel ä(b);\nselect 1")
	if len(s.Statements) != 3 || s.Statements[0].Node == nil || s.Statements[2].Node == nil {
		t.Fatalf("got %d statements", len(s.Statements))
	}
	err := s.Statements[1].Err
	if err == nil || err.Line != 2 || err.Column != 8 {
		t.Fatalf("got %v", err)
	}
	if want := "create tabel ä(b);\n       ^"; err.Caret() != want {
		t.Errorf("caret:\n%s", err.Caret())
	}
}

func TestDeepNestingIsAnErrorNotACrash(t *testing.T) {
	for _, in := range []string{
		"select " + strings.Repeat("(", 100_000) + "1" + strings.Repeat(")", 100_000),
		"select " + strings.Repeat("- ", 100_000) + "1",
		"select " + strings.Repeat("not ", 100_000) + "true",
	} {
		if s := Split(in); s.Statements[0].Err == nil {
			t.Error("parsed")
		}
	}
}

func TestWeakSpotsOfTheParser(t *testing.T) {
	for _, in := range []string{
		"create function f(double precision, text) returns int language sql as 'select 1'",
		"create function f(json json) returns int language sql as 'select 1'",
		"comment on function f(double precision) is 'x'",
		"select 'a' -- b\n 'c' -- d\n 'e'",
	} {
		if s := Split(in); s.Statements[0].Err != nil {
			t.Errorf("%s: %v", in, s.Statements[0].Err)
		}
	}
}

func TestKeywordsThatAreNames(t *testing.T) {
	for _, c := range []struct{ in, name string }{
		{"create table t (exclude integer default 0, exclud_ int)", "exclude"},
		{"create table t (a int, EXCLUDE public.citext)", "exclude"},
		{"alter table t add exclude integer", "exclude"},
		{"create table if (a int)", "if"},
		{"alter table t add column if integer", "if"},
		{"create table t (operator text check ((operator)::text <> ''))", "operator"},
		{"create index i on t using btree (operator desc, lower(operator)) where (operator is not null)", "operator"},
		{"create view v as with recursive as (select 1) select t.operator from recursive t", "recursive"},
		{"create function f(json json, b text) returns int language sql as 'select 1'", "json"},
		{"create function f(a int, out json text) returns text language sql as 'select 1'", "json"},
	} {
		st, err := Parse(c.in)
		if err != nil {
			t.Errorf("%s: %v", c.in, err)
			continue
		}
		text := prototext.Format(st.Node)
		if !strings.Contains(text, `"`+c.name+`"`) || strings.Contains(text, c.name[:len(c.name)-1]+"0") {
			t.Errorf("%s: no name %s in the tree %s", c.in, c.name, text)
		}
	}
	for _, in := range []string{
		"create table t (a int, exclude using)",
		"create table if not exists (a int)",
		"select operator operator operator 1",
		"select * from t where operator(1)",
	} {
		if _, err := Parse(in); err == nil {
			t.Errorf("%s: no error", in)
		}
	}
}

func TestFaultsDoNotSteerTheTerminal(t *testing.T) {
	s := Split("create tabel \x1b]0;owned\x07 \u202e(a int)")
	err := s.Statements[0].Err
	if err == nil {
		t.Fatal("no error")
	}
	if told := err.Error() + err.Caret(); strings.ContainsAny(told, "\x1b\x07\u202e") {
		t.Errorf("got %q", told)
	}
}

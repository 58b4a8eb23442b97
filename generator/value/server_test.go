package value_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/internal/pgtest"
	"github.com/effigydb/effigy/schema"
)

// literals of every type, in forms that Postgres prints. An entry "in => out"
// is read in one form and printed in another.
var literals = []struct {
	typ    string
	values []string
}{
	{"bool", []string{"t", "f", "yes => t", "off => f"}},
	{"int2", []string{"0", "-32768", "32767"}},
	{"int4", []string{"0", "-2147483648", "2147483647"}},
	{"int8", []string{"1", "-9223372036854775808", "9223372036854775807"}},
	{"oid", []string{"0", "4294967295"}},
	{"regtype", []string{"23 => integer"}},
	{"xid", []string{"7", "4294967295"}},
	{"xid8", []string{"7"}},
	{`"char"`, []string{"a", "", `\377`}},
	{"float4", []string{"0", "1.5", "-1e-10 => -1e-10", "1e+06", "123456", "NaN", "Infinity", "3.4028235e+38"}},
	{"float8", []string{"0", "-0", "0.0001", "1e-05", "1e+15", "123456789012345", "-Infinity", "1.7976931348623157e+308", "0.1"}},
	{"numeric", []string{"0", "0.00", "1.50", "-12345.6789", "10000", "0.0001", "99999999.99", "1e3 => 1000", "1.5e-3 => 0.0015", "123456789012345678901234567890.123456789", "-0.000000000000000000000000000001", "NaN", "Infinity", "-Infinity"}},
	{"numeric(10,2)", []string{"12.34", "-0.05", "99999999.99"}},
	{"text", []string{"", "plain", "with\ttab and \\ slash\nnew line", "ünïcode 語", `quo"te's`, "NULL"}},
	{"varchar(5)", []string{"abcde", ""}},
	{"bpchar(4)", []string{"ab", "abcd"}},
	{"name", []string{"some_name"}},
	{"bytea", []string{`\x`, `\x00ff10`, `abc => \x616263`}},
	{"date", []string{"2000-01-01", "1999-12-31", "2024-02-29", "infinity", "-infinity", "0044-03-15 BC", "5874897-12-31", "20240301 => 2024-03-01"}},
	{"time", []string{"00:00:00", "23:59:59.999999", "24:00:00", "12:30 => 12:30:00"}},
	{"timetz", []string{"12:00:00+00", "01:02:03.5-05:30", "10:00:00+02"}},
	{"timestamp", []string{"2000-01-01 00:00:00", "1969-12-31 23:59:59.000001", "2024-02-29 12:34:56.1", "infinity", "2020-01-01 => 2020-01-01 00:00:00", "2020-01-01T10:11:12Z => 2020-01-01 10:11:12"}},
	{"timestamptz", []string{"2000-01-01 00:00:00+00", "2024-06-30 12:00:00+02 => 2024-06-30 10:00:00+00", "-infinity", "2020-01-01 00:00:00 => 2020-01-01 00:00:00+00"}},
	{"interval", []string{"00:00:00", "1 day", "-1 days +02:03:04", "1 year 2 mons 3 days 04:05:06.7", "-00:00:01", "150:00:00", "2 hours 30 min => 02:30:00", "1.5 days => 1 day 12:00:00", "P1Y2M3DT4H5M6S => 1 year 2 mons 3 days 04:05:06", "@ 1 minute ago => -00:01:00", "90 => 00:01:30", "3 weeks => 21 days", "1d 2h => 1 day 02:00:00"}},
	{"uuid", []string{"a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11", "A0EEBC999C0B4EF8BB6D6BB9BD380A11 => a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11", "{a0ee-bc99-9c0b-4ef8bb6d-6bb9bd380a11} => a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11"}},
	{"json", []string{`{"a": [1, 2]}`, `null`, `"x"`}},
	{"jsonb", []string{`{"a": [1, 2]}`, `true`}},
	{"jsonpath", []string{`$."a"`}},
	{"xml", []string{"<a>b</a>"}},
	{"inet", []string{"192.0.2.1", "192.0.2.0/24", "2001:db8::1", "2001:db8::/32", "192.0.2.7/32 => 192.0.2.7"}},
	{"cidr", []string{"192.0.2.0/24", "2001:db8::/32", "192.0.2.7 => 192.0.2.7/32"}},
	{"macaddr", []string{"08:00:2b:01:02:03", "08002B-010203 => 08:00:2b:01:02:03"}},
	{"macaddr8", []string{"08:00:2b:01:02:03:04:05"}},
	{"bit(5)", []string{"10101", "00000"}},
	{"varbit", []string{"", "1", "101010101", "xF0 => 11110000"}},
	{"money", []string{"12.34 => $12.34", "-0.05 => -$0.05"}},
	{"pg_lsn", []string{"16/B374D848", "0/0"}},
	{"point", []string{"(1,2)", "(-1.5,1e+20)"}},
	{"lseg", []string{"[(1,2),(3,4)]"}},
	{"box", []string{"(3,4),(1,2)"}},
	{"line", []string{"{1,-1,0}"}},
	{"circle", []string{"<(1,2),3>"}},
	{"path", []string{"[(1,2),(3,4)]", "((1,2),(3,4),(5,6))"}},
	{"polygon", []string{"((0,0),(1,1),(2,0))"}},
	{"tsvector", []string{"'a':1 'b':2", "'it''s':2A,5 'x'", ""}},
	{"tsquery", []string{"'a' & 'b'"}},
	{"pg_snapshot", []string{"10:20:10,14"}},
	{"int4range", []string{"[1,10)", "empty", "(,5)", "[1,)", "(1,10] => [2,11)", "[3,3) => empty", "(,)"}},
	{"int8range", []string{"[1,10)"}},
	{"numrange", []string{"[1.5,2.5]", "(1,2)"}},
	{"daterange", []string{"[2020-01-01,2020-02-01)", "[2020-01-01,2020-01-31] => [2020-01-01,2020-02-01)", "[2020-01-01,infinity)"}},
	{"tsrange", []string{`["2020-01-01 00:00:00","2020-02-01 00:00:00")`}},
	{"tstzrange", []string{`["2020-01-01 00:00:00+00",)`}},
	{"int4multirange", []string{"{[1,3),[5,8)}", "{}"}},
	{"tstzmultirange", []string{`{["2020-01-01 00:00:00+00","2020-02-01 00:00:00+00")}`}},
	{"int4[]", []string{"{}", "{1,2,3}", "{1,NULL,3}", "{{1,2},{3,4}}", "{{{1},{2}}}"}},
	{"text[]", []string{`{a,"b c","","NULL",NULL,"q\"uo\\te","com,ma"}`}},
	{"numeric[]", []string{"{1.50,NULL}"}},
	{"timestamptz[]", []string{`{"2020-01-01 00:00:00+00"}`}},
	{"box[]", []string{"{(1,1),(0,0);(3,3),(2,2)}"}},
	{"int4range[]", []string{`{"[1,3)",empty}`}},
	{"int4multirange[]", []string{`{"{[1,3)}","{}"}`}},
	{"bit(3)[]", []string{"{101,000}"}},
	{"mood", []string{"sad", "ok", "very happy"}},
	{"mood[]", []string{`{sad,"very happy"}`}},
	{"positive", []string{"1", "77"}},
	{"positive[]", []string{"{1,2}"}},
	{"place", []string{`(1,"a ""b"", c",sad,"{1,2}")`, "(,,,)", `(1,"",ok,{})`}},
	{"place[]", []string{`{"(1,x,sad,\"{1,2}\")","(2,,,)"}`}},
	{"floatrange", []string{"[1.5,2.5)"}},
	{"floatmultirange", []string{"{[1.5,2.5)}"}},
	{"citext", []string{"MiXed"}},
	{"citext[]", []string{"{A,b}"}},
	{"hstore", []string{`"a"=>"1", "b"=>NULL`, "", `"q\"uo"=>"back\\slash"`}},
	{"ltree", []string{"a.b.c", ""}},
	{"lquery", []string{"a.*.c"}},
	{"ltree[]", []string{"{a.b,c}"}},
	{"cube", []string{"(1, 2, 3)", "(0),(1)"}},
	{"seg", []string{"1.5 .. 2"}},
	{"isbn", []string{"0-393-04002-X"}},
	{"lo", []string{"17"}},
}

const setup = `
create schema app; set search_path = app, public; set timezone = 'UTC'; set intervalstyle = 'postgres'; set lc_monetary = 'C';
create extension citext schema app; create extension hstore schema app; create extension ltree schema app;
create extension cube schema app; create extension seg schema app; create extension isn schema app; create extension lo schema app;
create type mood as enum ('sad', 'ok', 'very happy'); create domain positive as int check (value > 0);
create type place as (n int, label text, m mood, ns int[]); create type floatrange as range (subtype = float8, multirange_type_name = floatmultirange);`

func app(name string) schema.Name { return schema.Name{Schema: "app", Name: name} }

func catalog(name string) schema.Type {
	return schema.Type{Name: schema.Name{Schema: schema.Catalog, Name: name}}
}

func model() *schema.Schema {
	ints := catalog("int4")
	ints.Dims = 1
	return &schema.Schema{
		Enums:   []*schema.Enum{{Name: app("mood"), Labels: []string{"sad", "ok", "very happy"}}},
		Domains: []*schema.Domain{{Name: app("positive"), Base: catalog("int4")}},
		Composites: []*schema.Composite{{Name: app("place"), Fields: []*schema.Column{
			{Name: "n", Type: catalog("int4")}, {Name: "label", Type: catalog("text")},
			{Name: "m", Type: schema.Type{Name: app("mood")}}, {Name: "ns", Type: ints}}}},
		Ranges: []*schema.Range{{Name: app("floatrange"), Subtype: catalog("float8"), Multirange: app("floatmultirange")}},
	}
}

var own = strings.Fields("mood positive place floatrange floatmultirange citext hstore ltree lquery cube seg isbn lo")

// typeOf reads the names of the table above.
func typeOf(text string) schema.Type {
	t := schema.Type{}
	if rest, ok := strings.CutSuffix(text, "[]"); ok {
		t, text = schema.Type{Dims: 1}, rest
	}
	name, mods, _ := strings.Cut(strings.Trim(text, `"`), "(")
	if mods != "" {
		t.Mods = strings.Split(strings.TrimSuffix(mods, ")"), ",")
	}
	t.Name = catalog(name).Name
	for _, o := range own {
		if o == name {
			t.Name = app(name)
		}
	}
	return t
}

func connect(t *testing.T) *pgx.Conn {
	t.Helper()
	conn := pgtest.New(t).Connect(t).Conn
	if _, err := conn.Exec(context.Background(), setup); err != nil {
		t.Fatal(err)
	}
	return conn
}

func oidsOf(t *testing.T, conn *pgx.Conn) value.OIDs {
	return func(n schema.Name) uint32 {
		var oid uint32
		err := conn.QueryRow(context.Background(),
			"select coalesce((select t.oid from pg_type t join pg_namespace s on s.oid = typnamespace where nspname = $1 and typname = $2), 0)",
			n.Schema, n.Name).Scan(&oid)
		if err != nil {
			t.Fatal(err)
		}
		return oid
	}
}

// TestServerReadsBack copies every literal in both formats and compares what
// Postgres prints with what it prints for the literal itself.
func TestServerReadsBack(t *testing.T) {
	conn := connect(t)
	s, oids := model(), oidsOf(t, conn)
	for _, l := range literals {
		c, err := value.CodecFor(s, typeOf(l.typ), oids)
		if err != nil {
			t.Fatalf("%s: %v", l.typ, err)
		}
		for _, text := range l.values {
			in, out, ok := strings.Cut(text, " => ")
			if !ok {
				out = in
			}
			var arena value.Arena
			v, err := c.Parse(in, &arena)
			if err != nil {
				t.Errorf("%s %q: %v", l.typ, in, err)
				continue
			}
			if got := string(c.AppendText(nil, v)); got != out && !strings.ContainsAny(l.typ, "my") && l.typ != "regtype" {
				t.Errorf("%s %q prints %q", l.typ, in, got)
			}
			check(t, conn, c, l.typ, in, v)
		}
	}
}

func check(t *testing.T, conn *pgx.Conn, c *value.Codec, typ, in string, v value.Value) {
	t.Helper()
	ctx := context.Background()
	run := func(sql string, args ...any) {
		if _, err := conn.Exec(ctx, sql, args...); err != nil {
			t.Errorf("%s %q: %v", typ, in, err)
		}
	}
	run(fmt.Sprintf("create temp table cell (v %s)", typ))
	defer run("drop table cell")
	quoted := "'" + strings.ReplaceAll(in, "'", "''") + "'"
	run(fmt.Sprintf("insert into cell values (%s)", quoted))
	run(fmt.Sprintf("insert into cell values (%s)", c.AppendSQL(nil, v)))
	copyIn := func(format string, data []byte) {
		_, err := conn.PgConn().CopyFrom(ctx, bytes.NewReader(data), "copy cell from stdin (format "+format+")")
		if err != nil {
			t.Errorf("%s %q as %s: %v", typ, in, format, err)
		}
	}
	copyIn("text", append(c.AppendCopyText(nil, v), '\n'))
	copyIn("csv", append(c.AppendCSV(nil, v), '\n'))
	if c.Binary() {
		head := append([]byte("PGCOPY\n\xff\r\n\x00"), make([]byte, 8)...)
		row := c.AppendBinary(binary.BigEndian.AppendUint16(head, 1), v)
		copyIn("binary", append(row, 0xff, 0xff))
	}
	rows, _ := conn.Query(ctx, "select coalesce(v::text, 'NULL!') from cell", pgx.QueryExecModeSimpleProtocol)
	texts, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Errorf("%s %q: %v", typ, in, err)
	}
	for _, got := range texts {
		if got != texts[0] {
			t.Errorf("%s %q: %q", typ, in, texts)
			return
		}
	}
}

// TestCompareAgrees compares every pair of literals of a type here and there.
func TestCompareAgrees(t *testing.T) {
	conn := connect(t)
	s := model()
	for _, l := range literals {
		c, _ := value.CodecFor(s, typeOf(l.typ), nil)
		for _, x := range l.values {
			for _, y := range l.values {
				x, _, _ = strings.Cut(x, " => ")
				y, _, _ = strings.Cut(y, " => ")
				a, _ := c.Parse(x, nil)
				b, _ := c.Parse(y, nil)
				got, ok := c.Compare(a, b)
				if !ok || c.Collated() && got != 0 {
					continue
				}
				var want int
				err := conn.QueryRow(context.Background(), fmt.Sprintf(
					"select case when a = b then 0 when a < b then -1 else 1 end from (select $1::text::%[1]s a, $2::text::%[1]s b) q", l.typ),
					pgx.QueryExecModeSimpleProtocol, x, y).Scan(&want)
				if err == nil && want != got {
					t.Errorf("%s: %q and %q compare as %d, Postgres says %d", l.typ, x, y, got, want)
				}
			}
		}
	}
}

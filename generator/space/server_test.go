package space_test

import (
	"context"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/effigydb/effigy/generator/draw"
	"github.com/effigydb/effigy/generator/space"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/generator/vocabulary"
	"github.com/effigydb/effigy/internal/pgtest"
	"github.com/effigydb/effigy/schema"
)

const setup = `
create schema app; set search_path = app, public; set timezone = 'UTC';
create extension citext schema app; create extension hstore schema app; create extension ltree schema app;
create extension cube schema app; create extension seg schema app; create extension isn schema app; create extension lo schema app;
create extension intarray schema app;
create type mood as enum ('sad', 'ok', 'very happy'); create domain positive as int;
create type place as (n int, label text, m mood, ns int[]); create type floatrange as range (subtype = float8, multirange_type_name = floatmultirange);`

// typed are all types but those with too few values for the test.
var typed = strings.Fields(`int2 int4 int8 oid xid xid8 float4 float8 numeric numeric(10,2) numeric(5,0) numeric(3,5) numeric(30,20)
numeric(4,-2) money text varchar(3) varchar(12) varchar(40) bpchar(2) bpchar(8) name bytea date time time(0) timetz timestamp timestamp(0)
timestamptz interval uuid json jsonb jsonpath xml inet cidr macaddr macaddr8 bit(12) varbit varbit(20) pg_lsn
point lseg box line circle path polygon tsvector tsquery pg_snapshot txid_snapshot tid int2vector oidvector
int4range int8range numrange daterange tsrange tstzrange int4multirange nummultirange datemultirange tstzmultirange
int4[] text[] numeric(6,2)[] timestamptz[] uuid[] box[] mood[] positive[] place[] int4range[] jsonb[] inet[] citext[]
positive place floatrange floatmultirange citext hstore ltree lquery ltxtquery cube seg query_int lo
ean13 isbn13 ismn13 issn13 isbn ismn issn upc refcursor`)

var few = strings.Fields(`bool "char" mood regclass regtype regproc regoper regoperator regprocedure regconfig regdictionary regrole regnamespace regcollation bit(1)`)

var own = " mood positive place floatrange floatmultirange citext hstore ltree lquery ltxtquery cube seg query_int lo ean13 isbn13 ismn13 issn13 isbn ismn issn upc "

func app(name string) schema.Name { return schema.Name{Schema: "app", Name: name} }

func typeOf(text string) schema.Type {
	t := schema.Type{}
	if rest, ok := strings.CutSuffix(text, "[]"); ok {
		t, text = schema.Type{Dims: 1}, rest
	}
	name, mods, _ := strings.Cut(strings.Trim(text, `"`), "(")
	if mods != "" {
		t.Mods = strings.Split(strings.TrimSuffix(mods, ")"), ",")
	}
	t.Name = schema.Name{Schema: schema.Catalog, Name: name}
	if strings.Contains(own, " "+name+" ") {
		t.Name = app(name)
	}
	return t
}

func model() *schema.Schema {
	return &schema.Schema{
		Enums:   []*schema.Enum{{Name: app("mood"), Labels: []string{"sad", "ok", "very happy"}}},
		Domains: []*schema.Domain{{Name: app("positive"), Base: typeOf("int4")}},
		Composites: []*schema.Composite{{Name: app("place"), Fields: []*schema.Column{
			{Name: "n", Type: typeOf("int4")}, {Name: "label", Type: typeOf("text")},
			{Name: "m", Type: typeOf("mood")}, {Name: "ns", Type: typeOf("int4[]")}}}},
		Ranges: []*schema.Range{{Name: app("floatrange"), Subtype: typeOf("float8"), Multirange: app("floatmultirange")}},
	}
}

func now() int64 { return value.DayOf(2026, 3, 1)*value.Day + 45*value.Second }

func input(s *schema.Schema, typ string) space.Input {
	return space.Input{Schema: s, Type: typeOf(typ), Book: vocabulary.New(1), Key: 5, Now: now()}
}

// TestServerTakesEveryType loads ranks and draws of every type; distinct
// ranks must be distinct to Postgres.
func TestServerTakesEveryType(t *testing.T) {
	conn := connect(t)
	s := model()
	for _, typ := range append(typed, few...) {
		t.Run(typ, func(t *testing.T) {
			load(t, conn, s, typ, input(s, typ))
		})
	}
}

func load(t *testing.T, conn *pgx.Conn, s *schema.Schema, typ string, in space.Input) {
	ctx := context.Background()
	sp, err := space.Of(in)
	if err != nil {
		t.Fatal(err)
	}
	c, err := value.CodecFor(s, in.Type, oidsOf(t, conn))
	if err != nil {
		t.Fatal(err)
	}
	if _, err = conn.Exec(ctx, "create temp table cell (i int, v "+typ+")"); err != nil {
		t.Fatal(err)
	}
	defer conn.Exec(ctx, "drop table cell")
	var binaryRows, textRows []byte
	binaryRows = append([]byte("PGCOPY\n\xff\r\n\x00"), make([]byte, 8)...)
	add := func(kind byte, v value.Value) {
		if !c.Binary() || len(textRows) < 2000 {
			if c.Binary() {
				kind += 2
			}
			textRows = append(c.AppendCopyText(append(textRows, '0'+kind, '\t'), v), '\n')
			if c.Binary() {
				kind -= 2
			}
		}
		binaryRows = append(binaryRows, 0, 2, 0, 0, 0, 4, 0, 0, 0, kind)
		binaryRows = c.AppendBinary(binaryRows, v)
	}
	n := min(sp.Capacity(), 300)
	var a value.Arena
	far := draw.NewPermutation(sp.Capacity(), 3)
	seen := map[uint64]bool{}
	for i := range n {
		r := i
		if i >= n/2 { // from all over the space
			r = far.At(i)
		}
		seen[r] = true
		add(1, sp.Unrank(r, &a))
	}
	ranks := uint64(len(seen))
	for i := range uint64(200) {
		add(2, sp.Draw(draw.Mix(i), &a))
	}
	copyIn(t, conn, "text", textRows)
	if c.Binary() {
		copyIn(t, conn, "binary", append(binaryRows, 0xff, 0xff))
	}
	text := "lower(v::text)"
	if typ == `"char"` {
		text = "v"
	}
	var distinct uint64
	if err := conn.QueryRow(ctx, "select count(distinct "+text+") from cell where i = 1").Scan(&distinct); err != nil {
		t.Fatal(err)
	}
	if distinct != ranks {
		t.Errorf("%s: %d distinct of %d ranks", sp.Name(), distinct, ranks)
	}
	t.Logf("%s, capacity %d", sp.Name(), sp.Capacity())
	for i := range uint64(6) {
		t.Logf("%s   %s", c.AppendText(nil, sp.Draw(draw.Mix(i), nil)), c.AppendText(nil, sp.Unrank(i%n, nil)))
	}
}

func copyIn(t *testing.T, conn *pgx.Conn, format string, data []byte) {
	t.Helper()
	if _, err := conn.PgConn().CopyFrom(context.Background(), strings.NewReader(string(data)), "copy cell from stdin (format "+format+")"); err != nil {
		t.Errorf("%s: %v", format, err)
	}
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

package pipeline

import (
	"fmt"
	"slices"
	"strings"
)

// kind is a family of types whose values are made from whole numbers, so
// that literals and bounds of one column can be compared in the composer.
type kind struct {
	name  string
	types []string
	lit   func(style, n int) string
	names []string
}

// number clamps a bound, which may lie just outside the numbers of a column.
func number(n, low, high int) int { return min(max(n, low), high) }

var words = []string{"oak", "ash", "elm", "fir", "yew", "bay", "fig", "gum", "box", "may"}

// texts are the styles of text: n stays readable from each.
var textStyles = []func(n int) string{
	func(n int) string { return fmt.Sprintf("%s %d", words[(n%10+10)%10], n) },
	func(n int) string { return fmt.Sprintf("AB-%04d", number(n, 0, 9999)) },
	func(n int) string { return fmt.Sprintf("u%d@example.com", number(n, 0, 9999)) },
	func(n int) string { return fmt.Sprintf("%s-%d", words[(n%10+10)%10], number(n, 0, 9999)) },
	func(n int) string { return fmt.Sprintf("%05d", number(n, 0, 99999)) },
	func(n int) string { return words[(n%10+10)%10] },
	func(n int) string { return strings.Repeat("x", number(n, 0, 12)+1) },
}

func quoted(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

var kinds = []kind{
	{"number", []string{"integer", "bigint", "smallint", "numeric(10,2)", "numeric", "double precision", "real"},
		func(_, n int) string { return fmt.Sprint(n) }, []string{"quantity", "price", "total", "position", "age", "stock", "low", "high"}},
	{"text", []string{"text", "character varying(40)", "character varying", "character varying(20)"},
		func(style, n int) string { return quoted(textStyles[style%len(textStyles)](n)) }, []string{"name", "code", "email", "slug", "title", "status", "label"}},
	{"date", []string{"date"},
		func(_, n int) string { return fmt.Sprintf("(date '2024-01-01' + %d)", number(n, -9999, 9999)) }, []string{"born_on", "starts_on", "ends_on", "due"}},
	{"timestamp", []string{"timestamp without time zone", "timestamp with time zone"},
		func(_, n int) string {
			return fmt.Sprintf("(timestamp '2024-01-01 00:00:00' + interval '%d hours')", number(n, -9999, 9999))
		}, []string{"created_at", "updated_at", "deleted_at", "started_at", "ended_at"}},
	{"boolean", []string{"boolean"},
		func(_, n int) string { return fmt.Sprint(n%2 == 0) }, []string{"active", "is_default", "paid"}},
	{"enum", []string{"public.state"},
		func(_, n int) string { return quoted([]string{"new", "open", "done", "lost"}[(n%4+4)%4]) }, []string{"state", "kind"}},
	{"uuid", []string{"uuid"},
		func(_, n int) string { return fmt.Sprintf("'00000000-0000-4000-8000-%012x'", number(n, 0, 99999)) }, []string{"token", "ref"}},
	{"bytea", []string{"bytea"},
		func(_, n int) string { return fmt.Sprintf(`'\x%08x'`, number(n, 0, 99999)) }, []string{"hash", "payload"}},
	{"inet", []string{"inet"},
		func(_, n int) string {
			return fmt.Sprintf("'10.0.%d.%d'", number(n, 0, 9999)/250, number(n, 0, 9999)%250)
		}, []string{"ip", "host"}},
	{"json", []string{"jsonb"},
		func(_, n int) string {
			return fmt.Sprintf(`'{"k": %d, "s": "w%d", "tags": ["a", "b%d"]}'`, n, n, n)
		}, []string{"doc", "meta"}},
	{"numbers", []string{"integer[]", "bigint[]"},
		func(style, n int) string {
			return "'{" + strings.Join(slices.Repeat([]string{fmt.Sprint(number(n, 0, 9999))}, style%3+1), ",") + "}'"
		}, []string{"scores", "ids"}},
	{"texts", []string{"text[]"},
		func(_, n int) string { return fmt.Sprintf("'{a,b%d}'", n) }, []string{"tags", "labels"}},
	{"range", []string{"int4range", "int8range"},
		func(style, n int) string {
			return fmt.Sprintf("'[%d,%d)'", 10*number(n, -999, 9999), 10*number(n, -999, 9999)+style%10+1)
		}, []string{"span", "band"}},
	{"dates", []string{"daterange"},
		func(style, n int) string {
			from := fmt.Sprintf("date '2024-01-01' + %d", 10*number(n, -999, 999))
			return fmt.Sprintf("daterange(%s, %s + %d)", from, from, style%10+1)
		}, []string{"stay", "validity"}},
	{"times", []string{"tstzrange", "tsrange"},
		func(style, n int) string {
			return fmt.Sprintf("'[\"2024-02-%02d %02d:00\",\"2024-02-%02d %02d:%02d\")'", number(n, 0, 600)/24+1, number(n, 0, 600)%24, number(n, 0, 600)/24+1, number(n, 0, 600)%24, style%50+5)
		}, []string{"during", "slot"}},
	{"bit", []string{"bit(8)"},
		func(_, n int) string { return fmt.Sprintf("B'%08b'", number(n, 0, 255)) }, []string{"flags", "mask"}},
	{"interval", []string{"interval"},
		func(_, n int) string { return fmt.Sprintf("interval '%d minutes'", number(n, 0, 9999)) }, []string{"lasts", "delay"}},
	{"time", []string{"time without time zone"},
		func(_, n int) string {
			return fmt.Sprintf("time '%02d:%02d'", number(n, 0, 1439)/60, number(n, 0, 1439)%60)
		}, []string{"opens", "closes"}},
}

// column is a column with the values of its witnesses.
type column struct {
	name, typ string
	kind      *kind
	style     int
	numbers   []int // of the witnesses; what an update changed later is not here
	nulls     []bool
	notNull   bool
	clause    string // what stands behind the type: GENERATED …
	foreign   bool   // set by an update from a parent
}

func (c *column) lit(n int) string { return c.kind.lit(c.style, n) }

func (c *column) witness(i int) string {
	if c.nulls[i] {
		return "NULL"
	}
	return c.lit(c.numbers[i])
}

func (c *column) bounds() (int, int) { return slices.Min(c.numbers), slices.Max(c.numbers) }

func (c *column) definition() string {
	s := c.name + " " + c.typ
	if c.clause != "" {
		s += " " + c.clause
	}
	if c.notNull {
		s += " NOT NULL"
	}
	return s
}

// fill chooses numbers and NULLs of n witnesses.
func (c *column) fill(ch *choices, n int) {
	base, step, span := oneOf(ch, 0, 1, 1, 5, 100), oneOf(ch, 1, 1, 2, 5), oneOf(ch, 2, 3, 8, 40)
	shape, holes := ch.below(4), oneOf(ch, 0, 0, 0, 3, 2, 1)
	c.numbers, c.nulls = make([]int, n), make([]bool, n)
	for i := range n {
		switch shape {
		case 0, 1:
			c.numbers[i] = base + step*i
		case 2:
			c.numbers[i] = base + ch.below(span)
		default:
			c.numbers[i] = base
		}
		c.nulls[i] = holes > 0 && ch.once(holes)
	}
}

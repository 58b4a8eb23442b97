package space

import (
	"math"
	"strconv"

	"github.com/effigydb/effigy/generator/draw"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/generator/vocabulary"
)

// each is a composer by a function of the rank.
type each struct {
	count uint64
	write func(dst []byte, rank uint64) []byte
}

func (e each) size() uint64                      { return e.count }
func (e each) at(dst []byte, rank uint64) []byte { return e.write(dst, rank) }

func (e each) draw(dst []byte, h uint64) []byte {
	return e.write(dst, tail.at(h, min(e.count, 1_000_000)))
}

// exotic returns the composer of a type whose values are texts of a form of
// their own; nil for types that are not known.
func (b *builder) exotic(name string) composer {
	number := func(most uint64) slot { return digits(1, most, 0) }
	const many = 1_000_000
	switch name {
	case "lseg":
		return each{plots * plots, func(dst []byte, rank uint64) []byte { return plot(dst, rank, "[(X,Y),(x,y)]") }}
	case "box":
		return each{plots * plots, func(dst []byte, rank uint64) []byte { return plot(dst, rank, "(X,Y),(x,y)") }}
	case "circle":
		return fixedTemplate(literal("<("), number(many), literal(","), number(many), literal("),"), number(100), literal(">"))
	case "line":
		return fixedTemplate(literal("{"), number(many), literal(",-1,"), number(many), literal("}"))
	case "path":
		return each{plots * plots, plotted("[(x,y),(X,Y)]", "((x,y),(X,y),(X,Y))", "[(x,y),(X,y),(X,Y),(x,Y)]")}
	case "polygon":
		return each{plots * plots, plotted("((x,y),(X,y),(x,Y))", "((x,y),(X,y),(X,Y),(x,Y))", "((x,y),(X,y),(W,Y),(X,V),(x,Y))")}
	case "pg_lsn":
		return each{math.MaxUint64, appendLSN}
	case "pg_snapshot", "txid_snapshot":
		return each{1 << 60, appendSnapshot}
	case "tid":
		return fixedTemplate(literal("("), number(1<<32-2), literal(","), number(200), literal(")"))
	case "int2vector":
		return fixedTemplate(number(32000), literal(" "), number(32000))
	case "oidvector":
		return fixedTemplate(number(many), literal(" "), number(many))
	case "earth":
		return each{places * places, place}
	case "cube":
		return each{plots * plots, plotted("(X, Y, 7)", "(x, y, 0),(X, Y, 9)", "(X, Y, 0)", "(X, Y)", "(x, y),(X, Y)")}
	case "seg":
		return each{plots * 9, segment}
	case "query_int":
		return fixedTemplate(number(many), literal("&"), number(many))
	}
	if c := standardNumbers(name); c != nil {
		return c
	}
	return b.lexical(name)
}

// radius of the earth in metres, as earthdistance has it; places are the
// meridians and the parallels on which points lie.
const (
	radius = 6378168
	places = 100_000
)

// place writes a point of the earth's surface: the rank is the meridian, and
// then the parallel, these as far apart as the areas between them are equal.
func place(dst []byte, rank uint64) []byte {
	z := 2*(float64(rank/places)+0.5)/places - 1
	across := math.Sqrt(1 - z*z)
	y, x := math.Sincos(2 * math.Pi * float64(rank%places) / places)
	for i, v := range []float64{x * across, y * across, z} {
		dst = append(dst, "(,,"[i])
		dst = strconv.AppendFloat(dst, v*radius, 'f', 2, 64)
	}
	return append(dst, ')')
}

// segment writes a seg, those of different ranks below plots apart.
func segment(dst []byte, rank uint64) []byte {
	low := rank % plots * 10
	dst = append(strconv.AppendUint(dst, low, 10), " .. "...)
	return strconv.AppendUint(dst, low+1+rank/plots, 10)
}

// plots is the number of squares of a plane in which shapes lie, each on its
// own so that those of different squares do not touch; a square is as wide as
// their number's root.
const plots = 1_000_000

// plot writes a shape in a square, between its corners x, y and X, Y: the rank
// is the square, and then the size.
func plot(dst []byte, rank uint64, form string) []byte {
	square, size := rank%plots, rank/plots
	x, y := square%1000*1000, square/1000*1000
	corner := map[rune]uint64{'x': x, 'y': y, 'X': x + 1 + size%990, 'Y': y + 1 + size/990%990}
	corner['W'], corner['V'] = corner['X']+1, corner['Y']+1
	for _, c := range form {
		if n, ok := corner[c]; ok {
			dst = strconv.AppendUint(dst, n, 10)
		} else {
			dst = append(dst, byte(c))
		}
	}
	return dst
}

// plotted takes turns at the ways in which a shape is written, by its square.
func plotted(list ...string) func(dst []byte, rank uint64) []byte {
	return func(dst []byte, rank uint64) []byte { return plot(dst, rank, list[rank%uint64(len(list))]) }
}

// lexical are the types made of words.
func (b *builder) lexical(name string) composer {
	if b.Book == nil {
		return nil
	}
	nouns, adjectives := slot{words: b.Book.Nouns()}, slot{words: b.Book.Adjectives()}
	switch name {
	case "tsvector":
		return newTemplate(-1, 4, "':3 'n", literal("'"), adjectives, literal("':1 '"), nouns, literal("':2"))
	case "tsquery":
		return newTemplate(-1, 4, "' & 'n", literal("'"), nouns, literal("' & '"), adjectives, literal("'"))
	case "xml":
		return newTemplate(-1, 3, " ", literal("<item><name>"), adjectives, literal(" item"), literal("</name></item>"))
	case "jsonpath":
		return newTemplate(-1, 4, "", literal(`$."`), nouns, literal(`"."`), adjectives, literal(`"`))
	case "ltree":
		return newTemplate(-1, -1, ".n", literal("top."), nouns, literal("."), adjectives)
	case "lquery":
		return newTemplate(-1, -1, ".n", literal("*."), nouns, literal("."), adjectives)
	case "ltxtquery":
		return newTemplate(-1, -1, " & n", nouns, literal(" & "), adjectives)
	case "hstore":
		return newTemplate(-1, 4, ` `, literal(`"`), nouns, literal(`"=>"`), adjectives, literal(`"`))
	}
	return nil
}

func appendLSN(dst []byte, rank uint64) []byte {
	at := len(dst)
	dst = strconv.AppendUint(dst, rank>>32, 16)
	dst = strconv.AppendUint(append(dst, '/'), rank&math.MaxUint32, 16)
	fold(dst[at:], true)
	return dst
}

// appendSnapshot prints xmin:xmax: with nothing in between.
func appendSnapshot(dst []byte, rank uint64) []byte {
	dst = strconv.AppendUint(dst, rank+1, 10)
	dst = strconv.AppendUint(append(dst, ':'), rank+1, 10)
	return append(dst, ':')
}

// objects are OIDs that every Postgres has, for the reg types: pg_class,
// pg_type and the like are pinned, so that they print by name.
var objects = map[string][]int64{
	"regclass": {1259, 1247, 1249, 1255, 2615, 2604, 2606, 2610, 2620, 2618, 2608, 2600, 2601, 2602, 2603, 2605, 2607, 2609, 2611, 2612, 2613, 2616, 2617, 2753, 2619, 1260, 1261, 1262, 1213, 3256, 3501, 3541, 3079}, "regtype": {23, 25, 20, 16, 1184, 1700, 2950},
	"regproc": {1299, 1317, 870}, "regprocedure": {1299, 1317, 870}, "regoper": {96, 551},
	"regoperator": {96, 551}, "regconfig": {3748}, "regdictionary": {3765}, "regrole": {10},
	"regnamespace": {11, 2200}, "regcollation": {100, 950},
}

// placed is a coordinate that belongs to a place.
type placed struct {
	*lattice
	longitude bool
}

// Part is the coordinate of the member's place, a little off.
func (p *placed) Part(member uint64, a *value.Arena) value.Value {
	place := vocabulary.Places[placeOf(member)]
	text := place.Latitude
	if p.longitude {
		text = place.Longitude
	}
	f, _ := strconv.ParseFloat(text, 64)
	f += draw.Unit(draw.Mix(member^7))*0.1 - 0.05
	x, _ := p.unit.ofNumber(value.Value{Kind: value.Float, F: f}, false)
	if from, to := p.hard.between(x, x); from < to {
		return p.unit.value(x)
	}
	return p.Draw(member, a)
}

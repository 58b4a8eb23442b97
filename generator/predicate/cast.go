package predicate

import (
	"bytes"
	"math"
	"strconv"

	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

// cast converts a term to a type, as an explicit cast or a silent one: where
// both exist they agree, but for text that does not fit, which is cut.
func (b *binder) cast(x term, to schema.Type) term {
	base, _ := b.Schema.Base(to)
	if x.literal != nil {
		if x.literal.Null {
			return term{typ: base, constant: true, eval: null}
		}
		return b.parsed(x.literal.Value, base)
	}
	if x.typ.Name.Name == "" {
		return term{typ: base, eval: unknown}
	}
	convert := b.conversion(x.typ, base)
	if convert == nil {
		return b.beyond()
	}
	holds := holdsAll(base)
	t := b.lift1(base, func(v value.Value) (value.Value, bool) {
		v, ok := convert(v)
		if !ok || holds {
			return v, ok
		}
		return b.fit(v, base, true)
	}, x)
	t.collation = x.collation
	return t
}

// convert turns a value that is not NULL into one of another type; false
// where Postgres raises an error or the outcome is not certain.
type convert func(v value.Value) (value.Value, bool)

func asIs(v value.Value) (value.Value, bool) { return v, true }

// conversion finds the way from a type to another; nil when there is none
// that is understood.
func (b *binder) conversion(from, to schema.Type) convert {
	switch {
	case same(from, to):
		return asIs
	case from.Dims > 0 && to.Dims > 0:
		return b.arrayConversion(from, to)
	case rank(from) > 0 && rank(to) > 0:
		return numberConversion(from, to)
	case isText(to):
		return b.toText(from, to)
	case isText(from):
		return b.fromText(from, to)
	}
	if c := momentConversion(short(from), short(to)); c != nil {
		return c
	}
	return oddConversion(short(from), short(to))
}

func (b *binder) arrayConversion(from, to schema.Type) convert {
	elem := b.conversion(from.Elem(), to.Elem())
	if elem == nil {
		return nil
	}
	return func(v value.Value) (value.Value, bool) {
		out := value.Value{Kind: value.Array, E: make([]value.Value, len(v.E))}
		for i, x := range v.E {
			switch {
			case x.Kind == value.Array:
				return out, false
			case x.IsNull():
				continue
			}
			y, ok := elem(x)
			if !ok {
				return out, false
			}
			if out.E[i], ok = b.fit(y, to.Elem(), true); !ok {
				return out, false
			}
		}
		return out, true
	}
}

func numberConversion(from, to schema.Type) convert {
	kf, kt := kindOf(from), kindOf(to)
	single := short(from) == "float4"
	switch {
	case kf == kt:
		return asIs
	case kt == value.Float:
		return func(v value.Value) (value.Value, bool) {
			f := value.FloatOf(v)
			return value.Value{Kind: value.Float, F: f}, !special(v) && !math.IsInf(f, 0)
		}
	case kf == value.Int:
		return func(v value.Value) (value.Value, bool) { return value.Number(v.I, 0), true }
	case kf == value.Decimal:
		return decimalToInt
	case kt == value.Int:
		return func(v value.Value) (value.Value, bool) {
			f := math.RoundToEven(v.F)
			return value.Integer(int64(f)), math.Abs(f) < 1<<62
		}
	}
	return func(v value.Value) (value.Value, bool) { return floatToDecimal(v.F, single) }
}

// decimalToInt rounds half away from zero (numericvar_to_int64).
func decimalToInt(v value.Value) (value.Value, bool) {
	if special(v) {
		return v, false
	}
	n, ok := value.DecimalInt(value.DecimalRound(v, 0))
	return value.Integer(n), ok
}

// floatToDecimal keeps 15 or 6 significant digits (float8_numeric,
// float4_numeric).
func floatToDecimal(f float64, single bool) (value.Value, bool) {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return value.Value{}, false
	}
	precision := 15
	if single {
		precision = 6
	}
	text := strconv.FormatFloat(f, 'e', precision-1, 64)
	rounded, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return value.Value{}, false
	}
	return parseDecimal(strconv.FormatFloat(rounded, 'f', -1, 64))
}

// parseDecimal reads a plain decimal number.
func parseDecimal(text string) (value.Value, bool) {
	v, err := decimalCodec.Parse(text, nil)
	return v, err == nil
}

var decimalCodec = func() *value.Codec {
	c, _ := value.CodecFor(&schema.Schema{}, numericType, nil)
	return c
}()

// toText prints a value; nil where the printed form depends on settings or is
// not kept here.
func (b *binder) toText(from, to schema.Type) convert {
	name := short(from)
	switch {
	case isText(from):
		return func(v value.Value) (value.Value, bool) {
			if name == "bpchar" && short(to) != "bpchar" {
				v.B = bytes.TrimRight(v.B, " ")
			}
			return v, true
		}
	case name == "bool":
		return func(v value.Value) (value.Value, bool) {
			return value.String(strconv.FormatBool(v.I != 0)), true
		}
	case from.Dims > 0, b.isRange(from), b.Schema.Composite(from.Name) != nil:
		return nil
	}
	switch name {
	case "money", "jsonb", "json", "xml", "":
		if !b.isEnum(from) {
			return nil
		}
	case "inet", "cidr":
		return nil
	}
	codec := b.codec(from)
	if codec == nil {
		return nil
	}
	return func(v value.Value) (value.Value, bool) {
		return value.Value{Kind: value.Text, B: codec.AppendText(nil, v)}, true
	}
}

// fromText reads a text as a literal of the type; an error there is an error
// in Postgres, or a form that is not known here.
func (b *binder) fromText(from, to schema.Type) convert {
	codec := b.codec(to)
	if codec == nil || short(to) == "interval" && len(to.Mods) > 0 {
		return nil
	}
	trim := short(from) == "bpchar"
	return func(v value.Value) (value.Value, bool) {
		text := v.B
		if trim {
			text = bytes.TrimRight(text, " ")
		}
		if _, relative := b.relative(string(text), to); relative {
			return v, false
		}
		out, err := codec.Parse(string(text), nil)
		return out, err == nil
	}
}

// momentConversion converts among dates, timestamps and times, in UTC.
func momentConversion(from, to string) convert {
	switch from + " " + to {
	case "timestamp timestamptz", "timestamptz timestamp":
		return asIs
	case "date timestamp", "date timestamptz":
		return func(v value.Value) (value.Value, bool) {
			m := midnight(v)
			return m, finite(v) == finite(m)
		}
	case "timestamp date", "timestamptz date":
		return func(v value.Value) (value.Value, bool) {
			if !finite(v) {
				return value.Value{Kind: value.Date, I: map[bool]int64{true: math.MaxInt32, false: math.MinInt32}[v.I > 0]}, true
			}
			return value.Value{Kind: value.Date, I: floorDiv(v.I, value.Day)}, true
		}
	case "timestamp time", "timestamptz time":
		return func(v value.Value) (value.Value, bool) {
			return value.Value{Kind: value.Time, I: v.I - floorDiv(v.I, value.Day)*value.Day}, finite(v)
		}
	case "timestamptz timetz":
		return func(v value.Value) (value.Value, bool) {
			return value.Value{Kind: value.Time, I: v.I - floorDiv(v.I, value.Day)*value.Day}, finite(v)
		}
	case "time interval":
		return func(v value.Value) (value.Value, bool) { return value.IntervalOf(0, 0, v.I), true }
	case "timetz time":
		return func(v value.Value) (value.Value, bool) { return value.Value{Kind: value.Time, I: v.I}, true }
	}
	return nil
}

// oddConversion has the casts that belong to no group.
func oddConversion(from, to string) convert {
	switch from + " " + to {
	case "bool int4":
		return func(v value.Value) (value.Value, bool) { return value.Integer(v.I), true }
	case "int4 bool":
		return func(v value.Value) (value.Value, bool) { return value.Boolean(v.I != 0), true }
	case "int4 money", "int8 money":
		return func(v value.Value) (value.Value, bool) {
			n, ok := multiply(v.I, 100)
			return value.Number(n, 2), ok
		}
	case "numeric money":
		return func(v value.Value) (value.Value, bool) { return value.DecimalRound(v, 2), !special(v) && v.B == nil }
	case "money numeric", "json jsonb", "cidr inet", "int4 oid", "int8 oid", "oid int8":
		return asIs
	}
	return nil
}

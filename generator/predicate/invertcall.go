package predicate

import (
	"strings"

	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

// inverter inverts a call of one function.
type inverter func(s *solver, e *schema.Expr, want domain.Domain) ([]effect, bool)

var inverters map[string]inverter

func init() {
	inverters = map[string]inverter{
		"length": invertLength, "char_length": invertLength, "character_length": invertLength,
		"octet_length": invertOctets, "bit_length": invertBits,
		"lower": invertLower, "upper": invertUpper,
		"btrim": invertTrim, "ltrim": invertTrim, "rtrim": invertTrim,
		"left": invertLeft, "right": invertRight, "substr": invertSubstring, "substring": invertSubstring,
		"ascii": invertASCII, "regexp_count": invertCount,
		"strpos": invertPosition, "position": invertPosition, "split_part": invertSplit,
		"abs": invertAbs, "mod": invertMod,
		"extract": invertExtract, "date_part": invertExtract, "date_trunc": invertTruncation, "age": invertAge,
		"timezone":    invertZone,
		"cardinality": invertCardinality, "array_length": invertArrayLength, "array_ndims": invertDims, "array_upper": invertArrayLength,
		"jsonb_typeof": invertTypeOf, "json_typeof": invertTypeOf,
		"jsonb_array_length": invertJSONLength, "json_array_length": invertJSONLength,
		"family": invertFamily, "masklen": invertMasklen, "host": invertHost, "nlevel": invertLevels,
		"get_bit": invertBit, "get_byte": invertByte, "uuid_extract_version": invertVersion,
		"scale": invertScale, "trunc": invertMaker,
	}
}

func (s *solver) invertCall(e *schema.Expr, want domain.Domain) ([]effect, bool) {
	f := inverters[lastPart(e.Name)]
	if f == nil || len(e.Args) == 0 || e.Args[0] == nil {
		return nil, false
	}
	return f(s, e, want)
}

// lastPart is a function's name without its schema, for functions of
// extensions, which may live anywhere.
func lastPart(name string) string {
	return name[strings.LastIndexByte(name, '.')+1:]
}

// spans are the wanted lengths as stretches; false when there are too many.
func spans(want domain.Domain) ([]domain.Span, []int, bool) {
	if !orderOnly(want) {
		return nil, nil, false
	}
	var out []domain.Span
	var not []int
	for _, v := range want.Set {
		n, ok := value.DecimalInt(asDecimal(v))
		if ok && n >= 0 && n < 1<<30 {
			out = append(out, domain.Between(int(n), int(n)))
		}
	}
	for _, v := range want.Not {
		if n, ok := value.DecimalInt(asDecimal(v)); ok && n >= 0 && n < 1<<30 {
			not = append(not, int(n))
		}
	}
	for _, i := range want.Intervals {
		i, ok := integerInterval(i, "int4")
		if !ok || i.High.I < 0 || i.High.I < i.Low.I {
			continue
		}
		span := domain.AtLeast(int(max(i.Low.I, 0)))
		if i.High.I < 1<<31-1 {
			span = domain.Between(span.Min, int(i.High.I))
		}
		out = append(out, span)
	}
	if want.Set == nil && want.Intervals == nil {
		out = []domain.Span{{}}
	}
	return out, not, true
}

// invertSpans asks a domain for each stretch of lengths.
func (s *solver) invertSpans(x *schema.Expr, want domain.Domain, ask func(domain.Span, []int) domain.Domain) ([]effect, bool) {
	list, not, ok := spans(want)
	if !ok {
		return nil, false
	}
	out := []effect{}
	for _, span := range list {
		got, ok := s.invert(x, ask(span, not))
		if !ok {
			return nil, false
		}
		out = append(out, got...)
	}
	return out, true
}

func invertLength(s *solver, e *schema.Expr, want domain.Domain) ([]effect, bool) {
	switch t := s.typeOf(e.Args[0]); {
	case len(e.Args) != 1:
		return nil, false
	case !isText(t) && short(t) != "bytea" && short(t) != "bit" && short(t) != "varbit":
		return nil, false
	}
	return s.invertSpans(e.Args[0], want, func(span domain.Span, not []int) domain.Domain {
		return domain.Domain{Len: span, NotLen: not}
	})
}

func invertOctets(s *solver, e *schema.Expr, want domain.Domain) ([]effect, bool) {
	switch t := s.typeOf(e.Args[0]); {
	case short(t) == "bytea":
		return invertLength(s, e, want)
	case !isText(t) || short(t) == "bpchar":
		return nil, false
	}
	return s.invertSpans(e.Args[0], want, func(span domain.Span, not []int) domain.Domain {
		// Generated texts that have to count bytes are ASCII.
		return domain.Domain{Octets: span, Len: domain.Span{Min: (span.Min + 3) / 4}, NotLen: not}
	})
}

func invertBits(s *solver, e *schema.Expr, want domain.Domain) ([]effect, bool) {
	switch short(s.typeOf(e.Args[0])) {
	case "bit", "varbit":
		return invertLength(s, e, want)
	}
	return nil, false
}

// invertAbs mirrors the wanted values.
func invertAbs(s *solver, e *schema.Expr, want domain.Domain) ([]effect, bool) {
	if !orderOnly(want) {
		return nil, false
	}
	positive := domain.Domain{Set: want.Set, Not: want.Not}
	positive.Intervals = domain.MeetAll(want.Intervals, []domain.Interval{domain.From(value.Number(0, 0))})
	negative := mapIntervals(positive, negateNumber, true)
	out := domain.Domain{Intervals: joinIntervals(negative.Intervals, positive.Intervals)}
	if want.Set != nil {
		out.Set = append(append([]value.Value{}, decimals1(want.Set)...), negative.Set...)
	}
	if want.Not != nil {
		out.Not = append(append([]value.Value{}, decimals1(want.Not)...), negative.Not...)
	}
	return s.invertAs(e.Args[0], s.typeOf(e), out)
}

// joinIntervals puts two sorted lists together, the first below the second;
// where they touch at zero it is left to one of them.
func joinIntervals(a, b []domain.Interval) []domain.Interval {
	out := append([]domain.Interval{}, a...)
	for _, i := range b {
		if n := len(out); n > 0 {
			last := &out[n-1]
			if c, ok := domain.Compare(last.High, i.Low); ok && c == 0 {
				last.High, last.HighOpen = i.High, i.HighOpen
				continue
			}
		}
		out = append(out, i)
	}
	return out
}

func invertMod(s *solver, e *schema.Expr, want domain.Domain) ([]effect, bool) {
	if len(e.Args) != 2 || len(e.Args[1].Columns()) > 0 {
		return nil, false
	}
	return s.invertOp(&schema.Expr{Kind: schema.ExprOp, Name: "%", Args: e.Args}, want)
}

package space

import (
	"fmt"
	"math"

	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/draw"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/generator/vocabulary"
	"github.com/effigydb/effigy/schema"
)

// builder turns an Input into a space.
type builder struct {
	Input
	codec   *value.Codec
	variant int // of the ways to write a meaning
}

// space dispatches on the domain's list, then on how the type holds values.
func (b *builder) space() (Space, error) {
	if b.Domain.Set != nil {
		if len(b.Domain.Set) == 0 {
			return nil, fmt.Errorf("type %s: %w", b.Type, ErrEmpty)
		}
		return b.few(b.Domain.Set), nil
	}
	switch b.codec.Kind() {
	case value.Bool:
		return b.booleans()
	case value.Int:
		return b.wholes()
	case value.Float:
		return b.coordinate(b.floats(b.codec.Type.Is("float4")))
	case value.Decimal:
		return b.coordinate(b.decimals())
	case value.Date:
		return b.dates()
	case value.Time:
		return b.times()
	case value.Timestamp:
		return b.timestamps()
	case value.Interval:
		return b.intervals()
	case value.Bytes:
		return b.blobs()
	case value.Range:
		return b.ranges()
	case value.Row:
		return b.rows()
	case value.Array:
		if b.codec.Type.Dims > 0 {
			return b.arrays()
		}
		return b.multiranges()
	}
	return b.written()
}

// written are the types that values hold as text.
func (b *builder) written() (Space, error) {
	if labels := b.codec.Labels(); labels != nil {
		return b.labels(labels)
	}
	name := b.codec.Type.Name.Name
	if len(b.Domain.Patterns) > 0 && forms[name] != "" && b.codec.Type.Name.Schema == schema.Catalog {
		return b.spelled(forms[name])
	}
	if b.codec.Type.Name.Schema != schema.Catalog && b.Schema.Domain(b.codec.Type.Name) == nil && !extensions[name] {
		return nil, fmt.Errorf("type %s: %w", b.Type, ErrUnknown)
	}
	switch name {
	case "text", "varchar", "bpchar", "name", "citext", "refcursor":
		return b.texts()
	case "uuid":
		return b.uuids()
	case "inet", "cidr":
		return b.networks(name == "cidr")
	case "macaddr", "macaddr8":
		return b.hardware(name == "macaddr8")
	case "bit", "varbit":
		return b.bits()
	case "json", "jsonb":
		return b.documents()
	case "point":
		return b.points()
	}
	if name == "hstore" && b.Domain.JSON != nil {
		return b.stores()
	}
	if name == "ltree" && len(b.Domain.Patterns) > 0 {
		return b.paths()
	}
	c := b.exotic(name)
	if t, ok := c.(*template); c == nil || ok && t == nil {
		return nil, fmt.Errorf("type %s: %w", b.Type, ErrUnknown)
	}
	if len(b.Domain.Patterns) > 0 || b.Domain.Intervals != nil {
		return nil, fmt.Errorf("rules on %s: %w", b.Type, ErrUnknown)
	}
	return except(&text{name: name, c: c, fit: fit{max: -1}}, b.Domain.Not, b.Type)
}

// extensions are types of contrib that are known here.
var extensions = map[string]bool{
	"citext": true, "hstore": true, "ltree": true, "lquery": true, "ltxtquery": true, "cube": true,
	"earth": true, "seg": true, "query_int": true, "ean13": true, "isbn13": true, "ismn13": true,
	"issn13": true, "isbn": true, "ismn": true, "issn": true, "upc": true,
}

func (b *builder) booleans() (Space, error) {
	var left []value.Value
	for _, v := range []value.Value{value.Boolean(true), value.Boolean(false)} {
		ok := b.Domain.Intervals == nil
		for _, i := range b.Domain.Intervals {
			ok = ok || i.Has(v)
		}
		for _, n := range b.Domain.Not {
			ok = ok && n.I != v.I
		}
		if ok {
			left = append(left, v)
		}
	}
	if len(left) == 0 {
		return nil, fmt.Errorf("type bool: %w", ErrEmpty)
	}
	f := b.few(left)
	if len(left) == 2 && (b.Meaning == vocabulary.Likely || b.Meaning == vocabulary.Unlikely) {
		weights := []float64{frequent, 1 - frequent}
		if b.Meaning == vocabulary.Unlikely {
			weights[0], weights[1] = weights[1], weights[0]
		}
		f.name, f.weights, f.alias = "boolean, "+b.Meaning.String(), weights, draw.NewAlias(weights)
	}
	return f, nil
}

// labels is the space of an enum. Its order is no matter for draws.
func (b *builder) labels(labels []string) (Space, error) {
	var left []value.Value
	for _, l := range labels {
		v := value.String(l)
		if b.allowsLabel(v) {
			left = append(left, v)
		}
	}
	if len(left) == 0 {
		return nil, fmt.Errorf("type %s: %w", b.Type, ErrEmpty)
	}
	return b.few(left), nil
}

// few is the space of a list, named by the type.
func (b *builder) few(list []value.Value) *finite {
	kind := ""
	switch {
	case b.codec.Kind() == value.Bool:
		kind = "boolean"
	case b.codec.Labels() != nil:
		kind = "enum"
	}
	f := newFinite(listed(kind, len(list)), list, b.Key)
	f.kind = kind
	return f
}

func (b *builder) allowsLabel(v value.Value) bool {
	for _, n := range b.Domain.Not {
		if string(n.B) == string(v.B) {
			return false
		}
	}
	ok := b.Domain.Intervals == nil
	for _, i := range b.Domain.Intervals {
		ok = ok || b.within(i, v)
	}
	return ok
}

// within orders by the codec: an enum's by its labels.
func (b *builder) within(i domain.Interval, v value.Value) bool {
	if c, ok := b.codec.Compare(v, i.Low); !i.Low.IsNull() && (!ok || c < 0 || c == 0 && i.LowOpen) {
		return false
	}
	c, ok := b.codec.Compare(v, i.High)
	return i.High.IsNull() || ok && (c < 0 || c == 0 && !i.HighOpen)
}

// wholes are the types that hold whole numbers.
func (b *builder) wholes() (Space, error) {
	name := b.codec.Type.Name.Name
	if list, ok := objects[name]; ok {
		var all []value.Value
		for _, oid := range list {
			all = append(all, value.Integer(oid))
		}
		return newFinite(fmt.Sprintf("%s of %d", name, len(all)), all, b.Key), nil
	}
	switch name {
	case "int2":
		return b.integers(math.MinInt16, math.MaxInt16)
	case "int4":
		return b.integers(math.MinInt32, math.MaxInt32)
	case "char":
		return b.integers('!', '~')
	case "oid", "xid", "cid", "lo":
		return b.integers(1, math.MaxUint32)
	case "xid8":
		return b.integers(1, math.MaxInt64)
	}
	return b.integers(math.MinInt64+1, math.MaxInt64)
}

// coordinate ties latitude and longitude to a place.
func (b *builder) coordinate(s Space, err error) (Space, error) {
	l, ok := s.(*lattice)
	if err != nil || !ok || b.Meaning != vocabulary.Latitude && b.Meaning != vocabulary.Longitude {
		return s, err
	}
	return &placed{l, b.Meaning == vocabulary.Longitude}, nil
}

package space

import (
	"fmt"
	"math"

	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/generator/vocabulary"
)

// habit is what is usual of the numbers of a meaning, in whole units.
type habit struct {
	low, high int64
	shape     shape
}

var habits = map[vocabulary.Meaning]habit{
	vocabulary.Port: {1024, 49151, even}, vocabulary.Age: {18, 90, bell},
	vocabulary.Year: {1980, 0, rising}, vocabulary.CardYear: {0, 0, soon}, vocabulary.Month: {1, 12, even},
	vocabulary.Day: {1, 28, even}, vocabulary.Weekday: {1, 7, even}, vocabulary.Week: {1, 52, even}, vocabulary.Quarter: {1, 4, even}, vocabulary.Rating: {1, 5, rising},
	vocabulary.Percent: {0, 100, soon}, vocabulary.TaxRate: {4, 25, even}, vocabulary.Ratio: {0, 1, even}, vocabulary.Points: {0, 100, bell},
	vocabulary.Quantity: {1, 20, tail}, vocabulary.Few: {1, 8, soon}, vocabulary.Scarce: {0, 4, soon}, vocabulary.Tally: {0, 500, tail}, vocabulary.Crowd: {2, 400, skewed}, vocabulary.Days: {1, 90, skewed},
	vocabulary.Position: {1, 50, soon}, vocabulary.Floor: {0, 12, soon}, vocabulary.Area: {12, 200, skewed}, vocabulary.Pages: {60, 900, skewed},
	vocabulary.Duration: {1, 3600, tail}, vocabulary.Minutes: {5, 180, skewed}, vocabulary.Millis: {2, 5000, priced}, vocabulary.Years: {0, 35, soon},
	vocabulary.Size: {100, 10_000_000, tail}, vocabulary.Weight: {1, 200, tail}, vocabulary.Mileage: {500, 250_000, soon},
	vocabulary.Money: {1, 2500, priced}, vocabulary.Cents: {100, 250_000, priced}, vocabulary.Limit: {500, 50_000, priced},
	vocabulary.Salary: {20_000, 300_000, skewed}, vocabulary.Budget: {1000, 2_500_000, priced}, vocabulary.Fee: {1, 250, priced},
	vocabulary.Wage: {12, 160, skewed}, vocabulary.Night: {45, 600, skewed}, vocabulary.Distance: {1, 1200, priced}, vocabulary.Dose: {5, 1000, priced},
	vocabulary.Status: {0, 4, soon}, vocabulary.Level: {0, 5, soon}, vocabulary.Category: {1, 9, soon},
	vocabulary.Kind: {0, 4, soon}, vocabulary.Role: {0, 3, soon}, vocabulary.Action: {0, 5, soon},
	vocabulary.Latitude: {-66, 70, even}, vocabulary.Longitude: {-180, 180, even},
	vocabulary.Heading: {0, 359, even}, vocabulary.Altitude: {0, 1500, soon}, vocabulary.Speed: {0, 120, bell}, vocabulary.Temperature: {-5, 35, bell},
	vocabulary.Stature: {145, 200, bell}, vocabulary.BodyWeight: {45, 120, bell}, vocabulary.BMI: {17, 38, bell}, vocabulary.Fever: {36, 40, soon},
	vocabulary.Pulse: {50, 110, bell}, vocabulary.Breath: {12, 22, bell}, vocabulary.Systolic: {95, 160, bell}, vocabulary.Diastolic: {55, 95, bell},
	vocabulary.Saturation: {90, 100, rising}, vocabulary.GPA: {2, 4, bell}, vocabulary.SchoolYear: {1, 12, even}, vocabulary.Reply: {200, 204, soon},
}

// anyNumber is the habit of a number whose name says nothing.
var anyNumber = habit{1, 1000, tail}

func (b *builder) habit() habit {
	h, ok := habits[b.Meaning]
	y, _, _ := value.DateOf(floorDiv(b.Now, value.Day))
	switch b.Meaning {
	case vocabulary.Year:
		h.high = int64(y)
	case vocabulary.CardYear:
		h.low, h.high = int64(y), int64(y)+5
	}
	if ok {
		return h
	}
	return anyNumber
}

// integers are the spaces of int2, int4, int8, oid and "char" over [low, high].
func (b *builder) integers(low, high int64) (Space, error) {
	l, err := b.latticeOf(unit{kind: value.Int, low: low, high: high}, 1)
	if err != nil {
		return nil, err
	}
	b.window(l, 1, 1, high)
	l.settle(b, "int")
	return l, nil
}

// settle chooses the shape of small sets and the name.
func (l *lattice) settle(b *builder, word string) {
	if l.usual.total <= 20 && l.shape == tail {
		l.shape = soon
	}
	if m := b.Meaning.String(); m != "" {
		word = m
	}
	l.word, l.codec = word, b.codec
	l.name = widest([]*lattice{l})
}

// decimals is the space of numeric and money.
func (b *builder) decimals() (Space, error) {
	u := unit{kind: value.Decimal, scale: 2, low: -1 << 62, high: 1 << 62}
	step, finest := int64(1), maxScale
	if t := b.codec.Type; t.Is("numeric") && len(t.Mods) > 0 {
		p, s := t.Mod(0, 18), t.Mod(1, 0)
		if s < 0 { // rounds left of the point
			step, p, s = power(-s), p-s, 0
		}
		finest = s
		if cut := p - 18; cut > 0 { // more digits than 64 bits hold
			p, s, u.narrow = 18, max(s-cut, min(s, 6)), true
		}
		u.scale, u.high = s, power(p)-1
		u.low = -u.high
	} else if t.Is("numeric") {
		u.scale, u.narrow = b.scale(), true
	} else {
		finest = u.scale
	}
	return b.fractions(u, step, finest)
}

// scale is the number of digits for a number whose type sets none: two, or as
// many as the ends of the intervals have, and more where that leaves nothing.
func (b *builder) scale() int {
	scale := 2
	for _, i := range b.Domain.Intervals {
		for _, v := range []value.Value{i.Low, i.High} {
			if v.Kind == value.Decimal && v.N > int32(scale) {
				scale = min(int(v.N), 12)
			}
		}
	}
	if len(b.Domain.Congruences) > 0 || b.Meaning == vocabulary.Quantity || b.Meaning == vocabulary.Tally {
		scale = 0
	}
	if b.Meaning == vocabulary.Latitude || b.Meaning == vocabulary.Longitude {
		scale = 6
	}
	return scale
}

// floats is the space of float4 and float8: decimals of a few digits, few
// enough that they differ as floats.
func (b *builder) floats(single bool) (Space, error) {
	u := unit{kind: value.Float, scale: b.scale(), single: single, low: -1 << 53, high: 1 << 53, narrow: true}
	u.distinct = 1 << 50
	if single {
		u.scale, u.distinct = min(u.scale, 3), 1<<22
	}
	return b.fractions(u, 1, maxScale)
}

// maxScale is where the search for values between two near bounds ends.
const maxScale = 15

// fractions builds the lattice of numbers with digits after the point, with
// more of them, up to finest, where the domain's ends lie so near that there is
// no other.
func (b *builder) fractions(u unit, step int64, finest int) (Space, error) {
	l, err := b.latticeOf(u, step)
	fixed := b.codec.Type.Is("numeric") && len(b.codec.Type.Mods) > 0 || b.codec.Type.Is("money")
	for err != nil && u.scale < min(finest, maxScale) {
		u.scale++
		l, err = b.latticeOf(u, step)
	}
	if err != nil && !fixed { // as far from zero as whole numbers reach
		u.scale = 0
		l, err = b.latticeOf(u, step)
	}
	if err == nil && u.distinct > 0 {
		l, err = b.apart(l)
	}
	if err != nil {
		return nil, err
	}
	u = l.unit
	one := power(u.scale)
	least, most := int64(0), min(u.high, saturatedTimes(1_000_000_000, one))
	switch b.Meaning {
	case vocabulary.Latitude:
		least, most = -90*one, 90*one
	case vocabulary.Longitude:
		least, most = -180*one, 180*one
	}
	if u.distinct > 0 {
		most = min(most, u.distinct)
	}
	b.window(l, one, least, most)
	if u.scale > 0 && l.shape == tail { // whose values would be 1.0 and something mostly
		l.shape = priced
	}
	l.settle(b, "number")
	return l, nil
}

// apart keeps of a lattice of floats those numbers that are different values.
// Far from zero that takes fewer digits, then a wider step.
func (b *builder) apart(l *lattice) (*lattice, error) {
	limit := l.unit.distinct
	step := int64(1)
	for range 64 {
		if g := l.hard.clip(-limit*step, limit*step); g.total > 0 {
			l.hard, l.soft, l.usual = g, g, g
			return l, nil
		}
		u := l.unit
		if u.scale > 0 {
			u.scale--
		} else if step *= 2; step > math.MaxInt64/limit/2 {
			break
		}
		var err error
		if l, err = b.latticeOf(u, step); err != nil {
			return nil, err
		}
	}
	return nil, fmt.Errorf("type %s: %w", b.Type, ErrUnknown)
}

// power is 10^n, saturated at 10^18.
func power(n int) int64 {
	p := int64(1)
	for range min(max(n, 0), 18) {
		p *= 10
	}
	return p
}

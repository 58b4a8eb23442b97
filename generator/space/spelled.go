package space

import (
	"fmt"

	"github.com/effigydb/effigy/generator/language"
	"github.com/effigydb/effigy/generator/value"
)

// forms are regular expressions of the texts that types write, where patterns
// may ask for some of them.
var forms = map[string]string{
	"uuid":     "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$",
	"macaddr":  "^[0-9a-f]{2}(:[0-9a-f]{2}){5}$",
	"macaddr8": "^[0-9a-f]{2}(:[0-9a-f]{2}){7}$",
	"bit":      "^[01]*$",
	"varbit":   "^[01]*$",
	"inet":     netForm + "$",
	"cidr":     netForm + "/32$",
}

const (
	octet   = `(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])`
	netForm = "^" + octet + `(\.` + octet + "){3}"
)

// spelled is the space of values whose texts match patterns. With intervals
// there are as many of them as a search among its first texts finds.
func (b *builder) spelled(form string) (Space, error) {
	b.Domain.Patterns = append(b.Domain.Patterns[:len(b.Domain.Patterns):len(b.Domain.Patterns)], language.Pattern{Text: form})
	f := fit{min: b.Domain.Len.Min, max: -1}
	if b.Domain.Len.Capped {
		f.max = b.Domain.Len.Max
	}
	if n := b.codec.Type.Mod(0, 0); b.codec.Type.Is("bit") {
		f.min, f.max = max(n, 1), max(n, 1)
	} else if n > 0 && b.codec.Type.Is("varbit") {
		f.max = n
	}
	if f.max < 0 && b.codec.Type.Is("varbit") {
		f.max = f.min + 64
	}
	ordered := b.Domain.Intervals != nil && b.codec.Type.Is("uuid")
	if ordered {
		b.Domain.Patterns = append(b.Domain.Patterns, between(b.Domain.Intervals, 36, "0123456789abcdef"))
	}
	s, err := b.patterned(f)
	if err != nil || b.Domain.Intervals == nil || ordered {
		return s, err
	}
	var left []value.Value
	for k := range min(s.Capacity(), sought) {
		v := s.Unrank(k, nil)
		for _, i := range b.Domain.Intervals {
			if b.within(i, v) {
				left = append(left, v)
				break
			}
		}
	}
	if len(left) == 0 {
		return nil, fmt.Errorf("patterns and order of %s: %w", b.Type, ErrUnknown)
	}
	return newFinite(s.Name(), left, b.Key), nil
}

// sought is how many texts of a language are held against intervals.
const sought = 20_000

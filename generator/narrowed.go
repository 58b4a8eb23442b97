package generator

import (
	"fmt"
	"slices"
	"strings"

	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/space"
	"github.com/effigydb/effigy/generator/value"
)

// dearly is how many candidates one counts for, to the search's budget, for
// each space that had to be put together for it.
const dearly = 8

// maxNarrowed is how many spaces of texts a maker keeps.
const maxNarrowed = 256

// narrowed draws from a domain that the row itself narrowed. Patterns take
// long to be put together, and rows that share a value narrow alike: their
// space is kept. It depends on the domain alone, so that rows are the same
// whatever a maker has kept.
func (m *maker) narrowed(c *column, d domain.Domain, h uint64) (value.Value, bool) {
	d, name := patterned(c, d)
	s, known := m.spaces[name]
	if !known {
		s = m.t.spaceOf(c, d)
		m.dear++
	}
	if !known && name != "" {
		if m.spaces == nil || len(m.spaces) >= maxNarrowed {
			m.spaces = map[string]space.Space{}
		}
		m.spaces[name] = s
	}
	if s == nil {
		return value.Value{}, false
	}
	return s.Draw(h, &m.arena), true
}

// patterned names a domain of which only patterns and lengths are set; "" for
// any other. Its patterns become its own: the row's memory is used again.
func patterned(c *column, d domain.Domain) (domain.Domain, string) {
	rest := d
	rest.Patterns, rest.Len, rest.Octets, rest.Lower, rest.Upper, rest.Trimmed = nil, domain.Span{}, domain.Span{}, false, false, false
	if len(d.Patterns) == 0 || !rest.Plain() {
		return d, ""
	}
	d.Patterns = slices.Clone(d.Patterns)
	for i := range d.Patterns {
		d.Patterns[i].Text = strings.Clone(d.Patterns[i].Text)
	}
	return d, fmt.Sprintf("%d %+v %+v %t %t %t %#v", c.pos, d.Len, d.Octets, d.Lower, d.Upper, d.Trimmed, d.Patterns)
}

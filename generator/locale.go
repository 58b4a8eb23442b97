package generator

import (
	"slices"
	"strings"

	"github.com/effigydb/effigy/generator/draw"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/generator/vocabulary"
)

// locale are the columns of one place in a row, such as those of the billing
// address.
type locale struct {
	columns []*column
	inputs  []int
}

// addLocales ties the columns of a place to the city or country that is given.
func (t *Table) addLocales(children []*link) {
	locales := map[string]*locale{}
	for _, c := range t.columns {
		if c.meaning.Group() != vocabulary.Location || c.model.Type.Dims > 0 {
			continue
		}
		stem := vocabulary.Stem(c.name, c.base)
		if locales[stem] == nil {
			locales[stem] = &locale{}
		}
		locales[stem].columns = append(locales[stem].columns, c)
		locales[stem].inputs = append(locales[stem].inputs, c.pos)
	}
	for _, c := range t.columns {
		l := locales[vocabulary.Stem(c.name, c.base)]
		if l == nil || !contains(l.inputs, c.pos) || !l.told(t) || !t.derivable(c, children) || t.needs(c.pos) && len(t.settings.Fixtures) == 0 {
			continue
		}
		t.products = append(t.products, product{column: c.pos, inputs: l.inputs, value: func(m *maker) (value.Value, bool) {
			p := l.place(m)
			if p == nil || m.gave(c) {
				return value.Value{}, false
			}
			v, err := c.codec.Parse(p.Fact(c.meaning), &m.arena)
			if err != nil || p.Fact(c.meaning) == "" {
				return value.Value{}, false
			}
			return t.stored(c, v)
		}})
	}
}

// told reports that the configuration gives what a place is known by.
func (l *locale) told(t *Table) bool {
	return slices.ContainsFunc(l.columns, func(c *column) bool { return vocabulary.Locates(c.meaning) && t.givable(c) })
}

// place is the one that all given cells are of, nil where none is known.
func (l *locale) place(m *maker) *vocabulary.Place {
	var all []*vocabulary.Place
	for _, c := range l.columns {
		if !vocabulary.Locates(c.meaning) || !m.gave(c) || m.row[c.pos].IsNull() {
			continue
		}
		found := vocabulary.At(c.meaning, strings.TrimSpace(string(m.row[c.pos].B)))
		if all == nil {
			all = found
		} else {
			all = both(all, found)
		}
	}
	if len(all) == 0 {
		return nil
	}
	return all[draw.Below(draw.Mix(m.member), uint64(len(all)))]
}

// both are the places of two lists, of the first where there are none.
func both(a, b []*vocabulary.Place) (all []*vocabulary.Place) {
	for _, p := range a {
		if slices.Contains(b, p) {
			all = append(all, p)
		}
	}
	if all == nil {
		return a
	}
	return all
}

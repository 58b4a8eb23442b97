package generator

import (
	"fmt"
	"math"
	"strings"

	"github.com/brianvoe/gofakeit/v7"
	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/draw"
	"github.com/effigydb/effigy/generator/space"
	"github.com/effigydb/effigy/generator/value"
)

// wished is the space as the configuration wants it: a gofakeit function, or
// another distribution. Both stay within the domain.
func (p *planner) wished(t *Table, c *column, d domain.Domain, s space.Space) (space.Space, error) {
	if c.settings.Function != "" {
		list, err := p.fake(t, c, d)
		if err != nil {
			return nil, err
		}
		s = list
	}
	if c.settings.Distribution != "" && s != nil {
		return shaped{s, c.settings.Distribution, draw.NewZipf(min(s.Capacity(), 1<<40), 1.1)}, nil
	}
	return s, nil
}

// fakeWords is the number of calls of a gofakeit function that make a column's
// vocabulary: once a plan, never per cell.
const fakeWords = 3000

func (p *planner) fake(t *Table, c *column, d domain.Domain) (space.Space, error) {
	info := gofakeit.GetFuncLookup(strings.ToLower(strings.ReplaceAll(c.settings.Function, "_", "")))
	if info == nil {
		return nil, fmt.Errorf("there is no gofakeit function %s", c.settings.Function)
	}
	faker := gofakeit.New(uint64(draw.Cell(t.key, c.name, "gofakeit")))
	params := gofakeit.NewMapParams()
	for _, x := range info.Params {
		params.Add(x.Field, x.Default)
	}
	matcher := domain.NewMatcher(d)
	seen := map[digest]bool{}
	var values []value.Value
	for range fakeWords {
		got, err := info.Generate(faker, params, info)
		if err != nil {
			return nil, fmt.Errorf("gofakeit function %s: %w", c.settings.Function, err)
		}
		v, err := c.codec.Parse(fmt.Sprint(got), nil)
		if err != nil || !matcher.Allows(v) {
			continue
		}
		if k := digestOf(appendKey(nil, v, c)); !seen[k] {
			seen[k] = true
			values = append(values, v)
		}
	}
	list := space.List("gofakeit "+c.settings.Function, values, draw.Cell(t.key, c.name, "space"))
	if list == nil {
		return nil, fmt.Errorf("gofakeit function %s gives no value that the column takes", c.settings.Function)
	}
	return list, nil
}

// shaped draws ranks of a space by a distribution.
type shaped struct {
	space.Space
	distribution string
	zipf         draw.Zipf
}

// Name adds the distribution.
func (s shaped) Name() string { return s.Space.Name() + ", " + s.distribution }

// Draw maps the hash to a rank: the mean of normal is the middle of the
// space, its ends are three deviations away; lognormal and exponential fall
// from the first rank, with 99.9 % of the draws inside the space.
func (s shaped) Draw(h uint64, a *value.Arena) value.Value {
	n := min(s.Capacity(), 1<<40)
	f := float64(n)
	at := func(x float64) value.Value {
		return s.Unrank(uint64(math.Min(math.Max(x, 0), f-1)), a)
	}
	switch s.distribution {
	case "zipf":
		return s.Unrank(s.zipf.At(h), a)
	case "normal":
		return at(f/2 + draw.Normal(h)*f/6)
	case "lognormal":
		return at(draw.LogNormal(h, 0, 1) / 22 * f)
	case "exponential":
		return at(draw.Exponential(h) / 6.9 * f)
	}
	return s.Unrank(draw.Below(h, n), a)
}

package space

import (
	"fmt"

	"github.com/effigydb/effigy/generator/draw"
	"github.com/effigydb/effigy/generator/value"
)

// distributions by the names of the configuration. The log-uniform shape is
// Zipf's law of exponent 1 over ranks.
var distributions = map[string]shape{
	"uniform": even, "zipf": tail, "normal": bell, "lognormal": skewed, "exponential": decaying,
}

// Distributed is the space with draws that spread over all its ranks as a
// named distribution does: "uniform", "zipf", "normal", "lognormal" or
// "exponential", over the values in ascending order where they have one, else
// in the order of the ranks. An ordered space stays one.
func Distributed(s Space, name string) (Space, error) {
	x, ok := distributions[name]
	if !ok {
		return nil, fmt.Errorf("distribution %q is none of uniform, zipf, normal, lognormal, exponential", name)
	}
	l, ok := s.(*lattice)
	if p, isPlaced := s.(*placed); isPlaced {
		l, ok = p.lattice, true
	}
	if ok {
		c := *l
		c.shape, c.word, c.name = x, c.word+", "+name, c.name+", "+name
		return &c, nil
	}
	return &distributed{s, x, s.Name() + ", " + name}, nil
}

type distributed struct {
	Space
	shape shape
	name  string
}

func (d *distributed) Name() string { return d.name }

func (d *distributed) Draw(h uint64, a *value.Arena) value.Value {
	return d.Unrank(d.shape.at(h, d.Capacity()), a)
}

// Weighted is a list of values with a weight each; nil without values.
func Weighted(name string, values []value.Value, weights []float64) Space {
	if len(values) == 0 || len(values) != len(weights) {
		return nil
	}
	f := newFinite(name, values, 0)
	f.weights, f.alias = weights, draw.NewAlias(weights)
	return f
}

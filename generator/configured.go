package generator

import (
	"fmt"

	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/space"
	"github.com/effigydb/effigy/generator/value"
)

// functionWords is how many values of a gofakeit function a column draws from.
const functionWords = 500

// configured is the space of a column with what the configuration asks for:
// the values of a gofakeit function, weights, a distribution. Values that the
// domain forbids are left out.
func (p *planner) configured(t *Table, c *column, in space.Input, s space.Space) (space.Space, error) {
	allowed := domain.NewMatcher(in.Domain)
	parse := func(texts []string, weights []float64) (values []value.Value, kept []float64) {
		for i, text := range texts {
			if v, err := c.codec.Parse(text, nil); err == nil && allowed.Allows(v) {
				values = append(values, v)
				if weights != nil {
					kept = append(kept, weights[i])
				}
			}
		}
		return values, kept
	}
	set := c.settings
	switch {
	case len(set.Weights) > 0 && len(set.Weights) == len(set.Values):
		values, weights := parse(set.Values, set.Weights)
		if w := space.Weighted("configured values", values, weights); w != nil {
			return w, nil
		}
	case set.Expression != nil && !c.outside && !c.generated:
		if p.dry() {
			return space.List("expression, to be evaluated by a server", []value.Value{s.Unrank(0, nil)}, in.Key), nil
		}
		return p.vocabulary(t, c, in)
	case set.Function != "" && len(set.Values) == 0 && set.Constant == nil:
		words, err := in.Book.Function(set.Function, functionWords)
		if err != nil {
			return nil, err
		}
		values, _ := parse(words, nil)
		if s = space.List(set.Function, values, in.Key); s == nil {
			return nil, fmt.Errorf("function %s gives no value that the column takes: %w", set.Function, space.ErrEmpty)
		}
	}
	if set.Distribution != "" {
		return space.Distributed(s, set.Distribution)
	}
	return s, nil
}

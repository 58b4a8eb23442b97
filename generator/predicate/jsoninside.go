package predicate

import (
	"maps"
	"slices"

	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/value"
)

// containing asks for a document that contains another (@>), key by key, so
// that other rules on a key meet it there.
func containing(doc any) (*domain.JSON, bool) {
	j := &domain.JSON{Type: typeOf(doc)}
	switch doc := doc.(type) {
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(doc)) {
			d := domain.Domain{}
			k, ok := domain.Key{Name: name, Present: true, Value: &d}, true
			switch text, known := spell(doc[name]); typeOf(doc[name]) {
			case "object", "array", "null":
				d.JSON, ok = containing(doc[name])
			default:
				if k.Cast, d, ok = scalars(domain.Domain{Set: []value.Value{text}}); !known {
					return nil, false
				}
			}
			if !ok {
				return nil, false
			}
			d.Nulls = domain.NeverNull
			j.Keys = append(j.Keys, k)
		}
	case []any:
		for _, x := range doc {
			text, ok := spell(x)
			if !ok {
				return nil, false
			}
			j.Contains = append(j.Contains, string(text.B))
		}
	case nil:
	default:
		return nil, false
	}
	return j, true
}

package predicate

import "github.com/effigydb/effigy/generator/value"

// Computes names a function of one argument that SQL has not: true, or NULL,
// where the argument can be computed, and Unknown where it raises an error.
const Computes = "effigy computes"

func init() {
	define(Computes, "bool", func([]value.Value) (value.Value, bool) { return value.Boolean(true), true }, "any")
}

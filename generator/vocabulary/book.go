package vocabulary

import "github.com/effigydb/effigy/generator/draw"

// Book holds the word lists of one plan. It is immutable once made.
type Book struct{}

// New builds the lists from a key.
func New(key draw.Key) *Book { return &Book{} }

// Words are the values of a meaning that has a closed list, distinct also
// when lower-cased and trimmed; nil for one that is composed or numeric.
func (b *Book) Words(m Meaning) []string { return nil }

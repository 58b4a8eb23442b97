package space

import (
	"fmt"

	"github.com/effigydb/effigy/generator/value"
)

// builder turns an Input into a space.
type builder struct {
	Input
	codec *value.Codec
}

// space dispatches on the type.
func (b *builder) space() (Space, error) {
	return nil, fmt.Errorf("type %s: %w", b.Type, ErrUnknown)
}

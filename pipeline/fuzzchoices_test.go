package pipeline

import "hash/fnv"

// choices turns bytes into decisions: a byte each while there are any, so
// that a small change of the input is a small change of the schema, then a
// SplitMix64 stream that the bytes seed.
type choices struct {
	data  []byte
	state uint64
}

func choicesOf(data []byte) *choices {
	h := fnv.New64a()
	h.Write(data)
	return &choices{data: data, state: h.Sum64()}
}

// seeded begins far from where other seeds do: not a step of the stream apart,
// where neighbours would compose the same tables.
func seeded(seed uint64) *choices { return &choices{state: seed * 0xd1342543de82ef95} }

func (c *choices) next() uint64 {
	if len(c.data) > 0 {
		b := c.data[0]
		c.data = c.data[1:]
		return uint64(b)
	}
	c.state += 0x9e3779b97f4a7c15
	x := c.state
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// below is one of 0 … n-1.
func (c *choices) below(n int) int { return int(c.next() % uint64(n)) }

// once is true one time in n.
func (c *choices) once(n int) bool { return c.below(n) == n-1 }

func oneOf[T any](c *choices, list ...T) T { return list[c.below(len(list))] }

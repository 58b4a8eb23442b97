package vocabulary

import "slices"

// blockSize is the longest word of a list of blocks and the blank after it.
const blockSize = 16

// Block is a word and a blank after it, padded to a length that is copied by
// one move: free text is made of millions of them.
type Block struct {
	text [blockSize]byte
	n    uint8
}

// Len is the length of the word in bytes.
func (b *Block) Len() int { return int(b.n) - 1 }

// Append writes the word and a blank.
func (b *Block) Append(dst []byte) []byte {
	n := len(dst)
	if cap(dst)-n < blockSize {
		dst = slices.Grow(dst, blockSize)
	}
	*(*[blockSize]byte)(dst[n : n+blockSize]) = b.text
	return dst[:n+int(b.n)]
}

// blocks are the words that fit one.
func blocks(words []string) []Block {
	list := make([]Block, 0, len(words))
	for _, w := range words {
		if len(w) < blockSize {
			b := Block{n: uint8(len(w) + 1)}
			b.text[copy(b.text[:], w)] = ' '
			list = append(list, b)
		}
	}
	return list
}

package value

// Arena is scratch memory for the values of one row: bytes and elements are
// cut from blocks that Reset makes free again, so that rows cost no
// allocation once the blocks have grown. A nil Arena allocates each piece.
// It is not safe for concurrent use.
type Arena struct {
	bytes  []byte
	values []Value
}

const (
	firstBytes  = 256
	firstValues = 8
)

// Bytes returns n zeroed bytes with no spare capacity.
func (a *Arena) Bytes(n int) []byte {
	if a == nil {
		return make([]byte, n)
	}
	if len(a.bytes)+n > cap(a.bytes) {
		a.bytes = make([]byte, 0, max(firstBytes, 2*cap(a.bytes), n))
	}
	at := len(a.bytes)
	a.bytes = a.bytes[:at+n]
	piece := a.bytes[at : at+n : at+n]
	clear(piece)
	return piece
}

// Copy returns a copy of s.
func (a *Arena) Copy(s string) []byte {
	piece := a.Bytes(len(s))
	copy(piece, s)
	return piece
}

// Scratch returns an empty slice to append to, with room for at least n
// bytes. Keep hands the result back; nothing else may be taken in between.
func (a *Arena) Scratch(n int) []byte {
	if a == nil {
		return make([]byte, 0, n)
	}
	if len(a.bytes)+n > cap(a.bytes) {
		a.bytes = make([]byte, 0, max(firstBytes, 2*cap(a.bytes), n))
	}
	return a.bytes[len(a.bytes):len(a.bytes):cap(a.bytes)]
}

// Keep reserves what was appended to the last Scratch and returns it. Bytes
// that outgrew the block become the next one.
func (a *Arena) Keep(piece []byte) []byte {
	if a == nil || len(piece) == 0 {
		return piece
	}
	at := len(a.bytes)
	if at+len(piece) <= cap(a.bytes) && &a.bytes[:at+1][at] == &piece[0] {
		a.bytes = a.bytes[:at+len(piece)]
	} else {
		a.bytes = piece
	}
	return piece[:len(piece):len(piece)]
}

// Values returns n NULLs.
func (a *Arena) Values(n int) []Value {
	if a == nil {
		return make([]Value, n)
	}
	if len(a.values)+n > cap(a.values) {
		a.values = make([]Value, 0, max(firstValues, 2*cap(a.values), n))
	}
	at := len(a.values)
	a.values = a.values[:at+n]
	piece := a.values[at : at+n : at+n]
	clear(piece)
	return piece
}

// Reset makes the memory free again: every Value cut from it is invalid.
func (a *Arena) Reset() {
	if a == nil {
		return
	}
	a.bytes, a.values = a.bytes[:0], a.values[:0]
}

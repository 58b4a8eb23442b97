package generator

import "github.com/effigydb/effigy/generator/value"

// neutral writes the fields that hold OIDs a second time, with OIDs of no
// database, so that rows can be compared across databases without being made
// twice.
type neutral struct {
	codec    *value.Codec
	field    []byte
	from, to int // of the field in the buffer that the row was appended to
}

// note keeps a field that was just written.
func (n *neutral) note(from, to int, v *value.Value) {
	n.field, n.from, n.to = n.codec.AppendCell(n.field[:0], v), from, to
}

// Neutralise has the writer keep what AppendNeutral needs. It is called before
// the first row.
func (w *Writer) Neutralise() error {
	w.neutral = make([]*neutral, len(w.codecs))
	for i, c := range w.maker.t.written {
		switch w.codecs[i].Kind() {
		case value.Array, value.Range, value.Row:
		default:
			continue
		}
		codec, err := value.CodecFor(w.maker.t.schema, w.maker.t.columns[c].model.Type, value.NoOIDs)
		if err != nil {
			return err
		}
		w.neutral[i] = &neutral{codec: codec}
	}
	w.compile()
	return nil
}

// AppendNeutral appends the tuple that AppendBinary has just put at an offset
// of a buffer, with OIDs of no database.
func (w *Writer) AppendNeutral(dst, buffer []byte, at int) []byte {
	for _, n := range w.neutral {
		if n != nil && n.to > at {
			dst = append(append(dst, buffer[at:n.from]...), n.field...)
			at = n.to
		}
	}
	return append(dst, buffer[at:]...)
}

// appendField writes a field, and keeps its neutral form where one is wanted.
func appendField(dst []byte, codec *value.Codec, n *neutral, v *value.Value) []byte {
	at := len(dst)
	dst = codec.AppendCell(dst, v)
	if n != nil {
		n.note(at, len(dst), v)
	}
	return dst
}

// neutralOf is the neutral form of a written column, nil for none.
func (w *Writer) neutralOf(i int) *neutral {
	if w.neutral == nil {
		return nil
	}
	return w.neutral[i]
}

// unnote forgets the fields of the row before.
func (w *Writer) unnote() {
	for _, n := range w.neutral {
		if n != nil {
			n.from, n.to = 0, 0
		}
	}
}

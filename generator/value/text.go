package value

import "errors"

// AppendBinary appends the field as binary COPY has it: an int32 length and
// the payload, or -1 for NULL.
func (c *Codec) AppendBinary(dst []byte, v Value) []byte { return dst }

// AppendText appends the text form that the type's input function reads. A
// NULL appends nothing.
func (c *Codec) AppendText(dst []byte, v Value) []byte { return dst }

// AppendCopyText appends the field escaped for text COPY; NULL is \N.
func (c *Codec) AppendCopyText(dst []byte, v Value) []byte { return dst }

// AppendCSV appends the field as CSV COPY reads it: quoted, NULL empty.
func (c *Codec) AppendCSV(dst []byte, v Value) []byte { return dst }

// AppendSQL appends the value as a literal, without a cast.
func (c *Codec) AppendSQL(dst []byte, v Value) []byte { return dst }

// Parse reads a literal of the type.
func (c *Codec) Parse(text string, a *Arena) (Value, error) { return Value{}, errors.New("unread") }

// Compare orders two values as Postgres does, NULLs excluded: ok is false
// where either is NULL or the order of the type is not known here.
func (c *Codec) Compare(a, b Value) (int, bool) { return 0, false }

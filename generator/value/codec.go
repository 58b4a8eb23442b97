package value

import (
	"fmt"

	"github.com/effigydb/effigy/schema"
)

// Codec writes, reads and orders the values of one type. It is immutable and
// safe for concurrent use.
type Codec struct {
	// Type is what is stored: the declared type resolved through domains.
	Type schema.Type

	form   form
	kind   Kind
	oid    uint32 // as declared: a domain's own; 0 when not known
	elem   *Codec // of an array, the subtype of a range, the range of a multirange
	fields []*Codec
	labels []string
	order  map[string]int // of labels
	binary bool
}

// maxTypeDepth bounds composite types over composite types.
const maxTypeDepth = 16

// CodecFor returns the codec of a type as a column declares it. An unknown type is text without a binary form, so the only
// error is a type that contains itself.
func CodecFor(s *schema.Schema, t schema.Type, oids OIDs) (*Codec, error) {
	return codecFor(s, t, oids, 0)
}

func codecFor(s *schema.Schema, t schema.Type, oids OIDs, depth int) (*Codec, error) {
	if depth > maxTypeDepth {
		return nil, fmt.Errorf("type %s: nested too deeply", t)
	}
	declared := t
	t, _ = s.Base(t)
	c := &Codec{Type: t, oid: oidOf(declared, oids)}
	var err error
	switch {
	case t.Dims > 0:
		c.form, c.kind = formArray, Array
		c.elem, err = codecFor(s, t.Elem(), oids, depth+1)
		if err == nil {
			c.binary = c.elem.binary && (c.elem.oid != 0 || oids == nil)
		}
	default:
		err = c.scalar(s, oids, depth)
	}
	if err != nil {
		return nil, err
	}
	return c, nil
}

// scalar fills in everything that follows from the name of the type.
func (c *Codec) scalar(s *schema.Schema, oids OIDs, depth int) error {
	name := c.Type.Name
	if e := s.Enum(name); e != nil {
		c.form, c.kind, c.binary, c.labels = formEnum, Text, true, e.Labels
		c.order = make(map[string]int, len(e.Labels))
		for i, l := range e.Labels {
			c.order[l] = i
		}
		return nil
	}
	if r := s.Composite(name); r != nil {
		return c.composite(s, r, oids, depth)
	}
	if sub, ok := subtypeOf(s, name); ok {
		c.form, c.kind = formRange, Range
		return c.over(s, sub, oids, depth)
	}
	if r, ok := rangeOf(s, name); ok {
		c.form, c.kind = formMultirange, Array
		return c.over(s, r, oids, depth)
	}
	f := forms[name.Name]
	if name.Schema != schema.Catalog {
		f = extensionForms[name.Name]
	}
	c.form, c.kind = f, kinds[f]
	c.binary = f != formOther && f < firstTextOnly
	return nil
}

func (c *Codec) over(s *schema.Schema, elem schema.Type, oids OIDs, depth int) (err error) {
	c.elem, err = codecFor(s, elem, oids, depth+1)
	if err == nil {
		c.binary = c.elem.binary
	}
	return err
}

func (c *Codec) composite(s *schema.Schema, r *schema.Composite, oids OIDs, depth int) error {
	c.form, c.kind, c.binary = formRow, Row, true
	for _, f := range r.Fields {
		fc, err := codecFor(s, f.Type, oids, depth+1)
		if err != nil {
			return err
		}
		c.fields = append(c.fields, fc)
		c.binary = c.binary && fc.binary && (fc.oid != 0 || oids == nil)
	}
	return nil
}

// subtypeOf is the subtype of a range type.
func subtypeOf(s *schema.Schema, n schema.Name) (schema.Type, bool) {
	if r := s.Range(n); r != nil {
		return r.Subtype, true
	}
	if n.Schema == schema.Catalog && subtypes[n.Name] != "" {
		return schema.Type{Name: schema.Name{Schema: schema.Catalog, Name: subtypes[n.Name]}}, true
	}
	return schema.Type{}, false
}

// rangeOf is the range type of a multirange type.
func rangeOf(s *schema.Schema, n schema.Name) (schema.Type, bool) {
	if n.Schema == schema.Catalog && rangesOf[n.Name] != "" {
		return schema.Type{Name: schema.Name{Schema: schema.Catalog, Name: rangesOf[n.Name]}}, true
	}
	for _, r := range s.Ranges {
		if r.Multirange == n {
			return schema.Type{Name: r.Name}, true
		}
	}
	return schema.Type{}, false
}

// Kind is how values of the type hold their cell.
func (c *Codec) Kind() Kind { return c.kind }

// Binary reports whether AppendBinary writes the type; a table with a column
// of another type is loaded as text.
func (c *Codec) Binary() bool { return c.binary }

// Elem is the codec of an array's elements, a range's bounds or a
// multirange's ranges; nil otherwise.
func (c *Codec) Elem() *Codec { return c.elem }

// Fields are the codecs of a composite's fields, in order.
func (c *Codec) Fields() []*Codec { return c.fields }

// Labels are an enum's, in their order.
func (c *Codec) Labels() []string { return c.labels }

// Collated reports whether the order of the type depends on a collation, so
// that Compare, which is bytewise for text, agrees with Postgres only under
// "C". Equality agrees always, but for nondeterministic collations.
func (c *Codec) Collated() bool {
	switch c.form {
	case formText, formBpchar, formCitext:
		return true
	case formArray, formRange, formMultirange:
		return c.elem.Collated()
	case formRow:
		for _, f := range c.fields {
			if f.Collated() {
				return true
			}
		}
	}
	return false
}

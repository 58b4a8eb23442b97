package generator

import (
	"encoding/binary"

	"github.com/effigydb/effigy/generator/space"
	"github.com/effigydb/effigy/generator/value"
)

// how an operation writes its field.
type how uint8

const (
	byValue  how = iota // by way of a Value
	byCount             // a number that counts with the rows
	byParent            // the same of a parent's row
	byNumber            // a number that a hash draws
	byText              // a text that a hash draws
	byRank              // a text of a permuted rank
	byPart              // a text that belongs to the person or place of the row
	byLabel             // one of a list that is encoded already
)

// shortcut is what an operation needs to write its field without a Value.
type shortcut struct {
	how     how
	codec   *value.Codec
	numbers space.Numbers
	scale   int
	texts   space.Texts
	labels  space.Labels
	fields  [][]byte // of labels, lengths included
	neutral *neutral // byValue only; nil where the field holds no OID
}

// maxFields is the length of a list up to which its fields are encoded ahead.
const maxFields = 4096

// program chooses how each operation writes. Cells that others of the row ask
// for stay values.
func (f *flat) program(w *Writer) {
	asked := map[int]bool{}
	for i := range f.ops {
		for _, s := range f.ops[i].soft {
			if s.column >= 0 {
				asked[s.column] = true
			}
		}
		for _, c := range f.ops[i].awaits {
			asked[c] = true
		}
		if f.ops[i].story.has != nil {
			asked[f.ops[i].story.column] = true
		}
	}
	for i, c := range f.t.written {
		o := &f.ops[c]
		o.asked = asked[c]
		o.shortcut = shortcut{codec: w.codecs[i], neutral: w.neutralOf(i)}
		if !o.asked && len(o.soft) == 0 && !o.told() && o.neutral == nil {
			o.choose(o.codec)
		}
	}
}

func (o *op) choose(codec *value.Codec) {
	d := &o.shortcut
	switch o.kind {
	case opRank:
		texts, ok := space.TextsOf(o.space)
		switch {
		case o.integer && codec.Counted():
			d.how = byCount
		case ok && codec.Raw() && !o.counting:
			d.how, d.texts = byRank, texts
		}
	case opKey:
		if o.parent.integer && codec.Counted() && codec.Kind() == value.Int {
			d.how = byParent
		}
	case opDraw:
		o.chooseDraw(codec)
	}
}

func (o *op) chooseDraw(codec *value.Codec) {
	d := &o.shortcut
	if texts, ok := space.TextsOf(o.space); ok && codec.Raw() && o.tour.members == 0 {
		if d.texts, d.how = texts, byText; o.grouped != nil {
			d.how = byPart
		}
		return
	}
	if numbers, scale, ok := space.NumbersOf(o.space); ok && codec.Counted() && o.tour.members == 0 && o.grouped == nil {
		d.numbers, d.scale, d.how = numbers, scale, byNumber
		return
	}
	labels, ok := space.LabelsOf(o.space)
	if !ok || len(labels.Values()) > maxFields || o.grouped != nil {
		return
	}
	d.labels, d.how = labels, byLabel
	for _, v := range labels.Values() {
		d.fields = append(d.fields, codec.AppendBinary(nil, v))
	}
}

// appendBinary writes the tuple of a row.
func (f *flat) appendBinary(dst []byte, index uint64) []byte {
	f.begin(index)
	n := len(f.t.written)
	dst = append(dst, byte(n>>8), byte(n))
	for _, c := range f.t.written {
		o := &f.ops[c]
		if o.how == byValue {
			v := f.cell(c)
			dst = appendField(dst, o.codec, o.neutral, &v)
			continue
		}
		if o.nullable && o.col.null(index, 0) {
			dst = append(dst, 0xff, 0xff, 0xff, 0xff)
			continue
		}
		dst = f.appendField(dst, o, index)
	}
	return dst
}

// appendField writes a field that is not NULL.
func (f *flat) appendField(dst []byte, o *op, index uint64) []byte {
	switch o.how {
	case byCount:
		return o.codec.AppendNumber(dst, o.start+int64(index)*o.step, 0)
	case byParent:
		return o.codec.AppendNumber(dst, o.parent.start+f.chosen(o.link)*o.parent.step, 0)
	case byRank:
		at := len(dst)
		return sized(o.texts.Unrank(append(dst, 0, 0, 0, 0), o.perm.At(index)), at)
	case byPart:
		return o.appendPart(dst, f.whom())
	}
	return o.appendDrawn(dst, index, 0)
}

// appendDrawn writes a field that a hash draws.
func (o *op) appendDrawn(dst []byte, index uint64, attempt uint32) []byte {
	if o.how == byLabel {
		if rank, ok := o.tour.at(index, attempt); ok {
			return append(dst, o.fields[rank]...)
		}
	}
	h := o.col.values.At(index, attempt)
	switch o.how {
	case byNumber:
		return o.codec.AppendNumber(dst, o.numbers.Draw(h), o.scale)
	case byLabel:
		return append(dst, o.fields[o.labels.Draw(h)]...)
	}
	at := len(dst)
	return sized(o.texts.Draw(append(dst, 0, 0, 0, 0), h), at)
}

func (o *op) appendPart(dst []byte, member uint64) []byte {
	at := len(dst)
	return sized(o.texts.Part(append(dst, 0, 0, 0, 0), member), at)
}

// sized puts the length of a field before it.
func sized(dst []byte, at int) []byte {
	binary.BigEndian.PutUint32(dst[at:], uint32(len(dst)-at-4))
	return dst
}

// program chooses how each operation writes.
func (x *mixed) program(w *Writer) {
	for _, ops := range x.ops {
		for i := range ops {
			o := &ops[i]
			o.shortcut = shortcut{codec: w.codecs[i], neutral: w.neutralOf(i)}
			if o.kind == opDraw && o.neutral == nil {
				o.chooseDraw(o.codec)
			}
		}
	}
}

// appendBinary writes the tuple of the row that the maker has made.
func (x *mixed) appendBinary(dst []byte) []byte {
	m := x.maker
	ops := x.ops[m.branch.at]
	dst = append(dst, byte(len(ops)>>8), byte(len(ops)))
	for i := range ops {
		o := &ops[i]
		switch {
		case o.kind == opCore:
			dst = appendField(dst, o.codec, o.neutral, &m.row[o.col.pos])
		case o.kind == opNull || o.nullable && o.col.null(m.index, m.attempt):
			dst = append(dst, 0xff, 0xff, 0xff, 0xff)
		case o.how == byPart:
			dst = o.appendPart(dst, m.member)
		case o.how != byValue:
			dst = o.appendDrawn(dst, m.index, m.attempt)
		case o.grouped != nil:
			v := o.grouped.Part(m.member, &m.arena)
			dst = appendField(dst, o.codec, o.neutral, &v)
		default:
			v := tour(o.space, o.tour, m.index, m.attempt, o.col.values.At(m.index, m.attempt), &m.arena)
			dst = appendField(dst, o.codec, o.neutral, &v)
		}
	}
	return dst
}

package space

import (
	"math"
	"math/bits"

	"github.com/effigydb/effigy/generator/draw"
	"github.com/effigydb/effigy/generator/vocabulary"
)

// prose is free text: a few words, rarely many, an adjective and a noun in turn.
type prose struct {
	*template       // for ranks
	nouns, others   []vocabulary.Block
	fit             fit
	least, most     int // words
	capital, period bool
}

func (p *prose) draw(dst []byte, h uint64) []byte {
	at := len(dst)
	dst = p.words(dst, h)
	if len(dst) == at {
		return p.template.draw(dst, h)
	}
	if first := &dst[at]; p.capital && *first >= 'a' && *first <= 'z' {
		*first -= 'a' - 'A'
	}
	if !p.period {
		return dst[:len(dst)-1]
	}
	dst[len(dst)-1] = '.'
	return dst
}

// words appends the words, each with a blank after it. A hash gives two.
func (p *prose) words(dst []byte, h uint64) []byte {
	at := len(dst)
	most := p.fit.max
	if most < 0 {
		most = math.MaxInt
	}
	u := draw.Unit(h)
	n := p.least + int(u*u*float64(p.most-p.least+1))
	for i := 0; i < n || len(dst)-at <= p.fit.min; i++ {
		list := p.nouns
		if i&1 == 0 {
			h, list = draw.Next(h), p.others
		}
		w := &list[uint64(len(list))*(h&math.MaxUint32)>>32]
		if len(dst)-at+w.Len()+1 > most {
			break
		}
		dst = w.Append(dst)
		h = bits.RotateLeft64(h, 32)
	}
	return dst
}

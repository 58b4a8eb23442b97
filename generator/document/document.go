// Package document makes JSON and XML documents that rules written in SQL are
// about: what a function of the schema looks into, what a JSON path or an
// XPath leads to.
//
// It reads sources as text, by the forms that people write, and understands
// none of them: whether a document satisfies a rule is always for others to
// say. The same sources and number give the same document.
package document

import (
	"strconv"

	"github.com/effigydb/effigy/generator/draw"
	"github.com/effigydb/effigy/generator/language"
)

// node is a place in a document.
type node struct {
	keys   []string
	kids   map[string]*node
	elem   *node
	kinds  []string // "object", "array", "string", "number", "boolean", "null"
	casts  []string // SQL types that the text is cast to
	values []string // texts that it is compared with
	langs  []*language.Language
}

func (n *node) kid(key string) *node {
	if n.kids == nil {
		n.kids = map[string]*node{}
	}
	k := n.kids[key]
	if k == nil {
		k = &node{}
		n.keys, n.kids[key] = append(n.keys, key), k
	}
	return k
}

func (n *node) element() *node {
	if n.elem == nil {
		n.elem = &node{}
	}
	return n.elem
}

func (n *node) value(text string) {
	for _, v := range n.values {
		if v == text {
			return
		}
	}
	if n.values = append(n.values, text); len(text) > 0 && len(text) < 10 {
		if i, err := strconv.Atoi(text); err == nil { // what stands beside it
			n.values = append(n.values, strconv.Itoa(i+1), strconv.Itoa(i-1))
		}
	}
}

func (n *node) pattern(p language.Pattern) {
	if l, err := language.Compile([]language.Pattern{p}, language.Options{MaxLen: 60, Want: 10_000}); err == nil && l.Count() > 0 {
		n.langs = append(n.langs, l)
	}
}

// bare reports that nothing is known of the place.
func (n *node) bare() bool {
	return len(n.keys)+len(n.kinds)+len(n.casts)+len(n.values)+len(n.langs) == 0 && n.elem == nil
}

// dice are the draws of one document.
type dice uint64

func (d *dice) below(n int) int {
	*d = dice(draw.Next(uint64(*d)))
	return int(draw.Below(uint64(*d), uint64(max(n, 1))))
}

// chance is true so many times in a hundred.
func (d *dice) chance(percent int) bool { return d.below(100) < percent }

const letters = "abcdefghijklmnopqrstuvwxyz"

func (d *dice) word() string {
	out := make([]byte, 3+d.below(6))
	for i := range out {
		out[i] = letters[d.below(len(letters))]
	}
	return string(out)
}

package sanitize

import (
	"strconv"
	"strings"
)

// link is what stands between two literals of a chain.
type link uint8

const (
	broken   link = iota
	adjacent      // only blanks and comments: one literal in parts
	joined        // ||, or the comma of concat()
)

// literals reads a chain of literals that is one value, or the start of one:
// 'a' 'b', and 'a' || 'b' through casts and parentheses.
func (r *region) literals(i int) int {
	pieces, last, clause := r.chain(i)
	c := r.contextOf(i, last)
	var value strings.Builder
	for _, p := range pieces {
		value.WriteString(p.value)
	}
	edits := r.value(value.String(), pieces[0].tok.start, c)
	r.remember(value.String())
	if len(edits) > 0 {
		r.edits = append(r.edits, split(pieces, edits)...)
		if clause.end > 0 {
			r.edits = append(r.edits, put(clause.start, clause.end, ""))
		}
	}
	for ; i < last; i++ {
		if r.toks[i+1].kind == symbol {
			r.track(i + 1)
		}
	}
	return last
}

// chain collects the pieces from token i on, the index of the last one, and
// the UESCAPE clause behind parts of a U& literal.
func (r *region) chain(i int) (pieces []piece, last int, clause token) {
	v, f := decode(r.toks[i].text)
	pieces = []piece{{r.toks[i], v, f}}
	for {
		j, l := r.next(i)
		if l == broken {
			break
		}
		p, end := r.piece(j)
		if before := pieces[len(pieces)-1].form; l == adjacent && before.prefix != "" {
			f := form{prefix: before.prefix, goesOn: true}
			p.value, p.form = decodeAs(p.tok.text[strings.IndexByte(p.tok.text, '\''):], f, '\\')
		}
		pieces = append(pieces, p)
		i = end
	}
	if pieces[0].form.prefix == "u&" && len(pieces) > 1 && r.at(r.after(i)).is("uescape") {
		clause = r.reread(pieces, r.after(i))
	}
	return pieces, i, clause
}

// reread decodes the parts of a U& literal anew with the escape character
// that is named behind the last one.
func (r *region) reread(pieces []piece, at int) token {
	char := r.at(r.after(at))
	esc := uescape(char.text, '\\')
	for i, p := range pieces {
		if p.form.prefix == "u&" {
			pieces[i].value, _ = decodeAs(p.tok.text[strings.IndexByte(p.tok.text, '\''):], p.form, esc)
		}
	}
	return token{start: r.toks[at].start, end: char.end}
}

// next finds the literal that goes on from token i, and how.
func (r *region) next(i int) (int, link) {
	top := r.frames[len(r.frames)-1]
	commas := strings.HasPrefix(top.callee, "concat") || top.callee == "format" && top.arg > 0 || r.toText()
	l := adjacent
	for j := r.after(i); j < len(r.toks); j = r.after(j) {
		switch t := r.toks[j]; {
		case t.kind == literal && l != broken:
			return j, l
		case t.text == "||" || t.text == "," && commas:
			l = joined
		case l == joined && t.is("chr") && r.at(j+1).text == "(" && r.at(j+2).kind == number && r.at(j+3).text == ")":
			return j, l
		case t.text == "(" || t.text == ")":
			l = unless(l, adjacent)
		case t.text == "::":
			l = unless(l, adjacent)
			j = r.castEnd(j)
		default:
			return 0, broken
		}
	}
	return 0, broken
}

// unless is the link, or broken where it is the one excluded.
func unless(l, excluded link) link {
	if l == excluded {
		return broken
	}
	return l
}

// toText holds inside array_to_string(ARRAY[….
func (r *region) toText() bool {
	n := len(r.frames)
	return n > 1 && r.frames[n-1].callee == "" && r.frames[n-2].callee == "array_to_string"
}

// piece reads the literal at token j, or chr(n), and the index of its last
// token.
func (r *region) piece(j int) (piece, int) {
	t := r.toks[j]
	if t.kind == literal {
		v, f := decode(t.text)
		return piece{t, v, f}, j
	}
	n, _ := strconv.ParseInt(r.toks[j+2].text, 10, 32)
	return piece{token{literal, t.start, r.toks[j+3].end, ""}, string(rune(n)), form{}}, j + 3
}

// castEnd is the last token of the cast whose :: is token j.
func (r *region) castEnd(j int) int {
	for n := r.after(j); n < len(r.toks); n = r.after(n) {
		t, before := r.toks[n], r.toks[j]
		switch {
		case (t.kind == word || t.kind == identifier) && (before.text == "::" || before.text == "." || typeTails[strings.ToLower(t.text)]):
		case t.text == ".":
		case t.text == "(" && r.at(n+1).kind == number:
			for n < len(r.toks) && r.toks[n].text != ")" {
				n++
			}
		case t.text == "[" && r.at(n+1).text == "]":
			n++
		default:
			return j
		}
		j = min(n, len(r.toks)-1)
	}
	return j
}

// typeTails are the further words of a type's name.
var typeTails = wordSet("varying precision with without time zone")

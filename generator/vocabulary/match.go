package vocabulary

import (
	"slices"
	"strings"
	"sync"

	"github.com/effigydb/effigy/schema"
)

// classOf is the class of a base type; 0 for one that holds no meaning.
func classOf(t schema.Type) class {
	if t.Dims > 0 {
		return classOf(t.Elem()) & text
	}
	switch t.Name.Name {
	case "text", "varchar", "bpchar", "name", "citext":
		return text
	case "int2", "int4", "int8":
		return integer
	case "numeric", "float4", "float8", "money":
		return number
	case "date", "timestamp", "timestamptz", "time", "timetz":
		return moment
	case "inet":
		return network
	case "tstzrange", "tsrange", "daterange":
		return span
	case "bool":
		return truth
	}
	return 0
}

// alternative is one way to write a meaning's name.
type alternative struct {
	rank    int // an earlier one wins among equals
	meaning Meaning
	holds   class
	tokens  []string
	joined  string // the tokens as one word
}

// alternatives lists them by the word that a name must have: the first token,
// or all as one.
var alternatives = sync.OnceValue(func() map[string][]*alternative {
	all, rank := map[string][]*alternative{}, 0
	for _, r := range rules {
		for _, w := range strings.Fields(r.words) {
			a := &alternative{rank, r.meaning, r.holds, strings.Split(w, "+"), strings.ReplaceAll(w, "+", "")}
			all[a.joined] = append(all[a.joined], a)
			if first := a.tokens[0]; first != a.joined {
				all[first] = append(all[first], a)
			}
			rank++
		}
	}
	return all
})

// ofTable are the meanings of "name" by the table's last word.
var ofTable = func() map[string]Meaning {
	m := map[string]Meaning{}
	for _, t := range tables {
		for _, w := range strings.Fields(t.words) {
			m[w] = t.meaning
		}
	}
	return m
}()

// Of is the meaning of a column from the tokens of its name, its table's
// name and its comment, as far as the base type (resolved through domains)
// can hold it; None when it can't. The comment counts only where the name
// says nothing, and only when it is one short phrase.
func Of(table, column, comment string, base schema.Type) Meaning {
	c := classOf(base)
	if c == 0 {
		return None
	}
	named := tokens(column)
	if n := len(named); c == integer && n > 0 && named[n-1] == "id" {
		return None // a key, whatever it is the key of
	}
	if base.Dims > 0 && len(named) > 0 { // tags of a tag each
		named[len(named)-1] = singular(named[len(named)-1])
	}
	m, _ := find(named, c)
	if m == None && len(comment) <= 40 {
		m, _ = find(tokens(comment), c)
	}
	words := tokens(table)
	last := ""
	if len(words) > 0 {
		last = singular(words[len(words)-1])
	}
	m = refined(m, c, named, last, base)
	if m != Label && m != Title && m != Status || last == "" {
		return m
	}
	if m == Status {
		if c == text && named[len(named)-1] == "state" && slices.Contains(strings.Fields(placed), last) {
			return Region
		}
		return m
	}
	switch t := ofTable[last]; {
	case m == Title && t != FullName, t == None:
		return m
	case m == Title:
		return JobTitle
	default:
		return t
	}
}

// Stem is the name of a column without the tokens that gave it its meaning:
// billing_city and billing_country share the stem "billing", and so a place.
func Stem(column string, base schema.Type) string {
	words := tokens(column)
	_, at := find(words, classOf(base))
	if at.from < 0 {
		return strings.Join(words, "_")
	}
	return strings.Join(append(append([]string{}, words[:at.from]...), words[at.to:]...), "_")
}

// place is where in a name an alternative was found.
type place struct{ from, to int }

// find looks a name up. Of a time, paid_on means what paid_at does.
func find(words []string, c class) (Meaning, place) {
	m, score, at := match(words, c)
	if last := len(words) - 1; c == moment && last > 0 && words[last] == "on" {
		if o, more, of := match(append(slices.Clone(words[:last]), "at"), c); more > score {
			return o, of
		}
	}
	return m, at
}

func match(words []string, c class) (Meaning, int, place) {
	best, score, at := alternative{}, 0, place{-1, -1}
	for _, w := range words {
		for _, a := range alternatives()[w] {
			if a.holds&c == 0 {
				continue
			}
			s, found := a.score(words)
			if s > score || s > 0 && s == score && a.rank < best.rank {
				best, score, at = *a, s, found
			}
		}
	}
	return best.meaning, score, at
}

// score is what finding the alternative in a name is worth, and where it is;
// 0 where it gives no meaning.
func (a *alternative) score(words []string) (int, place) {
	from, to := a.locate(words)
	switch {
	case from < 0:
		return 0, place{}
	case to == len(words):
		return 2*len(a.tokens) + 1, place{from, to}
	case len(a.tokens) == 1 && weak[a.tokens[0]]:
		return 0, place{}
	}
	return 2 * len(a.tokens), place{from, to}
}

// weak words give a meaning only at the end of a name: number_of_rooms is no
// code, state_id no state.
var weak = map[string]bool{
	"number": true, "code": true, "key": true, "state": true, "status": true, "name": true,
	"type": true, "user": true, "class": true, "kind": true, "text": true, "file": true,
	"image": true, "to": true, "from": true, "date": true, "time": true, "on": true, "at": true,
	"end": true, "start": true, "due": true, "level": true, "item": true, "product": true,
	"order": true, "address": true, "host": true, "session": true, "token": true, "index": true,
	"message": true, "content": true, "comment": true, "unit": true, "team": true, "contact": true,
	"job": true, "author": true, "link": true, "tag": true, "category": true, "server": true,
	"lat": true, "long": true, "day": true, "month": true, "year": true, "sex": true, "by": true, "id": true, "role": true, "action": true, "event": true, "op": true,
	"command": true, "source": true, "channel": true, "provider": true, "platform": true, "format": true,
	"mode": true, "form": true, "scope": true, "plan": true, "ext": true, "artist": true, "activity": true,
	"actor": true, "mail": true, "ip": true,
	"length": true, "net": true, "credit": true, "card": true, "payment": true, "score": true,
	"count": true, "version": true, "method": true, "group": true, "total": true, "tax": true,
}

// locate finds the tokens of the alternative in a name, the last place first;
// a name may also write them as one word.
func (a *alternative) locate(words []string) (from, to int) {
	for i := len(words) - 1; i >= 0; i-- {
		if words[i] == a.joined {
			return i, i + 1
		}
		if to := i + len(a.tokens); to <= len(words) && slices.Equal(words[i:to], a.tokens) {
			return i, to
		}
	}
	return -1, -1
}

// tokens cuts a name at everything that is no letter or digit, and where an
// upper-case letter follows a lower-case one; digits at a word's end make a
// word of their own.
func tokens(name string) []string {
	var words []string
	var word []byte
	flush := func() {
		if len(word) > 0 {
			words = append(words, strings.ToLower(string(word)))
			word = word[:0]
		}
	}
	for i := range len(name) {
		c := name[i]
		upper := c >= 'A' && c <= 'Z'
		letter := upper || c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c >= 0x80
		if !letter || upper && i > 0 && name[i-1] >= 'a' && name[i-1] <= 'z' {
			flush()
		}
		if letter {
			word = append(word, c)
		}
	}
	flush()
	return words
}

func singular(word string) string {
	switch {
	case strings.HasSuffix(word, "ies"):
		return word[:len(word)-3] + "y"
	case strings.HasSuffix(word, "ses"), strings.HasSuffix(word, "xes"), strings.HasSuffix(word, "ches"):
		return word[:len(word)-2]
	case strings.HasSuffix(word, "s") && !strings.HasSuffix(word, "ss") && !strings.HasSuffix(word, "us"):
		return word[:len(word)-1]
	}
	return word
}

package generator

import (
	"strings"

	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/generator/vocabulary"
)

// persona are the columns of one person in a row.
type persona struct{ first, last, full, user, email *column }

// addPersonas ties the names and addresses of a person to those that are given.
func (t *Table) addPersonas(children []*link) {
	seen := map[uint64]bool{}
	for _, c := range t.columns {
		if whom := t.whom(c); isText(c) && c.meaning.Group() == vocabulary.Person && !seen[whom] {
			seen[whom] = true
			p := t.persona(whom)
			t.addPersona(p, children)
			if whom == 0 {
				t.addInitials(p)
			}
		}
	}
}

func (t *Table) persona(whom uint64) *persona {
	p := &persona{}
	for _, c := range t.columns {
		for _, x := range []struct {
			meaning vocabulary.Meaning
			to      **column
		}{
			{vocabulary.FirstName, &p.first}, {vocabulary.LastName, &p.last}, {vocabulary.FullName, &p.full},
			{vocabulary.UserName, &p.user}, {vocabulary.Email, &p.email},
		} {
			if c.meaning == x.meaning && isText(c) && *x.to == nil && t.whom(c) == whom {
				*x.to = c
			}
		}
	}
	return p
}

func (p *persona) columns() []*column { return []*column{p.first, p.last, p.full, p.user, p.email} }

func (t *Table) addPersona(p *persona, children []*link) {
	var inputs []int
	some := false
	for _, c := range p.columns() {
		if c != nil {
			inputs = append(inputs, c.pos)
			some = some || t.givable(c)
		}
	}
	for _, c := range p.columns() {
		if !some || !t.derivable(c, children) || c == p.full && !t.unmixed(c, p.first, p.last) {
			continue
		}
		t.products = append(t.products, product{column: c.pos, inputs: inputs, value: func(m *maker) (value.Value, bool) {
			if m.gave(c) {
				return value.Value{}, false
			}
			first, last := p.given(m)
			return t.textFor(c, p.spell(m, c, first, last))
		}})
	}
}

// given are the names of the person by what the configuration gives of it.
func (p *persona) given(m *maker) (first, last string) {
	text := func(c *column) string {
		if c == nil {
			return ""
		}
		return string(m.row[c.pos].B)
	}
	switch {
	case m.gave(p.first), m.gave(p.last):
		return text(p.first), text(p.last)
	case m.gave(p.full):
		name := strings.TrimSpace(text(p.full))
		at := strings.LastIndexByte(name, ' ')
		if at < 0 {
			return name, ""
		}
		return name[:at], name[at+1:]
	case m.gave(p.email), m.gave(p.user):
		c := p.email
		if !m.gave(c) {
			c = p.user
		}
		local, _, _ := strings.Cut(text(c), "@")
		if words := strings.FieldsFunc(local, func(r rune) bool { return r < 'A' }); len(words) == 2 {
			return vocabulary.Capital(words[0]), vocabulary.Capital(words[1])
		}
	}
	return "", ""
}

// spell writes the names as a column has them; "" where nothing follows.
func (p *persona) spell(m *maker, c *column, first, last string) string {
	old := string(m.row[c.pos].B)
	switch c {
	case p.first:
		if m.gave(p.last) {
			return ""
		}
		return first
	case p.last:
		if m.gave(p.first) {
			return ""
		}
		return last
	case p.full:
		if name := strings.TrimSpace(first + " " + last); name != "" {
			return name + m.suffix(c, " ")
		}
		return ""
	case p.email:
		local := strings.Trim(letters(first)+"."+letters(last), ".")
		if at := strings.LastIndexByte(old, '@'); at >= 0 && local != "" {
			return local + m.suffix(c, ".") + old[at:]
		}
		return ""
	}
	apart := strings.Trim(old, "abcdefghijklmnopqrstuvwxyz0123456789")
	if name := strings.Trim(letters(first)+apart+letters(last), apart); name != "" && len(apart) <= 1 {
		if apart == "" {
			apart = "."
		}
		return name + m.suffix(c, apart)
	}
	return ""
}

// addInitials ties initials to the names of a row.
func (t *Table) addInitials(p *persona) {
	c := t.called("initials", isText)
	if !t.settable(c) || p.first == nil || p.last == nil {
		return
	}
	t.products = append(t.products, product{column: c.pos, inputs: []int{p.first.pos, p.last.pos}, value: func(m *maker) (value.Value, bool) {
		text := ""
		for _, x := range []*column{p.first, p.last} {
			for _, r := range string(m.row[x.pos].B) {
				text += strings.ToUpper(string(r))
				break
			}
		}
		return t.textFor(c, text)
	}})
}

// accents are letters of names by the letter that an address has for them.
var accents = strings.NewReplacer(strings.Fields(`à a á a â a ã a ä a å a ā a ă a ą a ç c ć c č c ď d đ d è e é e ê e ë e ē e ė e ę e ě e ğ g ì i í i î i ï i ī i ı i ł l ñ n ń n ň n
	ò o ó o ô o õ o ö o ø o ō o ő o ř r ś s š s ş s ß ss ť t ţ t ù u ú u û u ü u ū u ů u ű u ý y ÿ y ž z ź z ż z æ ae œ oe`)...)

// letters is a name in small letters without anything else.
func letters(name string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' {
			return r
		}
		return -1
	}, accents.Replace(strings.ToLower(name)))
}

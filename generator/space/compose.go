package space

import (
	"strings"

	"github.com/effigydb/effigy/generator/vocabulary"
)

// Words that templates are made of.
var (
	mailHosts  = strings.Fields("example.com example.org example.net mail.example.com post.example.org a.test b.test")
	streets    = strings.Fields("Street Avenue Road Lane Way Drive Court Square")
	endings    = strings.Fields("pdf png jpg txt csv json zip")
	hexLetters = "0123456789abcdef"
	upperCase  = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
)

func literal(s string) slot { return slot{literal: s} }

func digits(from, count uint64, width int) slot { return slot{from: from, count: count, width: width} }

// compose is the composer of a meaning within a length; nil where none fits.
func (b *builder) compose(f fit) composer {
	if b.Book == nil {
		return nil
	}
	if t := b.identity(f); t != nil {
		return t
	}
	if t := b.person(f); t != nil {
		return t
	}
	switch b.Meaning {
	case vocabulary.City, vocabulary.Country, vocabulary.CountryCode, vocabulary.Region,
		vocabulary.TimeZone, vocabulary.Currency:
		return b.location(f)
	case vocabulary.None, vocabulary.Label, vocabulary.Sentence, vocabulary.Paragraph:
		return b.prose(f)
	}
	if list := b.Book.Words(b.Meaning); list != nil {
		if w := newWords(list, f, b.Key); w != nil {
			return w
		}
		return nil
	}
	slots, before := b.slots()
	if slots == nil {
		return b.prose(f)
	}
	if t := newTemplate(f.max, numberPlace(slots), before, slots...); t != nil {
		return t
	}
	return nil
}

// numberPlace is the slot before which a template's number stands: the last
// one where that is a literal or an ending, else the end.
func numberPlace(slots []slot) int {
	last := slots[len(slots)-1]
	if last.literal != "" || last.derived {
		return len(slots) - 1
	}
	return -1
}

// slots of the composed meanings, with the separator before a number.
func (b *builder) slots() ([]slot, string) {
	nouns, adjectives := slot{words: b.Book.Nouns()}, slot{words: b.Book.Adjectives()}
	switch b.Meaning {
	case vocabulary.Phone:
		return []slot{literal("+1-"), digits(201, 788, 3), literal("-555-01"), digits(0, 100, 2)}, " x"
	case vocabulary.Street:
		return []slot{digits(1, 199, 0), literal(" "), capitals(nouns), literal(" "), {words: streets}}, ", Unit "
	case vocabulary.Address:
		cities := slot{words: b.Book.Words(vocabulary.City)}
		return []slot{digits(1, 199, 0), literal(" "), capitals(nouns), literal(" "), {words: streets}, literal(", "), cities}, " "
	case vocabulary.Zip:
		return []slot{digits(10000, 90000, 5)}, "-"
	case vocabulary.URL:
		return []slot{literal("https://www.example.com/"), nouns, literal("/"), adjectives}, "-"
	case vocabulary.Host:
		return []slot{nouns, literal(".example.com")}, "-"
	case vocabulary.IP:
		return []slot{literal("192.0.2."), digits(1, 254, 0)}, ""
	case vocabulary.MAC:
		return []slot{literal("02:00:5e:"), hexadecimal(2), literal(":"), hexadecimal(2), literal(":"), hexadecimal(2)}, ""
	case vocabulary.Path:
		return []slot{literal("/srv/"), nouns, literal("/"), adjectives, {words: extensionDots(), derived: true}}, "-"
	case vocabulary.FileName:
		return []slot{adjectives, literal("-"), nouns, {words: extensionDots(), derived: true}}, "-"
	case vocabulary.Title:
		return []slot{capitals(adjectives), literal(" "), capitals(nouns)}, " "
	case vocabulary.Slug:
		return []slot{adjectives, literal("-"), nouns}, "-"
	case vocabulary.SKU:
		return []slot{{letters: upperCase, width: 3}, literal("-"), digits(10000, 90000, 5)}, "-"
	case vocabulary.Code:
		return []slot{{letters: upperCase, width: 2}, digits(1000, 9000, 4)}, "-"
	case vocabulary.Version:
		return []slot{digits(1, 9, 0), literal("."), digits(0, 20, 0), literal("."), digits(0, 40, 0)}, "-rc"
	case vocabulary.IBAN:
		return []slot{literal("XX00"), digits(1e9, 9e9, 10)}, "X"
	}
	return nil, ""
}

func hexadecimal(width int) slot { return slot{letters: hexLetters, width: width} }

func extensionDots() []string {
	dots := make([]string, len(endings))
	for i, e := range endings {
		dots[i] = "." + e
	}
	return dots
}

// capitals are the words of a slot with a capital first letter.
func capitals(s slot) slot {
	up := make([]string, len(s.words))
	for i, w := range s.words {
		up[i] = vocabulary.Capital(w)
	}
	s.words = up
	return s
}

// identity is the composer of texts that tell things apart and nothing else:
// hashes and tokens, as long as the column has room for.
func (b *builder) identity(f fit) composer {
	width := 64
	switch b.Meaning {
	case vocabulary.Hash:
	case vocabulary.Token:
		width = 32
	default:
		return nil
	}
	if f.max >= 0 {
		width = min(width, f.max)
	}
	width = max(width, min(f.min, 256))
	return &digest{key: b.Key, width: width}
}

// prose is the composer of free text.
func (b *builder) prose(f fit) composer {
	p := &prose{nouns: b.Book.Nouns(), others: b.Book.Adjectives(), fit: f, least: 1, most: 8}
	first, second := slot{words: p.others}, slot{words: p.nouns}
	switch b.Meaning {
	case vocabulary.Label:
		p.least, p.most, p.capital = 1, 3, true
		first = capitals(first)
	case vocabulary.Sentence:
		p.least, p.most, p.capital, p.period = 4, 14, true, true
		first = capitals(first)
	case vocabulary.Paragraph:
		p.least, p.most, p.capital, p.period = 8, 60, true, true
		first = capitals(first)
	}
	if f.max >= 0 && f.max < 8 {
		if w := newWords(append(append([]string{}, p.nouns...), p.others...), f, b.Key); w != nil {
			return mixed{newCodes(f), w}
		}
		return nil
	}
	if t := newTemplate(f.max, -1, " ", first, literal(" "), second); t != nil {
		p.template = t
		return p
	}
	return nil
}

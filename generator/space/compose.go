package space

import (
	"slices"
	"strings"

	"github.com/effigydb/effigy/generator/value"
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
	case vocabulary.IP, vocabulary.MAC:
		return b.address(f)
	}
	if list := b.Book.Words(b.Meaning); list != nil {
		return b.listed(list, f)
	}
	for ; b.variant < variants; b.variant++ {
		slots, before := b.slots()
		if slots == nil {
			return b.prose(f)
		}
		if t := newTemplate(f.max, numberPlace(slots), before, slots...); t != nil {
			return t
		}
	}
	return nil
}

// variants is how many ways of writing a meaning are tried.
const variants = 5

// listed is the composer of a closed list. What must differ beyond the list
// is put together from its parts, where that reads better than a number.
func (b *builder) listed(list []string, f fit) composer {
	w := newWords(list, f, b.Key)
	if w == nil {
		return nil
	}
	var t *template
	switch b.Meaning {
	case vocabulary.Topic:
		w.alias = nil
	case vocabulary.Company:
		w.alias = nil
		last := slot{words: b.Book.Words(vocabulary.LastName)}
		t = newTemplate(f.max, -1, " ", last, literal(" "), last, literal(" "), slot{words: vocabulary.Suffixes})
	case vocabulary.Product:
		t = b.pair(f, true)
	}
	if t != nil && t.shortest() >= f.min {
		return mixed{t, w}
	}
	return w
}

// pair is an adjective and a noun, and a second noun where there is room.
func (b *builder) pair(f fit, capital bool) *template {
	adjective, noun := slot{words: b.Book.Adjectives()}, slot{words: b.Book.Nouns()}
	if capital {
		adjective, noun = slot{words: b.Book.CapitalAdjectives()}, slot{words: b.Book.CapitalNouns()}
	}
	if f.max < 0 || f.max >= 40 {
		return newTemplate(f.max, -1, " ", adjective, literal(" "), noun, literal(" "), noun)
	}
	return newTemplate(f.max, -1, " ", adjective, literal(" "), noun)
}

// address is the composer of addresses of the network as text.
func (b *builder) address(f fit) composer {
	short := fixedTemplate(literal("192.0.2."), digits(1, 254, 0))
	long := fixedTemplate(literal("2001:db8::"), hexadecimal(4), literal(":"), hexadecimal(4), literal(":"), hexadecimal(4))
	if b.Meaning == vocabulary.MAC {
		short = fixedTemplate(literal("02:00:5e"), literal(":"), hexadecimal(2), literal(":"), hexadecimal(2), literal(":"), hexadecimal(2))
		long = short
	}
	switch {
	case f.max >= 0 && f.max < short.longest():
		return nil
	case f.max >= 0 && f.max < long.longest():
		return short
	}
	return mixed{long, short}
}

// phone is a number of 555-01xx in one of several notations.
func (b *builder) phone() ([]slot, string) {
	area, line := digits(201, 788, 3), digits(0, 100, 2)
	switch b.variant % 5 {
	case 1:
		return []slot{literal("+1"), area, literal("55501"), line}, " x"
	case 2:
		return []slot{area, literal("-555-01"), line}, " x"
	case 3:
		return []slot{literal("("), area, literal(") 555-01"), line}, " x"
	case 4:
		return []slot{area, literal("55501"), line}, " x"
	}
	return []slot{literal("+1-"), area, literal("-555-01"), line}, " x"
}

// lastYears are years before this one, as many as tell months apart.
func (b *builder) lastYears() slot {
	year, _, _ := value.DateOf(floorDiv(b.Now, value.Day))
	n := min(max(8, b.Need/12+1), uint64(max(year-1, 1)))
	return digits(uint64(year)-n, n, 4)
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
		return b.phone()
	case vocabulary.Street:
		return []slot{digits(1, 199, 0), literal(" "), {words: b.Book.CapitalNouns()}, literal(" "), {words: streets}}, ", Unit "
	case vocabulary.Address:
		cities := slot{words: b.Book.Words(vocabulary.City)}
		return []slot{digits(1, 199, 0), literal(" "), {words: b.Book.CapitalNouns()}, literal(" "), {words: streets}, literal(", "), cities}, " "
	case vocabulary.Zip:
		if b.variant > 0 {
			return []slot{digits(1000, 9000, 4)}, "-"
		}
		return []slot{digits(10000, 90000, 5)}, "-"
	case vocabulary.URL:
		return []slot{literal("https://www.example.com/"), nouns, literal("/"), adjectives}, "-"
	case vocabulary.Host:
		return []slot{nouns, literal(".example.com")}, "-"
	case vocabulary.Path:
		return []slot{literal("/srv/"), nouns, literal("/"), adjectives, {words: extensionDots(), derived: true}}, "-"
	case vocabulary.FileName:
		return []slot{adjectives, literal("-"), nouns, {words: extensionDots(), derived: true}}, "-"
	case vocabulary.Title:
		return []slot{{words: b.Book.CapitalAdjectives()}, literal(" "), {words: b.Book.CapitalNouns()}}, " "
	case vocabulary.Slug:
		if b.variant > 0 {
			return []slot{adjectives, literal("_"), nouns}, "_"
		}
		return []slot{adjectives, literal("-"), nouns}, "-"
	case vocabulary.SKU:
		return []slot{{letters: upperCase, width: 3}, literal("-"), digits(10000, 90000, 5)}, "-"
	case vocabulary.Code:
		between := []string{"", "-", "_"}[b.variant%3]
		return []slot{{letters: upperCase, width: 2}, literal(between), digits(1000, 9000, 4)}, "-"
	case vocabulary.Version:
		return []slot{digits(1, 9, 0), literal("."), digits(0, 20, 0), literal("."), digits(0, 40, 0)}, "-rc"
	case vocabulary.YearMonth:
		between := []string{"-", "", "/"}[b.variant%3]
		return []slot{b.lastYears(), literal(between), digits(1, 12, 2)}, "-"
	case vocabulary.Room:
		return []slot{digits(1, 9, 0), digits(1, 29, 2)}, "-"
	case vocabulary.HexColor:
		return []slot{literal("#"), hexadecimal(6)}, "-"
	case vocabulary.Plate:
		return []slot{{letters: upperCase, width: 3}, literal("-"), digits(100, 900, 3)}, "-"
	case vocabulary.Extension:
		return []slot{digits(1000, 9000, 4)}, "-"
	}
	return b.numbered()
}

func hexadecimal(width int) slot { return slot{letters: hexLetters, width: width} }

func extensionDots() []string {
	dots := make([]string, len(endings))
	for i, e := range endings {
		dots[i] = "." + e
	}
	return dots
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
	p := &prose{fit: f, least: 1, most: 8}
	p.nouns, p.others = b.Book.Blocks()
	switch b.Meaning {
	case vocabulary.Label:
		p.least, p.most, p.capital = 1, 3, true
	case vocabulary.Sentence:
		p.least, p.most, p.capital, p.period = 4, 14, true, true
	case vocabulary.Paragraph:
		p.least, p.most, p.capital, p.period = 8, 60, true, true
	}
	if f.max >= 0 && f.max < 8 {
		if w := newWords(slices.Concat(b.Book.Nouns(), b.Book.Adjectives()), f, b.Key); w != nil {
			return mixed{newCodes(f), w}
		}
		return nil
	}
	if t := b.pair(f, p.capital); t != nil {
		p.template = t
		return p
	}
	return nil
}

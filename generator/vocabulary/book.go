package vocabulary

import (
	"math/rand/v2"
	"strings"
	"sync"

	"github.com/brianvoe/gofakeit/v7"

	"github.com/effigydb/effigy/generator/draw"
)

// Book holds the word lists of one plan. A list is built when it is first
// asked for, from the book's key and the list's own name, so that its content
// depends on nothing else. A book is safe for concurrent use.
type Book struct {
	key  draw.Key
	once [numMeanings]sync.Once
	word [numMeanings][]string

	nouns, adjectives, capitalNouns, capitalAdjectives lazy

	blocks                      sync.Once
	nounBlocks, adjectiveBlocks []Block
}

type lazy struct {
	once sync.Once
	list []string
}

// New builds a book from a key.
func New(key draw.Key) *Book { return &Book{key: key} }

// listSize is how many words a list is built with at most.
const listSize = 250

// Words are the values of a meaning that has a closed list, distinct also
// when lower-cased and trimmed, printable ASCII throughout; nil for one that
// is composed or numeric.
func (b *Book) Words(m Meaning) []string {
	if m >= numMeanings {
		return nil
	}
	b.once[m].Do(func() { b.word[m] = b.build(m) })
	return b.word[m]
}

// Nouns are common nouns, lower-case, of one word.
func (b *Book) Nouns() []string {
	b.nouns.once.Do(func() {
		f := b.faker("nouns")
		b.nouns.list = collect(2*listSize, func() string { return strings.ToLower(f.Noun()) }, mild)
	})
	return b.nouns.list
}

// Adjectives are lower-case, of one word.
func (b *Book) Adjectives() []string {
	b.adjectives.once.Do(func() {
		f := b.faker("adjectives")
		b.adjectives.list = collect(listSize, func() string { return strings.ToLower(f.AdjectiveDescriptive()) }, mild)
	})
	return b.adjectives.list
}

// Blocks are the nouns and the adjectives that are not too long for one.
func (b *Book) Blocks() (nouns, adjectives []Block) {
	b.blocks.Do(func() { b.nounBlocks, b.adjectiveBlocks = blocks(b.Nouns()), blocks(b.Adjectives()) })
	return b.nounBlocks, b.adjectiveBlocks
}

// CapitalNouns are the nouns with a capital first letter.
func (b *Book) CapitalNouns() []string { return b.capitalNouns.capitals(b.Nouns) }

// CapitalAdjectives are the adjectives with a capital first letter.
func (b *Book) CapitalAdjectives() []string { return b.capitalAdjectives.capitals(b.Adjectives) }

func (l *lazy) capitals(of func() []string) []string {
	l.once.Do(func() {
		for _, w := range of() {
			l.list = append(l.list, Capital(w))
		}
	})
	return l.list
}

func (b *Book) faker(list string) *gofakeit.Faker {
	k := draw.Cell(b.key, "vocabulary", list)
	return gofakeit.NewFaker(rand.NewPCG(uint64(k), draw.Mix(uint64(k))), false)
}

func (b *Book) build(m Meaning) []string {
	f := b.faker(m.String())
	switch m {
	case FirstName:
		return collect(listSize, f.FirstName, single)
	case LastName:
		return collect(listSize, f.LastName, single)
	case JobTitle:
		return collect(listSize, f.JobTitle, plain)
	case Color:
		return collect(listSize, f.Color, plain)
	case Language:
		return collect(listSize, f.Language, plain)
	case Currency:
		return column(func(p Place) string { return p.Currency })
	case City:
		return column(func(p Place) string { return p.City })
	case Country:
		return column(func(p Place) string { return p.Country })
	case CountryCode:
		return column(func(p Place) string { return p.Code })
	case Product:
		return b.products()
	case Company:
		return b.companies()
	}
	if list, ok := lists[m]; ok {
		return strings.Split(list, "|")
	}
	return nil
}

func (b *Book) companies() []string {
	var all []string
	for i, name := range b.Words(LastName) {
		all = append(all, name+" "+Suffixes[i%len(Suffixes)])
	}
	return all
}

func (b *Book) products() []string {
	adjectives, nouns := b.Adjectives(), b.Nouns()
	r := uint64(draw.Cell(b.key, "products"))
	next := func() string {
		r = draw.Next(r)
		a := adjectives[draw.Below(r, uint64(len(adjectives)))]
		n := nouns[draw.Below(draw.Next(r), uint64(len(nouns)))]
		return Capital(a) + " " + Capital(n)
	}
	return collect(listSize, next, plain)
}

// Capital is the word with its first letter in upper case.
func Capital(word string) string {
	if word == "" {
		return word
	}
	return strings.ToUpper(word[:1]) + word[1:]
}

// column is one field of the places, each value once.
func column(field func(Place) string) []string {
	i := -1
	next := func() string { i++; return field(Places[i%len(Places)]) }
	return collect(len(Places), next, plain)
}

// collect calls next until it has n words that are fit and differ when
// lower-cased, or has seen nothing new for a while.
func collect(n int, next func() string, fit func(string) bool) []string {
	var all []string
	seen := map[string]bool{}
	for misses := 0; len(all) < n && misses < 4*n; {
		w := strings.TrimSpace(next())
		key := strings.ToLower(w)
		if seen[key] || !fit(w) {
			misses++
			continue
		}
		seen[key] = true
		all = append(all, w)
	}
	return all
}

// plain accepts printable ASCII.
func plain(w string) bool {
	for i := range len(w) {
		if w[i] < ' ' || w[i] > '~' {
			return false
		}
	}
	return w != ""
}

// mild accepts one word that reads well on a screen that others see.
func mild(w string) bool { return single(w) && !strings.Contains(harsh, " "+w+" ") }

// harsh are words that nobody wants as the name of a customer's hotel.
const harsh = " queer homeless ill dead ugly hurt sick horrible terrible stupid drunk nasty filthy evil hungry wicked foolish crazy condemned grotesque repulsive obnoxious disturbed disgusting smoggy lonely outrageous awful bad murder violence death gun terrorism bomb drug toilet idiot troop army war blood poison hate anger slavery mob corruption stupidity cruelty weapon grave prison jail drugs terrorist poverty kill body crime devil pain injury cancer loss failure rubbish trash underwear boxers lie bra pants shorts racism obesity divorce cigarette gang vomit nervous poor lazy dangerous danger angry attractive alcohol beer wine wealth religion god nun bikini lingerie sexy naked thief deceit cheat failure hatred envy jealousy greed shame disease virus flu fever "

// single accepts one word of ASCII letters.
func single(w string) bool {
	for i := range len(w) {
		if c := w[i] | 0x20; c < 'a' || c > 'z' {
			return false
		}
	}
	return w != ""
}

// Package vocabulary knows what names mean and holds the words for it:
// lists built once a plan from a seed, never per cell.
//
// Nothing in it can exist in the world: e-mail addresses and hosts lie in
// reserved domains, IP addresses in documentation ranges, phone numbers in
// 555-01xx, card numbers among the published test numbers. It has no source
// of randomness but the seed it is given.
package vocabulary

import "github.com/effigydb/effigy/schema"

// Meaning is what a column holds, as far as its name tells.
type Meaning uint8

// The meanings. None is "nothing known": the type alone decides.
const (
	None Meaning = iota
	FirstName
	LastName
	FullName
	UserName
	Email
	Phone
	City
	Country
	CountryCode
	Region
	Street
	Address
	Zip
	Latitude
	Longitude
	Company
	Department
	JobTitle
	URL
	Host
	IP
	MAC
	Port
	Path
	FileName
	MIME
	UserAgent
	Product
	Category
	Tag
	Title
	Sentence
	Paragraph
	Slug
	Code
	SKU
	Color
	Currency
	Language
	Locale
	TimeZone
	Status
	Gender
	Hash
	Token
	Version
	Card
	IBAN
	Label // a short name of a thing: "name" in most tables
	Unit
	Method // of HTTP
	Level
	Money
	Percent
	Ratio
	Quantity
	Age
	Year
	Month
	Day
	Rating
	Position
	Duration
	Size
	Weight
	Created // timestamps: from here on in the order they happen
	Started
	Updated
	Ended
	Deleted
	Birth
	Future
	Moment
	numMeanings
)

// Of is the meaning of a column from the tokens of its name, its table's
// name and its comment, as far as the base type (resolved through domains)
// can hold it; None when it can't.
func Of(table, column, comment string, base schema.Type) Meaning { return None }

// Group is what columns of one row share so that they fit together: the
// names and the e-mail of one person, the city and the country of one place.
type Group uint8

// The groups.
const (
	NoGroup Group = iota
	Person
	Place
	Moments // created, updated, deleted: ordered by Meaning
)

// Group of a meaning.
func (m Meaning) Group() Group { return NoGroup }

// String is the word plan prints.
func (m Meaning) String() string { return "" }

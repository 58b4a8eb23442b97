// Package vocabulary knows what names mean and holds the words for it:
// lists built once a plan from a seed, never per cell.
//
// Nothing in it can exist in the world: e-mail addresses and hosts lie in
// reserved domains, IP addresses in documentation ranges, phone numbers in
// 555-01xx, card numbers among the published test numbers. It has no source
// of randomness but the seed it is given.
package vocabulary

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
	Cents  // money in hundredths
	Salary // of a year
	Budget // of a company
	Fee    // what comes on top
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
	Finished // in the past, where Ended may be planned
	Ended
	Deleted
	Birth
	Due // some weeks after what it is due for began
	Future
	Moment
	Likely // booleans: true for most rows, or for few
	Unlikely
	Kind
	Role
	Action
	Source
	Format
	Continent
	Topic // the name of a category, tag or group, each about as often
	numMeanings
)

// Group is what columns of one row share so that they fit together: the
// names and the e-mail of one person, the city and the country of one place.
type Group uint8

// The groups.
const (
	NoGroup Group = iota
	Person
	Location
	Moments // created, updated, deleted: ordered by Meaning
)

// Group of a meaning.
func (m Meaning) Group() Group {
	switch m {
	case FirstName, LastName, FullName, UserName, Email:
		return Person
	case City, Country, CountryCode, Region, Latitude, Longitude, TimeZone, Currency:
		return Location
	case Created, Started, Updated, Finished, Ended, Deleted:
		return Moments
	}
	return NoGroup
}

var names = [numMeanings]string{
	None: "", FirstName: "first name", LastName: "last name", FullName: "full name",
	UserName: "user name", Email: "e-mail", Phone: "phone", City: "city", Country: "country",
	CountryCode: "country code", Region: "region", Street: "street", Address: "address",
	Zip: "postal code", Latitude: "latitude", Longitude: "longitude", Company: "company",
	Department: "department", JobTitle: "job title", URL: "URL", Host: "host", IP: "IP address",
	MAC: "MAC address", Port: "port", Path: "path", FileName: "file name", MIME: "MIME type",
	UserAgent: "user agent", Product: "product", Category: "category", Tag: "tag", Title: "title",
	Sentence: "sentence", Paragraph: "paragraph", Slug: "slug", Code: "code", SKU: "SKU",
	Color: "color", Currency: "currency", Language: "language", Locale: "locale",
	TimeZone: "time zone", Status: "status", Gender: "gender", Hash: "hash", Token: "token",
	Version: "version", Card: "test card number", IBAN: "IBAN", Label: "label", Unit: "unit",
	Method: "HTTP method", Level: "level", Money: "amount", Cents: "amount in cents", Salary: "salary", Budget: "budget", Fee: "fee", Percent: "percent", Ratio: "ratio",
	Quantity: "quantity", Age: "age", Year: "year", Month: "month", Day: "day", Rating: "rating",
	Position: "position", Duration: "duration", Size: "size", Weight: "weight",
	Created: "past instant", Started: "start", Updated: "recent instant", Finished: "past end", Ended: "end",
	Deleted: "deletion", Birth: "birth date", Due: "due instant", Future: "coming instant", Moment: "instant",
	Likely: "mostly true", Unlikely: "mostly false", Topic: "topic", Kind: "kind", Role: "role", Action: "action", Source: "source",
	Format: "format", Continent: "continent",
}

// String is the word plan prints.
func (m Meaning) String() string {
	if m >= numMeanings {
		return ""
	}
	return names[m]
}

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
	YearMonth // a month of a year, as text
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
	TaxRate // a percentage of a tax
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
	Wage  // of an hour
	Night // the price of one
	Distance
	Dose   // of a medicine, in milligrams
	Few    // of what there are some of: beds, nights, guests
	Scarce // of what there is often none: retries, absences
	Tally  // of what adds up: views, stock
	Crowd  // of people or seats
	Days   // of a leave or a term of payment
	Years  // of experience
	Points // of a hundred
	Minutes
	Millis
	Floor
	Area
	Pages
	Mileage
	Limit   // of credit
	Stature // of a person, in centimetres
	BodyWeight
	BMI
	Pulse
	Breath
	Systolic
	Diastolic
	Fever // the temperature of a body
	Temperature
	Saturation
	GPA
	SchoolYear // a grade of a school
	Weekday
	Week    // of a year
	Quarter // of a year
	Heading
	Altitude
	Speed
	Reply // the code of an HTTP response
	CardYear
	Created // timestamps of the past: from here on in the order they happen
	Asked
	Agreed
	Paid
	Started
	Packed
	Sent
	Arrived
	Finished
	Returned
	Updated
	Deleted
	Birth
	Youth   // … of who goes to school
	Planned // what may lie ahead: the start of what is booked
	Ended   // … the end of what started or is planned
	Expiry
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
	StateCode
	LanguageCode
	Sex // one letter
	Blood
	Letter // a grade
	PayBy  // how something is paid
	ShipBy
	CardBrand
	LastFour
	ISBN
	ISBN10
	EAN
	UPC
	VAT
	SSN
	VIN
	Plate
	HexColor
	Garment // sizes of clothes
	Specialty
	Medicine
	Make // of a car
	Semester
	Period // the years of a school year
	Entity // what a row of a log is about
	Room
	Extension // of a phone
	Fuel
	Bed
	Tier
	Difficulty
	System // of a computer or a phone
	Industry
	Marital
	Employment
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
	Moments // what has happened to a row, created to deleted: ordered by Meaning
)

// Group of a meaning.
func (m Meaning) Group() Group {
	switch m {
	case FirstName, LastName, FullName, UserName, Email:
		return Person
	case City, Country, CountryCode, Region, Latitude, Longitude, TimeZone, Currency:
		return Location
	case Created, Asked, Agreed, Paid, Started, Packed, Sent, Arrived, Finished, Returned, Updated, Deleted:
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
	Version: "version", YearMonth: "month of a year", Card: "test card number", IBAN: "IBAN", Label: "label", Unit: "unit",
	Method: "HTTP method", Level: "level", Money: "amount", Cents: "amount in cents", Salary: "salary", Budget: "budget", Fee: "fee", Percent: "percent", TaxRate: "tax rate", Ratio: "ratio",
	Quantity: "quantity", Age: "age", Year: "year", Month: "month", Day: "day", Rating: "rating",
	Position: "position", Duration: "duration", Size: "size", Weight: "weight",
	Wage: "hourly wage", Night: "price of a night", Distance: "distance", Dose: "dose", Few: "small count", Scarce: "count, often none", Tally: "count", Crowd: "number of people", Days: "days", Years: "years", Points: "points", Minutes: "minutes", Millis: "milliseconds",
	Floor: "floor", Area: "area", Pages: "pages", Mileage: "mileage", Limit: "limit", Stature: "body height", BodyWeight: "body weight", BMI: "body mass index",
	Pulse: "pulse", Breath: "breaths", Systolic: "systolic pressure", Diastolic: "diastolic pressure", Fever: "body temperature", Temperature: "temperature",
	Saturation: "saturation", GPA: "grade point average", SchoolYear: "school year", Weekday: "weekday", Week: "week", Quarter: "quarter", Heading: "heading", Altitude: "altitude", Speed: "speed",
	Reply: "HTTP status", CardYear: "year of expiry",
	Created: "past instant", Asked: "request", Agreed: "approval", Paid: "payment", Started: "start", Packed: "handling", Sent: "dispatch", Arrived: "arrival",
	Finished: "past end", Returned: "return", Updated: "recent instant", Deleted: "deletion", Birth: "birth date", Youth: "birth date of a pupil",
	Planned: "planned instant", Ended: "end", Expiry: "expiry", Due: "due instant", Future: "coming instant", Moment: "instant",
	StateCode: "state code", LanguageCode: "language code", Sex: "sex", Blood: "blood group", Letter: "letter grade", PayBy: "means of payment", ShipBy: "way of shipping",
	CardBrand: "card brand", LastFour: "last digits of a test card", ISBN: "ISBN", ISBN10: "ISBN-10", EAN: "EAN", UPC: "UPC", VAT: "VAT number", SSN: "social security number",
	VIN: "vehicle number", Plate: "license plate", HexColor: "hex color", Garment: "clothing size", Specialty: "specialty", Medicine: "medicine", Make: "car make",
	Semester: "semester", Period: "school year", Entity: "entity", Room: "room number", Extension: "phone extension",
	Fuel: "fuel", Bed: "bed", Tier: "tier", Difficulty: "difficulty", System: "operating system", Industry: "industry", Marital: "marital status", Employment: "kind of employment",
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

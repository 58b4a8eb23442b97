package vocabulary

import "strings"

// lists of words that gofakeit lacks, has with names that exist, or has not
// in a form that is safe to print.
var lists = map[Meaning]string{
	Department:   "Sales|Engineering|Marketing|Finance|Support|Operations|Legal|Research|Logistics|Human Resources|Purchasing|Quality|Security|Design|Accounting",
	Category:     "Electronics|Books|Garden|Kitchen|Toys|Sports|Music|Clothing|Health|Tools|Office|Outdoor|Pets|Art|Travel|Food|Furniture|Games",
	Topic:        "Electronics|Books|Garden|Kitchen|Toys|Sports|Music|Clothing|Health|Tools|Office|Outdoor|Pets|Art|Travel|Food|Furniture|Games|Photography|Science|History|Crafts|Baby|Beauty|Automotive|Software|Hardware|Film|Theatre|Education",
	Kind:         "standard|basic|premium|custom|special|other",
	Role:         "member|admin|viewer|editor|owner|guest",
	Action:       "create|update|view|delete|login|export|import|archive",
	Source:       "web|mobile|api|import|email|partner|phone",
	Format:       "pdf|csv|json|xml|html|txt|png",
	Continent:    "Europe|Asia|Africa|North America|South America|Oceania|Antarctica",
	Tag:          "new|sale|urgent|internal|beta|archived|featured|draft|priority|bug|feature|question|seasonal|limited|popular|legacy|review|follow up",
	Locale:       "en-US|en-GB|de-DE|fr-FR|es-ES|it-IT|pt-BR|ja-JP|nl-NL|sv-SE|pl-PL|tr-TR",
	Status:       "active|pending|completed|cancelled|failed|draft|archived|processing",
	Gender:       "female|male|other|unknown",
	Unit:         "pcs|kg|g|l|ml|m|cm|box|pack|pair|hour|day",
	Method:       "GET|POST|PUT|PATCH|DELETE|HEAD",
	Level:        "info|low|medium|high|critical|debug|warning|error",
	UserAgent:    "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0|Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/126.0 Safari/537.36|Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) AppleWebKit/605.1.15 Safari/605.1.15|Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Mobile/15E148|curl/8.5.0|ExampleBot/1.0 (+https://bot.example.com)",
	MIME:         "image/png|image/jpeg|application/pdf|text/plain|text/html|application/json|text/csv|application/zip|image/svg+xml|video/mp4|audio/mpeg|application/xml",
	Card:         "4111111111111111|4242424242424242|4000056655665556|5555555555554444|5105105105105100|378282246310005|371449635398431|6011111111111117|30569309025904|3530111333300000",
	TimeZone:     "UTC|Europe/Berlin|Europe/London|America/New_York|America/Chicago|America/Los_Angeles|Asia/Tokyo|Asia/Kolkata|Australia/Sydney|America/Sao_Paulo",
	StateCode:    "CA|NY|TX|WA|IL|CO|FL|MA|OH|GA|NC|OR|MI|PA|AZ|VA|MN|WI|NV|UT|TN|MO|MD|NJ|IN|IA",
	LanguageCode: "en|de|fr|es|it|pt|nl|sv|pl|tr|ja|ko|da|fi|cs",
	Sex:          "F|M|X",
	Blood:        "O+|A+|B+|AB+|O-|A-|B-|AB-",
	Letter:       "A|A-|B+|B|B-|C+|C|D|F",
	PayBy:        "card|bank_transfer|cash|paypal|invoice|gift_card",
	ShipBy:       "standard|express|pickup|overnight|freight",
	CardBrand:    "Visa|Mastercard|American Express|Discover|Diners Club|JCB",
	LastFour:     "1111|4242|5556|4444|5100|0005|8431|1117|5904|0000",
	Specialty:    "General practice|Cardiology|Dermatology|Neurology|Pediatrics|Oncology|Radiology|Orthopedics|Psychiatry|Surgery|Urology|Gynecology",
	Medicine:     "Ibuprofen|Paracetamol|Amoxicillin|Metformin|Omeprazole|Atorvastatin|Lisinopril|Amlodipine|Salbutamol|Levothyroxine|Sertraline|Cetirizine",
	Make:         "Toyota|Ford|Volkswagen|Honda|BMW|Renault|Volvo|Hyundai|Kia|Fiat|Skoda|Nissan|Peugeot|Mazda",
	Semester:     "Fall|Spring|Summer|Winter",
	Period:       "2025/26|2024/25|2023/24|2022/23|2021/22|2020/21",
	Entity:       "user|order|invoice|document|comment|project|account|message",
	Fuel:         "petrol|diesel|electric|hybrid|gas",
	Bed:          "queen|king|double|twin|single",
	Tier:         "bronze|silver|gold|platinum",
	Difficulty:   "intermediate|beginner|advanced",
	System:       "Android|iOS|Windows|Linux|macOS",
	Industry:     "Software|Retail|Manufacturing|Healthcare|Finance|Education|Construction|Logistics|Hospitality|Energy|Media|Agriculture",
	Marital:      "married|single|divorced|widowed",
	Employment:   "full_time|part_time|contract|intern",
	Garment:      "M|S|L|XL|XS|XXL",
	Region:       "North|South|East|West|Central|Coast|Highlands|Lakes|Valley|Islands",
}

// Suffixes make company names out of family names: none of them exists as
// such.
var Suffixes = strings.Split("Works|Labs|Trading|Group|Partners|Supply|Foods|Logistics|Studio|Systems|and Sons|Brothers|Imports|Textiles|Energy|Media", "|")

// places pair a city with what belongs to it: name, region, country, ISO
// code, latitude, longitude, time zone, currency.
var places = strings.Split(strings.TrimSpace(`
Berlin|Berlin|Germany|DE|52.52|13.40|Europe/Berlin|EUR
Hamburg|Hamburg|Germany|DE|53.55|9.99|Europe/Berlin|EUR
Munich|Bavaria|Germany|DE|48.14|11.58|Europe/Berlin|EUR
Paris|Ile-de-France|France|FR|48.86|2.35|Europe/Paris|EUR
Lyon|Auvergne-Rhone-Alpes|France|FR|45.76|4.84|Europe/Paris|EUR
Madrid|Madrid|Spain|ES|40.42|-3.70|Europe/Madrid|EUR
Seville|Andalusia|Spain|ES|37.39|-5.98|Europe/Madrid|EUR
Rome|Lazio|Italy|IT|41.90|12.50|Europe/Rome|EUR
Turin|Piedmont|Italy|IT|45.07|7.69|Europe/Rome|EUR
Lisbon|Lisbon|Portugal|PT|38.72|-9.14|Europe/Lisbon|EUR
Porto|Norte|Portugal|PT|41.15|-8.61|Europe/Lisbon|EUR
Vienna|Vienna|Austria|AT|48.21|16.37|Europe/Vienna|EUR
Graz|Styria|Austria|AT|47.07|15.44|Europe/Vienna|EUR
Zurich|Zurich|Switzerland|CH|47.38|8.54|Europe/Zurich|CHF
Amsterdam|North Holland|Netherlands|NL|52.37|4.90|Europe/Amsterdam|EUR
Utrecht|Utrecht|Netherlands|NL|52.09|5.12|Europe/Amsterdam|EUR
Brussels|Brussels|Belgium|BE|50.85|4.35|Europe/Brussels|EUR
Copenhagen|Hovedstaden|Denmark|DK|55.68|12.57|Europe/Copenhagen|DKK
Stockholm|Stockholm|Sweden|SE|59.33|18.07|Europe/Stockholm|SEK
Oslo|Oslo|Norway|NO|59.91|10.75|Europe/Oslo|NOK
Helsinki|Uusimaa|Finland|FI|60.17|24.94|Europe/Helsinki|EUR
Warsaw|Masovia|Poland|PL|52.23|21.01|Europe/Warsaw|PLN
Prague|Prague|Czechia|CZ|50.08|14.44|Europe/Prague|CZK
Budapest|Budapest|Hungary|HU|47.50|19.04|Europe/Budapest|HUF
Athens|Attica|Greece|GR|37.98|23.73|Europe/Athens|EUR
Dublin|Leinster|Ireland|IE|53.35|-6.26|Europe/Dublin|EUR
London|Greater London|United Kingdom|GB|51.51|-0.13|Europe/London|GBP
Leeds|Yorkshire|United Kingdom|GB|53.80|-1.55|Europe/London|GBP
New York|New York|United States|US|40.71|-74.01|America/New_York|USD
Chicago|Illinois|United States|US|41.88|-87.63|America/Chicago|USD
Denver|Colorado|United States|US|39.74|-104.99|America/Denver|USD
Seattle|Washington|United States|US|47.61|-122.33|America/Los_Angeles|USD
Austin|Texas|United States|US|30.27|-97.74|America/Chicago|USD
Toronto|Ontario|Canada|CA|43.65|-79.38|America/Toronto|CAD
Montreal|Quebec|Canada|CA|45.50|-73.57|America/Toronto|CAD
Mexico City|Mexico City|Mexico|MX|19.43|-99.13|America/Mexico_City|MXN
Sao Paulo|Sao Paulo|Brazil|BR|-23.55|-46.63|America/Sao_Paulo|BRL
Buenos Aires|Buenos Aires|Argentina|AR|-34.60|-58.38|America/Argentina/Buenos_Aires|ARS
Santiago|Santiago|Chile|CL|-33.45|-70.67|America/Santiago|CLP
Tokyo|Tokyo|Japan|JP|35.68|139.69|Asia/Tokyo|JPY
Osaka|Osaka|Japan|JP|34.69|135.50|Asia/Tokyo|JPY
Seoul|Seoul|South Korea|KR|37.57|126.98|Asia/Seoul|KRW
Mumbai|Maharashtra|India|IN|19.08|72.88|Asia/Kolkata|INR
Bengaluru|Karnataka|India|IN|12.97|77.59|Asia/Kolkata|INR
Singapore|Singapore|Singapore|SG|1.35|103.82|Asia/Singapore|SGD
Sydney|New South Wales|Australia|AU|-33.87|151.21|Australia/Sydney|AUD
Perth|Western Australia|Australia|AU|-31.95|115.86|Australia/Perth|AUD
Auckland|Auckland|New Zealand|NZ|-36.85|174.76|Pacific/Auckland|NZD
Cape Town|Western Cape|South Africa|ZA|-33.92|18.42|Africa/Johannesburg|ZAR
Nairobi|Nairobi|Kenya|KE|-1.29|36.82|Africa/Nairobi|KES
`), "\n")

// Place is a city and what belongs to it.
type Place struct {
	City, Region, Country, Code string
	Latitude, Longitude         string
	TimeZone, Currency          string
}

// Places are the places of every book, in a fixed order; cities differ.
var Places = func() []Place {
	all := make([]Place, len(places))
	for i, line := range places {
		f := strings.Split(line, "|")
		all[i] = Place{f[0], f[1], f[2], f[3], f[4], f[5], f[6], f[7]}
	}
	return all
}()

package vocabulary

import (
	"strings"
	"sync"
)

// countries are those without a city among the places: name, code, time zone
// and currency.
const countries = `Bangladesh|BD|Asia/Dhaka|BDT
Bulgaria|BG|Europe/Sofia|EUR
China|CN|Asia/Shanghai|CNY
Colombia|CO|America/Bogota|COP
Costa Rica|CR|America/Costa_Rica|CRC
Croatia|HR|Europe/Zagreb|EUR
Cyprus|CY|Asia/Nicosia|EUR
Ecuador|EC|America/Guayaquil|USD
Egypt|EG|Africa/Cairo|EGP
Estonia|EE|Europe/Tallinn|EUR
Ethiopia|ET|Africa/Addis_Ababa|ETB
Ghana|GH|Africa/Accra|GHS
Hong Kong|HK|Asia/Hong_Kong|HKD
Iceland|IS|Atlantic/Reykjavik|ISK
Indonesia|ID|Asia/Jakarta|IDR
Israel|IL|Asia/Jerusalem|ILS
Latvia|LV|Europe/Riga|EUR
Lithuania|LT|Europe/Vilnius|EUR
Luxembourg|LU|Europe/Luxembourg|EUR
Malaysia|MY|Asia/Kuala_Lumpur|MYR
Malta|MT|Europe/Malta|EUR
Morocco|MA|Africa/Casablanca|MAD
Nigeria|NG|Africa/Lagos|NGN
Pakistan|PK|Asia/Karachi|PKR
Peru|PE|America/Lima|PEN
Philippines|PH|Asia/Manila|PHP
Romania|RO|Europe/Bucharest|RON
Saudi Arabia|SA|Asia/Riyadh|SAR
Serbia|RS|Europe/Belgrade|RSD
Slovakia|SK|Europe/Bratislava|EUR
Slovenia|SI|Europe/Ljubljana|EUR
Sri Lanka|LK|Asia/Colombo|LKR
Taiwan|TW|Asia/Taipei|TWD
Thailand|TH|Asia/Bangkok|THB
Tunisia|TN|Africa/Tunis|TND
Turkey|TR|Europe/Istanbul|TRY
Ukraine|UA|Europe/Kyiv|UAH
United Arab Emirates|AE|Asia/Dubai|AED
Uruguay|UY|America/Montevideo|UYU
Vietnam|VN|Asia/Ho_Chi_Minh|VND`

// other names of countries.
var alsoCalled = map[string]string{
	"usa": "united states", "united states of america": "united states", "uk": "united kingdom", "great britain": "united kingdom", "england": "united kingdom",
	"czech republic": "czechia", "holland": "netherlands", "korea": "south korea", "türkiye": "turkey", "the netherlands": "netherlands",
}

// Locates reports a meaning that tells a place.
func Locates(m Meaning) bool { return m == City || m == Country || m == CountryCode }

// known are the places by meaning and text in small letters.
var known = sync.OnceValue(func() map[Meaning]map[string][]*Place {
	all := map[Meaning]map[string][]*Place{City: {}, Country: {}, CountryCode: {}}
	add := func(p *Place) {
		for m, by := range all {
			if key := strings.ToLower(p.Fact(m)); key != "" {
				by[key] = append(by[key], p)
			}
		}
	}
	for i := range Places {
		add(&Places[i])
	}
	for _, line := range strings.Split(countries, "\n") {
		f := strings.Split(line, "|")
		if all[Country][strings.ToLower(f[0])] == nil {
			add(&Place{Country: f[0], Code: f[1], TimeZone: f[2], Currency: f[3]})
		}
	}
	return all
})

// At are the places of a city, a country or a country's code, as far as they are
// known; one of a country alone has no city.
func At(m Meaning, text string) []*Place {
	key := strings.ToLower(text)
	if also, ok := alsoCalled[key]; ok && m == Country {
		key = also
	}
	return known()[m][key]
}

// Fact is what a place has of a meaning, "" for nothing.
func (p *Place) Fact(m Meaning) string {
	switch m {
	case City:
		return p.City
	case Region:
		return p.Region
	case Country:
		return p.Country
	case CountryCode:
		return p.Code
	case Latitude:
		return p.Latitude
	case Longitude:
		return p.Longitude
	case TimeZone:
		return p.TimeZone
	case Currency:
		return p.Currency
	}
	return ""
}

// Proper reports a meaning of names that are not made up of any words: those of
// people, places, companies and topics.
func Proper(m Meaning) bool {
	return m == FullName || m == Company || m == City || m == Country || m == Region || m == Topic || m == Category || m == Language || m == Color
}

package vocabulary

import (
	"slices"
	"strings"

	"github.com/effigydb/effigy/schema"
)

// refined is the meaning of a name where its type or its table says more: no
// country has a name of two letters, and a ratio no thousands.
func refined(m Meaning, c class, name []string, table string, base schema.Type) Meaning {
	switch {
	case len(name) == 0 || table == "":
	case c == text:
		return refinedText(m, name, table, base.Mod(0, 0))
	case c == span && m == None && isOne(table, booked):
		return Planned
	case c == moment:
		return refinedMoment(m, name, table)
	case c&numeric != 0:
		return refinedNumber(m, name, table, base)
	}
	return m
}

// short are the meanings of codes by the meaning of the name in full, and the
// length that a name does not have.
var short = map[Meaning]struct {
	length int
	code   Meaning
}{
	Country: {3, CountryCode}, Region: {2, StateCode}, Status: {2, StateCode}, Language: {8, LanguageCode}, Gender: {1, Sex}, Color: {7, HexColor},
}

func refinedText(m Meaning, name []string, table string, length int) Meaning {
	if s, ok := short[m]; ok && length > 0 && length <= s.length && (m != Status || name[len(name)-1] == "state") {
		return s.code
	}
	switch {
	case ofTable[table] == Country && (m == Code || name[0] == "iso" || name[0] == "alpha") && length != 3 && !slices.Contains(name, "3"):
		return CountryCode
	case m >= StateCode && len(name) > 1 && name[len(name)-1] == "id":
		return Token
	case m == Color && slices.Contains(name, "hex"):
		return HexColor
	case m == Method && isOne(table, paying):
		return PayBy
	case m == Format && name[len(name)-1] == "extension" && ofTable[table] == FullName:
		return Extension
	}
	return m
}

// refinedMoment tells what is booked from what has happened: the start of a
// meeting may lie ahead, that of a job does not.
func refinedMoment(m Meaning, name []string, table string) Meaning {
	switch {
	case m == Birth && isOne(table, pupils):
		return Youth
	case name[0] == "collected" && isOne(table, handed):
		return Arrived
	case name[0] == "next":
		return Future
	case isOne(table, booked) && (m == Started || m == Moment && table != "event") && name[len(name)-1] != "started":
		if s := name[0]; s == "start" || s == "starts" || s == "date" || s == "time" || s == "from" || s == "begin" {
			return Planned
		}
	case isOne(table, travel) && name[0] == "departure":
		return Planned
	case isOne(table, travel) && name[0] == "arrival":
		return Ended
	}
	return m
}

func refinedNumber(m Meaning, name []string, table string, base schema.Type) Meaning {
	person := ofTable[table] == FullName
	switch {
	case m == Weight && person && slices.Contains(name, "height"):
		return Stature
	case m == Weight && person && slices.Contains(name, "weight"):
		return BodyWeight
	case len(base.Mods) == 0 || base.Name.Name != "numeric":
		return m
	}
	precision := base.Mod(0, 0)
	whole := precision - base.Mod(1, 0)
	switch {
	case (m == Percent || m == TaxRate) && whole <= 1:
		return Ratio
	case m == Ratio && whole == 3 && base.Mod(1, 0) <= 2:
		return Percent
	case m == Ratio && whole > 3 && base.Mod(1, 0) <= 2:
		return Fee
	}
	return m
}

// Words of tables.
const (
	paying = "payment transaction order refund donation invoice charge payout transfer purchase checkout"
	booked = "appointment reservation booking event meeting schedule visit flight trip shift conference webinar concert showing screening lesson class tour match game session slot rental"
	pupils = "student pupil child kid minor"
	handed = "order pickup parcel shipment delivery package purchase reservation booking rental collection consignment sale"
	travel = "flight trip voyage journey leg train ferry bus route ride"
)

func isOne(word, of string) bool { return slices.Contains(strings.Fields(of), word) }

package space

import "strconv"

// standardNumbers are composers of the types of the extension isn: counted
// numbers with the check digit that their standard asks for.
func standardNumbers(name string) composer {
	ten := func(prefix string, width int, suffix string) composer {
		return each{saturatedPower(10, width), func(dst []byte, rank uint64) []byte {
			at := len(dst)
			dst = append(dst, prefix...)
			dst = append(spell(dst, "0123456789", width, rank), suffix...)
			return append(dst, eanCheck(dst[at:]))
		}}
	}
	switch name {
	case "ean13":
		return ten("400", 9, "")
	case "isbn13":
		return ten("978", 9, "")
	case "ismn13":
		return ten("9790", 8, "")
	case "issn13":
		return ten("977", 7, "00")
	case "upc":
		return ten("0", 10, "")
	case "isbn":
		return each{1e9, func(dst []byte, rank uint64) []byte { return weighted(dst, 9, rank) }}
	case "issn":
		return each{1e7, func(dst []byte, rank uint64) []byte { return weighted(dst, 7, rank) }}
	case "ismn":
		return each{1e8, func(dst []byte, rank uint64) []byte {
			at := len(dst)
			dst = append(dst, "9790"...)
			dst = append(dst, eanCheck(spell(dst, "0123456789", 8, rank)[at:]))
			check := dst[len(dst)-1]
			dst = append(dst[:at], 'M')
			return append(spell(dst, "0123456789", 8, rank), check)
		}}
	}
	return nil
}

// eanCheck is the check digit of EAN and UPC: weights 3 and 1 from the right.
func eanCheck(text []byte) byte {
	sum := 0
	for i := range text {
		d := int(text[len(text)-1-i] - '0')
		if i%2 == 0 {
			d *= 3
		}
		sum += d
	}
	return byte('0' + (10-sum%10)%10)
}

// weighted appends a number of ISBN-10 or ISSN: weights width+1 … 2 modulo 11,
// ten written as X.
func weighted(dst []byte, width int, rank uint64) []byte {
	at := len(dst)
	dst = spell(dst, "0123456789", width, rank)
	sum := 0
	for i, c := range dst[at:] {
		sum += int(c-'0') * (width + 1 - i)
	}
	check := (11 - sum%11) % 11
	if check == 10 {
		return append(dst, 'X')
	}
	return strconv.AppendInt(dst, int64(check), 10)
}

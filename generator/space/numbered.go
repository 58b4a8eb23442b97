package space

import "github.com/effigydb/effigy/generator/vocabulary"

// numbered are the slots of numbers with a form of their own. None is one that
// an office has given out: articles have numbers that shops give themselves,
// books those of no group of publishers, persons those of area 000.
func (b *builder) numbered() ([]slot, string) {
	switch b.Meaning {
	case vocabulary.IBAN:
		return []slot{literal("XX00"), digits(1e9, 9e9, 10)}, "X"
	case vocabulary.VAT:
		return []slot{literal("XX"), digits(1e8, 9e8, 9)}, "-"
	case vocabulary.SSN:
		return []slot{literal("000-"), digits(1, 99, 2), literal("-"), digits(1, 9999, 4)}, "-"
	case vocabulary.VIN:
		return []slot{literal("ZZZ"), {letters: vinLetters, width: 8}, digits(100000, 900000, 6)}, "-"
	case vocabulary.EAN:
		return []slot{literal("2"), digits(0, 1e11, 11), {sum: eanSum}}, "-"
	case vocabulary.UPC:
		return []slot{literal("4"), digits(0, 1e10, 10), {sum: eanSum}}, "-"
	case vocabulary.ISBN10:
		return []slot{literal("99999"), digits(0, 1e4, 4), {sum: isbnSum}}, "-"
	case vocabulary.ISBN:
		return []slot{literal("9799"), digits(0, 1e8, 8), {sum: eanSum}}, "-"
	}
	return nil, ""
}

// vinLetters are those of vehicle numbers.
const vinLetters = "0123456789ABCDEFGHJKLMNPRSTUVWXYZ"

// eanSum is the check digit of EAN, UPC and ISBN-13: with it the digits, every
// second counted three times from the one before it backwards, add up to tens.
func eanSum(digits []byte) byte {
	sum := 0
	for i, d := range digits {
		n := int(d - '0')
		if (len(digits)-i)%2 == 1 {
			n *= 3
		}
		sum += n
	}
	return '0' + byte((10-sum%10)%10)
}

// isbnSum is the check digit of ISBN-10 (ISO 2108): the digits, each counted
// by its place from the end, are a multiple of 11.
func isbnSum(digits []byte) byte {
	sum := 0
	for i, d := range digits {
		sum += (len(digits) + 1 - i) * int(d-'0')
	}
	if n := (11 - sum%11) % 11; n < 10 {
		return '0' + byte(n)
	}
	return 'X'
}

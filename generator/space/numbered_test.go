package space

import (
	"testing"

	"github.com/effigydb/effigy/generator/draw"
	"github.com/effigydb/effigy/generator/vocabulary"
)

// TestSums holds the check digits of numbers against their standards' examples
// and what is drawn against the length of its column.
func TestSums(t *testing.T) {
	for digits, want := range map[string]byte{"400638133393": '1', "978030640615": '7', "03600029145": '2'} {
		if got := eanSum([]byte(digits)); got != want {
			t.Errorf("%s has the check digit %c, not %c", digits, got, want)
		}
	}
	for digits, want := range map[string]byte{"030640615": '2', "080442957": 'X'} {
		if got := isbnSum([]byte(digits)); got != want {
			t.Errorf("%s has the check digit %c, not %c", digits, got, want)
		}
	}
	for typ, m := range map[string]vocabulary.Meaning{"varchar(13)": vocabulary.EAN, "bpchar(12)": vocabulary.UPC, "bpchar(10)": vocabulary.ISBN10, "varchar(17)": vocabulary.ISBN, "bpchar(17)": vocabulary.VIN, "bpchar(7)": vocabulary.HexColor} {
		in := request(typ)
		in.Meaning = m
		s, err := Of(in)
		if err != nil {
			t.Fatal(err)
		}
		for i := range uint64(200) {
			v := s.Draw(draw.Mix(i), nil)
			if n := len(v.B); n != in.Type.Mod(0, 0) && m != vocabulary.ISBN {
				t.Fatalf("%s in %s: %s", m, typ, v.B)
			}
			if n := len(v.B) - 1; (m == vocabulary.EAN || m == vocabulary.UPC || m == vocabulary.ISBN) && eanSum(v.B[:n]) != v.B[n] {
				t.Fatalf("%s in %s: %s", m, typ, v.B)
			}
		}
	}
}

package value

import (
	"math"
	"testing"

	"github.com/effigydb/effigy/schema"
)

func builtinCodec(t testing.TB, name string) *Codec {
	t.Helper()
	c, err := CodecFor(&schema.Schema{}, schema.Type{Name: schema.Name{Schema: schema.Catalog, Name: name}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func number(t *testing.T, text string) Value {
	t.Helper()
	v, ok := parseDecimal(text)
	if !ok {
		t.Fatalf("%q is no number", text)
	}
	return v
}

func TestArithmetic(t *testing.T) {
	print := func(v Value) string { return string(appendDecimal(nil, v)) }
	for _, c := range []struct{ a, b, sum, product string }{
		{"1.5", "2.25", "3.75", "3.375"},
		{"-1", "0.001", "-0.999", "-0.001"},
		{"9223372036854775807", "1", "9223372036854775808", "9223372036854775807"},
		{"123456789012345678901234567890", "-1", "123456789012345678901234567889", "-123456789012345678901234567890"},
		{"0.00", "0", "0.00", "0.00"},
	} {
		a, b := number(t, c.a), number(t, c.b)
		if got := print(DecimalAdd(a, b)); got != c.sum {
			t.Errorf("%s + %s = %s, not %s", c.a, c.b, got, c.sum)
		}
		if got := print(DecimalMultiply(a, b)); got != c.product {
			t.Errorf("%s * %s = %s, not %s", c.a, c.b, got, c.product)
		}
	}
	for _, c := range []struct {
		text               string
		scale              int
		round, floor, ceil string
	}{
		{"1.005", 2, "1.01", "1.00", "1.01"},
		{"-1.005", 2, "-1.01", "-1.01", "-1.00"},
		{"0.5", 0, "1", "0", "1"},
		{"-0.5", 0, "-1", "-1", "0"},
		{"7", 2, "7.00", "7.00", "7.00"},
		{"1250", -2, "1300", "1200", "1300"},
	} {
		v := number(t, c.text)
		if got := print(DecimalRound(v, c.scale)); got != c.round {
			t.Errorf("round(%s, %d) = %s, not %s", c.text, c.scale, got, c.round)
		}
		if c.scale < 0 {
			continue
		}
		if got := print(DecimalFloor(v, c.scale)); got != c.floor {
			t.Errorf("floor(%s, %d) = %s, not %s", c.text, c.scale, got, c.floor)
		}
		if got := print(DecimalCeil(v, c.scale)); got != c.ceil {
			t.Errorf("ceil(%s, %d) = %s, not %s", c.text, c.scale, got, c.ceil)
		}
	}
	if q, ok := DecimalDivide(number(t, "1"), number(t, "3"), 5); !ok || print(q) != "0.33333" {
		t.Errorf("1/3 = %s", print(q))
	}
	if DecimalCompare(number(t, "NaN"), number(t, "Infinity")) <= 0 || DecimalCompare(number(t, "1.0"), number(t, "1")) != 0 {
		t.Error("NaN is not the greatest, or scales count")
	}
}

func TestCalendarGoesBothWays(t *testing.T) {
	for days := int64(-2_000_000); days < 2_000_000; days += 97 {
		y, m, d := DateOf(days)
		if back := DayOf(y, m, d); back != days {
			t.Fatalf("day %d is %d-%d-%d, which is day %d", days, y, m, d, back)
		}
	}
	if DayOf(2000, 1, 1) != 0 || DayOf(1970, 1, 1) != -epochToY2K {
		t.Error("the epoch is misplaced")
	}
}

func TestUnreadableLiteralsAreErrors(t *testing.T) {
	for name, texts := range map[string][]string{
		"int2": {"", "x", "40000", "1.5"}, "numeric": {"", "1.2.3", "--1", "1e", "."},
		"date": {"", "2024-02-30", "2024-13-01", "tomorrow", "24-01-01"}, "time": {"", "25:00", "12"},
		"timestamp": {"", "2024-01-01 25:00:00", "now"}, "interval": {"", "1 fortnight", "x"},
		"uuid": {"", "123", "a0eebc999-c0b-4ef8-bb6d-6bb9bd380a11", "{a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11", "a0eebc99--9c0b-4ef8-bb6d-6bb9bd380a11"}, "inet": {"", "300.1.1.1"}, "bool": {"", "o", "maybe"},
		"int4range": {"", "[1,2", "[3,1)"}, "json": {"", "{"}, "bit": {"012"},
	} {
		for _, text := range texts {
			if name == "bit" && text == "" {
				continue
			}
			if v, err := builtinCodec(t, name).Parse(text, nil); err == nil {
				t.Errorf("%s %q is read as %+v", name, text, v)
			}
		}
	}
}

func TestArenaPiecesAreApart(t *testing.T) {
	var a Arena
	for range 3 {
		x := a.Copy("abc")
		y := a.Keep(append(a.Scratch(2), "defgh"...))
		z := a.Bytes(10_000)
		copy(z, "zzzz")
		if string(x) != "abc" || string(y) != "defgh" || len(a.Values(1000)) != 1000 {
			t.Fatalf("%q %q", x, y)
		}
		if x = append(x, 'X'); string(y) != "defgh" {
			t.Fatal("pieces overlap")
		}
		a.Reset()
	}
}

func BenchmarkAppendBinary(b *testing.B) {
	for name, v := range map[string]Value{
		"int4": Integer(42), "text": String("some text of a row"), "timestamptz": {Kind: Timestamp, I: 1 << 50},
		"numeric": Number(1234567, 2), "uuid": String("a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11"), "float8": {Kind: Float, F: math.Pi},
	} {
		b.Run(name, func(b *testing.B) {
			c := builtinCodec(b, name)
			b.ReportAllocs()
			dst := make([]byte, 0, 1024)
			for range b.N {
				dst = c.AppendBinary(dst[:0], v)
			}
		})
	}
}

func BenchmarkAppendText(b *testing.B) {
	for name, v := range map[string]Value{
		"timestamptz": {Kind: Timestamp, I: 1 << 50}, "numeric": Number(1234567, 2), "float8": {Kind: Float, F: math.Pi},
	} {
		b.Run(name, func(b *testing.B) {
			c := builtinCodec(b, name)
			b.ReportAllocs()
			dst := make([]byte, 0, 1024)
			for range b.N {
				dst = c.AppendCopyText(dst[:0], v)
			}
		})
	}
}

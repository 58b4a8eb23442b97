package autoname

import (
	"strings"
	"testing"
)

func TestObject(t *testing.T) {
	long := strings.Repeat("abcdefghij", 7)
	for _, c := range []struct{ one, two, label, want string }{
		{"t", "a", "key", "t_a_key"},
		{"t", "", "pkey", "t_pkey"},
		{long, "", "pkey", long[:58] + "_pkey"},
		{long, long, "fkey", long[:29] + "_" + long[:28] + "_fkey"},
		{long, "id", "seq", long[:56] + "_id_seq"},
		{"größe_" + strings.Repeat("ß", 30), "", "key", "größe_" + strings.Repeat("ß", 25) + "_key"},
	} {
		got := Object(c.one, c.two, c.label)
		if got != c.want || len(got) > Max {
			t.Errorf("%s, %s, %s: %s (%d bytes), want %s", c.one, c.two, c.label, got, len(got), c.want)
		}
	}
}

func TestMultirange(t *testing.T) {
	for in, want := range map[string]string{"floatrange": "floatmultirange", "price_range": "price_multirange", "span": "span_multirange"} {
		if got := Multirange(in); got != want {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
	}
}

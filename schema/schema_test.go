package schema

import "testing"

func TestQuote(t *testing.T) {
	for in, want := range map[string]string{
		"orders": "orders", "_x9": "_x9", "9x": `"9x"`, "Orders": `"Orders"`, "": `""`,
		"order": `"order"`, "name": "name", "int": `"int"`, "user": `"user"`, "between": `"between"`,
		`a"b`: `"a""b"`, "größe": `"größe"`, "a b": `"a b"`, "x$y": `"x$y"`, "left": `"left"`, "type": "type",
	} {
		if got := Quote(in); got != want {
			t.Errorf("Quote(%q) = %s, want %s", in, got, want)
		}
	}
	if got := (Name{"My Schema", "t"}).Member("Col"); got != `"My Schema".t."Col"` {
		t.Error(got)
	}
}

func TestTypeString(t *testing.T) {
	catalog := func(name string, dims int, mods ...string) Type {
		return Type{Name: Name{Catalog, name}, Mods: mods, Dims: dims}
	}
	for want, in := range map[string]Type{
		"pg_catalog.int4":                 catalog("int4", 0),
		`pg_catalog."numeric"(10,2)[][]`:  catalog("numeric", 2, "10", "2"),
		`pg_catalog."char"`:               catalog("char", 0),
		"interval day to second(3)":       catalog("interval", 0, "day to second", "3"),
		`public."My Type"[]`:              {Name: Name{"public", "My Type"}, Dims: 1},
		"extensions.geometry(Point,4326)": {Name: Name{"extensions", "geometry"}, Mods: []string{"Point", "4326"}},
	} {
		if got := in.String(); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

func TestBase(t *testing.T) {
	text := Type{Name: Name{Catalog, "text"}}
	inner := &Domain{Name: Name{"public", "inner"}, Base: text}
	outer := &Domain{Name: Name{"public", "outer"}, Base: Type{Name: inner.Name}}
	list := &Domain{Name: Name{"public", "list"}, Base: Type{Name: outer.Name, Dims: 1}}
	loop := &Domain{Name: Name{"public", "loop"}, Base: Type{Name: Name{"public", "loop"}}}
	s := &Schema{Domains: []*Domain{inner, outer, list, loop}}
	if base, through := s.Base(Type{Name: outer.Name}); !base.Is("text") || len(through) != 2 || through[0] != outer {
		t.Errorf("outer: %v through %d", base, len(through))
	}
	if base, through := s.Base(Type{Name: list.Name}); base.Name != outer.Name || base.Dims != 1 || len(through) != 1 {
		t.Errorf("list: %v through %d", base, len(through))
	}
	if _, through := s.Base(Type{Name: loop.Name}); len(through) != maxDomainDepth {
		t.Errorf("a domain over itself: %d", len(through))
	}
}

package document

import (
	"encoding/json"
	"encoding/xml"
	"strings"
	"testing"
)

// TestJSON holds that documents have what each form of access leads to.
func TestJSON(t *testing.T) {
	for source, want := range map[string]string{
		`((a ->> 'zip'::text) ~ '^7$'::text)`:       `"zip": "7"`,
		`a ? 'key'`:                                 `"key": `,
		`SELECT a ?& ARRAY['x', 'y']`:               `"y": `,
		`a #>> '{deep,0,er}' = 'v'`:                 `"deep": [{"er": "v"`,
		`IF jsonb_typeof(a->'list') = 'array' THEN`: `"list": [`,
		`SELECT 1 FROM jsonb_array_elements(a->'i') AS e WHERE e->>'sku' = 's'`: `"i": [{"sku": "s"`,
		`FOR k IN SELECT jsonb_object_keys(a) LOOP IF k NOT IN ('only') THEN`:   `"only": `,
		`a @? '$.items[*] ? (@.price > 3 && @.name == "n")'`:                    `"name": "n"`,
		`v := a->'geo'; IF v->>'lat' IN ('north') THEN`:                         `"geo": {"lat": "north"`,
		`jsonb_path_match(a, '$.mail like_regex "^b$"')`:                        `"mail": "b"`,
		`a <@ '["only"]'::jsonb`:                                                `["only"`,
		`(a->>'n')::int BETWEEN 41 AND 43`:                                      `"n": 4`,
	} {
		g, found := Read([]string{source}), false
		for k := range uint64(50) {
			text := g.JSON(k)
			if !json.Valid([]byte(text)) {
				t.Fatalf("%s: %s", source, text)
			}
			found = found || strings.Contains(text, want)
		}
		if !found {
			t.Errorf("%s leads to no %s, but to %s", source, want, g.JSON(0))
		}
	}
}

// TestXML holds that documents are well-formed and have what paths lead to.
func TestXML(t *testing.T) {
	x := ReadXML([]string{`xpath_exists('/order/item[@sku]', doc) AND (xpath('/order/@version', doc))[1]::text = '1.0'`, `'//note/text()'`})
	found := false
	for k := range uint64(50) {
		text := x.XML(k)
		if err := xml.Unmarshal([]byte(text), new(struct{})); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		found = found || strings.HasPrefix(text, `<order version="1.0"><item sku="`) && strings.Contains(text, "</note>")
	}
	if !found {
		t.Errorf("no order with its version, items and note: %s", x.XML(0))
	}
}

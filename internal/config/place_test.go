package config

import (
	"reflect"
	"strings"
	"testing"
)

func TestAt(t *testing.T) {
	c, err := Parse(Name, []byte("schema: a.sql\ntables:\n  public.a:\n    # of one\n    columns:\n      c:\n        min: 3\n  b: {rows: 1}\ndiff:\n  ignore:\n    - name: x\n    - kind: y\n"))
	if err != nil {
		t.Fatal(err)
	}
	for keys, want := range map[string]string{
		"tables public.a columns c min": "effigy.yaml:7: tables.public.a.columns.c.min",
		"tables public.a columns c max": "effigy.yaml:6: tables.public.a.columns.c.max",
		"tables b rows":                 "effigy.yaml:8: tables.b.rows",
		"diff ignore 2":                 "effigy.yaml:12: diff.ignore.2",
		"sandbox":                       "effigy.yaml: sandbox",
	} {
		if got := c.At(strings.Fields(keys)...); got != want {
			t.Errorf("%s: %s, want %s", keys, got, want)
		}
	}
}

// TestEveryKeyHasAnExample: no mistake is without a hint.
func TestEveryKeyHasAnExample(t *testing.T) {
	for _, place := range places(reflect.TypeFor[Config]()) {
		keys := strings.Split(place, ".")
		if keys[0] == "tables" && len(keys) > 1 {
			keys = append([]string{"tables", "a"}, keys[1:]...)
			if len(keys) > 3 && keys[2] == "columns" {
				keys = append([]string{"tables", "a", "columns", "c"}, keys[3:]...)
			}
		}
		hint, key := Example(keys...), keys[len(keys)-1]
		if !strings.HasPrefix(hint, "such as "+key+": ") {
			t.Errorf("%s: %q", strings.Join(keys, "."), hint)
		}
	}
}

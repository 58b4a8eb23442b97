package builtin

import "testing"

func TestCore(t *testing.T) {
	c := Core()
	if c.Types["text"].Category != 'S' || !c.Types["text"].Preferred {
		t.Errorf("text: %+v", c.Types["text"])
	}
	if c.Casts[[2]string{"int4", "numeric"}].Context != 'i' {
		t.Error("no implicit cast from int4 to numeric")
	}
	if len(c.Functions["lower"]) < 2 || len(c.Operators["||"]) < 5 {
		t.Error("functions or operators are missing")
	}
	if c.Relations["pg_class"][1].Name != "relname" || len(c.Relations["information_schema.tables"]) == 0 {
		t.Error("relations are missing")
	}
}

func TestExtension(t *testing.T) {
	c := Extension("citext", "ext")
	if c == nil || c.Types["ext.citext"].Category != 'S' {
		t.Fatalf("got %+v", c)
	}
	if c.Casts[[2]string{"ext.citext", "text"}].Context != 'i' {
		t.Error("cast is missing")
	}
	if len(c.Types) != 1 {
		t.Error("another extension's types came along")
	}
	if Extension("nothing", "x") != nil {
		t.Error("unknown extension")
	}
}

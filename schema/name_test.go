package schema

import "testing"

func TestNameOnAServer(t *testing.T) {
	n := Name{Schema: "public", Name: "json_table"}
	if n.On(15) != "public.json_table" || n.On(17) != `public."json_table"` {
		t.Errorf("%s, %s", n.On(15), n.On(17))
	}
	if got := (Name{Schema: "a", Name: "Order"}).On(15); got != `a."Order"` {
		t.Error(got)
	}
}

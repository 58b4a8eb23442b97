package gate

import "testing"

// TestUnaskedCalls: Postgres calls the function of a cast to json, and a
// range's subtype_diff, without asking whether the reader may. What holds
// then is the READ ONLY transaction.
func TestUnaskedCalls(t *testing.T) {
	h := open(t, small)
	if err := h.owner.Script(t.Context(), closed...); err != nil {
		t.Fatal(err)
	}
	const canaries = "SELECT (SELECT count(*) FROM canary) + (SELECT last_value - 1 + is_called::int FROM tick)"
	before := h.count(t, canaries)
	for sql, code := range map[string]string{
		"SELECT to_json(shelf) FROM books":                               "25006",
		"SELECT row_to_json(b) FROM books b":                             "25006",
		"SELECT count(*) FROM spans WHERE span && '[1,20]'::public.span": "42501",
		"SELECT 1::public.sung":                                          "42501",
		"SELECT chorus(id) FROM books":                                   "",
		"TABLE sangs":                                                    "42501",
	} {
		if e := h.fault(t, sql); e.Kind != Refused || e.Code != code {
			t.Errorf("%s: %+v", sql, e)
		}
	}
	if n := h.count(t, canaries); n != before {
		t.Errorf("the canary moved %d times", n-before)
	}
}

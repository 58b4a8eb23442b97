package value

import "testing"

// Postgres has no date before day 0 of the Julian period, and no year 0.
func TestFirstDay(t *testing.T) {
	for text, want := range map[string]bool{
		"4714-11-24 BC": true, "4714-11-23 BC": false, "5498653-09-30 BC": false,
		"0001-12-31 BC": true, "0000-01-01": false, "5874897-12-31": true,
	} {
		if _, ok := parseDate(text); ok != want {
			t.Errorf("%s is read: %v", text, ok)
		}
	}
}

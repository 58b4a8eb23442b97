package vocabulary

import (
	"strings"
	"testing"

	"github.com/effigydb/effigy/generator/draw"
	"github.com/effigydb/effigy/schema"
)

func builtin(name string) schema.Type {
	return schema.Type{Name: schema.Name{Schema: schema.Catalog, Name: name}}
}

func TestOf(t *testing.T) {
	for _, c := range []struct {
		table, column, typ string
		want               Meaning
	}{
		{"users", "first_name", "text", FirstName},
		{"users", "firstName", "varchar", FirstName},
		{"users", "firstname", "varchar", FirstName},
		{"users", "email", "citext", Email},
		{"users", "email", "int4", None},
		{"users", "email_address", "text", Email},
		{"users", "name", "text", FullName},
		{"companies", "name", "text", Company},
		{"things", "name", "text", Label},
		{"employees", "title", "text", JobTitle},
		{"books", "title", "text", Title},
		{"orders", "created_at", "timestamptz", Created},
		{"orders", "date", "text", None},
		{"orders", "date", "date", Moment},
		{"orders", "total_amount", "numeric", Money},
		{"orders", "billing_city", "text", City},
		{"orders", "state_id", "text", Token},
		{"houses", "real_estate_type", "text", Kind},
		{"houses", "real_estate_type", "jsonb", None},
		{"events", "id", "text", Token},
		{"events", "type_id", "int4", None},
		{"builds", "volume_id", "int4", None},
		{"houses", "number_of_rooms", "int4", Few},
		{"houses", "lat", "float8", Latitude},
		{"sessions", "user_agent", "text", UserAgent},
		{"sessions", "ip", "inet", IP},
		{"users", "is_active", "bool", Likely},
		{"users", "is_deleted", "bool", Unlikely},
		{"users", "likes_tea", "bool", None},
		{"users", "date_of_birth", "date", Birth},
		{"authors", "died_on", "date", Deleted},
		{"loans", "borrowed_at", "timestamptz", Started},
		{"loans", "returned_on", "date", Returned},
		{"loans", "due_date", "date", Due},
		{"addresses", "state", "text", Region},
		{"orders", "state", "text", Status},
		{"Invoice", "BillingState", "varchar", Region},
		{"genres", "name", "text", Topic},
		{"countries", "iso2", "bpchar", CountryCode},
		{"films", "release_year", "int4", Year},
	} {
		if got := Of(c.table, c.column, "", builtin(c.typ)); got != c.want {
			t.Errorf("%s.%s %s means %q, not %q", c.table, c.column, c.typ, got, c.want)
		}
	}
	for column, want := range map[string]Meaning{
		"nightly_rate numeric(8,2)": Night, "rate numeric(8,2)": Fee, "rate numeric(5,2)": Percent, "tax_rate numeric(5,4)": Ratio, "discount numeric(4,3)": Ratio, "discount numeric(10,2)": Fee,
		"state bpchar(2)": StateCode, "gender bpchar(1)": Sex, "language bpchar(2)": LanguageCode, "country varchar(60)": Country, "accent_color bpchar(7)": HexColor,
	} {
		name, typ, _ := strings.Cut(column, " ")
		base := builtin(typ[:strings.IndexByte(typ, '(')])
		base.Mods = strings.Split(strings.Trim(typ[len(base.Name.Name):], "()"), ",")
		if got := Of("things", name, "", base); got != want {
			t.Errorf("%s means %q, not %q", column, got, want)
		}
	}
	for _, c := range []struct {
		table, column string
		want          Meaning
	}{
		{"events", "starts_at", Planned}, {"events", "start_date", Planned}, {"jobs", "start_date", Started}, {"flights", "departure_time", Planned},
		{"bookings", "departure_date", Ended}, {"checks", "next_review", Future}, {"payments", "method", PayBy}, {"requests", "method", Method},
		{"patients", "height_cm", Stature}, {"crates", "height_cm", Weight},
	} {
		typ := "timestamptz"
		if c.column == "method" {
			typ = "text"
		} else if c.column == "height_cm" {
			typ = "int4"
		}
		if got := Of(c.table, c.column, "", builtin(typ)); got != c.want {
			t.Errorf("%s.%s means %q, not %q", c.table, c.column, got, c.want)
		}
	}
	short := builtin("bpchar")
	short.Mods = []string{"2"}
	if got := Of("owners", "country", "", short); got != CountryCode {
		t.Errorf("a country of two letters means %q", got)
	}
	tags := builtin("text")
	tags.Dims = 1
	if got := Of("posts", "tags", "", tags); got != Tag {
		t.Errorf("an array of tags means %q", got)
	}
	if a, b := Stem("billing_city", builtin("text")), Stem("billing_country", builtin("text")); a != b || a != "billing" {
		t.Errorf("stems %q and %q", a, b)
	}
}

func TestWordsAreDistinctAndStable(t *testing.T) {
	one, two := New(draw.Seed("1", "1")), New(draw.Seed("1", "1"))
	for m := range numMeanings {
		if m != None && m.String() == "" {
			t.Errorf("meaning %d has no name", m)
		}
		seen := map[string]bool{}
		words := one.Words(m)
		for i, w := range words {
			key := strings.ToLower(strings.TrimSpace(w))
			if seen[key] || !plain(w) {
				t.Errorf("%s: %q is doubled or not plain", m, w)
			}
			seen[key] = true
			if two.Words(m)[i] != w {
				t.Errorf("%s: another book of the key differs", m)
			}
		}
	}
	if len(one.Nouns()) < 100 || len(one.Adjectives()) < 100 || len(one.Words(FirstName)) < 200 {
		t.Error("lists are short")
	}
}

func TestFunction(t *testing.T) {
	book := New(1)
	words, err := book.Function("beer_name", 5)
	if err != nil || len(words) != 5 {
		t.Errorf("beer names: %q, %v", words, err)
	}
	if _, err := book.Function("no such thing", 5); err == nil {
		t.Error("an unknown function is no error")
	}
}

func TestExceptional(t *testing.T) {
	for name, want := range map[string]bool{
		"deleted_at": true, "deletedAt": true, "cancelled_by": true, "last_error": true, "closed_on": true, "died_at": true, "date_of_death": true, "termination_date": true, "leftOn": true, "ErrorMessage": true, "failed_at": true,
		"created_at": false, "deleted": false, "error_rate": false, "ended_at": false, "expires_at": false, "reason": false,
	} {
		if got := Exceptional(name); got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

package predicate

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/effigydb/effigy/generator/language"
)

// dateFields are the fields of to_date's formats and the texts that each reads.
var dateFields = []struct{ field, pattern string }{
	{"YYYY", "(19[5-9][0-9]|20[0-2][0-9])"}, {"HH24", "([01][0-9]|2[0-3])"}, {"HH12", "(0[1-9]|1[0-2])"}, {"MONTH", "(January|March|June|October)"},
	{"MON", "(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)"}, {"DDD", "(00[1-9]|0[1-9][0-9]|[12][0-9][0-9])"},
	{"MM", "(0[1-9]|1[0-2])"}, {"DD", "(0[1-9]|1[0-9]|2[0-8])"}, {"HH", "(0[1-9]|1[0-2])"}, {"MI", "[0-5][0-9]"}, {"SS", "[0-5][0-9]"}, {"YY", "[0-2][0-9]"},
}

var (
	dateFormat   = regexp.MustCompile(`(?i)^(FM)?[^a-z]*(YYYY|YY|MM|DD|MON|MONTH|HH24|HH12|HH|MI)([^a-z]*(YYYY|YY|MM|DDD|DD|MON|MONTH|HH24|HH12|HH|MI|SS|T|"T"|Z|"Z"))+[^a-z]*$|^YYYY$`)
	numberFormat = regexp.MustCompile(`^(FM|S)?[09GD.,L$]*[09][09GD.,]*(MI)?$`)
)

// formatted is the pattern of texts that a format of to_date, to_timestamp or
// to_number reads; false where the text is no such format.
func formatted(text string) (language.Pattern, bool) {
	var out strings.Builder
	switch {
	case dateFormat.MatchString(text):
		writeDate(&out, strings.ToUpper(strings.ReplaceAll(text, `"`, "")))
	case len(text) > 1 && numberFormat.MatchString(text) && strings.Contains(text, "9"):
		writeNumber(&out, text)
	default:
		return language.Pattern{}, false
	}
	return language.Pattern{Text: "^" + out.String() + "$"}, true
}

func writeDate(out *strings.Builder, text string) {
	text = strings.TrimPrefix(text, "FM")
next:
	for len(text) > 0 {
		for _, f := range dateFields {
			if rest, ok := strings.CutPrefix(text, f.field); ok {
				out.WriteString(f.pattern)
				text = rest
				continue next
			}
		}
		out.WriteString(regexp.QuoteMeta(text[:1]))
		text = text[1:]
	}
}

// writeNumber asks for a digit in each place: the first is none of 0.
func writeNumber(out *strings.Builder, text string) {
	first := true
	for _, r := range strings.TrimSuffix(strings.TrimPrefix(text, "FM"), "MI") {
		switch {
		case r == '9' || r == '0':
			out.WriteString(map[bool]string{true: "[1-9]", false: "[0-9]"}[first])
			first = false
		case r == 'G' || r == ',':
			out.WriteByte(',')
		case r == 'D' || r == '.':
			out.WriteString(`\.`)
		}
	}
}

// encoded are patterns of texts that decode reads in a format, of so many
// bytes.
func encoded(format string, sizes []int) []language.Pattern {
	var out []language.Pattern
	for _, n := range append(sizes, 6, 9, 12) {
		if n < 1 || n > 96 {
			continue
		}
		switch format {
		case "hex":
			out = append(out, language.Pattern{Text: fmt.Sprintf("^([0-9a-f]{2}){%d}$", n)})
		case "base64":
			text := fmt.Sprintf("^([A-Za-z0-9+/]{4}){%d}", n/3)
			switch n % 3 {
			case 1:
				text += "[A-Za-z0-9+/][AQgw]=="
			case 2:
				text += "[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]="
			}
			out = append(out, language.Pattern{Text: text + "$"})
		}
	}
	return out
}

package ddl

import (
	"strings"
	"testing"
)

func TestSplitPath(t *testing.T) {
	for in, want := range map[string]string{"": "", "a, B": "a|b", `"$user", "My Schema",x`: "$user|My Schema|x", `"open`: ""} {
		if got := strings.Join(splitPath(in), "|"); got != want {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
	}
}

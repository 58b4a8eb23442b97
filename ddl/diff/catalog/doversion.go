package catalog

import (
	"slices"
	"strconv"
	"strings"

	"github.com/effigydb/effigy/ddl/pattern"
)

// leastVersion is the oldest server that texts are for: a test of the version
// that it passes, every server passes.
const leastVersion = 150000

var (
	doDeclare = pattern.Of(`(?is)^declare\s`)
	ofServer  = `current_setting\(\s*'server_version_num'\s*\)\s*::\s*int(?:eger|4)?`
	doKeep    = pattern.Of(`(?is)^select\s+` + ofServer + `\s+into\s+(\w+)$`)
	doAssign  = pattern.Of(`(?is)^(\w+)\s*:?=\s*` + ofServer + `$`)
	doTest    = pattern.Of(`(?is)^if\s+[\s(]*(?:select\s+)?(` + ofServer + `|\w+)[\s)]*(>=?)\s*(\d{5,6})[\s)]*\s+then\s+`)
)

// declared leaves out the variables at the head of a block.
func (b *block) declared(texts []string) []string {
	if len(texts) == 0 || !doDeclare().MatchString(texts[0]) {
		return texts
	}
	begin := slices.IndexFunc(texts, doHead().MatchString)
	return texts[max(begin, 0):]
}

// keepsVersion notes the variable that takes the server's version.
func (b *block) keepsVersion(text string) bool {
	for _, form := range []pattern.Lazy{doKeep, doAssign} {
		if m := form().FindStringSubmatch(text); m != nil {
			b.version = m[1]
			return true
		}
	}
	return false
}

// versionTest reads IF version >= 110000 THEN: what follows it, and whether
// the test is met; not ok for any other text, and for a version that some
// servers have and some don't.
func (b *block) versionTest(text string) (rest string, met, ok bool) {
	m := doTest().FindStringSubmatch(text)
	if m == nil || b.tested || !strings.Contains(m[1], "(") && !strings.EqualFold(m[1], b.version) {
		return text, false, false
	}
	n, err := strconv.Atoi(m[3])
	if err != nil || n > leastVersion || m[2] == ">" && n == leastVersion {
		return text, false, false
	}
	return text[len(m[0]):], true, true
}

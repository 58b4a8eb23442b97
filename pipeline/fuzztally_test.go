package pipeline

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"
)

// finds are the kinds of what can be wrong with a schema, worst first: each
// line of an answer begins with one.
var finds = []string{"panic", "hang", "error", "unverified", "silent", "refused", "short", "uncomposed"}

// tally counts what a run has found, so that it can be reported.
type tally struct {
	began   time.Time
	schemas int
	of      map[string]int
}

// note counts an answer of several lines once, as the worst of its kinds.
func (c *tally) note(wrong string) {
	c.schemas++
	for _, kind := range finds {
		if strings.HasPrefix(wrong, kind+":") || strings.Contains(wrong, "\n"+kind+":") {
			c.of[kind]++
			return
		}
	}
}

// String is a line with a number for each kind.
func (c *tally) String() string {
	s := fmt.Sprintf("%d schemas in %.1f minutes:", c.schemas, time.Since(c.began).Minutes())
	for i, kind := range finds {
		if i > 0 {
			s += ","
		}
		s += fmt.Sprintf(" %d %s", c.of[kind], kind)
	}
	return s
}

// watch ends the process, with the stacks of all goroutines, where a schema
// does not heed its deadline: it is a hang too. The answer calls it off.
func watch(t *testing.T) (done func() bool) {
	name := t.Name()
	return time.AfterFunc(2*deadline, func() {
		stacks := make([]byte, 1<<20)
		panic(fmt.Sprintf("hang: %s does not end at its deadline\n%s", name, stacks[:runtime.Stack(stacks, true)]))
	}).Stop
}

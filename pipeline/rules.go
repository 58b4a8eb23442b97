package pipeline

import (
	"fmt"
	"path"
	"strings"
	"time"

	"github.com/effigydb/effigy/ddl/diff"
	"github.com/effigydb/effigy/internal/config"
)

// rules are the ignore rules of a run with how often each matched.
type rules struct {
	list []config.Ignore
	used []int
	shy  []int // matched security changes that the rule may not cover
	late []config.Ignore
}

func (r *Run) ignoreRules() *rules {
	x := &rules{}
	today := r.Clock().UTC().Format(time.DateOnly)
	for _, rule := range r.Config.Diff.Ignore {
		if rule.Until != "" && rule.Until < today {
			x.late = append(x.late, rule)
			continue
		}
		x.list = append(x.list, rule)
	}
	x.used, x.shy = make([]int, len(x.list)), make([]int, len(x.list))
	return x
}

// match returns the name of the first rule that covers a change, or "".
// Security changes are covered only by a rule that says so.
func (x *rules) match(c diff.Change) string {
	for i, rule := range x.list {
		if !covers(rule.Kind, c.Kind) || !covers(rule.Name, c.Name) || !covers(rule.Change, c.Change) {
			continue
		}
		if c.Impact == diff.Security && !rule.Security {
			x.shy[i]++
			continue
		}
		x.used[i]++
		return title(rule)
	}
	return ""
}

// covers reports whether a glob matches; an empty one matches everything.
func covers(glob, s string) bool {
	if glob == "" {
		return true
	}
	ok, err := path.Match(glob, s)
	return ok || err != nil && glob == s
}

func title(rule config.Ignore) string {
	s := strings.Join(strings.Fields(rule.Kind+" "+rule.Name+" "+rule.Change), " ")
	if rule.Reason != "" {
		s += " (" + rule.Reason + ")"
	}
	return s
}

// unused tells of rules that did not do what they were written for.
func (x *rules) unused() []string {
	var list []string
	for _, rule := range x.late {
		list = append(list, "ignore rule expired: "+title(rule))
	}
	for i, rule := range x.list {
		switch {
		case x.shy[i] > 0:
			list = append(list, fmt.Sprintf("ignore rule matched %d security changes, which it covers only with security: true: %s", x.shy[i], title(rule)))
		case x.used[i] == 0:
			list = append(list, "ignore rule matched nothing: "+title(rule))
		}
	}
	return list
}

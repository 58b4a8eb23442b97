package ddl

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/effigydb/effigy/schema"
)

// Run runs the steps of a section in order through exec, search_path set as
// each step needs it (a step of kind "set"). A step that fails is tried again
// when the others have run, and once more at the end of each later section:
// a view that groups by a primary key waits for the key. What still fails at
// the end of After is in Skipped with the server's reason, or among the
// dependents of what it is missing.
//
// The error ends the load: exec's own where it is a *Fatal or the context's,
// and a row that violates a key or a constraint.
func (l *Load) Run(section Section, exec Exec) error {
	l.path = "-" // another session may be behind exec: set it anew
	for _, group := range l.batches(section) {
		if err := l.batch(group, exec); err != nil {
			return err
		}
	}
	if err := l.retry(exec); err != nil {
		return err
	}
	if section == After {
		l.giveUp()
	}
	return nil
}

// maxBatch bounds how many statements go to the server together: one
// transaction for many is several times faster than one for each, and what
// has to be run again when one of them fails is bounded.
const maxBatch = 64

// batches groups the steps of a section: neighbours under one search_path
// go together. Extensions and code are run alone.
func (l *Load) batches(section Section) [][]int {
	var out [][]int
	for i := range l.Steps {
		s := &l.Steps[i]
		if s.Section != section {
			continue
		}
		if n := len(out); n > 0 && len(out[n-1]) < maxBatch && l.together(out[n-1][0], i) {
			out[n-1] = append(out[n-1], i)
			continue
		}
		out = append(out, []int{i})
	}
	return out
}

// together reports whether two steps may go to the server as one query.
func (l *Load) together(i, k int) bool {
	a, b := l.Steps[i], l.Steps[k]
	return a.Path == b.Path && a.Section != Extensions && a.Kind != "do" && b.Kind != "do"
}

// fewSteps are run one by one at once when they fail together.
const fewSteps = 4

// batch runs a group as one query, which is one transaction; when it fails,
// each half of it, down to the steps one by one, so that each is judged alone
// and those that nothing is wrong with stay together.
func (l *Load) batch(group []int, exec Exec) error {
	if len(group) > 1 {
		all := l.Steps[group[0]]
		texts := make([]string, len(group))
		for i, at := range group {
			texts[i] = RenameRoles(l.Steps[at], l.Roles).SQL
		}
		all.SQL, all.Kind, all.Name, all.Roles = strings.Join(texts, ";\n"), "batch", "", nil
		err := l.exec(all, exec)
		if err == nil {
			return nil
		}
		if stops(err) {
			return err
		}
	}
	if n := len(group) / 2; n > fewSteps/2 {
		if err := l.batch(group[:n], exec); err != nil {
			return err
		}
		return l.batch(group[n:], exec)
	}
	for _, i := range group {
		if err := l.try(i, exec); err != nil {
			return err
		}
	}
	return nil
}

// failure is a step that has failed so far.
type failure struct {
	step int
	err  error
}

// try runs a step; the error is one that ends the load.
func (l *Load) try(i int, exec Exec) error {
	err := l.exec(l.Steps[i], exec)
	if err == nil {
		return nil
	}
	if ends(err) {
		return fmt.Errorf("%s, line %d: %w", strings.TrimSpace(l.Steps[i].Kind+" "+l.Steps[i].Name), l.Steps[i].Line, err)
	}
	l.failed = append(l.failed, failure{step: i, err: err})
	return nil
}

func (l *Load) exec(s Step, exec Exec) error {
	if s.Path != l.path {
		path := s.Path
		if path == "" {
			path = `"$user", public`
		}
		set := Step{SQL: "SET search_path TO " + path, Kind: "set", Name: "search_path", Line: s.Line, Section: s.Section}
		if err := exec(set); err != nil {
			return err
		}
		l.path = s.Path
	}
	return exec(RenameRoles(s, l.Roles))
}

// retry runs what has failed until nothing more succeeds.
func (l *Load) retry(exec Exec) error {
	for {
		todo := l.failed
		l.failed = nil
		for _, f := range todo {
			if err := l.try(f.step, exec); err != nil {
				return err
			}
		}
		if len(l.failed) == 0 || len(l.failed) == len(todo) {
			return nil
		}
	}
}

// ends reports whether an error is no verdict on the statement: the session
// is gone, or rows are wrong (class 23, integrity constraint violation).
func ends(err error) bool {
	var server interface{ SQLState() string }
	return stops(err) || errors.As(err, &server) && strings.HasPrefix(server.SQLState(), "23")
}

func stops(err error) bool {
	var fatal *Fatal
	return errors.As(err, &fatal) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
}

// giveUp lists what has failed for good. A step that names something missing
// is a dependent of it, and what names that step's object is one too.
func (l *Load) giveUp() {
	b := newBlame(l.Skipped)
	slices.SortFunc(l.failed, func(x, y failure) int { return x.step - y.step })
	for _, f := range l.failed {
		s := l.Steps[f.step]
		text := strings.TrimSpace(s.Kind + " " + s.Name)
		root, ok := b.find(s.SQL, f.err)
		if !ok {
			l.Skipped = append(l.Skipped, Skipped{Kind: s.Kind, Name: s.Name, Reason: reason(f.err), Line: s.Line})
			b.add(len(l.Skipped)-1, s.Kind, s.Name)
			continue
		}
		l.Skipped[root].Dependents = append(l.Skipped[root].Dependents, text)
		b.add(root, s.Kind, s.Name)
	}
	l.failed = nil
	for i := range l.Skipped {
		slices.Sort(l.Skipped[i].Dependents)
		l.Skipped[i].Dependents = slices.Compact(l.Skipped[i].Dependents)
	}
}

// reason is the server's message, on one line.
func reason(err error) string {
	return strings.Join(strings.Fields(err.Error()), " ")
}

// blame finds what a failed statement is missing, by the names in it.
type blame struct {
	roots map[string][]suspect
}

type suspect struct {
	root   int
	schema string
}

func newBlame(skipped []Skipped) *blame {
	b := &blame{roots: map[string][]suspect{}}
	for i, s := range skipped {
		b.add(i, s.Kind, s.Name)
	}
	return b
}

// add makes an object's name one to look for. What belongs to a table has no
// name that another statement would use.
func (b *blame) add(root int, kind, name string) {
	switch kind {
	case "comment", "grant", "policy", "trigger", "rule", "constraint", "do", "other", "cast", "operator", "default privileges", "":
		return
	case "extension":
		for t, ext := range extensionTypes {
			if ext == identifier(name) {
				b.roots[t] = append(b.roots[t], suspect{root: root})
			}
		}
	}
	if i := strings.IndexByte(name, '('); i > 0 {
		name = name[:i]
	}
	n := dotted(splitDots(name))
	b.roots[n.Name] = append(b.roots[n.Name], suspect{root: root, schema: n.Schema})
}

// find is the missing object that a statement names, or that the server's
// complaint names.
func (b *blame) find(sql string, err error) (int, bool) {
	for _, n := range namesIn(sql) {
		if root, ok := b.match(n); ok {
			return root, true
		}
	}
	for _, n := range namesIn(err.Error()) {
		if root, ok := b.match(n); ok {
			return root, true
		}
	}
	return 0, false
}

func (b *blame) match(n schema.Name) (int, bool) {
	for _, s := range b.roots[n.Name] {
		if s.schema == "" || n.Schema == "" || s.schema == n.Schema {
			return s.root, true
		}
	}
	return 0, false
}

// Refused is the first step that the server has refused so far though it
// changes what is there; nil where there is none.
func (l *Load) Refused() *Step {
	var first *Step
	for _, f := range l.failed {
		if s := &l.Steps[f.step]; s.Alters && (first == nil || s.Line < first.Line) {
			first = s
		}
	}
	return first
}

// Blocked is what Skipped would be if what has failed so far failed for good.
func (l *Load) Blocked() []Skipped {
	c := &Load{Steps: l.Steps, failed: slices.Clone(l.failed)}
	for _, s := range l.Skipped {
		s.Dependents = slices.Clone(s.Dependents)
		c.Skipped = append(c.Skipped, s)
	}
	c.giveUp()
	return c.Skipped
}

package pipeline

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/effigydb/effigy/ddl/sanitize"
)

// Sanitized is a text that may be committed, and what was done to it.
type Sanitized struct {
	SQL      string             `json:"-"`
	Findings []sanitize.Finding `json:"findings"`
}

// Sanitize takes secrets, personal data and internal names out of a text. It
// fails closed: the error is a refusal when anything is left that it can't
// judge, and then there is no text. Findings come in either case.
func (r *Run) Sanitize(text Text) (*Sanitized, error) {
	key := r.Env(RedactionKey)
	out, findings, err := sanitize.Text(text.SQL, sanitize.Options{
		Key: []byte(key), Roles: r.Config.Sanitize.Roles, RoleNames: r.Config.Sanitize.Map,
		Bodies: r.Config.Sanitize.Bodies, Comments: r.Config.Sanitize.Comments, Allow: r.Config.Sanitize.Allow, Rename: r.Config.Sanitize.Rename,
	})
	var refused *sanitize.Refused
	if errors.As(err, &refused) {
		return &Sanitized{Findings: refused.Findings}, refusal(fmt.Sprintf("%s: %v", text.Name, err), refusedHint(refused))
	}
	if err != nil {
		return nil, fmt.Errorf("sanitizing %s: %w", text.Name, err)
	}
	s := &Sanitized{SQL: out, Findings: findings}
	if s.Findings == nil {
		s.Findings = []sanitize.Finding{}
	}
	if key == "" && s.count("redacted") > 0 {
		r.notice(RedactionKey + " is not set: every redacted value has the same token, a changed secret will not show")
	}
	if key == "" && r.Config.Sanitize.Roles == "map" && slices.ContainsFunc(findings, func(f sanitize.Finding) bool { return f.Kind == "role-name" && rolesByNumber.MatchString(f.Token) }) {
		r.notice("roles are numbered in the order of the text, so a new one may rename others; set " + RedactionKey + ", or name them in sanitize.map")
	}
	if slices.ContainsFunc(findings, func(f sanitize.Finding) bool { return f.Class == "privilege" && f.Action == "dropped" }) {
		r.notice(rightsLeftOut)
	}
	return s, nil
}

// rolesByNumber are the names of roles without a key.
var rolesByNumber = regexp.MustCompile(`^role_\d{1,4}$`)

// rightsLeftOut is said where owners and grants leave the text.
const rightsLeftOut = "owners and grants are left out, so rights are not compared; sanitize.roles: map keeps them under stable names"

func refusedHint(r *sanitize.Refused) string {
	for _, f := range r.Findings {
		switch {
		case f.Kind == "rename":
			return "see sanitize.rename in the settings"
		case f.Class == "data":
			return "a schema text holds no rows; see --report for every reason"
		}
	}
	return "see --report for every reason"
}

func (s *Sanitized) count(action string) int {
	n := 0
	for _, f := range s.Findings {
		if f.Action == action {
			n++
		}
	}
	return n
}

// Summary counts the findings by action.
func (s *Sanitized) Summary() string {
	return s.counts(func(f sanitize.Finding) string { return f.Action })
}

// Taken counts by class what is not in the text as it was.
func (s *Sanitized) Taken() string {
	return s.counts(func(f sanitize.Finding) string {
		if f.Action == "dropped" || f.Action == "redacted" || f.Action == "renamed" {
			return f.Class
		}
		return ""
	})
}

// Lines tells what was done and where, for people: findings of one kind on one
// line, without what was taken out.
func (s *Sanitized) Lines() []string {
	const most = 3
	var order []string
	places := map[string][]string{}
	for _, f := range s.Findings {
		what := f.Action + " " + f.Class
		if f.Kind != f.Class {
			what += " (" + f.Kind + ")"
		}
		if places[what] == nil {
			order = append(order, what)
		}
		places[what] = append(places[what], fmt.Sprintf("%s, line %d", f.Object, f.Line))
	}
	lines := make([]string, 0, len(order))
	for _, what := range order {
		list := places[what]
		text := strings.Join(list[:min(len(list), most)], "; ")
		if n := len(list) - most; n > 0 {
			text += fmt.Sprintf("; %d more", n)
		}
		lines = append(lines, what+": "+text)
	}
	return lines
}

func (s *Sanitized) counts(by func(sanitize.Finding) string) string {
	counts := map[string]int{}
	for _, f := range s.Findings {
		if key := by(f); key != "" {
			counts[key]++
		}
	}
	var parts []string
	for _, key := range slices.Sorted(maps.Keys(counts)) {
		parts = append(parts, fmt.Sprintf("%d %s", counts[key], key))
	}
	return strings.Join(parts, ", ")
}

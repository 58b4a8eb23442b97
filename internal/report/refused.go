package report

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// Refused is one reason why nothing was built.
type Refused struct {
	Object     string `json:"object"`
	Constraint string `json:"constraint,omitempty"`
	Reason     string `json:"reason"`
	Hint       string `json:"hint,omitempty"`
	// Because is the table whose rows the object lacks, where that alone is
	// the reason.
	Because string `json:"because,omitempty"`
}

// WriteRefused prints refusals for people: each cause once, and in one line
// the tables that only lack rows because of it.
func WriteRefused(w io.Writer, list []Refused) {
	causes := map[string]int{}
	var after []string // causes that are no refusals themselves
	depend := map[string][]Refused{}
	for i, r := range list {
		if r.Because == "" {
			causes[r.Object] = i
		}
	}
	for _, r := range list {
		if r.Because == "" {
			continue
		}
		root := cause(list, r)
		if _, refused := causes[root]; !refused && !slices.Contains(after, root) {
			after = append(after, root)
		}
		depend[root] = append(depend[root], r)
	}
	for i, r := range list {
		if r.Because == "" {
			r.write(w)
			if n := depend[r.Object]; len(n) > 0 && causes[r.Object] == i {
				fmt.Fprintf(w, "  without its rows: %s\n", objects(n))
			}
		}
	}
	for _, root := range after {
		n := depend[root]
		first := n[0]
		if len(n) > 1 {
			first = Refused{Object: objects(n), Reason: "they have to refer to rows of " + root + ", which has none", Hint: "rows: 0 for them in effigy.yaml builds them empty"}
		}
		first.write(w)
	}
}

// cause is the table that the chain of tables without rows begins with.
func cause(list []Refused, r Refused) string {
	for range list {
		at := slices.IndexFunc(list, func(o Refused) bool { return o.Object == r.Because })
		if at < 0 || list[at].Because == "" {
			break
		}
		r = list[at]
	}
	return r.Because
}

func objects(list []Refused) string {
	var names []string
	for _, r := range list {
		names = append(names, r.Object)
	}
	return strings.Join(names, ", ")
}

func (r Refused) write(w io.Writer) {
	fmt.Fprintf(w, "refused: %s", r.Object)
	if r.Constraint != "" {
		fmt.Fprintf(w, ", constraint %s", r.Constraint)
	}
	fmt.Fprintf(w, ": %s\n", r.Reason)
	if r.Hint != "" {
		fmt.Fprintf(w, "hint: %s\n", r.Hint)
	}
}

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

// WriteRefused prints refusals for people: each cause once, also where it is
// that of several tables, and in one line the tables that only lack rows
// because of it.
func WriteRefused(w io.Writer, list []Refused) {
	roots, depend := dependents(list)
	for _, same := range alike(list) {
		r := same[0]
		r.Object = objects(same)
		r.write(w)
		var n []Refused
		for _, r := range same {
			n = append(n, depend[r.Object]...)
			delete(depend, r.Object)
		}
		if len(n) > 0 {
			fmt.Fprintf(w, "  tables that need its rows, or rows: 0 as well: %s\n", objects(n))
		}
	}
	for _, root := range roots {
		if n := depend[root]; len(n) > 0 {
			onEmpty(root, n).write(w)
		}
	}
}

// onEmpty is the one refusal of tables that need rows of a table that the
// user wants empty.
func onEmpty(root string, n []Refused) Refused {
	if len(n) == 1 {
		return n[0]
	}
	return Refused{
		Object: objects(n), Reason: "they have to refer to rows of " + root + ", which has none",
		Hint: "give " + root + " rows in effigy.yaml, or rows: 0 to these tables as well",
	}
}

// dependents are the tables that lack rows only because of another, by the
// table that their chain begins with, and those tables in order.
func dependents(list []Refused) (roots []string, of map[string][]Refused) {
	of = map[string][]Refused{}
	for _, r := range list {
		if r.Because == "" {
			continue
		}
		root := cause(list, r)
		if of[root] == nil {
			roots = append(roots, root)
		}
		of[root] = append(of[root], r)
	}
	return roots, of
}

// alike are the causes; those of whole tables that say the same of several
// are together.
func alike(list []Refused) [][]Refused {
	var out [][]Refused
	for _, r := range list {
		if r.Because != "" {
			continue
		}
		i := slices.IndexFunc(out, func(o []Refused) bool {
			return r.Constraint == "" && o[0].Constraint == "" && o[0].Reason == r.Reason && o[0].Hint == r.Hint
		})
		if i < 0 {
			out = append(out, []Refused{r})
		} else {
			out[i] = append(out[i], r)
		}
	}
	return out
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

package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/effigydb/effigy/ddl/diff"
)

func (c *Comparison) reachSection() section {
	s := section{title: "What stands on it", rank: 4, most: maxRest}
	for _, r := range c.Reach {
		item := fmt.Sprintf("- %s is referred to by %s", code(r.Table), spans(r.Direct, 5))
		if r.All > len(r.Direct) {
			item += fmt.Sprintf("; %d tables in all depend on it", r.All)
		}
		s.items = append(s.items, item+"\n")
	}
	return s
}

func (c *Comparison) diagramSection() section {
	s := section{title: "Around the change", rank: 5, most: 1, bare: true}
	if c.Diagram == nil || len(c.Diagram.Tables) == 0 {
		return s
	}
	s.intro = "Green is added, red removed, yellow changed; an arrow is a foreign key.\n\n"
	if n := c.Diagram.Omitted; n > 0 {
		s.intro = fmt.Sprintf("Green is added, red removed, yellow changed; an arrow is a foreign key. %d changed tables are left out.\n\n", n)
	}
	s.items = []string{fenced("mermaid", "", c.Diagram.Mermaid())}
	return s
}

// schemaSection counts by schema, where there are several.
func (c *Comparison) schemaSection() section {
	s := section{title: "By schema", rank: 9, most: 1, bare: true}
	counts := map[string]map[string]int{}
	for _, x := range c.Changes {
		if x.Level == diff.Semantic {
			name := schemaOf(x)
			if counts[name] == nil {
				counts[name] = map[string]int{}
			}
			counts[name][x.Impact]++
		}
	}
	if len(counts) < 2 {
		return s
	}
	var names []string
	for name := range counts {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int {
		for _, h := range headings {
			if n := cmp.Compare(counts[b][h.impact], counts[a][h.impact]); n != 0 {
				return n
			}
		}
		return strings.Compare(a, b)
	})
	var b strings.Builder
	b.WriteString("| schema | security | breaking | additive | neutral |\n|---|--:|--:|--:|--:|\n")
	for _, name := range names[:min(len(names), maxRest)] {
		fmt.Fprintf(&b, "| %s", oneLine(prose(name)))
		for _, h := range headings {
			fmt.Fprintf(&b, " | %d", counts[name][h.impact])
		}
		b.WriteString(" |\n")
	}
	if n := len(names) - maxRest; n > 0 {
		fmt.Fprintf(&b, "\n%d more schemas.\n", n)
	}
	s.items = []string{b.String()}
	return s
}

// schemaOf is the schema in a change's name: its first part where it has
// several.
func schemaOf(x diff.Change) string {
	rest, quoted := x.Name, strings.HasPrefix(x.Name, `"`)
	if quoted {
		rest = x.Name[1:]
		for i := 0; i < len(rest); i++ {
			if rest[i] != '"' {
				continue
			}
			if i+1 < len(rest) && rest[i+1] == '"' {
				i++
				continue
			}
			if strings.HasPrefix(rest[i+1:], ".") {
				return strings.ReplaceAll(rest[:i], `""`, `"`)
			}
			break
		}
	} else if name, _, ok := strings.Cut(rest, "."); ok && !strings.ContainsAny(name, "( ") {
		return name
	}
	if x.Kind == "schema" {
		return strings.Trim(x.Name, `"`)
	}
	return "(no schema)"
}

func (c *Comparison) renameSection() section {
	s := section{title: "Perhaps renames", rank: 10, most: maxRest}
	for _, x := range c.Renames {
		s.items = append(s.items, fmt.Sprintf("- %s %s → %s (%.0f %%)\n", prose(x.Kind), code(x.From), code(x.To), 100*x.Score))
	}
	return s
}

func (c *Comparison) effectSection() section {
	s := section{title: "What it does to the synthetic data", rank: 8, most: maxRest}
	for _, e := range c.Effects {
		item := "- " + code(e.Object) + ": "
		switch {
		case e.Fatal:
			item = "- **no sandbox can be built**: " + code(e.Object) + " " + code(e.Now)
		case e.Was == "":
			item += code(e.Now) + " (new)"
		case e.Now == "":
			item += "gone (was " + code(e.Was) + ")"
		default:
			item += code(e.Was) + " → " + code(e.Now)
		}
		s.items = append(s.items, item+"\n")
	}
	return s
}

// ignoredSection tells what was seen and is not counted, and by which rule.
func (c *Comparison) ignoredSection() section {
	s := section{title: "Ignored", rank: 11, most: maxRest}
	for _, line := range ignoredBy(c.Result) {
		s.items = append(s.items, "- "+code(line)+"\n")
	}
	return s
}

func (c *Comparison) takenSection() section {
	s := section{title: "Taken out of the text", rank: 12, most: 1, bare: true}
	if c.Taken != "" {
		s.items = []string{"By class: " + prose(c.Taken) + ".\n"}
	}
	return s
}

func (c *Comparison) todoSection() section {
	s := section{title: "What to do", rank: 3, most: 6, bare: true}
	for _, t := range c.Todo {
		item := "- " + prose(t.Text) + "\n"
		if t.Code != "" {
			item += fenced(t.Language, "  ", t.Code)
		}
		s.items = append(s.items, item)
	}
	return s
}

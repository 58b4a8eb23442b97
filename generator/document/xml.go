package document

import (
	"encoding/xml"
	"regexp"
	"strings"

	"github.com/effigydb/effigy/generator/draw"
)

// element is an element of an XML document.
type element struct {
	name  string
	attrs []string
	given map[string]string // attributes that have to be so
	kids  []*element
	text  bool
}

// Markup is what sources say of one XML document.
type Markup struct {
	root   *element
	values []string
}

var (
	xpath = regexp.MustCompile(`^(?:\w+\()*\.?(//?[\w@*:()\[\]/.='"<> -]+)$`)
	part  = regexp.MustCompile(`(//?)(@?[\w.-]+(?:\(\))?|\*)((?:\[[^\]]*\])*)`)
	inner = regexp.MustCompile(`(@?[\w.-]+)(?:\s*=\s*['"]([^'"]*)['"])?`)
)

// ReadXML takes in the XPaths that stand in sources.
func ReadXML(sources []string) *Markup {
	x := &Markup{}
	var paths []string
	for _, s := range sources {
		for _, m := range strs.FindAllStringSubmatch(s, -1) {
			text := strings.ReplaceAll(m[1], "''", "'")
			if p := xpath.FindStringSubmatch(text); p != nil {
				paths = append(paths, p[1])
			} else if len(text) < 60 && !strings.ContainsAny(text, "<>{}$") {
				x.values = append(x.values, text)
			}
		}
	}
	for _, deep := range []bool{false, true} { // the root is what a whole path begins with
		for _, p := range paths {
			if strings.HasPrefix(p, "//") == deep {
				x.path(p)
			}
		}
	}
	return x
}

// Empty reports that the sources have no XPath.
func (x *Markup) Empty() bool { return x.root == nil }

func (x *Markup) path(text string) {
	var at *element
	for _, m := range part.FindAllStringSubmatch(text, -1) {
		name := strings.TrimSuffix(m[2], ")")
		switch {
		case strings.HasPrefix(name, "@"):
			if at != nil {
				at.attrs = append(at.attrs, name[1:])
			}
			continue
		case strings.HasSuffix(name, "("):
			if at != nil && name == "text(" {
				at.text = true
			}
			continue
		case name == "*":
			name = "item"
		}
		switch {
		case at == nil && x.root == nil:
			x.root = &element{name: name}
			at = x.root
		case at == nil && x.root.name == name:
			at = x.root
		case at == nil:
			at = x.root.kid(name)
		default:
			at = at.kid(name)
		}
		at.ask(m[3])
	}
}

func (e *element) kid(name string) *element {
	for _, k := range e.kids {
		if k.name == name {
			return k
		}
	}
	k := &element{name: name}
	e.kids = append(e.kids, k)
	return k
}

// ask takes in what stands in brackets behind the name.
func (e *element) ask(brackets string) {
	for _, m := range inner.FindAllStringSubmatch(brackets, -1) {
		name := m[1]
		switch {
		case strings.Trim(name, "0123456789") == "":
		case strings.HasPrefix(name, "@"):
			if e.given == nil {
				e.given = map[string]string{}
			}
			e.attrs = append(e.attrs, name[1:])
			if m[2] != "" {
				e.given[name[1:]] = m[2]
			}
		case name != "text" && name != "last" && name != "position" && name != "and" && name != "or":
			e.kid(name)
		}
	}
}

// XML is the k-th document.
func (x *Markup) XML(k uint64) string {
	d := dice(draw.Mix(k + 1))
	var out strings.Builder
	x.write(&out, x.root, &d)
	return out.String()
}

func (x *Markup) write(out *strings.Builder, e *element, d *dice) {
	out.WriteString("<" + e.name)
	seen := map[string]bool{}
	for _, a := range e.attrs {
		if !seen[a] {
			v := e.given[a]
			if v == "" {
				v = x.value(d)
			}
			out.WriteString(" " + a + `="`)
			_ = xml.EscapeText(out, []byte(v))
			out.WriteByte('"')
		}
		seen[a] = true
	}
	out.WriteByte('>')
	for _, k := range e.kids {
		for range 1 + d.below(2) {
			x.write(out, k, d)
		}
	}
	if len(e.kids) == 0 || e.text {
		_ = xml.EscapeText(out, []byte(x.value(d)))
	}
	out.WriteString("</" + e.name + ">")
}

// value is one of the texts of the sources, a number or a word.
func (x *Markup) value(d *dice) string {
	switch n := d.below(3); {
	case n == 0 && len(x.values) > 0:
		return x.values[d.below(len(x.values))]
	case n == 1:
		m := maker{dice: d}
		text, _ := m.cast("int")
		return text
	}
	return d.word()
}

package diff

import (
	"slices"
	"strings"
)

// fact is one thing that a text says.
type fact struct {
	kind, name string
	id         string // identity within a text
	parent     string // id of the object it is a part of, "" for none
	twin       string // id of the same part of a parent table, "" for none
	line       int
	attrs      map[string]attr
	show       func() string // the whole fact, for people; nil prints the attributes
	mentions   map[string]bool
	table      string // name of the relation that a part belongs to
	// soft facts are names that nobody chose: a difference is cosmetic.
	soft bool
	// environment facts never are drift.
	environment bool
	auto        bool // its name has the form of an automatic one
}

// attr is one property: the value that is compared and, where that is not fit
// for people, how to print it.
type attr struct {
	value string
	show  func() string
}

func (a attr) String() string {
	if a.show != nil {
		return a.show()
	}
	return a.value
}

// Names of attributes tell their level: "~" is cosmetic, "@" environment.
const (
	cosmeticMark    = "~"
	environmentMark = "@"
)

func newFact(kind, name string, line int) *fact {
	return &fact{kind: kind, name: name, id: kind + " " + name, line: line, attrs: map[string]attr{}}
}

// set records an attribute; an empty value is the same as none.
func (f *fact) set(key, value string) {
	if value != "" {
		f.attrs[key] = attr{value: value}
	}
}

func (f *fact) setShown(key, value string, show func() string) {
	if value != "" {
		f.attrs[key] = attr{value, show}
	}
}

func (f *fact) flag(key string, on bool) {
	if on {
		f.set(key, "yes")
	}
}

func (f *fact) get(key string) string { return f.attrs[key].value }

// setMap records a set of options under a prefix.
func (f *fact) setMap(prefix string, m map[string]string) {
	for k, v := range m {
		f.attrs[prefix+k] = attr{value: v}
		if v == "" {
			f.attrs[prefix+k] = attr{value: "''"}
		}
	}
}

func (f *fact) keys() []string {
	out := make([]string, 0, len(f.attrs))
	for k := range f.attrs {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

// definition is the fact without its name and what is no more than cosmetic.
func (f *fact) definition() string {
	var b strings.Builder
	for _, k := range f.keys() {
		if !strings.HasPrefix(k, cosmeticMark) && !strings.HasPrefix(k, environmentMark) {
			b.WriteString(k + "=" + f.attrs[k].value + "\n")
		}
	}
	return b.String()
}

// text prints the fact for people.
func (f *fact) text() string {
	if f.show != nil {
		return f.show()
	}
	return f.textOf(f.keys())
}

func (f *fact) textOf(keys []string) string {
	var parts []string
	for _, k := range keys {
		a, ok := f.attrs[k]
		name := strings.TrimLeft(k, cosmeticMark+environmentMark)
		switch {
		case !ok:
			continue
		case a.value == "yes":
			parts = append(parts, name)
		default:
			parts = append(parts, name+" "+a.String())
		}
	}
	return strings.Join(parts, "; ")
}

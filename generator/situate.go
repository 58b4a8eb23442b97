package generator

import (
	"hash/fnv"
	"slices"
	"strings"

	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/generator/vocabulary"
)

// What a name means hangs on the names beside it: a state beside a city is a
// region, and who applies is hired last.

// situate gives columns the meaning that others of their table say they have.
func (t *Table) situate() {
	for _, c := range t.columns {
		name := lowerSnake(c.name)
		switch {
		case c.meaning == vocabulary.Status && strings.HasSuffix(name, "state") && c.codec.Kind() == value.Text && c.codec.Labels() == nil && t.means(vocabulary.City, vocabulary.Zip):
			c.meaning = vocabulary.Region
			if n := c.base.Mod(0, 0); n > 0 && n <= 3 {
				c.meaning = vocabulary.StateCode
			}
		case c.meaning == vocabulary.Created && strings.HasPrefix(name, "hire") && t.means(vocabulary.Asked):
			c.meaning = vocabulary.Arrived
		case c.meaning == vocabulary.Started && strings.HasPrefix(name, "checked_out") && t.begins("checked_in"):
			c.meaning = vocabulary.Finished
		case c.meaning == vocabulary.Sent && strings.HasPrefix(name, "sent") && t.means(vocabulary.Agreed) && !t.means(vocabulary.Packed, vocabulary.Arrived, vocabulary.Asked):
			c.meaning = vocabulary.Asked
		}
	}
}

// means reports a table with a column of one of the meanings.
func (t *Table) means(any ...vocabulary.Meaning) bool {
	return slices.ContainsFunc(t.columns, func(c *column) bool { return slices.Contains(any, c.meaning) })
}

// begins reports a table with a column whose name begins so.
func (t *Table) begins(prefix string) bool {
	return slices.ContainsFunc(t.columns, func(c *column) bool { return strings.HasPrefix(lowerSnake(c.name), prefix) })
}

// others are the words of names of people that a row is not about where it is
// about somebody.
var others = strings.Fields("guardian parent mother father spouse partner emergency contact principal manager supervisor referrer referred reviewer reviewed sender recipient driver mechanic approver seller buyer middle maiden alternate agent doctor physician created updated modified deleted approved assigned pen")

// whom tells the person of a column from the one that its row is about, 0 for
// the latter.
func (t *Table) whom(c *column) uint64 {
	if c.meaning.Group() != vocabulary.Person {
		return 0
	}
	who := another(c.name)
	if who == "" {
		return 0
	}
	about := func(o *column) bool {
		return (o.meaning == vocabulary.FirstName || o.meaning == vocabulary.LastName || o.meaning == vocabulary.FullName) && another(o.name) == ""
	}
	if !slices.ContainsFunc(t.columns, about) {
		return 0
	}
	h := fnv.New64a()
	h.Write([]byte(who))
	return h.Sum64() | 1
}

// another is the word of a name that tells another person, "" for none.
func another(name string) string {
	for _, w := range strings.Split(lowerSnake(name), "_") {
		if slices.Contains(others, w) {
			return w
		}
	}
	return ""
}

package generator

import (
	"slices"

	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/generator/vocabulary"
	"github.com/effigydb/effigy/schema"
)

// The moments of a row tell how far it has come: an order that is shipped was
// paid, one that is pending was not, and one made a minute ago has not arrived.
// Where no rule says so the names do: those of the columns, and the labels of a
// status beside them. Columns that may be NULL follow that.

// story is what the labels of a status say of one column of moments.
type story struct {
	column int             // the status
	has    map[string]bool // by label: the column has a value, or has none; nil for no status
}

// plot is what tells of a moment that may be missing whether it has come.
type plot struct {
	plotted bool
	story   story
	awaits  []int // what happens before
}

// plottable reports a column of moments that may be missing, and that nobody
// shaped.
func (t *Table) plottable(s *step) bool {
	c := t.columns[s.Column]
	return s.Domain.Nulls == domain.MayBeNull && len(s.Tests) == 0 && clock(c.codec.Kind()) && s.ordered != nil && !c.settings.shapes() && c.settings.NullFraction == nil &&
		(c.happened() && c.meaning > vocabulary.Asked && c.meaning != vocabulary.Updated || vocabulary.Exceptional(c.name))
}

// status reports a column of labels that tell how far a row has come.
func (t *Table) status(c *column) bool {
	if c.meaning == vocabulary.None && c.codec.Kind() == value.Text { // an enum
		text := schema.Type{Name: schema.Name{Schema: schema.Catalog, Name: "text"}}
		return vocabulary.Of(t.Name.Name, c.name, "", text) == vocabulary.Status
	}
	return c.meaning == vocabulary.Status && c.codec.Kind() == value.Text
}

// narrate notes for the steps of a branch what tells that they have no value.
func (t *Table) narrate(b *branch) {
	for i := range b.steps {
		s := &b.steps[i]
		if s.plotted = t.plottable(s); !s.plotted {
			continue
		}
		c := t.columns[s.Column]
		for j := range i {
			o := t.columns[b.steps[j].Column]
			if b.steps[j].plotted && o.happened() && o.meaning < c.meaning && c.meaning < vocabulary.Updated && c.meaning != vocabulary.Started {
				s.awaits = append(s.awaits, o.pos)
			}
		}
		for _, o := range t.columns {
			if t.status(o) && (contains(b.order, o.pos) || b.before(o.pos, i)) {
				if has := t.storyOf(b, o, c); len(has) > 0 {
					s.story = story{o.pos, has}
				}
			}
		}
	}
}

// storyOf is what each label of a status says of a column of moments.
func (t *Table) storyOf(b *branch, status, c *column) map[string]bool {
	labels, ok := t.labelsIn(b, status)
	if !ok {
		labels = t.book.Words(vocabulary.Status)
	}
	stage, has := vocabulary.Stage(c.name), map[string]bool{}
	if c.happened() {
		stage = c.meaning
	}
	for _, l := range labels {
		at := t.stage(l)
		switch {
		case vocabulary.Tells(c.name, l):
			has[l] = true
		case vocabulary.Exceptional(c.name):
			if slices.ContainsFunc(labels, func(o string) bool { return vocabulary.Tells(c.name, o) }) {
				has[l] = false
			}
		case vocabulary.Rare(l) && (at == vocabulary.None || at == vocabulary.Deleted):
			if stage == vocabulary.Packed || stage == vocabulary.Sent || stage == vocabulary.Arrived {
				has[l] = false
			}
		case at != vocabulary.None && at < vocabulary.Updated && stage < vocabulary.Updated:
			has[l] = stage <= at
		}
	}
	return has
}

// stage is what has happened last to a row with a label: what the column of its
// name tells of, where there is one.
func (t *Table) stage(label string) vocabulary.Meaning {
	for _, c := range t.columns {
		if c.happened() && vocabulary.Tells(c.name, label) {
			return c.meaning
		}
	}
	return vocabulary.Stage(label)
}

// told reports a step whose value hangs on what other columns say has happened.
func (s *plot) told() bool { return s.story.has != nil || len(s.awaits) > 0 }

// missing reports whether the row so far says that a moment has not come, and
// whether it says that it has.
func (s *plot) missing(row []value.Value) (missing, known bool) {
	if s.story.has != nil {
		if has, told := s.story.has[string(row[s.story.column].B)]; told {
			return !has, true
		}
	}
	for _, c := range s.awaits {
		if row[c].IsNull() {
			return true, true
		}
	}
	return false, false
}

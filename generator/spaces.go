package generator

import (
	"errors"
	"slices"
	"time"

	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/draw"
	"github.com/effigydb/effigy/generator/space"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/generator/vocabulary"
)

// builder makes the spaces of columns.
type builder struct {
	book *vocabulary.Book
	now  int64
	// vetted are texts that the judge accepted for a type, by its SQL.
	vetted map[string][]value.Value
}

func newBuilder(p *planner) builder {
	return builder{book: vocabulary.New(draw.Cell(p.key, "vocabulary")), now: micros(p.request.Now), vetted: map[string][]value.Value{}}
}

// epoch is 2000-01-01, from which Postgres counts.
var epoch = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)

func micros(t time.Time) int64 { return t.Sub(epoch).Microseconds() }

func (p *planner) input(t *Table, c *column, d domain.Domain) space.Input {
	in := t.input(c, d)
	if t.needs(c.pos) {
		in.Need = uint64(t.Rows)
	}
	if t.disjoint(c.pos) {
		in.Domain.Range = ending(d.Range)
	}
	return in
}

// disjoint reports that no two rows of the table may overlap in the column: a
// range of one that never ends leaves no room for those after it.
func (t *Table) disjoint(c int) bool {
	return slices.ContainsFunc(t.exclusion, func(x *exclusion) bool {
		return len(x.elements) == 1 && x.where == nil && x.elements[0].column == c && x.elements[0].operator == "&&"
	})
}

// ending is a range with an upper bound, where it may have one.
func ending(r *domain.Range) *domain.Range {
	if r == nil {
		r = &domain.Range{}
	}
	if r.UpperInf != domain.Either {
		return r
	}
	bounded := *r
	bounded.UpperInf = domain.No
	return &bounded
}

// needs reports that a unique or an exclusion reads the column.
func (t *Table) needs(c int) bool {
	for _, u := range t.uniques {
		if contains(u.inputs, c) {
			return true
		}
	}
	for _, x := range t.exclusion {
		if contains(x.inputs, c) {
			return true
		}
	}
	return false
}

// space is the set of values that a domain leaves of a column. A type or rule
// that is not understood is answered by texts that the judge accepts.
func (p *planner) space(t *Table, c *column, d domain.Domain) (space.Space, error) {
	in := p.input(t, c, d)
	s, err := space.Of(in)
	if errors.Is(err, space.ErrUnknown) {
		if v := p.vet(c, in); v != nil {
			return v, nil
		}
	}
	if err != nil {
		return nil, err
	}
	s, err = p.configured(t, c, in, s)
	if err != nil {
		return nil, settingError{err}
	}
	return s, nil
}

// vet has the judge read candidate texts of a type that is not known here.
func (p *planner) vet(c *column, in space.Input) space.Space {
	typ := c.model.Type.String()
	values, known := p.spaces.vetted[typ]
	if !known && p.request.Judge != nil {
		texts := space.Candidates(in)
		ok, err := p.request.Judge.Accept(p.ctx, typ, texts)
		if err == nil {
			for i, text := range texts {
				if i < len(ok) && ok[i] {
					v, err := c.codec.Parse(text, nil)
					if err != nil {
						v = value.String(text)
					}
					values = append(values, v)
				}
			}
		}
		p.spaces.vetted[typ] = values
	}
	if p.dry() {
		for _, text := range space.Candidates(in) {
			values = append(values, value.String(text))
		}
		return space.List("texts of "+typ+", to be vetted", values, in.Key)
	}
	return space.List("texts that "+typ+" reads", values, in.Key)
}

// spaceOf is the space of a domain that a row itself narrowed, nil where that
// is empty.
func (t *Table) spaceOf(c *column, d domain.Domain) space.Space {
	s, err := space.Of(t.input(c, d))
	if err != nil {
		return nil
	}
	return s
}

// input asks for the space that a domain leaves of a column.
func (t *Table) input(c *column, d domain.Domain) space.Input {
	in := space.Input{
		Schema: t.schema, Type: c.model.Type, Domain: d, Meaning: c.meaning, Book: t.book,
		Key: draw.Cell(t.key, c.name, "space"), Now: t.now,
	}
	in.Least, in.Most = c.ends()
	in.Whom = t.whom(c)
	return in
}

// ends are the least and the greatest value that the configuration sets, NULL
// for none.
func (c *column) ends() (least, most value.Value) {
	read := func(text string) (v value.Value) {
		if text != "" {
			v, _ = c.codec.Parse(text, nil) // held against the type by readable
		}
		return v
	}
	return read(c.settings.Min), read(c.settings.Max)
}

// barren notes the column that leaves a branch without rows.
func (t *Table) barren(c *column, err error) {
	t.note("barren", c.name)
	t.note("barren hint", "give the column values or a pattern in effigy.yaml, or rows: 0 for the table")
	t.note("barren reason", "column "+c.name+": "+err.Error())
	if errors.As(err, &settingError{}) {
		t.note("barren", wish(c))
		t.note("barren hint", settingHint)
		if names := t.about(c, t.checks()); errors.Is(err, space.ErrEmpty) && t.reads(names[0], c) {
			t.note("barren reason", "column "+c.name+": "+err.Error()+" (constraints on it: "+list(names)+")")
		}
	}
}

func (b *branch) matcher(c int) *domain.Matcher {
	if b.matchers == nil {
		b.matchers = make([]*domain.Matcher, len(b.bound))
	}
	if b.matchers[c] == nil && !b.formula.Columns[c].Plain() {
		b.matchers[c] = domain.NewMatcher(b.formula.Columns[c])
	}
	return b.matchers[c]
}

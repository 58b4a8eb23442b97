package generator

import (
	"slices"

	"github.com/effigydb/effigy/generator/draw"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/generator/vocabulary"
	"github.com/effigydb/effigy/schema"
)

// column is what the plan knows of one column of the model.
type column struct {
	pos       int
	name      string
	model     *schema.Column
	base      schema.Type // through domains
	required  bool        // NOT NULL, itself or by its domains
	codec     *value.Codec
	generated bool
	vetted    bool          // has keys of its parent that the judge accepted
	outside   bool          // an expression of the configuration that only the judge computes
	mended    []value.Value // by row: what the judge gave it, see mend.go
	pooled    bool          // its space holds values that the judge accepted
	fold      bool          // equality ignores case: citext, nondeterministic collations
	meaning   vocabulary.Meaning
	settings  ColumnSettings
	nulls     draw.Key
	values    draw.Key
	nullEvery uint64  // one NULL in so many rows, 0 for the fraction below
	nullShare float64 // fraction of NULLs that the configuration asks for
	sparse    bool    // NULL is the rule: nullEvery is of the values
}

// nullEvery is the default density of NULLs: one row in every sixteen, at a
// place that the column's key chooses.
const nullEvery = 16

// valueEvery is the density of values in columns whose names tell that most
// rows have none, such as deleted_at.
const valueEvery = 8

func (t *Table) addColumns(s *schema.Schema) error {
	comment := ""
	for i, m := range t.model.Columns {
		base, through := s.Base(m.Type)
		codec, err := value.CodecFor(s, m.Type, nil)
		if err != nil {
			return err
		}
		comment = m.Comment
		c := &column{
			pos: i, name: m.Name, model: m, base: base, codec: codec,
			required:  m.NotNull || slices.ContainsFunc(through, func(d *schema.Domain) bool { return d.NotNull }),
			generated: m.Generated != "",
			fold:      base.Name.Name == "citext" || folds(s, m, through),
			meaning:   vocabulary.Of(t.Name.Name, m.Name, comment, base),
			settings:  t.settings.Columns[m.Name],
			nulls:     draw.Cell(t.key, m.Name, "null"),
			values:    draw.Cell(t.key, m.Name, "value"),
			nullEvery: nullEvery,
		}
		if f := c.settings.NullFraction; f != nil {
			c.nullEvery, c.nullShare = 0, *f
		} else if c.settings.Constant != nil || c.settings.Expression != nil {
			c.nullEvery = 0
		} else if !c.settings.asks() && vocabulary.Exceptional(m.Name) {
			c.nullEvery, c.sparse = valueEvery, true
		}
		t.columns = append(t.columns, c)
		c.outside = !c.generated && t.names(c.settings.Expression)
		if !c.generated || c.settings.Expression != nil {
			t.written = append(t.written, i)
		}
	}
	t.situate()
	t.begin()
	t.finish()
	t.spare()
	return nil
}

// spare makes what comes back of what is sold an exception; of what is lent it
// is not.
func (t *Table) spare() {
	sold := slices.ContainsFunc(t.columns, func(c *column) bool {
		return c.meaning == vocabulary.Paid || c.meaning == vocabulary.Packed || c.meaning == vocabulary.Sent || c.meaning == vocabulary.Arrived
	})
	for _, c := range t.columns {
		if sold && c.meaning == vocabulary.Returned && c.settings.NullFraction == nil && !c.settings.shapes() {
			c.nullEvery, c.sparse = valueEvery, true
		}
	}
}

// names reports that an expression names a column of the table, or the number
// of the row.
func (t *Table) names(e *schema.Expr) bool {
	return e != nil && slices.ContainsFunc(e.Columns(), func(n string) bool { return n == "effigy_row" || t.model.Column(n) != nil })
}

// folds reports a collation that is not one of Postgres' own: it may be
// nondeterministic, so that values that differ in case count as equal.
func folds(_ *schema.Schema, m *schema.Column, through []*schema.Domain) bool {
	own := func(n schema.Name) bool { return n.Name != "" && n.Schema != schema.Catalog }
	if own(m.Collation) {
		return true
	}
	for _, d := range through {
		if own(d.Collation) {
			return true
		}
	}
	return false
}

// null reports whether a row that may have a NULL here gets one.
func (c *column) null(index uint64, attempt uint32) bool {
	if c.nullEvery == 0 {
		return draw.Chance(c.nulls.At(index, attempt), c.nullShare)
	}
	if attempt > 0 {
		return (c.nulls.At(index, attempt)%c.nullEvery == 0) != c.sparse
	}
	return (c.nulls.At(index/c.nullEvery, 0)%c.nullEvery == index%c.nullEvery) != c.sparse
}

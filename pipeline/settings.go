package pipeline

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/effigydb/effigy/ddl"
	"github.com/effigydb/effigy/generator"
	"github.com/effigydb/effigy/internal/config"
	"github.com/effigydb/effigy/schema"
)

// tableSettings turns the settings of tables into the generator's. A table
// or column that the schema lacks is an error with the nearest match.
func (r *Run) tableSettings(s *ddl.Script) (map[schema.Name]generator.Settings, error) {
	known := map[string]schema.Name{}
	for _, t := range s.Schema.Tables {
		known[t.Name.String()] = t.Name
	}
	settings := map[schema.Name]generator.Settings{}
	for _, key := range slices.Sorted(maps.Keys(r.Config.Tables)) {
		said := r.Config.Tables[key]
		name, err := r.tableNamed(known, key, "tables", key)
		if err != nil {
			return nil, err
		}
		table := s.Schema.Table(name)
		if s.Schema.Root(table) != table {
			return nil, misuse(r.Config.At("tables", key)+": it is a partition", "its rows are those of "+s.Schema.Root(table).Name.String())
		}
		if err := r.checkColumns(key, table); err != nil {
			return nil, err
		}
		per := ""
		if said.Per != "" {
			n, err := r.tableNamed(known, said.Per, "tables", key, "per")
			if err != nil {
				return nil, err
			}
			per = n.String()
		}
		if _, twice := settings[name]; twice {
			return nil, misuse(fmt.Sprintf("%s: the table %s is named twice", r.Config.At("tables", key), name), "keep one of the two")
		}
		x, err := r.generatorSettings(key, table, per)
		if err != nil {
			return nil, err
		}
		if m := generator.Misreading(s.Schema, table, x); m != nil {
			keys := []string{"tables", key, "columns", m.Column, m.Key}
			if m.Fixture > 0 {
				keys = []string{"tables", key, "fixtures", fmt.Sprint(m.Fixture), m.Column}
			}
			return nil, misuse(r.Config.At(keys...)+": "+m.Text, cmp.Or(m.Hint, config.Example(keys...)))
		}
		settings[name] = x
	}
	return settings, nil
}

// tableNamed finds a table by the name that the settings give it where keys
// stand; the schema public may be left out.
func (r *Run) tableNamed(known map[string]schema.Name, said string, keys ...string) (schema.Name, error) {
	if name, ok := known[said]; ok {
		return name, nil
	}
	if name, ok := known["public."+said]; ok {
		return name, nil
	}
	hint, full := "effigy plan lists the tables; names are schema-qualified", said
	if !strings.Contains(said, ".") {
		full = "public." + said
	}
	if near := config.Nearest(full, slices.Sorted(maps.Keys(known))); near != "" {
		hint = "did you mean " + near + "?"
	}
	return schema.Name{}, misuse(fmt.Sprintf("%s: the schema has no table %s", r.Config.At(keys...), said), hint)
}

// checkColumns refuses settings of a column that the table lacks, that the
// database computes itself, or that mean nothing for it.
func (r *Run) checkColumns(key string, t *schema.Table) error {
	said := r.Config.Tables[key]
	for _, name := range slices.Sorted(maps.Keys(said.Columns)) {
		at := r.Config.At("tables", key, "columns", name)
		if err := checkColumn(at, name, t); err != nil {
			return err
		}
		if said.Columns[name].FanOut != "" && !refers(t, name) {
			return misuse(r.Config.At("tables", key, "columns", name, "fan_out")+": it is about foreign keys, and the column is in none", "distribution says how other values are shared")
		}
	}
	for i, row := range said.Fixtures.Rows {
		at := r.Config.At("tables", key, "fixtures", fmt.Sprint(i+1))
		for _, name := range slices.Sorted(maps.Keys(row)) {
			if err := checkColumn(at, name, t); err != nil {
				return err
			}
		}
	}
	return nil
}

// checkColumn refuses a column that the table lacks or that the database
// computes, named at a place of the settings.
func checkColumn(at, name string, t *schema.Table) error {
	c := t.Column(name)
	if c == nil {
		return misuse(fmt.Sprintf("%s: %s has no column %s", at, t.Name, name), nearColumn(t, name))
	}
	if c.Generated != "" {
		return misuse(fmt.Sprintf("%s: column %s is computed by the database", at, name), "set the columns that it is made from")
	}
	return nil
}

// refers reports whether a foreign key of the table holds the column.
func refers(t *schema.Table, column string) bool {
	for _, c := range t.Constraints {
		if c.Kind == schema.ForeignKey && slices.Contains(c.Columns, column) {
			return true
		}
	}
	return false
}

// generatorSettings turns the settings of one table into the generator's. The
// table that a ratio is of is named as the schema names it.
func (r *Run) generatorSettings(key string, table *schema.Table, per string) (generator.Settings, error) {
	t := r.Config.Tables[key]
	s := generator.Settings{Rows: t.Rows, Ratio: t.Ratio, RatioTo: per}
	for _, row := range t.Fixtures.Rows {
		cells := map[string]*string{}
		for name, text := range row {
			cells[name] = (*string)(text)
		}
		s.Fixtures = append(s.Fixtures, cells)
	}
	if len(t.Columns) > 0 {
		s.Columns = map[string]generator.ColumnSettings{}
	}
	for name, c := range t.Columns {
		x := generator.ColumnSettings{
			Weights: c.Weights, Constant: (*string)(c.Constant), Pattern: c.Pattern,
			Function: c.Function, NullFraction: c.Nulls, Distribution: c.Distribution, Min: string(c.Min), Max: string(c.Max), FanOut: c.FanOut,
		}
		for _, v := range c.Values {
			x.Values = append(x.Values, string(*v))
		}
		if c.Expression != "" {
			var err error
			if x.Expression, err = r.expression(key, name, c.Expression, table); err != nil {
				return s, err
			}
		}
		s.Columns[name] = x
	}
	return s, nil
}

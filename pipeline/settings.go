package pipeline

import (
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
		name, err := r.tableNamed(known, "tables", key)
		if err != nil {
			return nil, err
		}
		table := s.Schema.Table(name)
		if s.Schema.Root(table) != table {
			return nil, misuse(fmt.Sprintf("%s: tables: %s is a partition", r.Config.Path, key),
				"its rows are those of "+s.Schema.Root(table).Name.String())
		}
		if err := r.checkColumns(key, table); err != nil {
			return nil, err
		}
		per := ""
		if said.Per != "" {
			n, err := r.tableNamed(known, "tables."+key+".per", said.Per)
			if err != nil {
				return nil, err
			}
			per = n.String()
		}
		if _, twice := settings[name]; twice {
			return nil, misuse(fmt.Sprintf("%s: tables: %s is named twice", r.Config.Path, name), "")
		}
		x, err := r.generatorSettings(key, table, per)
		if err != nil {
			return nil, err
		}
		if m := generator.Misreading(s.Schema, table, x); m != nil {
			return nil, misuse(fmt.Sprintf("%s: tables.%s.columns.%s: %s", r.Config.Path, key, m.Column, m.Text), m.Hint)
		}
		settings[name] = x
	}
	return settings, nil
}

// tableNamed finds a table by the name the settings give it; the schema
// public may be left out.
func (r *Run) tableNamed(known map[string]schema.Name, where, key string) (schema.Name, error) {
	if name, ok := known[key]; ok {
		return name, nil
	}
	if name, ok := known["public."+key]; ok {
		return name, nil
	}
	hint, said := "names are schema-qualified", key
	if !strings.Contains(key, ".") {
		key = "public." + key
	}
	if near := config.Nearest(key, slices.Sorted(maps.Keys(known))); near != "" {
		hint = "did you mean " + near + "?"
	}
	return schema.Name{}, misuse(fmt.Sprintf("%s: %s: the schema has no table %s", r.Config.Path, where, said), hint)
}

// checkColumns refuses settings of a column that the table lacks, that the
// database computes itself, or that mean nothing for it.
func (r *Run) checkColumns(key string, t *schema.Table) error {
	said := r.Config.Tables[key]
	for _, name := range slices.Sorted(maps.Keys(said.Columns)) {
		if err := r.checkColumn(key, name, t); err != nil {
			return err
		}
		if said.Columns[name].FanOut != "" && !refers(t, name) {
			return misuse(fmt.Sprintf("%s: tables: fan_out is about foreign keys, and column %s of %s is in none", r.Config.Path, name, key), "")
		}
	}
	for _, row := range said.Fixtures.Rows {
		for _, name := range slices.Sorted(maps.Keys(row)) {
			if err := r.checkColumn(key, name, t); err != nil {
				return err
			}
		}
	}
	return nil
}

func (r *Run) checkColumn(key, name string, t *schema.Table) error {
	c := t.Column(name)
	if c == nil {
		return misuse(fmt.Sprintf("%s: tables: %s has no column %s", r.Config.Path, key, name), nearColumn(t, name))
	}
	if c.Generated != "" {
		return misuse(fmt.Sprintf("%s: tables: column %s of %s is computed by the database", r.Config.Path, name, key), "set the columns that it is made from")
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

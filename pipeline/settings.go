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
// that the schema lacks is an error with the nearest match.
func (r *Run) tableSettings(s *ddl.Script) (map[schema.Name]generator.Settings, error) {
	known := map[string]schema.Name{}
	for _, t := range s.Schema.Tables {
		known[t.Name.String()] = t.Name
	}
	settings := map[schema.Name]generator.Settings{}
	for _, key := range slices.Sorted(maps.Keys(r.Config.Tables)) {
		name, ok := known[key]
		if !ok && !strings.Contains(key, ".") {
			name, ok = known["public."+key]
		}
		if !ok {
			hint := "names are schema-qualified"
			if near := config.Nearest(key, slices.Sorted(maps.Keys(known))); near != "" {
				hint = "did you mean " + near + "?"
			}
			return nil, misuse(fmt.Sprintf("%s: tables: the schema has no table %s", r.Config.Path, key), hint)
		}
		if err := r.knownColumns(key, s.Schema.Table(name)); err != nil {
			return nil, err
		}
		settings[name] = generatorSettings(r.Config.Tables[key])
	}
	return settings, nil
}

// knownColumns refuses a column that the table lacks.
func (r *Run) knownColumns(key string, t *schema.Table) error {
	var known []string
	for _, c := range t.Columns {
		known = append(known, c.Name)
	}
	for _, name := range slices.Sorted(maps.Keys(r.Config.Tables[key].Columns)) {
		if t.Column(name) == nil {
			hint := ""
			if near := config.Nearest(name, known); near != "" {
				hint = "did you mean " + near + "?"
			}
			return misuse(fmt.Sprintf("%s: tables: %s has no column %s", r.Config.Path, key, name), hint)
		}
	}
	return nil
}

// generatorSettings turns the settings of one table into the generator's.
func generatorSettings(t config.Table) generator.Settings {
	s := generator.Settings{Rows: t.Rows, Ratio: t.Ratio, RatioTo: t.Per, Fixtures: t.Fixtures}
	if len(t.Columns) > 0 {
		s.Columns = map[string]generator.ColumnSettings{}
	}
	for name, c := range t.Columns {
		s.Columns[name] = generator.ColumnSettings{
			Values: c.Values, Weights: c.Weights, Constant: c.Constant, Expression: c.Expression, Pattern: c.Pattern,
			Function: c.Function, NullFraction: c.Nulls, Distribution: c.Distribution, Min: c.Min, Max: c.Max, FanOut: c.FanOut,
		}
	}
	return s
}

package generator

import "github.com/effigydb/effigy/schema"

// Settings are what a configuration says about one table. The zero value says
// nothing.
type Settings struct {
	// Rows asked for; nil leaves the request's number. Zero makes the table
	// empty on purpose and lifts a refusal of it.
	Rows *int64
	// Ratio is rows per row of the parent table RatioTo, which is a table
	// name as the schema text's Name prints; 0 when unset.
	Ratio   float64
	RatioTo string
	// Columns by name.
	Columns map[string]ColumnSettings
	// Fixtures are the literal rows of a lookup table: every row's cells by
	// column name, nil for NULL. The table then holds exactly these rows.
	Fixtures []map[string]*string
}

// ColumnSettings are what a configuration says about one column; at most one
// of Values, Constant, Expression, Pattern and Function is used, in that order.
type ColumnSettings struct {
	// Values with optional Weights, one each.
	Values  []string
	Weights []float64
	// Constant is the text of the one value of every row.
	Constant *string
	// Expression is SQL over the other columns of the row, none of which is
	// computed itself. The evaluator computes what it understands, the judge
	// the rest; there effigy_row is the number of the row from 1, effigy_now
	// the plan's Now, and random() is seeded.
	Expression *schema.Expr
	// Pattern is a regular expression that values match.
	Pattern string
	// Function is the name of a gofakeit function, such as "company".
	Function string
	// NullFraction from 0 to 1; nil leaves the default.
	NullFraction *float64
	// Distribution is "uniform", "zipf", "normal", "lognormal" or
	// "exponential"; empty leaves the default.
	Distribution string
	// Min and Max bound the values, as the type's text; empty for open.
	Min, Max string
	// FanOut, for a foreign key's first column, is "uniform", "zipf" or
	// "even"; empty leaves the default.
	FanOut string
}

// spreads reports that the configuration says which values come, or how often.
func (s ColumnSettings) spreads() bool {
	return len(s.Values) > 0 || s.Distribution != "" || s.Min != "" && s.Max != "" || s.Pattern != "" || s.Function != ""
}

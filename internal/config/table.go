package config

// Table holds what is said of one table.
type Table struct {
	Rows *int64 `yaml:"rows"` // 0 leaves the table empty and lifts its refusal
	// Ratio is rows per row of the table Per.
	Ratio    float64           `yaml:"ratio"`
	Per      string            `yaml:"per"`
	Columns  map[string]Column `yaml:"columns"`
	Fixtures Fixtures          `yaml:"fixtures"`
}

// Column holds what is said of one column; at most one of values, constant,
// expression, pattern and function.
type Column struct {
	Values       []*Text   `yaml:"values"`
	Weights      []float64 `yaml:"weights"` // one for each of the values, of any sum
	Constant     *Text     `yaml:"constant"`
	Expression   string    `yaml:"expression"`
	Pattern      string    `yaml:"pattern"`
	Function     string    `yaml:"function"`
	Nulls        *float64  `yaml:"nulls"` // a fraction from 0 to 1
	Distribution string    `yaml:"distribution"`
	Min          Text      `yaml:"min"`
	Max          Text      `yaml:"max"`
	FanOut       string    `yaml:"fan_out"`
}

// The words that distribution and fan_out take.
var (
	Distributions = []string{"uniform", "zipf", "normal", "lognormal", "exponential"}
	FanOuts       = []string{"even", "uniform", "zipf"}
)

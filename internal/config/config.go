package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/goccy/go-yaml"
)

// Name is the name of the settings file.
const Name = "effigy.yaml"

// Config is effigy.yaml. The zero value of a field means that the file does
// not say.
type Config struct {
	// Path is where it was read from; "" when there is no file.
	Path string `yaml:"-"`

	Schema string `yaml:"schema"` // relative to the file
	Rows   *int64 `yaml:"rows"`   // rows of a table
	Seed   Text   `yaml:"seed"`   // as it is written: 07 is not 7
	Now    string `yaml:"now"`    // RFC 3339
	Jobs   int    `yaml:"jobs"`
	// SkipMissing leaves out what needs an extension that the server lacks.
	SkipMissing bool             `yaml:"skip_missing"`
	Tables      map[string]Table `yaml:"tables"` // by qualified name
	Sandbox     Sandbox          `yaml:"sandbox"`
	Sanitize    Sanitize         `yaml:"sanitize"`
	Diff        Diff             `yaml:"diff"`
	Dump        Dump             `yaml:"dump"`
	Gate        Gate             `yaml:"gate"`
	Doctor      Doctor           `yaml:"doctor"`

	text []byte // of the file, for the lines of its keys
}

// Sandbox says how sandboxes are made.
type Sandbox struct {
	Name              string            `yaml:"name"`
	TTL               *time.Duration    `yaml:"ttl"`
	Owner             string            `yaml:"owner"`
	Labels            map[string]string `yaml:"labels"`
	ReaderBypassesRLS *bool             `yaml:"reader_bypasses_rls"`
	Quota             int               `yaml:"quota"` // sandboxes an owner may have; 0: the default
}

// Sanitize says what the sanitiser keeps; see sanitize.Options.
type Sanitize struct {
	Roles    string            `yaml:"roles"` // "drop" or "map"
	Map      map[string]string `yaml:"map"`   // role of production to name in the text
	Bodies   string            `yaml:"bodies"`
	Comments string            `yaml:"comments"`
	Allow    []string          `yaml:"allow"`  // fingerprints of harmless literals
	Rename   map[string]string `yaml:"rename"` // schema.table or schema.table.column to the name in the text
}

// Diff says what counts as drift.
type Diff struct {
	FailOn string   `yaml:"fail_on"` // security, breaking, semantic, cosmetic, never
	Ignore []Ignore `yaml:"ignore"`
}

// Ignore is a rule that leaves changes out of the verdict.
type Ignore struct {
	Kind     string `yaml:"kind"`
	Name     string `yaml:"name"`   // a glob
	Change   string `yaml:"change"` // added, removed, changed; empty for any
	Reason   string `yaml:"reason"`
	Until    string `yaml:"until"`    // YYYY-MM-DD
	Security bool   `yaml:"security"` // the rule may cover security changes
}

// Dump says how production is read.
type Dump struct {
	AllowSuperuser bool          `yaml:"allow_superuser"`
	ExcludeSchemas []string      `yaml:"exclude_schemas"`
	LockWait       time.Duration `yaml:"lock_wait"` // for each table's lock; 0 is 5 s
	Deadline       time.Duration `yaml:"deadline"`  // for the whole dump; 0 is 5 min
}

// Gate says what the query gate allows.
type Gate struct {
	AllowFunctions []string `yaml:"allow_functions"`
}

// Doctor says what the doctor looks at.
type Doctor struct {
	Forbid []string `yaml:"forbid"` // HOST or HOST:PORT that must be out of reach
}

// Error is a settings file that cannot be used.
type Error struct {
	Path string
	Text string
	hint string
	// Rest are the settings without tables, where the fault is in those: what
	// commands that make no rows need.
	Rest *Config
}

// Error names the file and the fault.
func (e *Error) Error() string { return e.Path + ": " + e.Text }

// Hint is what the user may have meant, or "".
func (e *Error) Hint() string { return e.hint }

// Find reads the effigy.yaml of the nearest folder upwards from dir. Without
// one it returns an empty Config. The error is an *Error when the file is at
// fault.
func Find(dir string) (*Config, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	for {
		path := filepath.Join(dir, Name)
		if _, err := os.Stat(path); err == nil {
			return Read(path)
		} else if !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return &Config{}, nil
		}
		dir = parent
	}
}

// Read reads one settings file.
func Read(path string) (*Config, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return Parse(path, text)
}

// Parse reads the text of a settings file that stands, or stood, at path.
func Parse(path string, text []byte) (*Config, error) {
	c := &Config{Path: path, text: text}
	if len(strings.TrimSpace(string(text))) == 0 {
		return c, nil
	}
	if err := yaml.UnmarshalWithOptions(text, c, yaml.Strict(), yaml.CustomUnmarshaler(readDuration), yaml.CustomUnmarshaler(readWhole[int64]), yaml.CustomUnmarshaler(readWhole[int])); err != nil {
		return nil, c.aside(text, explain(path, text, err))
	}
	if err := c.check(); err != nil {
		return nil, err
	}
	if err := c.checkTables(); err != nil {
		rest := *c
		rest.Tables = nil
		return nil, besides(err, &rest)
	}
	return c, nil
}

// aside adds the rest of the settings to a fault that is under tables: without
// those there is none.
func (c *Config) aside(text []byte, fault *Error) error {
	text = without(text, "tables")
	if text == nil {
		return fault
	}
	rest, err := Parse(c.Path, text)
	if err != nil {
		return fault
	}
	rest.text = c.text
	return besides(fault, rest)
}

func besides(err error, rest *Config) error {
	var fault *Error
	if errors.As(err, &fault) {
		fault.Rest = rest
	}
	return err
}

// SchemaPath is the schema file the settings name, relative to where they
// stand; "" when they name none. One of a revision, git:REV:PATH, stays as it is.
func (c *Config) SchemaPath() string {
	if c.Schema == "" || filepath.IsAbs(c.Schema) || strings.HasPrefix(c.Schema, "git:") {
		return c.Schema
	}
	return filepath.Join(filepath.Dir(c.Path), c.Schema)
}

// Levels are what fail_on takes.
var Levels = []string{"security", "breaking", "semantic", "cosmetic", "never"}

func (c *Config) check() error {
	if strings.Contains(c.Schema, "://") {
		return c.fault(": a URL is not a schema", "", "schema")
	}
	for i, rule := range c.Diff.Ignore {
		if text := rule.fault(); text != "" {
			return c.fault(": "+text, "", "diff", "ignore", fmt.Sprint(i+1))
		}
	}
	if c.Now != "" {
		if _, err := time.Parse(time.RFC3339, c.Now); err != nil {
			return c.fault(" is no time such as 2026-01-31T12:00:00Z", "", "now")
		}
	}
	if err := c.checkWords(); err != nil {
		return err
	}
	return c.checkNumbers()
}

// checkWords looks at the keys that take one of some words.
func (c *Config) checkWords() error {
	for _, x := range []struct {
		word  string
		known []string
		keys  []string
	}{
		{c.Sanitize.Roles, []string{"drop", "map"}, []string{"sanitize", "roles"}},
		{c.Diff.FailOn, Levels, []string{"diff", "fail_on"}},
	} {
		if text, hint := oneOf("", x.word, x.known); text != "" {
			return c.fault(text, hint, x.keys...)
		}
	}
	return nil
}

// checkNumbers looks at the keys that take a number that is not negative, or
// a time that passes.
func (c *Config) checkNumbers() error {
	switch {
	case c.Rows != nil && *c.Rows < 0:
		return c.fault(": a number of rows is not negative", "", "rows")
	case c.Jobs < 0:
		return c.fault(": a number of streams is not negative", "", "jobs")
	case c.Sandbox.Quota < 0:
		return c.fault(": a number of sandboxes is not negative", "", "sandbox", "quota")
	case c.Sandbox.TTL != nil && *c.Sandbox.TTL <= 0:
		return c.fault(" is a positive duration", "", "sandbox", "ttl")
	case c.Dump.LockWait < 0:
		return c.fault(" is a positive duration", "", "dump", "lock_wait")
	case c.Dump.Deadline < 0:
		return c.fault(" is a positive duration", "", "dump", "deadline")
	}
	return nil
}

// fault says what makes a rule useless or too wide, or "".
func (r Ignore) fault() string {
	for _, glob := range []string{r.Kind, r.Name} {
		if _, err := path.Match(glob, ""); err != nil {
			return fmt.Sprintf("%q is no glob", glob)
		}
	}
	_, err := time.Parse(time.DateOnly, r.Until)
	switch {
	case strings.Trim(r.Kind+r.Name, "*") == "":
		return "it names neither a kind nor a name, and would ignore everything"
	case r.Change != "" && !slices.Contains([]string{"added", "removed", "changed"}, r.Change):
		return fmt.Sprintf("change is added, removed or changed, not %q", r.Change)
	case r.Until != "" && err != nil:
		return fmt.Sprintf("until is a date such as 2026-01-31, not %q", r.Until)
	}
	return ""
}

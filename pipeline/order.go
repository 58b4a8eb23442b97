package pipeline

import (
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"maps"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/effigydb/effigy/internal/config"
)

// Defaults of an Order, where neither a flag nor the settings say otherwise.
const (
	DefaultRows = 1000
	DefaultTTL  = 7 * 24 * time.Hour
)

// Order is what a rebuild is asked for. Zero fields are taken from the
// settings, then from the defaults.
type Order struct {
	Source  string // of the schema, as Run.Read takes it
	Rows    *int64 // rows of a table
	Seed    string // empty: a random one
	Now     time.Time
	Jobs    int
	Name    string // a hint for the sandbox's name
	Replace string // the sandbox to swap the new one in for
	TTL     time.Duration
	Owner   string
	Labels  map[string]string
	EnvFile string // where to write the URLs; empty: nowhere
	// Keep leaves the sandbox there when its verification failed.
	Keep bool
	// NoTemplate leaves out the copy that Reset starts from.
	NoTemplate bool
	// SkipMissing builds what is left without the extensions that the server
	// does not have, instead of refusing.
	SkipMissing bool
	// PlanFile is what Plan writes and Generate reads; empty for none.
	PlanFile string
	// Discard drops the sandbox once it is verified.
	Discard bool
}

// complete fills in what the order leaves open.
func (r *Run) complete(o Order) (Order, error) {
	c := r.Config
	if o.Source == "" {
		o.Source = c.SchemaPath()
	}
	if o.Source == "" {
		return o, misuse("no schema given", "name one, or set schema in "+config.Name)
	}
	if o.Rows == nil {
		o.Rows = c.Rows
	}
	if o.Rows == nil {
		rows := int64(DefaultRows)
		o.Rows = &rows
	}
	if *o.Rows < 0 {
		return o, misuse("--rows: a number of rows is not negative", "such as --rows 1000; 0 leaves the tables empty")
	}
	o.Seed = first(o.Seed, string(c.Seed), randomSeed())
	if o.Now.IsZero() && c.Now != "" {
		o.Now, _ = time.Parse(time.RFC3339, c.Now)
	}
	if o.Now.IsZero() {
		o.Now = r.Clock()
	}
	o.Now = o.Now.UTC().Truncate(time.Second)
	if o.Jobs == 0 {
		o.Jobs = c.Jobs
	}
	o.SkipMissing = o.SkipMissing || c.SkipMissing
	o.Name = first(o.Name, o.Replace, c.Sandbox.Name)
	if strings.IndexFunc(o.Name, noName) >= 0 {
		return o, misuse(fmt.Sprintf("%q is no name for a sandbox: letters, digits and - _ . / are", o.Name), "such as --name dev")
	}
	o.Owner = first(o.Owner, c.Sandbox.Owner)
	if o.TTL == 0 && c.Sandbox.TTL != nil {
		o.TTL = *c.Sandbox.TTL
	}
	if o.TTL == 0 {
		o.TTL = DefaultTTL
	}
	labels := maps.Clone(c.Sandbox.Labels)
	if labels == nil {
		labels = map[string]string{}
	}
	maps.Copy(labels, o.Labels)
	labels[rowsLabel] = strconv.FormatInt(*o.Rows, 10)
	o.Labels = labels
	return o, nil
}

// noName reports what may not stand in a name that is typed on command lines.
func noName(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-_./", r)
}

func first(values ...string) string {
	for _, v := range values {
		if v != "" {
			return v
		}
	}
	return ""
}

// randomSeed is a fresh seed: 16 hex digits.
func randomSeed() string {
	var b [8]byte
	_, _ = rand.Read(b[:])
	return hex.EncodeToString(b[:])
}

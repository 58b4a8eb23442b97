package generator

import (
	"github.com/effigydb/effigy/generator/draw"
	"github.com/effigydb/effigy/generator/predicate"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/generator/vocabulary"
	"github.com/effigydb/effigy/schema"
)

// Table is the plan of one table: a root of partitions, an ordinary table or
// an inheritance child (whose rows are its own, ONLY).
type Table struct {
	Name schema.Name
	// Requested and planned number of rows.
	Requested, Rows int64
	// CappedBy names the constraint that allows fewer rows than requested.
	CappedBy string
	// CapReason says why.
	CapReason string
	// Columns to be written, in attribute order; generated ones are left out.
	Columns   []Column
	Verdicts  []Verdict
	Sequences []SequenceValue
	// Shortfalls tell where the rows are not as the configuration asks,
	// because the constraints leave no choice.
	Shortfalls []string
	// Binary is false when a column's type has no binary form known here, so
	// that the table is loaded with text COPY.
	Binary bool
	// Wave is 0 for a table that can be loaded at once; others wait until those
	// of lower waves are full, which functions in their CHECKs read.
	Wave int
	// RowBytes is the mean size of a COPY binary tuple, for estimates.
	RowBytes int

	model      *schema.Table
	schema     *schema.Schema
	key        draw.Key
	settings   Settings
	columns    []*column // all of the model's, by position
	written    []int     // positions of Columns
	formula    *predicate.Formula
	branches   []*branch
	pick       *draw.Alias
	wished     []wished
	weighted   bool // by what the configuration wants: see weigh
	branchKey  draw.Key
	guarded    bool // what units set has to be held against the branch
	units      []*unit
	links      []*link
	uniques    []*unique
	sought     []*unique // kept apart for children: see sought.go
	exclusion  []*exclusion
	seniors    []*link // parents whose rows are not younger than the table's
	products   []product
	byName     map[string][]*column // by lowerSnake: see called
	slotted    int                  // the range or moment that a unit fills, -1 for none: see slot.go
	lent       []int                // columns that children repeat: see loan.go
	afterwards []*afterwards        // keys met when a row is written
	component  int
	looksAt    []*Table // that functions of its constraints read: see reads.go
	mode       mode
	origins    *origins
	refusal    *Refusal
	narrowed   []predicate.Named // what children can hold of its keys: see narrower.go
	judged     []predicate.Named // constraints that only the judge can decide
	vouched    map[string]bool   // constraints that the judge answers for
	pooled     []predicate.Named // those whose accepted values became a space
	polymorphs []polymorph
	ages       *ages
	lean       bool            // constructed checks need no test: see maker.check
	trusted    map[string]bool // checks that drawing meets: see trust.go
	assured    []bool          // columns that no branch refuses: see maker.doubtful
	core       []bool          // columns that others of the row or other rows ask for: see core.go
	aged       bool            // other rows ask for the ages of its rows
	followed   []*link         // other rows ask for whom these refer to
	deaths     []int           // columns that say when it came to an end
	presences  []presence      // columns that have a value for some labels: see idle.go
	births     []int           // columns that say since when a row is there
	circle     *circle         // what it has in common with its cycle: see circle.go
	brood      *brood          // its rows are those of a parent's: see brood.go
	broodless  bool            // … which did not do
	queues     []*unit         // its rows follow each other: see queue.go
	queueless  bool            // … which did not do
	daily      bool            // keys of days wait for broods: see spreadsDays
	stamps     []*stamp        // of moments in keys: see stamp.go
	stampless  bool            // … which did not do
	steep      bool            // a sampled row took very many attempts
	store      *store          // keys for other rows to repeat
	keysOf     *lookup         // of its rows, for tables outside of its cycle
	fixedBy    map[int]bool    // columns that equal a function of others
	book       *vocabulary.Book
	now        int64
	planned    bool // its rows stand
	ahead      bool // its keys are repeated before its rows stand: row p repeats candidate p
	fixed      bool // rows are literal: see fixtures.go
	fixtures   [][]cell
	rows       [][]value.Value   // the finished rows of a table with fixtures
	outside    []outside         // what the judge computed, see outside.go
	counted    []counted         // columns that the number of the row gives: see counted.go
	postponed  []predicate.Named // judged when that is known
	awaiting   map[string]bool   // what a dry plan leaves to a judge
	notes      map[string]string // why a constraint is met as it is
	sizes      sizes             // of the rows that proved it: see sizes.go
}

// mode says how a row index becomes a row.
type mode uint8

const (
	// direct: the row program satisfies every constraint by construction.
	direct mode = iota
	// retry: a row is tried with attempt 0, 1, … until its own checks hold;
	// rows know nothing of each other.
	retry
	// search: the plan found an attempt for every row and keeps it.
	search
)

// origins are the accepted candidates of a searched table.
type origins struct {
	attempts []uint32
	indexes  []uint32 // nil while row p is candidate p
	limits   []uint32 // rows that a self reference may choose from; nil for p
}

// origin is the candidate and the attempt that make row p, and the number of
// rows that a self reference of it may choose from.
func (t *Table) origin(p int64) (index uint64, attempt uint32, limit int64) {
	if t.origins == nil {
		return uint64(p), 0, p
	}
	index, limit = uint64(p), p
	if t.origins.indexes != nil {
		index = uint64(t.origins.indexes[p])
	}
	if t.origins.limits != nil {
		limit = int64(t.origins.limits[p])
	}
	return index, t.origins.attempts[p], limit
}

// candidate is the one whose key children of row p repeat.
func (t *Table) candidate(p int64) uint64 {
	if t.ahead {
		return uint64(p)
	}
	index, _, _ := t.origin(p)
	return index
}

// position of a column in the model, or -1.
func (t *Table) position(name string) int {
	for i, c := range t.columns {
		if c.name == name {
			return i
		}
	}
	return -1
}

// positions of several columns; nil when one is unknown.
func (t *Table) positions(names []string) []int {
	out := make([]int, len(names))
	for i, n := range names {
		if out[i] = t.position(n); out[i] < 0 {
			return nil
		}
	}
	return out
}

func (t *Table) refuse(constraint, reason, hint string) {
	if t.refusal == nil {
		t.refusal = &Refusal{Object: t.Name.String(), Constraint: constraint, Reason: reason, Hint: hint}
		t.Rows = 0
	}
}

// cap lowers the number of rows to what a constraint allows.
func (t *Table) cap(rows int64, constraint, reason string) {
	if rows < t.Rows {
		t.Rows, t.CappedBy, t.CapReason = max(rows, 0), constraint, reason
	}
}

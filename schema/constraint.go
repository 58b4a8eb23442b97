package schema

// ConstraintKind is the kind of a table or domain constraint.
type ConstraintKind int

// The kinds of constraint.
const (
	Check ConstraintKind = iota
	PrimaryKey
	Unique
	ForeignKey
	Exclude
	NotNull // a named NOT NULL, as PostgreSQL 18 prints them; the column has NotNull too
)

// String is the word Postgres uses for the kind.
func (k ConstraintKind) String() string {
	return [...]string{"check", "primary key", "unique", "foreign key", "exclude", "not null"}[k]
}

// Constraint is a constraint of a table or a domain.
type Constraint struct {
	// Name is never empty: where the text gives none, it is the one Postgres
	// would choose, and AutoNamed is set.
	Name      string
	AutoNamed bool
	Kind      ConstraintKind
	// Columns of a key, a foreign key or a NOT NULL, in its order; of a
	// CHECK, those its expression refers to.
	Columns   []string
	Including []string
	Inherited bool

	Expr      *Expr // CHECK
	NoInherit bool

	RefTable   Name     // foreign key
	RefColumns []string // never empty for a foreign key whose table is in the text: the primary key when the text names none
	Match      string   // "simple", "full"
	OnDelete   string   // "no action", "restrict", "cascade", "set null", "set default"
	OnUpdate   string
	Period     bool // the last pair of columns is PERIOD

	NullsNotDistinct bool
	WithoutOverlaps  bool // the last column is WITHOUT OVERLAPS

	Method   string           // EXCLUDE's access method
	Elements []ExcludeElement // EXCLUDE
	Where    *Expr            // EXCLUDE's predicate

	Deferrable        bool
	InitiallyDeferred bool
	NotValid          bool
	NotEnforced       bool
	Line              int
}

// ExcludeElement is one "key WITH operator" of an EXCLUDE constraint.
type ExcludeElement struct {
	Key      IndexKey
	Operator string
}

// Index is an index made by CREATE INDEX.
type Index struct {
	Name             Name
	Unique           bool
	NullsNotDistinct bool
	Method           string
	Keys             []IndexKey
	Including        []string
	Where            *Expr
	Line             int
}

// IndexKey is one key of an index: Column for a plain column, otherwise Expr.
type IndexKey struct {
	Column    string
	Expr      *Expr
	Collation Name
	OpClass   Name
}

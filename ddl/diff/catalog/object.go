package catalog

import (
	pg "github.com/sqlc-dev/oliphant"

	"github.com/effigydb/effigy/ddl/diff/expr"
	"github.com/effigydb/effigy/schema"
)

// Object is what every object and every named part of one has.
type Object struct {
	Kind string // Postgres' own word
	Name schema.Name
	// Args is the signature of a routine, with its parentheses.
	Args    string
	Line    int
	Text    string // the statement that made it
	Owner   string // "" where the text does not say
	ACL     *ACL
	Comment string
	Labels  map[string]string // security labels by provider
	// CommentLine and OwnerLine are 0 where the text has none.
	CommentLine, OwnerLine int
	dropped                bool
}

// String is the name as findings print it.
func (o *Object) String() string { return o.Name.String() + o.Args }

// Expr is an expression as parsed, with what its names are resolved by.
type Expr struct {
	Node *pg.Node
	Path []string // the search path of its statement
	At   int      // the number of its statement
}

// TypeRef is a type name as parsed.
type TypeRef struct {
	Name *pg.TypeName
	Path []string
	At   int
}

// Relation is a table, foreign table, view, materialized view, sequence,
// index or composite type.
type Relation struct {
	Object
	Columns     []*Column
	Constraints []*Constraint
	Triggers    []*Trigger
	Rules       []*Rule
	Policies    []*Policy

	Inherits    []*Relation
	PartitionOf *Relation
	Bound       *Bound
	PartitionBy *PartitionBy
	OfType      *TypeRef
	children    []*Relation

	Options          map[string]string // reloptions, names as toast.x
	Unlogged         bool
	Temporary        bool
	AccessMethod     string
	Tablespace       string
	RowSecurity      bool
	ForceRowSecurity bool
	ReplicaIdentity  string
	ClusterOn        string
	Server           string
	ServerOptions    map[string]string

	Query       *Expr    // of a view
	Names       []string // its column list, where given
	CheckOption string
	Sequence    *Sequence
	Index       *Index
	copied      bool // by CREATE TABLE AS
	// prior are the columns that a replaced view had: it may select from
	// itself.
	prior []expr.Column
}

// Column is a column of a relation.
type Column struct {
	Object
	Type       TypeRef
	NotNull    bool
	NotNullSet NotNull
	Default    *Expr
	Generated  string // "", stored or virtual
	Identity   string // "", always or by default
	Sequence   *Relation
	Collation  []*pg.Node
	Storage    string
	Compress   string
	Statistics string
	Options    map[string]string
	Server     map[string]string // options of a foreign table's column
	Local      bool
	Inherited  bool
	former     []formerName
	at         int // the statement that made it
	resolved   *expr.Type
}

// NotNull is what a NOT NULL constraint says beside being there.
type NotNull struct {
	Name      string
	NoInherit bool
	NotValid  bool
}

type formerName struct {
	name  string
	until int
}

// Bound is FOR VALUES of a partition.
type Bound struct {
	Spec *pg.PartitionBoundSpec
	Path []string
	At   int
}

// PartitionBy is the partition key of a table.
type PartitionBy struct {
	Spec *pg.PartitionSpec
	Path []string
	At   int
}

// Constraint is a constraint of a table or a domain.
type Constraint struct {
	Object
	Node      *pg.Constraint
	Path      []string
	At        int
	AutoNamed bool
	// Enforced, Validated, Deferrable and Deferred are the state after all
	// ALTERs.
	Validated, Enforced  bool
	Deferrable, Deferred bool
	Columns              []string
	RefColumns           []string
	Referenced           *Relation
	Index                *Relation // of UNIQUE USING INDEX
	Options              map[string]string
	Local                bool
	Inherited            bool
	// Only is set on a key that was added to a partitioned table without
	// its partitions.
	Only bool
}

// Index is what an index is on.
type Index struct {
	Table    *Relation
	Stmt     *pg.IndexStmt
	Path     []string
	At       int
	Attached *Relation // the parent index
	// Statistics targets by column number, where set.
	Statistics map[string]string
	AutoNamed  bool
}

// Trigger is a trigger with its state.
type Trigger struct {
	Object
	Stmt    *pg.CreateTrigStmt
	Path    []string
	At      int
	Enabled string // "", disabled, replica, always
	Cloned  bool   // only the state of a parent's trigger
}

// Rule is a rewrite rule.
type Rule struct {
	Object
	Stmt    *pg.RuleStmt
	Path    []string
	At      int
	Enabled string
}

// Policy is a row security policy.
type Policy struct {
	Object
	Permissive bool
	Command    string
	Roles      []string
	Using      *Expr
	Check      *Expr
}

// Sequence is what a sequence counts.
type Sequence struct {
	Type                       string
	Start, Increment, Min, Max string
	Cache                      string
	Cycle                      bool
	OwnerTable                 *Relation
	OwnerColumn                *Column
	Identity                   bool
}

// Type is an enum, domain, range, or base type. A composite one is a Relation.
type Type struct {
	Object
	Labels      []string
	Base        TypeRef
	Collation   []*pg.Node
	Default     *Expr
	NotNull     bool
	NotNullName string
	Constraints []*Constraint
	Attributes  map[string]string
	Subtype     TypeRef
	Multirange  schema.Name
	Shell       bool
}

// Routine is a function, procedure or aggregate.
type Routine struct {
	Object
	Stmt       *pg.CreateFunctionStmt
	Aggregate  *pg.DefineStmt
	Path       []string
	At         int
	Attributes map[string]string
	Settings   map[string]string
	Tokens     string // of a BEGIN ATOMIC body
}

// Entry is an object of any other kind, as its attributes.
type Entry struct {
	Object
	// ID tells entries of a kind apart; it is what Object.String prints
	// unless Label is set.
	Label      string
	Attributes map[string]string
	// Expressions are attributes to be resolved at the end.
	Expressions map[string]*Expr
	Table       *Relation // statistics, publication members
	Members     map[string]*Member
	Secret      map[string]bool // attributes that must not be shown
}

// Member is a table of a publication.
type Member struct {
	Relation *Relation
	Columns  []string
	Where    *Expr
	Line     int
}

// String is the name as findings print it.
func (e *Entry) String() string {
	if e.Label != "" {
		return e.Label
	}
	return e.Object.String()
}

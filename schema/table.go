package schema

// Table is a table of any kind: ordinary, partitioned, a partition, foreign.
type Table struct {
	Name Name
	// Columns in attribute order, those inherited, copied by LIKE or taken
	// from a type included. A partition has the columns of its root.
	Columns []*Column
	// Constraints of the table itself, inherited CHECKs included, in the
	// order of the text. Column-level ones stand here too. A partition does
	// not repeat the keys of its parent.
	Constraints []*Constraint
	// Indexes made by CREATE INDEX; those behind constraints are not listed.
	Indexes  []*Index
	Triggers []Member
	Policies []*Policy
	Rules    []Member

	Inherits    []Name
	PartitionBy *PartitionKey
	PartitionOf *PartitionBound
	OfType      Name
	Foreign     bool
	Server      string // of a foreign table
	Temporary   bool
	Unlogged    bool
	RowSecurity bool
	ForceRLS    bool
	Comment     string
	Line        int
}

// Column is a column of a table or a field of a composite type.
type Column struct {
	Name      string
	Type      Type
	NotNull   bool
	Default   *Expr
	Collation Name
	// Generated is "", "stored" or "virtual"; the expression is Expression.
	Generated  string
	Expression *Expr
	// Identity is "", "always" or "by default".
	Identity string
	// Sequence feeds the column: an identity's own, a serial's, or the one
	// named by a nextval default. Nil when there is none.
	Sequence  *Sequence
	Inherited bool
	Comment   string
	Line      int
}

// Member is a named part of a table that rows never depend on.
type Member struct {
	Name string
	Line int
}

// Policy is a row security policy.
type Policy struct {
	Name       string
	Command    string // "all", "select", "insert", "update", "delete"
	Permissive bool
	Roles      []string // "public" for everybody
	Line       int
}

// PartitionKey is PARTITION BY: Strategy is "range", "list" or "hash", Keys
// are columns or expressions.
type PartitionKey struct {
	Strategy string
	Keys     []IndexKey
}

// PartitionBound is the place of a partition below its parent.
type PartitionBound struct {
	Parent  Name
	Default bool
	// From and To bound a range partition, one entry a key column; MINVALUE
	// and MAXVALUE are Infinite entries.
	From, To []Bound
	// In are the values of a list partition (a Null entry for NULL).
	In []Bound
	// Modulus and Remainder place a hash partition; Modulus 0 otherwise.
	Modulus, Remainder int
}

// Bound is one value of a partition bound: Value is the literal's text.
type Bound struct {
	Value    string
	Null     bool
	Infinite int // -1 MINVALUE, 1 MAXVALUE, 0 a value
}

// Column returns the column of that name, or nil.
func (t *Table) Column(name string) *Column {
	for _, c := range t.Columns {
		if c.Name == name {
			return c
		}
	}
	return nil
}

// PrimaryKey returns the primary key, or nil.
func (t *Table) PrimaryKey() *Constraint {
	for _, c := range t.Constraints {
		if c.Kind == PrimaryKey {
			return c
		}
	}
	return nil
}

// Sequence is a sequence, standing alone or owned by a column. Options that
// the text leaves out hold Postgres' defaults for the type.
type Sequence struct {
	Name      Name
	Type      Type
	Start     int64
	Increment int64
	Min, Max  int64
	Cache     int64
	Cycle     bool
	OwnedBy   Name   // the table; zero when unowned
	Column    string // its column
	Line      int
}

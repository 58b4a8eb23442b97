package schema

// Schema is everything a schema text defines, in the order of the text.
type Schema struct {
	// SHA256 is the hex digest of the text.
	SHA256     string
	Schemas    []string
	Extensions []*Extension
	Enums      []*Enum
	Domains    []*Domain
	Composites []*Composite
	Ranges     []*Range
	BaseTypes  []*BaseType
	Tables     []*Table
	Sequences  []*Sequence
	Views      []*View
	Functions  []*Function
	// Roles are the names of roles that grants, policies, owners and default
	// privileges refer to, sorted, without PUBLIC and the CURRENT_USER forms.
	Roles []string

	index *index
}

// View is a view or a materialised view. DependsOn are the relations its
// query names.
type View struct {
	Name         Name
	Materialized bool
	DependsOn    []Name
	Line         int
}

// Function is a function, procedure or aggregate. Arguments are input types.
type Function struct {
	Name       Name
	Kind       string // "function", "procedure", "aggregate"
	Arguments  []Type
	Returns    Type
	SetOf      bool
	Language   string
	Volatility string // "immutable", "stable", "volatile"
	Body       string // the source: the string given AS, or the SQL from RETURN or BEGIN ATOMIC on
	Line       int
}

type index struct {
	tables     map[Name]*Table
	enums      map[Name]*Enum
	domains    map[Name]*Domain
	composites map[Name]*Composite
	ranges     map[Name]*Range
	sequences  map[Name]*Sequence
}

// Reindex builds the lookup tables anew; call it after the last change to
// the lists. The lookups call it by themselves the first time, which is not
// safe from several goroutines: package ddl calls it before it hands a
// schema out.
func (s *Schema) Reindex() {
	x := &index{
		tables: map[Name]*Table{}, enums: map[Name]*Enum{}, domains: map[Name]*Domain{},
		composites: map[Name]*Composite{}, ranges: map[Name]*Range{}, sequences: map[Name]*Sequence{},
	}
	for _, t := range s.Tables {
		x.tables[t.Name] = t
		x.composites[t.Name] = &Composite{Name: t.Name, Fields: t.Columns, Line: t.Line}
	}
	for _, e := range s.Enums {
		x.enums[e.Name] = e
	}
	for _, d := range s.Domains {
		x.domains[d.Name] = d
	}
	for _, c := range s.Composites {
		x.composites[c.Name] = c
	}
	for _, r := range s.Ranges {
		x.ranges[r.Name] = r
	}
	for _, q := range s.Sequences {
		x.sequences[q.Name] = q
	}
	s.index = x
}

func (s *Schema) lookup() *index {
	if s.index == nil {
		s.Reindex()
	}
	return s.index
}

// Table returns the table of that name, or nil.
func (s *Schema) Table(n Name) *Table { return s.lookup().tables[n] }

// Enum returns the enum of that name, or nil.
func (s *Schema) Enum(n Name) *Enum { return s.lookup().enums[n] }

// Domain returns the domain of that name, or nil.
func (s *Schema) Domain(n Name) *Domain { return s.lookup().domains[n] }

// Composite returns the composite type of that name, or nil. The row type of
// a table is one, whatever the table's constraints say of its rows.
func (s *Schema) Composite(n Name) *Composite { return s.lookup().composites[n] }

// Range returns the range type of that name that the text defines, or nil.
func (s *Schema) Range(n Name) *Range { return s.lookup().ranges[n] }

// Sequence returns the sequence of that name, or nil.
func (s *Schema) Sequence(n Name) *Sequence { return s.lookup().sequences[n] }

// maxDomainDepth bounds the walk through domains over domains; Postgres has
// no cycles there, a hostile text may.
const maxDomainDepth = 32

// Base resolves a type through domains to the type that is stored, together
// with the domains passed on the way, outermost first. Modifiers of the
// innermost domain apply. A domain over an array adds its dimensions.
func (s *Schema) Base(t Type) (Type, []*Domain) {
	var through []*Domain
	for range maxDomainDepth {
		d := s.Domain(t.Name)
		if d == nil || t.Dims > 0 {
			return t, through
		}
		through = append(through, d)
		t = d.Base
	}
	return t, through
}

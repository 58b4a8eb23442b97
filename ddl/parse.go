package ddl

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"

	"github.com/effigydb/effigy/ddl/statement"
	"github.com/effigydb/effigy/schema"
	pg "github.com/sqlc-dev/oliphant"
)

// Parse reads a schema text. The error is for a text that can't be read as a
// whole (a string or comment that does not end, a NUL byte, invalid UTF-8);
// the Script then holds what precedes the fault. A statement that can't be
// read is a Problem, not an error.
func Parse(text string) (*Script, error) {
	sum := sha256.Sum256([]byte(text))
	s := &Script{Split: statement.Split(text), Schema: &schema.Schema{SHA256: hex.EncodeToString(sum[:])}}
	r := newReader(s)
	for i := range s.Split.Statements {
		r.statement(i)
	}
	r.finish()
	if s.Split.Err != nil {
		return s, s.Split.Err
	}
	return s, nil
}

// reader builds the model, statement by statement, as Postgres would build
// its catalogs.
type reader struct {
	out      *Script
	cat      *catalog
	tables   map[schema.Name]*schema.Table
	children map[schema.Name][]schema.Name
	roles    map[string]bool
	// src is the statement being read, item what is being noted about it.
	src  source
	item *Item
	// domain is set inside a domain's CHECK, where VALUE is the value.
	domain bool
}

func newReader(s *Script) *reader {
	s.facts.names = map[*pg.Constraint]string{}
	return &reader{
		out: s, cat: newCatalog(), tables: map[schema.Name]*schema.Table{},
		children: map[schema.Name][]schema.Name{}, roles: map[string]bool{},
	}
}

// facts are what Plan needs to know beside the model.
type facts struct {
	// names are those given to the constraints of the parse trees.
	names map[*pg.Constraint]string
	// paths are the search_path of each statement, nil for the default.
	paths []string
	// targets are the relations the statements are about.
	targets []schema.Name
	// absent are statements about something that does not exist there: the
	// DROP … IF EXISTS that stand before everything else.
	absent []bool
	// copied are the keys and indexes that LIKE has copied.
	copied []copiedKey
}

// copiedKey is a key or an index that LIKE … INCLUDING INDEXES made.
type copiedKey struct {
	line  int
	table schema.Name
	key   *schema.Constraint
	index *schema.Index
}

func (r *reader) statement(i int) {
	st := &r.out.Split.Statements[i]
	r.src = source{st}
	r.out.Items = append(r.out.Items, Item{Statement: i, Kind: "other", Line: st.Line})
	r.item = &r.out.Items[i]
	r.out.facts.paths = append(r.out.facts.paths, r.pathText())
	r.out.facts.targets = append(r.out.facts.targets, schema.Name{})
	r.out.facts.absent = append(r.out.facts.absent, st.Node != nil && r.isAbsent(st.Node))
	if st.Err != nil {
		r.problem(st.Err)
		r.item.Opaque = true
		r.item.Kind, r.item.Name = r.fromTokens()
		return
	}
	r.read(st.Node)
}

func (r *reader) problem(e *statement.SyntaxError) {
	r.out.Problems = append(r.out.Problems, Problem{Line: e.Line, Column: e.Column, Message: e.Message, Caret: e.Caret()})
}

// is notes what the statement is about.
func (r *reader) is(kind, name string) {
	r.item.Kind, r.item.Name = kind, name
}

// about notes a statement about a relation.
func (r *reader) about(kind string, n schema.Name) {
	r.is(kind, n.String())
	r.target(n)
}

func (r *reader) target(n schema.Name) { r.out.facts.targets[len(r.out.facts.targets)-1] = n }

func (r *reader) opaqueItem(kind, name string) {
	r.is(kind, name)
	r.item.Opaque = true
}

// table is the table of that resolved name, or nil.
func (r *reader) table(n schema.Name) *schema.Table { return r.tables[n] }

func (r *reader) line(offset int32) int { return r.src.lineAt(offset) }

// role notes a role that the text names.
func (r *reader) role(spec *pg.RoleSpec) {
	if spec.GetRoletype() == pg.RoleSpecType_ROLESPEC_CSTRING && spec.GetRolename() != "" {
		r.roles[spec.Rolename] = true
	}
}

func (r *reader) finish() {
	sch := r.out.Schema
	for name := range r.roles {
		sch.Roles = append(sch.Roles, name)
	}
	slices.Sort(sch.Roles)
	sch.Reindex()
	for _, t := range sch.Tables {
		r.fillReferences(t)
	}
}

// fillReferences gives foreign keys that name no columns the primary key of
// the table they refer to, and primary keys their NOT NULL.
func (r *reader) fillReferences(t *schema.Table) {
	for _, c := range t.Constraints {
		if c.Kind != schema.ForeignKey || len(c.RefColumns) > 0 {
			continue
		}
		if ref := r.tables[c.RefTable]; ref != nil {
			if pk := r.keyOf(ref); pk != nil {
				c.RefColumns = slices.Clone(pk.Columns)
			}
		}
	}
}

// keyOf is the primary key of a table, for a partition that of its root.
func (r *reader) keyOf(t *schema.Table) *schema.Constraint {
	for range len(r.tables) + 1 {
		if pk := t.PrimaryKey(); pk != nil {
			return pk
		}
		if t.PartitionOf == nil || r.tables[t.PartitionOf.Parent] == nil {
			return nil
		}
		t = r.tables[t.PartitionOf.Parent]
	}
	return nil
}

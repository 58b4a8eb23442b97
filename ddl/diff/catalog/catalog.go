package catalog

import (
	"errors"
	"fmt"
	"strings"

	pg "github.com/sqlc-dev/oliphant"

	"github.com/effigydb/effigy/ddl/diff/builtin"
	"github.com/effigydb/effigy/ddl/statement"
	"github.com/effigydb/effigy/schema"
)

// Catalog is what a text has built.
type Catalog struct {
	Relations map[schema.Name]*Relation
	Types     map[schema.Name]*Type
	Routines  map[string]*Routine // by name and signature
	Schemas   map[string]*Object
	Entries   map[string]*Entry // by kind and name
	Defaults  map[string]*DefaultACL
	// Implied are objects of the system that the text grants rights on.
	Implied map[string]*Object
	Opaque  []Opaque
	// Data counts statements about rows, which are no schema.
	Data int
	// Version is the major version of the pg_dump that wrote the text, 0
	// where its header does not say.
	Version int

	path       []string
	role       string
	accessAM   string
	tablespace string
	at         int
	line       int
	text       string
	names      map[schema.Name][]*naming
	byFunction map[string][]*Routine
	formerType map[schema.Name]*Type
	conNames   map[schema.Name]int
	extensions []*installed
	routineFns map[*Routine]*builtin.Function
	viewCols   map[*Relation][]viewColumn
	userOps    map[string][]builtin.Operator
	userCasts  map[[2]string]builtin.Cast
	owned      map[*Relation][]*Relation // sequences by table
	final      bool
}

// Opaque is a statement that was not understood or found no object.
type Opaque struct {
	Kind, Name  string
	Tokens      string
	Text        string
	Line        int
	Environment bool
}

type installed struct {
	name    string
	schema  string
	catalog *builtin.Catalog
}

// naming is a name of a relation for a stretch of the text.
type naming struct {
	rel         *Relation
	from, until int // until is 0 while the name stands
}

// New is an empty database.
func New() *Catalog {
	c := &Catalog{
		Relations: map[schema.Name]*Relation{}, Types: map[schema.Name]*Type{}, Routines: map[string]*Routine{},
		Schemas: map[string]*Object{}, Entries: map[string]*Entry{}, Defaults: map[string]*DefaultACL{}, Implied: map[string]*Object{},
		path: []string{"public"}, names: map[schema.Name][]*naming{}, byFunction: map[string][]*Routine{},
		formerType: map[schema.Name]*Type{}, conNames: map[schema.Name]int{},
		routineFns: map[*Routine]*builtin.Function{}, viewCols: map[*Relation][]viewColumn{},
		userOps: map[string][]builtin.Operator{}, userCasts: map[[2]string]builtin.Cast{},
	}
	c.Schemas["public"] = &Object{Kind: "schema", Name: schema.Name{Name: "public"}, ACL: publicACL()}
	return c
}

// errMissing says that a statement is about something that is not there.
var errMissing = errors.New("no such object")

// errOpaque says that a statement is not understood.
var errOpaque = errors.New("not understood")

func missing(kind string, name fmt.Stringer) error {
	return fmt.Errorf("%s %s: %w", kind, name, errMissing)
}

// Read applies all statements of a script.
func Read(s *statement.Script) *Catalog {
	c := New()
	c.Version = dumpVersion(s.Text)
	var waiting []*waiter
	for i := range s.Statements {
		st := &s.Statements[i]
		c.at = i + 1
		w := &waiter{st, c.path, c.role, c.at}
		if err := c.apply(st); errors.Is(err, errMissing) {
			waiting = append(waiting, w)
		} else if err != nil {
			c.opaque(st)
		}
	}
	c.retry(waiting)
	c.finish()
	return c
}

// waiter is a statement to be tried again with the settings of its place.
type waiter struct {
	st   *statement.Statement
	path []string
	role string
	at   int
}

func (c *Catalog) retry(waiting []*waiter) {
	for len(waiting) > 0 {
		var left []*waiter
		for _, w := range waiting {
			c.path, c.role, c.at = w.path, w.role, w.at
			if err := c.apply(w.st); err != nil {
				left = append(left, w)
			}
		}
		if len(left) == len(waiting) {
			for _, w := range left {
				c.opaque(w.st)
			}
			return
		}
		waiting = left
	}
}

// apply changes the catalog as one statement says. It never panics.
func (c *Catalog) apply(st *statement.Statement) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%v: %w", r, errOpaque)
		}
	}()
	if st.Node == nil || len(st.Text) > maxTokens && len(st.Tokens()) > maxTokens && !isData(st.Node) {
		return errOpaque
	}
	c.line, c.text = st.Line, st.Text
	return c.statement(st, st.Node)
}

// maxTokens bounds the statements that are read: the depth of a tree can be
// as great as its number of tokens, and so can the stack.
const maxTokens = 100_000

func (c *Catalog) object(kind string, n schema.Name) Object {
	o := Object{Kind: kind, Name: n, Line: c.line, Text: c.text}
	if c.role != "" && owned[kind] {
		o.Owner, o.OwnerLine = c.role, c.line
	}
	return o
}

// owned are the kinds of objects that belong to the role that makes them.
var owned = map[string]bool{
	"table": true, "view": true, "materialized view": true, "foreign table": true, "sequence": true, "schema": true, "type": true, "domain": true,
	"function": true, "procedure": true, "aggregate": true, "collation": true, "operator": true, "statistics": true, "publication": true,
	"text search configuration": true, "text search dictionary": true, "server": true, "foreign data wrapper": true,
}

// lineAt is the line of a place in the statement at hand.
func (c *Catalog) lineAt(location int32) int {
	if location <= 0 || int(location) > len(c.text) {
		return c.line
	}
	return c.line + strings.Count(c.text[:location], "\n")
}

// expr keeps an expression for later; nil stays nil.
func (c *Catalog) expr(n *pg.Node) *Expr {
	if n == nil {
		return nil
	}
	return &Expr{n, c.path, c.at}
}

func (c *Catalog) typeRef(t *pg.TypeName) TypeRef { return TypeRef{t, c.path, c.at} }

// dumpVersion reads "-- Dumped by pg_dump version 17.2" or, failing that,
// nothing.
func dumpVersion(text string) int {
	head := text[:min(len(text), 4096)]
	_, after, ok := strings.Cut(head, "-- Dumped from database version ")
	if !ok {
		return 0
	}
	v := 0
	for _, r := range after {
		if r < '0' || r > '9' {
			break
		}
		v = v*10 + int(r-'0')
	}
	return v
}

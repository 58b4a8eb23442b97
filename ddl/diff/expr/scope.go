package expr

import (
	"strconv"
	"strings"

	pg "github.com/sqlc-dev/oliphant"
)

// rte is an entry of the range table: something columns come from.
type rte struct {
	alias   string
	prefix  string // printed before its columns; "" prints them alone
	rel     string
	rowType string
	cols    []rteColumn
	known   bool // all columns are known
	params  bool // the parameters of a routine
	hidden  bool // its names are not in sight (inside an aliased join)
	schema  string
}

type rteColumn struct {
	name   string // as it is called here
	real   string // as it is printed
	typ    Type
	merged bool  // hidden by a USING column
	form   *Node // what it stands for, where that is no column of its own
}

// scope is what one query level sees.
type scope struct {
	rtes   []*rte
	merged []rteColumn // USING columns
	parent *scope
}

func (a *Analyzer) push() { a.scope = &scope{parent: a.scope} }

func (a *Analyzer) pop() { a.scope = a.scope.parent }

// newRTE numbers a relation of the statement: what it is called does not
// count, so that the aliases pg_dump invents are no difference.
func (a *Analyzer) newRTE(alias string) *rte {
	a.rels++
	e := &rte{alias: alias, prefix: "t" + strconv.Itoa(a.rels), known: true}
	a.scope.rtes = append(a.scope.rtes, e)
	return e
}

func (e *rte) node(c rteColumn) *Node {
	if c.form != nil {
		return c.form.retyped(c.typ)
	}
	text := c.real
	if e.prefix != "" {
		text = e.prefix + "." + text
	}
	return typed(opColumn, text, c.typ)
}

// column resolves a column reference.
func (a *Analyzer) column(c *pg.ColumnRef) *Node {
	if len(c.Fields) > 0 && c.Fields[len(c.Fields)-1].GetAStar() != nil {
		return a.starRef(c)
	}
	parts := Strings(c.Fields)
	for s := a.scope; s != nil; s = s.parent {
		if n := s.lookup(parts); n != nil {
			return n
		}
	}
	for s := a.scope; s != nil; s = s.parent {
		if n := a.wholeRow(s, parts); n != nil {
			return n
		}
	}
	return a.unknownColumn(parts)
}

func (s *scope) lookup(parts []string) *Node {
	name := parts[len(parts)-1]
	if len(parts) == 1 {
		for _, m := range s.merged {
			if m.name == name {
				return (&rte{}).node(m)
			}
		}
	}
	for _, e := range s.rtes {
		if len(parts) > 1 && !e.matches(parts[:len(parts)-1]) || len(parts) == 1 && e.hidden {
			continue
		}
		for _, c := range e.cols {
			if c.name == name && (len(parts) > 1 || !c.merged) {
				return e.node(c)
			}
		}
	}
	return nil
}

func (e *rte) matches(qualifier []string) bool {
	if len(qualifier) > 1 && e.schema != "" && e.schema != qualifier[len(qualifier)-2] {
		return false
	}
	return e.alias == qualifier[len(qualifier)-1]
}

// wholeRow is a reference to all columns of a relation as one value.
func (a *Analyzer) wholeRow(s *scope, parts []string) *Node {
	for _, e := range s.rtes {
		if e.matches(parts) {
			if len(e.cols) == 1 && e.rel == "" && e.known && e.rowType == "" {
				return e.node(e.cols[0])
			}
			return e.whole()
		}
	}
	return nil
}

func (e *rte) whole() *Node {
	t := Type{Name: e.rowType}
	if t.Name == "" {
		t = recordType
	}
	return typed("row-of", e.prefix, t, typed(opColumn, "*", Type{}))
}

func (a *Analyzer) starRef(c *pg.ColumnRef) *Node {
	parts := Strings(c.Fields)
	for s := a.scope; s != nil && len(parts) > 0; s = s.parent {
		if n := a.wholeRow(s, parts); n != nil {
			return n
		}
	}
	return typed(opColumn, strings.Join(append(parts, "*"), "."), Type{})
}

// unknownColumn belongs to the one relation in sight whose columns are not
// known, if there is one.
func (a *Analyzer) unknownColumn(parts []string) *Node {
	name := parts[len(parts)-1]
	var owner *rte
	count := 0
	for s := a.scope; s != nil; s = s.parent {
		for _, e := range s.rtes {
			if e.known || len(parts) > 1 && !e.matches(parts[:len(parts)-1]) {
				continue
			}
			owner = e
			count++
		}
	}
	if count == 1 {
		return owner.node(rteColumn{name: name, real: name})
	}
	return typed(opColumn, strings.Join(parts, "."), Type{})
}

// indirection is a subscript or the field of a value.
func (a *Analyzer) indirection(in *pg.A_Indirection) *Node {
	n := a.expr(in.Arg)
	steps := in.Indirection
	if n.Op == "row-of" && len(steps) > 0 && steps[0].GetString_() != nil {
		if c := a.rowColumn(n.Text, steps[0].GetString_().Sval); c != nil {
			n, steps = c, steps[1:]
		}
	}
	for _, step := range steps {
		switch v := step.Node.(type) {
		case *pg.Node_String_:
			n = typed("field", v.String_.Sval, a.fieldType(n, v.String_.Sval), n)
		case *pg.Node_AIndices:
			n = a.subscript(n, v.AIndices)
		default:
			n = list("field", "*", n)
		}
	}
	return n
}

// rowColumn is the column of a relation whose whole row is at hand.
func (a *Analyzer) rowColumn(prefix, name string) *Node {
	for s := a.scope; s != nil; s = s.parent {
		for _, e := range s.rtes {
			if e.prefix != prefix {
				continue
			}
			if c := e.find(name); c != nil {
				return e.node(*c)
			}
		}
	}
	return nil
}

// fields are the columns of a composite value: those of its type, or of the
// function that returns it.
func (a *Analyzer) fields(n *Node) ([]Column, bool) {
	if f := n.function; f != nil && len(f.Out) > 1 {
		var out []Column
		for _, c := range f.Out {
			out = append(out, Column{Name: c.Name, Type: ParseType(c.Type)})
		}
		return out, true
	}
	return a.env.Fields(a.base(n.Type).Name)
}

func (a *Analyzer) fieldType(n *Node, field string) Type {
	fields, _ := a.fields(n)
	for _, f := range fields {
		if f.Name == field {
			return f.Type
		}
	}
	return Type{}
}

func (a *Analyzer) subscript(n *Node, ix *pg.A_Indices) *Node {
	t := Type{Name: "int4"}
	b := a.base(n.Type)
	if b.Name == "jsonb" {
		t = textType
	}
	index := func(e *pg.Node) *Node {
		if e == nil {
			return nil
		}
		v := a.expr(e)
		if b.Name == "" || b.Name == "jsonb" && v.Type.Name != "unknown" {
			return loosen(v)
		}
		return a.coerce(v, t)
	}
	if ix.IsSlice {
		return typed("slice", "", n.Type, n, index(ix.Lidx), index(ix.Uidx))
	}
	result := b.Elem()
	if b.Name == "jsonb" {
		result = b
	}
	return typed("at", "", result, n, index(ix.Uidx))
}

package ddl

import (
	"strings"

	"github.com/effigydb/effigy/ddl/statement"
	"github.com/effigydb/effigy/schema"
	pg "github.com/sqlc-dev/oliphant"
)

// createSchema makes a schema that lasts first of all; what stands inside
// CREATE SCHEMA comes where its own statement would.
func (p *planner) createSchema(s *pg.CreateSchemaStmt) {
	name := s.Schemaname
	if name == "" {
		name = s.Authrole.GetRolename()
	}
	section := Tables
	if p.final[name] {
		delete(p.final, name)
		section = Schemas
	}
	if name != "public" {
		ifNot := ""
		if s.IfNotExists {
			ifNot = "IF NOT EXISTS "
		}
		p.add(section, "CREATE SCHEMA "+ifNot+schema.Quote(name))
	}
	for i, sql := range p.schemaElements(s) {
		if i < len(s.SchemaElts) {
			p.nested(name, s.SchemaElts[i], sql)
		}
	}
}

// schemaElements are the statements inside a CREATE SCHEMA, each from its
// CREATE or GRANT to the next.
func (p *planner) schemaElements(s *pg.CreateSchemaStmt) []string {
	if len(s.SchemaElts) == 0 {
		return nil
	}
	var starts []int
	for i := 1; i < len(p.src.Tokens()); i++ {
		if p.src.is(i, "(") {
			i = p.src.closing(i)
		} else if p.src.is(i, "create") || p.src.is(i, "grant") {
			starts = append(starts, i)
		}
	}
	var out []string
	for i, from := range starts {
		to := len(p.src.Tokens())
		if i+1 < len(starts) {
			to = starts[i+1]
		}
		out = append(out, p.src.text(from, to))
	}
	return out
}

// nested plans a statement that stands inside CREATE SCHEMA, read from its
// own text; it shares the constraint names of the tree it was part of.
func (p *planner) nested(in string, element *pg.Node, sql string) {
	outer := *p
	defer func() {
		outer.sections, outer.load = p.sections, p.load
		*p = outer
	}()
	p.path = schema.Quote(in)
	if outer.path == "" {
		p.path += ", public"
	} else if outer.path != "''" {
		p.path += ", " + outer.path
	}
	p.item.Kind, p.item.Name = "other", ""
	st, err := statement.Parse(sql)
	if err != nil {
		p.add(Tables, sql)
		return
	}
	st.Line = p.src.lineAt(int32(max(strings.Index(p.src.Text, sql), 0)))
	p.src = source{st}
	p.item.Kind, p.target = nestedItem(in, element)
	if p.target.Name != "" {
		p.item.Name = p.target.String()
	}
	from, to := constraintsOf(element), constraintsOf(st.Node)
	for i := range min(len(from), len(to)) {
		p.script.facts.names[to[i]] = p.script.facts.names[from[i]]
	}
	p.place(st.Node)
}

func nestedItem(in string, n *pg.Node) (string, schema.Name) {
	at := func(v *pg.RangeVar) schema.Name {
		name := rangeName(v)
		if name.Schema == "" {
			name.Schema = in
		}
		return name
	}
	switch s := n.Node.(type) {
	case *pg.Node_CreateStmt:
		return "table", at(s.CreateStmt.Relation)
	case *pg.Node_ViewStmt:
		return "view", at(s.ViewStmt.View)
	case *pg.Node_CreateSeqStmt:
		return "sequence", at(s.CreateSeqStmt.Sequence)
	case *pg.Node_IndexStmt:
		return "index", schema.Name{Schema: in, Name: s.IndexStmt.Idxname}
	}
	return "other", schema.Name{}
}

func constraintsOf(n *pg.Node) []*pg.Constraint {
	var out []*pg.Constraint
	visitAny(n, func(x any) {
		if c, ok := x.(*pg.Constraint); ok {
			out = append(out, c)
		}
	})
	return out
}

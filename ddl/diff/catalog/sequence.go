package catalog

import (
	"strings"

	pg "github.com/sqlc-dev/oliphant"

	"github.com/effigydb/effigy/ddl/diff/expr"
	"github.com/effigydb/effigy/schema"
)

func (c *Catalog) createSequence(s *pg.CreateSeqStmt) error {
	if s.Sequence.GetRelpersistence() == "t" {
		return nil
	}
	r, err := c.newRelation(s.Sequence, "sequence")
	if err != nil || r == nil {
		return err
	}
	r.ACL = c.initialACL("sequence", r.Name.Schema)
	r.Sequence = &Sequence{}
	if err := c.sequenceOptions(r, s.Options); err != nil {
		return err
	}
	c.put(r)
	return nil
}

func (c *Catalog) alterSequence(s *pg.AlterSeqStmt) error {
	r, err := c.rangeVar(s.Sequence)
	if err != nil {
		return err
	}
	if r.Sequence == nil {
		return errOpaque
	}
	return c.sequenceOptions(r, s.Options)
}

// sequenceOptions applies the options of CREATE or ALTER SEQUENCE.
func (c *Catalog) sequenceOptions(r *Relation, options []*pg.Node) error {
	q := r.Sequence
	for _, o := range options {
		d := o.GetDefElem()
		v := value(d.GetArg())
		switch d.GetDefname() {
		case "as":
			_, q.Type = expr.LastTwo(d.Arg.GetTypeName().GetNames())
		case "start":
			q.Start = v
		case "increment":
			q.Increment = v
		case "minvalue":
			q.Min = v
		case "maxvalue":
			q.Max = v
		case "cache":
			q.Cache = v
		case "cycle":
			q.Cycle = v != "false" && v != "0"
		case "owned_by":
			if err := c.ownedBy(r, list(d.Arg)); err != nil {
				return err
			}
		case "logged":
			r.Unlogged = false
		case "unlogged":
			r.Unlogged = true
		}
	}
	return nil
}

func (c *Catalog) ownedBy(r *Relation, names []*pg.Node) error {
	parts := expr.Strings(names)
	if len(parts) == 1 && strings.EqualFold(parts[0], "none") {
		r.Sequence.OwnerTable, r.Sequence.OwnerColumn = nil, nil
		return nil
	}
	if len(parts) < 2 {
		return errOpaque
	}
	schemaName, table := qualified(names[:len(names)-1])
	t := c.relation(schemaName, table)
	if t == nil {
		return missing("table", schema.Name{Schema: schemaName, Name: table})
	}
	col := t.column(parts[len(parts)-1])
	if col == nil {
		return errMissing
	}
	r.Sequence.OwnerTable, r.Sequence.OwnerColumn = t, col
	return nil
}

// ownSequence makes the sequence of a serial or identity column. A name in
// the options wins over the automatic one.
func (c *Catalog) ownSequence(r *Relation, col *Column, typ string, options []*pg.Node) *Relation {
	n := schema.Name{Schema: r.Name.Schema}
	for _, o := range options {
		if d := o.GetDefElem(); d.GetDefname() == "sequence_name" {
			schemaName, name := qualified(list(d.Arg))
			n.Name = name
			if schemaName != "" {
				n.Schema = schemaName
			}
		}
	}
	if n.Name == "" {
		n.Name = c.chooseRelation(r.Name.Name, col.Name.Name, "seq", r.Name.Schema, false)
	}
	if old := c.Relations[n]; old != nil && old.Sequence != nil {
		return old
	}
	seq := &Relation{Object: c.object("sequence", n), Options: map[string]string{}}
	seq.ACL = c.initialACL("sequence", n.Schema)
	seq.Sequence = &Sequence{Type: typ, OwnerTable: r, OwnerColumn: col}
	_ = c.sequenceOptions(seq, options)
	c.put(seq)
	return seq
}

// addIdentity makes a column an identity column.
func (c *Catalog) addIdentity(r *Relation, col *Column, k *pg.Constraint) {
	col.Identity = identityKind(k.GeneratedWhen)
	col.NotNull = true
	col.Default = nil
	col.Sequence = c.ownSequence(r, col, columnBase(col), k.Options)
	col.Sequence.Sequence.Identity = true
}

func identityKind(when string) string {
	if when == "a" {
		return "always"
	}
	return "by default"
}

// columnBase is the internal name of a column's type, for its sequence.
func columnBase(col *Column) string {
	_, name := expr.LastTwo(col.Type.Name.GetNames())
	return name
}

// nextval is nextval('name'::regclass).
func nextval(n schema.Name) *pg.Node {
	arg := pg.MakeAConstStrNode(n.String(), -1)
	cast := &pg.Node{Node: &pg.Node_TypeCast{TypeCast: &pg.TypeCast{Arg: arg, TypeName: builtinType("regclass")}}}
	return pg.MakeFuncCallNode([]*pg.Node{pg.MakeStrNode("nextval")}, []*pg.Node{cast}, -1)
}

// Normal fills in the defaults of a sequence: what counts is what it does.
func (q *Sequence) Normal() Sequence {
	n := *q
	if n.Type == "" {
		n.Type = "int8"
	}
	if n.Increment == "" {
		n.Increment = "1"
	}
	down := strings.HasPrefix(n.Increment, "-")
	lo, hi := limits(n.Type)
	if n.Min == "" {
		n.Min = "1"
		if down {
			n.Min = lo
		}
	}
	if n.Max == "" {
		n.Max = hi
		if down {
			n.Max = "-1"
		}
	}
	if n.Start == "" {
		n.Start = n.Min
		if down {
			n.Start = n.Max
		}
	}
	if n.Cache == "" {
		n.Cache = "1"
	}
	return n
}

func limits(typ string) (lo, hi string) {
	switch typ {
	case "int2", "smallint":
		return "-32768", "32767"
	case "int4", "integer", "int":
		return "-2147483648", "2147483647"
	}
	return "-9223372036854775808", "9223372036854775807"
}

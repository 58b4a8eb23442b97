package catalog

import (
	"fmt"
	"github.com/effigydb/effigy/ddl/autoname"
	"slices"

	pg "github.com/sqlc-dev/oliphant"

	"github.com/effigydb/effigy/schema"
)

func (c *Catalog) createIndex(s *pg.IndexStmt) error {
	r, err := c.rangeVar(s.Relation)
	if err != nil {
		return err
	}
	return c.indexOn(r, s)
}

func (c *Catalog) indexOn(r *Relation, s *pg.IndexStmt) error {
	n := schema.Name{Schema: r.Name.Schema, Name: s.Idxname}
	auto := n.Name == ""
	if auto {
		params := append(slices.Clone(s.IndexParams), s.IndexIncludingParams...)
		n.Name = c.chooseRelation(r.Name.Name, autoname.Joined(autoname.IndexColumns(params)), "idx", n.Schema, false)
	}
	if c.Relations[n] != nil {
		return nil
	}
	ix := &Relation{Object: c.object("index", n), Options: map[string]string{}}
	ix.Index = &Index{Table: r, Stmt: s, Path: c.path, At: c.at, Statistics: map[string]string{}, AutoNamed: auto}
	ix.Tablespace = c.tablespace
	if s.TableSpace != "" {
		ix.Tablespace = s.TableSpace
	}
	setOptions(ix.Options, s.Options)
	c.put(ix)
	return nil
}

// IndexesOf lists the indexes of a table that CREATE INDEX made, by name.
func (c *Catalog) IndexesOf(r *Relation) []*Relation {
	var out []*Relation
	for _, ix := range c.Relations {
		if ix.Index != nil && ix.Index.Table == r && ix.Index.Stmt != nil {
			out = append(out, ix)
		}
	}
	slices.SortFunc(out, func(a, b *Relation) int { return a.Name.Compare(b.Name) })
	return out
}

// alterIndex is ALTER INDEX … and what ALTER TABLE may say of one.
func (c *Catalog) alterIndex(ix *Relation, cmd *pg.AlterTableCmd) error {
	switch cmd.Subtype {
	case pg.AlterTableType_AT_AttachPartition:
		p := cmd.Def.GetPartitionCmd()
		child, err := c.rangeVar(p.GetName())
		if err != nil {
			return err
		}
		if child.Index == nil {
			return errOpaque
		}
		child.Index.Attached = ix
		return nil
	case pg.AlterTableType_AT_SetStatistics:
		if ix.Index.Statistics == nil {
			ix.Index.Statistics = map[string]string{}
		}
		ix.Index.Statistics[fmt.Sprint(cmd.Num)] = value(cmd.Def)
		return nil
	case pg.AlterTableType_AT_SetTableSpace:
		ix.Tablespace = cmd.Name
		return nil
	case pg.AlterTableType_AT_SetRelOptions:
		setOptions(ix.Options, itemsOf(cmd.Def))
		return nil
	case pg.AlterTableType_AT_ResetRelOptions:
		resetOptions(ix.Options, itemsOf(cmd.Def))
		return nil
	case pg.AlterTableType_AT_ChangeOwner:
		ix.setOwner(c, role(cmd.Newowner))
		return nil
	}
	return errOpaque
}

func itemsOf(n *pg.Node) []*pg.Node { return n.GetList().GetItems() }

func resetOptions(from map[string]string, options []*pg.Node) {
	for _, o := range options {
		d := o.GetDefElem()
		name := d.GetDefname()
		if d.GetDefnamespace() != "" {
			name = d.Defnamespace + "." + name
		}
		delete(from, name)
	}
}

// SequencesOf lists the sequences that columns of a table own.
func (c *Catalog) SequencesOf(r *Relation) []*Relation {
	if c.final && c.owned == nil {
		c.owned = map[*Relation][]*Relation{}
		for _, s := range c.Relations {
			if s.Sequence != nil && s.Sequence.OwnerTable != nil {
				c.owned[s.Sequence.OwnerTable] = append(c.owned[s.Sequence.OwnerTable], s)
			}
		}
	}
	return c.owned[r]
}

// NotNullName is the name that PostgreSQL 18 gives a NOT NULL by itself.
func NotNullName(r *Relation, col *Column) string {
	return autoname.Object(r.Name.Name, col.Name.Name, "not_null")
}

package catalog

import (
	pg "github.com/sqlc-dev/oliphant"
)

// drop removes objects. What is not there is left: IF EXISTS before a CREATE
// is how many texts start.
func (c *Catalog) drop(s *pg.DropStmt) error {
	for _, n := range s.Objects {
		if err := c.dropOne(s, n); err != nil && !s.MissingOk {
			return err
		}
	}
	return nil
}

func (c *Catalog) dropOne(s *pg.DropStmt, n *pg.Node) error {
	cascade := s.Behavior == pg.DropBehavior_DROP_CASCADE
	switch s.RemoveType {
	case pg.ObjectType_OBJECT_TABLE, pg.ObjectType_OBJECT_VIEW, pg.ObjectType_OBJECT_MATVIEW, pg.ObjectType_OBJECT_SEQUENCE,
		pg.ObjectType_OBJECT_INDEX, pg.ObjectType_OBJECT_FOREIGN_TABLE:
		schemaName, name := qualified(list(n))
		r := c.relation(schemaName, name)
		if r == nil {
			return errMissing
		}
		c.dropRelation(r, cascade)
		return nil
	case pg.ObjectType_OBJECT_FUNCTION, pg.ObjectType_OBJECT_PROCEDURE, pg.ObjectType_OBJECT_ROUTINE, pg.ObjectType_OBJECT_AGGREGATE:
		f, err := c.routine(n.GetObjectWithArgs())
		if err != nil {
			return err
		}
		if cascade {
			c.dropCalls(f)
		}
		c.dropRoutine(f)
		return nil
	case pg.ObjectType_OBJECT_TYPE, pg.ObjectType_OBJECT_DOMAIN:
		return c.dropType(n, cascade)
	case pg.ObjectType_OBJECT_TRIGGER, pg.ObjectType_OBJECT_RULE, pg.ObjectType_OBJECT_POLICY:
		return c.dropMember(s.RemoveType, list(n))
	case pg.ObjectType_OBJECT_SCHEMA:
		return c.dropSchema(value(n))
	}
	e, err := c.entryOf(s.RemoveType, n)
	if err != nil {
		return err
	}
	delete(c.Entries, e.Kind+" "+e.String())
	return nil
}

// dropRelation takes along what belongs to it; with cascade also the foreign
// keys, children and views that need it.
func (c *Catalog) dropRelation(r *Relation, cascade bool) {
	r.dropped = true
	c.remove(r)
	for _, o := range c.Relations {
		own := o.Index != nil && o.Index.Table == r || o.Sequence != nil && o.Sequence.OwnerTable == r
		if own || cascade && (o.PartitionOf == r || hasParent(o, r)) {
			c.dropRelation(o, cascade)
		}
	}
	for _, k := range r.Constraints {
		if c.conNames[k.Name]--; c.conNames[k.Name] <= 0 {
			delete(c.conNames, k.Name)
		}
	}
	if p := r.PartitionOf; p != nil {
		p.removeChild(r)
	}
	for _, p := range r.Inherits {
		p.removeChild(r)
	}
	if cascade {
		c.dropReferences(r)
		c.dropViews(r)
	}
}

func hasParent(o, r *Relation) bool {
	for _, p := range o.Inherits {
		if p == r {
			return true
		}
	}
	return false
}

func (c *Catalog) dropReferences(r *Relation) {
	for _, o := range c.Relations {
		for _, k := range append([]*Constraint{}, o.Constraints...) {
			t := k.Node.GetPktable()
			if t != nil && c.relationAt(k.Path, t.Schemaname, t.Relname, k.At) == r {
				c.dropConstraint(o, k)
			}
		}
	}
}

func (c *Catalog) dropType(n *pg.Node, cascade bool) error {
	t, err := c.typ(list(n))
	if err == nil {
		if cascade {
			c.dropUses(t)
		}
		t.dropped = true
		delete(c.Types, t.Name)
		return nil
	}
	schemaName, name := qualified(list(n))
	if r := c.relation(schemaName, name); r != nil && r.Kind == "type" {
		c.dropRelation(r, cascade)
		return nil
	}
	return err
}

func (c *Catalog) dropMember(t pg.ObjectType, names []*pg.Node) error {
	if len(names) < 2 {
		return errOpaque
	}
	schemaName, table := qualified(names[:len(names)-1])
	r := c.relation(schemaName, table)
	if r == nil {
		return errMissing
	}
	name := names[len(names)-1].GetString_().GetSval()
	if r.member(t, name) == nil {
		return errMissing
	}
	switch t {
	case pg.ObjectType_OBJECT_TRIGGER:
		r.Triggers = without(r.Triggers, func(m *Trigger) bool { return m.Name.Name == name })
	case pg.ObjectType_OBJECT_RULE:
		r.Rules = without(r.Rules, func(m *Rule) bool { return m.Name.Name == name })
	default:
		r.Policies = without(r.Policies, func(m *Policy) bool { return m.Name.Name == name })
	}
	return nil
}

func without[T any](in []T, drop func(T) bool) []T {
	var out []T
	for _, v := range in {
		if !drop(v) {
			out = append(out, v)
		}
	}
	return out
}

func (c *Catalog) dropSchema(name string) error {
	if c.Schemas[name] == nil {
		return errMissing
	}
	delete(c.Schemas, name)
	for _, r := range c.Relations {
		if r.Name.Schema == name {
			c.dropRelation(r, true)
		}
	}
	for n, t := range c.Types {
		if n.Schema == name {
			c.dropUses(t)
			delete(c.Types, n)
		}
	}
	for _, f := range c.Routines {
		if f.Name.Schema == name {
			c.dropCalls(f)
			c.dropRoutine(f)
		}
	}
	for k, e := range c.Entries {
		if e.Name.Schema == name {
			delete(c.Entries, k)
		}
	}
	return nil
}

package catalog

import (
	"errors"

	pg "github.com/sqlc-dev/oliphant"
)

func (c *Catalog) comment(s *pg.CommentStmt) error {
	if o, ok := c.system(s.Objtype, s.Object); ok {
		o.Comment, o.CommentLine = s.Comment, c.line
		return nil
	}
	o, err := c.find(s.Objtype, s.Object)
	if err != nil {
		return err
	}
	o.Comment, o.CommentLine = s.Comment, c.line
	return nil
}

// system is an object that every database has or that the environment gives:
// comments on it are kept, though the text does not make it.
func (c *Catalog) system(t pg.ObjectType, n *pg.Node) (*Object, bool) {
	switch t {
	case pg.ObjectType_OBJECT_DATABASE, pg.ObjectType_OBJECT_ROLE, pg.ObjectType_OBJECT_TABLESPACE:
		return &Object{}, true
	case pg.ObjectType_OBJECT_LANGUAGE, pg.ObjectType_OBJECT_EXTENSION:
		if value(n) == "plpgsql" {
			return &Object{}, true
		}
	}
	return nil, false
}

func (c *Catalog) label(s *pg.SecLabelStmt) error {
	o, err := c.find(s.Objtype, s.Object)
	if err != nil {
		return err
	}
	if o.Labels == nil {
		o.Labels = map[string]string{}
	}
	o.Labels[s.Provider] = s.Label
	if s.Label == "" {
		delete(o.Labels, s.Provider)
	}
	return nil
}

func (c *Catalog) alterOwner(s *pg.AlterOwnerStmt) error {
	if s.ObjectType == pg.ObjectType_OBJECT_DATABASE || s.ObjectType == pg.ObjectType_OBJECT_TABLESPACE ||
		s.ObjectType == pg.ObjectType_OBJECT_LARGEOBJECT {
		return errOpaque
	}
	n := s.Object
	if s.Relation != nil {
		r, err := c.rangeVar(s.Relation)
		if err != nil {
			return err
		}
		r.setOwner(c, role(s.Newowner))
		return nil
	}
	o, err := c.find(s.ObjectType, n)
	if err != nil {
		if o, ok := c.system(s.ObjectType, n); ok {
			o.setOwner(c, role(s.Newowner))
			return nil
		}
		return err
	}
	o.setOwner(c, role(s.Newowner))
	return nil
}

// isMissing tells a statement whose object is not there.
func isMissing(err error) bool { return errors.Is(err, errMissing) }

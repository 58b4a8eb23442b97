package catalog

import (
	pg "github.com/sqlc-dev/oliphant"
	"google.golang.org/protobuf/proto"

	"github.com/effigydb/effigy/ddl/autoname"
)

// What LIKE includes, as CREATE_TABLE_LIKE_* of parsenodes.h.
const (
	likeComments = 1 << iota
	likeCompression
	likeConstraints
	likeDefaults
	likeGenerated
	likeIdentity
	likeIndexes
	likeStatistics
	likeStorage
)

// like copies the columns of another table, and what INCLUDING asks for.
func (b *tableBuilder) like(l *pg.TableLikeClause) {
	src, err := b.c.rangeVar(l.Relation)
	if err != nil {
		return
	}
	for _, col := range src.Columns {
		b.likeColumn(src, col, l.Options)
	}
	if l.Options&likeConstraints != 0 {
		for _, k := range src.Constraints {
			if k.Node.Contype == pg.ConstrType_CONSTR_CHECK && b.r.constraint(k.Name.Name) == nil {
				b.copyConstraint(k, k.Name.Name, l.Options)
			}
		}
	}
	if l.Options&likeIndexes != 0 {
		b.likeIndexes(src, l.Options)
	}
}

func (b *tableBuilder) likeColumn(src *Relation, col *Column, options uint32) {
	k := b.c.newColumn(b.r, col.Name.Name)
	k.Type, k.Collation, k.NotNull, k.NotNullSet = col.Type, col.Collation, col.NotNull, col.NotNullSet
	k.Local = true
	if col.NotNull && k.NotNullSet.Name == "" {
		k.NotNullSet.Name = autoname.Object(src.Name.Name, col.Name.Name, "not_null")
	}
	if options&likeDefaults != 0 && col.Generated == "" || options&likeGenerated != 0 && col.Generated != "" {
		k.Default, k.Generated = col.Default, col.Generated
	}
	if options&likeStorage != 0 {
		k.Storage = col.Storage
	}
	if options&likeCompression != 0 {
		k.Compress = col.Compress
	}
	if options&likeComments != 0 {
		k.Comment, k.CommentLine = col.Comment, b.c.line
	}
	b.r.Columns = append(b.r.Columns, k)
	if options&likeIdentity != 0 && col.Identity != "" {
		k.Identity = col.Identity
		k.Sequence = b.c.ownSequence(b.r, k, columnBase(k), nil)
		if col.Sequence != nil && col.Sequence.Sequence != nil {
			s := *col.Sequence.Sequence
			s.OwnerTable, s.OwnerColumn = b.r, k
			k.Sequence.Sequence = &s
		}
	}
}

func (b *tableBuilder) copyConstraint(k *Constraint, name string, options uint32) *Constraint {
	m := *k
	m.Object = b.c.object("constraint", b.r.Name)
	m.Name.Name, m.Local, m.Inherited, m.Index = name, true, false, nil
	if options&likeComments != 0 {
		m.Comment, m.CommentLine = k.Comment, b.c.line
	}
	if name != "" {
		b.add(&m)
	}
	return &m
}

// likeIndexes copies keys and indexes; they are named anew.
func (b *tableBuilder) likeIndexes(src *Relation, options uint32) {
	for _, k := range src.Constraints {
		switch k.Node.Contype {
		case pg.ConstrType_CONSTR_PRIMARY:
			b.primary = append(b.primary, b.copyConstraint(k, "", options))
		case pg.ConstrType_CONSTR_UNIQUE, pg.ConstrType_CONSTR_EXCLUSION:
			b.keys = append(b.keys, b.copyConstraint(k, "", options))
		}
	}
	for _, ix := range b.c.IndexesOf(src) {
		s := proto.Clone(ix.Index.Stmt).(*pg.IndexStmt)
		s.Idxname, s.Relation = "", nil
		b.indexes = append(b.indexes, s)
	}
}

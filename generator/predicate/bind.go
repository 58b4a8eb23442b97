package predicate

import (
	"slices"

	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

// maxDepth bounds how deep expressions may nest; what is below is unknown.
const maxDepth = 200

// binder turns expressions into terms.
type binder struct {
	Scope
	depth   int
	unknown bool // something was not understood
	codecs  map[string]*value.Codec
}

func newBinder(s Scope) *binder {
	b := &binder{Scope: s}
	if b.Schema == nil {
		b.Schema = &schema.Schema{}
	}
	return b
}

// beyond is a term that is not understood.
func (b *binder) beyond() term {
	b.unknown = true
	return term{eval: unknown}
}

func unknown([]value.Value) (value.Value, bool) { return value.Value{}, false }

func null([]value.Value) (value.Value, bool) { return value.Value{}, true }

// bind resolves an expression.
func (b *binder) bind(e *schema.Expr) term {
	if b.depth++; b.depth > maxDepth || e == nil {
		b.depth--
		return b.beyond()
	}
	defer func() { b.depth-- }()
	switch e.Kind {
	case schema.ExprColumn, schema.ExprValue:
		return b.column(e)
	case schema.ExprConst:
		return b.constant(e)
	case schema.ExprAnd, schema.ExprOr:
		return b.connective(e)
	case schema.ExprNot:
		return b.negation(e)
	case schema.ExprIsNull:
		return b.isNull(e)
	case schema.ExprIsBool:
		return b.isBool(e)
	case schema.ExprNow:
		return b.instant(e)
	case schema.ExprCast:
		return b.cast(b.bind(e.Args[0]), e.Type)
	case schema.ExprCollate:
		t := b.bind(e.Args[0])
		t.collation = e.Name
		return t
	}
	return b.bindOperation(e)
}

// bindOperation resolves the kinds that compare, choose or compute.
func (b *binder) bindOperation(e *schema.Expr) term {
	switch e.Kind {
	case schema.ExprOp:
		return b.operator(e)
	case schema.ExprCall:
		return b.call(e)
	case schema.ExprDistinct:
		return b.distinct(e)
	case schema.ExprIn:
		return b.in(e)
	case schema.ExprAny:
		return b.quantified(e)
	case schema.ExprBetween:
		return b.bind(Between(e))
	case schema.ExprCase:
		return b.choice(e)
	case schema.ExprCoalesce:
		return b.coalesce(e)
	case schema.ExprNullIf:
		return b.nullIf(e)
	case schema.ExprGreatest, schema.ExprLeast:
		return b.extreme(e)
	case schema.ExprArray:
		return b.array(e)
	case schema.ExprSubscript:
		return b.subscript(e)
	case schema.ExprField:
		return b.field(e)
	case schema.ExprOpaque:
		return b.form(e)
	}
	return b.beyond()
}

// column resolves a reference to a column, or VALUE.
func (b *binder) column(e *schema.Expr) term {
	at, declared := 0, b.Value
	switch {
	case e.Kind == schema.ExprValue && b.Table == nil:
	case e.Kind == schema.ExprValue:
		return b.beyond()
	default:
		if at = b.position(e.Name); at < 0 {
			return b.beyond()
		}
		declared = b.Table.Columns[at].Type
	}
	base, _ := b.Schema.Base(declared)
	t := term{typ: base, eval: func(row []value.Value) (value.Value, bool) {
		if at >= len(row) {
			return value.Value{}, false
		}
		return row[at], true
	}}
	if b.Table != nil && e.Kind == schema.ExprColumn {
		t.collation = b.Table.Columns[at].Collation.Name
	}
	return t
}

// position of a column in the table, -1 for none.
func (b *binder) position(name string) int {
	if b.Table == nil {
		return -1
	}
	return slices.IndexFunc(b.Table.Columns, func(c *schema.Column) bool { return c.Name == name })
}

// codec is the codec of a type, nil when there is none.
func (b *binder) codec(t schema.Type) *value.Codec {
	key := t.String()
	c, ok := b.codecs[key]
	if !ok {
		if b.codecs == nil {
			b.codecs = map[string]*value.Codec{}
		}
		c, _ = value.CodecFor(b.Schema, t, nil)
		b.codecs[key] = c
	}
	return c
}

// fixed is a constant term.
func fixed(t schema.Type, v value.Value) term {
	return term{typ: t, constant: true, eval: func([]value.Value) (value.Value, bool) { return v, true }}
}

// settle evaluates a term whose inputs are all constant once and for all.
func settle(t term, inputs ...term) term {
	for _, in := range inputs {
		if !in.constant {
			return t
		}
	}
	t.constant = true
	v, ok := t.eval(nil)
	t.eval = func([]value.Value) (value.Value, bool) { return v, ok }
	return t
}

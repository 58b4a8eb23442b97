package predicate

import (
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

// in is x IN (…): an OR of equalities over one common type.
func (b *binder) in(e *schema.Expr) term {
	terms := b.all(e.Args)
	if _, ok := b.unified(terms); !ok {
		return b.beyond()
	}
	tests := make([]term, len(terms)-1)
	for i := range tests {
		tests[i] = b.compare("=", terms[0], terms[i+1])
	}
	return boolean(func(row []value.Value) Truth {
		t := some(tests, row)
		if e.Negated {
			return t.not()
		}
		return t
	}, tests...)
}

// some is the OR of tests.
func some(tests []term, row []value.Value) Truth {
	result := False
	for _, test := range tests {
		switch t := truth(test.eval(row)); {
		case t == True:
			return True
		case t == Unknown, t == Null && result != Unknown:
			result = t
		}
	}
	return result
}

// quantified is x op ANY (array) and ALL.
func (b *binder) quantified(e *schema.Expr) term {
	x, list := b.bind(e.Args[0]), b.bind(e.Args[1])
	if list.literal != nil && x.literal == nil {
		t := b.comparable(x.typ)
		t.Dims = 1
		list = b.as(list, t)
	}
	if list.typ.Dims == 0 {
		return b.beyond()
	}
	// The element is handed over in a row of its own.
	base, _ := b.Schema.Base(list.typ.Elem())
	elem := term{typ: base, eval: func(row []value.Value) (value.Value, bool) { return row[0], true }}
	held := x
	if x.literal != nil {
		held = b.as(x, base)
	}
	left := term{typ: held.typ, collation: held.collation, eval: func(row []value.Value) (value.Value, bool) { return row[1], true }}
	test := b.operate(e.Name, left, elem)
	return boolean(func(row []value.Value) Truth {
		array, ok := list.eval(row)
		v, okV := held.eval(row)
		if !ok || !okV {
			return Unknown
		}
		if array.IsNull() {
			return Null
		}
		return quantify(array, v, test, e.All)
	}, held, list)
}

func quantify(array, v value.Value, test term, all bool) Truth {
	decides := True
	if all {
		decides = False
	}
	result := decides.not()
	for _, x := range array.E {
		if x.Kind == value.Array {
			return Unknown
		}
		switch t := truth(test.eval([]value.Value{x, v})); {
		case t == decides:
			return t
		case t == Unknown, t == Null && result != Unknown:
			result = t
		}
	}
	return result
}

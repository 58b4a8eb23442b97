package ddl

import (
	"reflect"

	pg "github.com/sqlc-dev/oliphant"
)

// visit calls f for every node of a tree, parents first. It goes by the
// exported fields of the tree's structs: the parser has a hundred kinds of
// node, and what it is used for (columns, relations and roles that a
// statement names) may be anywhere in them.
func visit(n *pg.Node, f func(*pg.Node)) {
	visitAny(n, func(x any) {
		if node, ok := x.(*pg.Node); ok {
			f(node)
		}
	})
}

// visitAny calls f for every struct of a tree, parents first; x is a pointer.
func visitAny(x any, f func(any)) {
	walk(reflect.ValueOf(x), f)
}

func walk(v reflect.Value, f func(any)) {
	switch v.Kind() {
	case reflect.Interface:
		walk(v.Elem(), f)
	case reflect.Pointer:
		if v.IsNil() || v.Elem().Kind() != reflect.Struct {
			return
		}
		f(v.Interface())
		s := v.Elem()
		for i := range s.NumField() {
			if k := s.Field(i).Kind(); s.Type().Field(i).IsExported() && (k == reflect.Interface || k == reflect.Pointer || k == reflect.Slice) {
				walk(s.Field(i), f)
			}
		}
	case reflect.Slice:
		if k := v.Type().Elem().Kind(); k != reflect.Pointer && k != reflect.Interface {
			return
		}
		for i := range v.Len() {
			walk(v.Index(i), f)
		}
	}
}

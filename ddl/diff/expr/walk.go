package expr

import (
	pg "github.com/sqlc-dev/oliphant"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// Walk calls f for a node and every node below it. The usual expressions go
// by a short way, everything else by reflection.
func Walk(n *pg.Node, f func(*pg.Node)) {
	if n == nil {
		return
	}
	switch v := n.Node.(type) {
	case *pg.Node_ColumnRef, *pg.Node_AConst, *pg.Node_String_, *pg.Node_TypeName:
		f(n)
	case *pg.Node_AExpr:
		f(n)
		Walk(v.AExpr.Lexpr, f)
		Walk(v.AExpr.Rexpr, f)
	case *pg.Node_BoolExpr:
		f(n)
		walkAll(v.BoolExpr.Args, f)
	case *pg.Node_List:
		f(n)
		walkAll(v.List.Items, f)
	case *pg.Node_TypeCast:
		f(n)
		Walk(v.TypeCast.Arg, f)
	case *pg.Node_NullTest:
		f(n)
		Walk(v.NullTest.Arg, f)
	default:
		walkMessage(n.ProtoReflect(), f)
	}
}

func walkAll(nodes []*pg.Node, f func(*pg.Node)) {
	for _, n := range nodes {
		Walk(n, f)
	}
}

func walkMessage(m protoreflect.Message, f func(*pg.Node)) {
	if n, ok := m.Interface().(*pg.Node); ok {
		f(n)
	}
	fields := m.Descriptor().Fields()
	for i := range fields.Len() {
		d := fields.Get(i)
		if d.Kind() != protoreflect.MessageKind || d.IsMap() || !m.Has(d) {
			continue
		}
		v := m.Get(d)
		if !d.IsList() {
			walkField(v.Message(), f)
			continue
		}
		for j := range v.List().Len() {
			walkField(v.List().Get(j).Message(), f)
		}
	}
}

func walkField(m protoreflect.Message, f func(*pg.Node)) {
	if n, ok := m.Interface().(*pg.Node); ok {
		Walk(n, f)
		return
	}
	walkMessage(m, f)
}

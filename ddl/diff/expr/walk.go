package expr

import (
	pg "github.com/sqlc-dev/oliphant"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// Walk calls f for a node and every node below it.
func Walk(n *pg.Node, f func(*pg.Node)) {
	if n == nil {
		return
	}
	walkMessage(n.ProtoReflect(), f)
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
			walkMessage(v.Message(), f)
			continue
		}
		for j := range v.List().Len() {
			walkMessage(v.List().Get(j).Message(), f)
		}
	}
}

package statement

import (
	pg "github.com/sqlc-dev/oliphant"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// Walk visits every message of a tree, in the order of its fields. The
// wrapper around each node is passed through without a visit.
func Walk(m protoreflect.Message, visit func(protoreflect.Message)) {
	if !m.IsValid() {
		return
	}
	if n, ok := m.Interface().(*pg.Node); ok {
		if fd := m.WhichOneof(m.Descriptor().Oneofs().Get(0)); n.Node != nil && fd != nil {
			Walk(m.Get(fd).Message(), visit)
		}
		return
	}
	visit(m)
	fields := m.Descriptor().Fields()
	for i := range fields.Len() {
		fd := fields.Get(i)
		if fd.Message() == nil || !m.Has(fd) {
			continue
		}
		if !fd.IsList() {
			Walk(m.Get(fd).Message(), visit)
			continue
		}
		l := m.Get(fd).List()
		for j := range l.Len() {
			Walk(l.Get(j).Message(), visit)
		}
	}
}

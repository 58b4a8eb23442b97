package expr

import (
	"strings"

	pg "github.com/sqlc-dev/oliphant"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// Raw prints a tree as it was parsed, places left out: the form of what is
// not analysed.
func Raw(n *pg.Node) string {
	if n == nil {
		return "-"
	}
	return RawMessage(n)
}

// RawMessage prints any message of a tree in the same way.
func RawMessage(m protoreflect.ProtoMessage) string {
	w := &walker{}
	w.message(m.ProtoReflect())
	return w.out.String()
}

// walker prints messages field by field; a Node it meets goes to visit first.
type walker struct {
	visit func(*pg.Node) (string, bool)
	out   strings.Builder
}

func (w *walker) message(m protoreflect.Message) {
	if n, ok := m.Interface().(*pg.Node); ok {
		if w.visit != nil {
			if s, ok := w.visit(n); ok {
				w.out.WriteString(s)
				return
			}
		}
		if f := m.WhichOneof(m.Descriptor().Oneofs().Get(0)); f != nil {
			w.message(m.Get(f).Message())
			return
		}
		w.out.WriteByte('-')
		return
	}
	w.out.WriteString("(" + string(m.Descriptor().Name()))
	fields := m.Descriptor().Fields()
	for i := range fields.Len() {
		f := fields.Get(i)
		if skipField(f.Name()) || !m.Has(f) {
			continue
		}
		w.out.WriteString(" " + string(f.Name()) + "=")
		w.field(f, m.Get(f))
	}
	w.out.WriteByte(')')
}

func (w *walker) field(f protoreflect.FieldDescriptor, v protoreflect.Value) {
	if !f.IsList() {
		w.scalar(f, v)
		return
	}
	w.out.WriteByte('[')
	for i := range v.List().Len() {
		if i > 0 {
			w.out.WriteByte(' ')
		}
		w.scalar(f, v.List().Get(i))
	}
	w.out.WriteByte(']')
}

func (w *walker) scalar(f protoreflect.FieldDescriptor, v protoreflect.Value) {
	switch f.Kind() {
	case protoreflect.MessageKind:
		w.message(v.Message())
	case protoreflect.StringKind:
		w.out.WriteString(quoteLiteral(v.String()))
	default:
		w.out.WriteString(v.String())
	}
}

func skipField(n protoreflect.Name) bool {
	return n == "location" || n == "lateral" || strings.HasSuffix(string(n), "_location") ||
		strings.HasPrefix(string(n), "list_") || strings.HasPrefix(string(n), "rexpr_list_") || n == "typemod"
}

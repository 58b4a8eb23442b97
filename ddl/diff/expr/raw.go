package expr

import (
	"fmt"
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
	return (&walker{}).message(n.ProtoReflect())
}

// RawMessage prints any message of a tree in the same way.
func RawMessage(m protoreflect.ProtoMessage) string {
	return (&walker{}).message(m.ProtoReflect())
}

// walker prints messages field by field; a Node it meets goes to visit first.
type walker struct {
	visit func(*pg.Node) (string, bool)
}

func (w *walker) message(m protoreflect.Message) string {
	if n, ok := m.Interface().(*pg.Node); ok {
		if w.visit != nil {
			if s, ok := w.visit(n); ok {
				return s
			}
		}
		if f := m.WhichOneof(m.Descriptor().Oneofs().Get(0)); f != nil {
			return w.message(m.Get(f).Message())
		}
		return "-"
	}
	var b strings.Builder
	b.WriteString("(" + string(m.Descriptor().Name()))
	fields := m.Descriptor().Fields()
	for i := range fields.Len() {
		f := fields.Get(i)
		if skipField(f.Name()) || !m.Has(f) {
			continue
		}
		fmt.Fprintf(&b, " %s=%s", f.Name(), w.field(f, m.Get(f)))
	}
	b.WriteString(")")
	return b.String()
}

func (w *walker) field(f protoreflect.FieldDescriptor, v protoreflect.Value) string {
	switch {
	case f.IsList():
		var parts []string
		for i := range v.List().Len() {
			parts = append(parts, w.scalar(f, v.List().Get(i)))
		}
		return "[" + strings.Join(parts, " ") + "]"
	case f.IsMap():
		return ""
	}
	return w.scalar(f, v)
}

func (w *walker) scalar(f protoreflect.FieldDescriptor, v protoreflect.Value) string {
	if f.Kind() == protoreflect.MessageKind {
		return w.message(v.Message())
	}
	if f.Kind() == protoreflect.StringKind {
		return quoteLiteral(v.String())
	}
	return v.String()
}

func skipField(n protoreflect.Name) bool {
	return n == "location" || n == "lateral" || strings.HasSuffix(string(n), "_location") ||
		strings.HasPrefix(string(n), "list_") || strings.HasPrefix(string(n), "rexpr_list_") || n == "typemod"
}

package verdict

import (
	"fmt"

	pg "github.com/sqlc-dev/oliphant"

	"github.com/effigydb/effigy/ddl/statement"
)

// signature is an opened user function. Types can't be told from the text of
// a call, so that the number of arguments has to do; the grant on the one
// signature decides on the server.
type signature struct {
	schema, name string
	arguments    int
	text         string // as the allow-list has it
}

// signatures reads an allow-list.
func signatures(list []string) ([]signature, error) {
	var out []signature
	for _, text := range list {
		s, err := parseSignature(text)
		if err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	return out, nil
}

func parseSignature(text string) (signature, error) {
	none := signature{}
	st, err := statement.Parse("COMMENT ON FUNCTION " + text + " IS NULL")
	if err != nil {
		return none, fmt.Errorf("allowed function %q: not a signature such as public.f(bigint)", text)
	}
	fn := st.Node.GetCommentStmt().GetObject().GetObjectWithArgs()
	switch {
	case fn == nil || fn.ArgsUnspecified || st.Node.GetCommentStmt().Objtype != pg.ObjectType_OBJECT_FUNCTION:
		return none, fmt.Errorf("allowed function %q: not a signature such as public.f(bigint)", text)
	case len(fn.Objname) != 2:
		return none, fmt.Errorf("allowed function %q: name its schema", text)
	}
	s := signature{schema: part(fn.Objname[0]), name: part(fn.Objname[1]), arguments: len(fn.Objargs), text: text}
	if s.schema == "pg_catalog" || s.schema == "information_schema" || s.schema == "pg_toast" {
		return none, fmt.Errorf("allowed function %q: functions of %s can't be opened", text, s.schema)
	}
	return s, nil
}

func part(n *pg.Node) string { return n.GetString_().GetSval() }

// opened finds the allow-list's entry for a call. A name without a schema is
// looked for in public, which is all that the gate's search path holds beside
// pg_catalog.
func (w *walker) opened(schema, name string, arguments int) bool {
	if schema == "" {
		schema = "public"
	}
	for _, s := range w.allowed {
		if s.schema == schema && s.name == name && s.arguments == arguments {
			w.used = append(w.used, s.text)
			return true
		}
	}
	return false
}

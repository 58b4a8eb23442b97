package catalog

import (
	"strings"

	"github.com/effigydb/effigy/ddl/diff/expr"
)

// sqlNames are what format_type prints for internal names.
var sqlNames = map[string]string{
	"int2": "smallint", "int4": "integer", "int8": "bigint", "float4": "real", "float8": "double precision",
	"bool": "boolean", "varchar": "character varying", "bpchar": "character", "varbit": "bit varying",
	"timestamp": "timestamp without time zone", "timestamptz": "timestamp with time zone",
	"time": "time without time zone", "timetz": "time with time zone", "char": `"char"`,
}

// DisplayType prints a type as format_type does.
func DisplayType(t expr.Type) string {
	name, array := strings.CutSuffix(t.Name, "[]")
	shown, ok := sqlNames[name]
	if !ok {
		shown = name
	}
	if t.Mod != "" {
		if first, rest, found := strings.Cut(shown, " with"); found {
			shown = first + "(" + t.Mod + ") with" + rest
		} else {
			shown += "(" + t.Mod + ")"
		}
	}
	if array {
		shown += "[]"
	}
	return shown
}

package verdict

import (
	_ "embed" // functions.txt
	"sync"
)

// functionNames are the functions, aggregates and window functions of
// pg_catalog in PostgreSQL 15 to 18 that are harmless for a reader: made by
// generate.sql, less what deny.go denies.
//
//go:embed functions.txt
var functionNames string

var functions = sync.OnceValue(func() map[string]bool { return set(functionNames) })

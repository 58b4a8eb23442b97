package catalog

import (
	"strings"

	pg "github.com/sqlc-dev/oliphant"

	"github.com/effigydb/effigy/ddl/diff/expr"
)

// set follows the session settings that change what later statements mean.
func (c *Catalog) set(s *pg.VariableSetStmt) error {
	var args []string
	for _, a := range s.Args {
		args = append(args, value(a))
	}
	reset := s.Kind == pg.VariableSetKind_VAR_RESET || s.Kind == pg.VariableSetKind_VAR_SET_DEFAULT
	switch strings.ToLower(s.Name) {
	case "search_path":
		if reset {
			c.path = []string{"public"}
			break
		}
		c.path = args
	case "role", "session_authorization":
		c.role = ""
		if !reset && len(args) > 0 && args[0] != "none" && args[0] != "default" {
			c.role = args[0]
		}
	case "default_table_access_method":
		c.accessAM = ""
		if !reset && len(args) > 0 && args[0] != "heap" {
			c.accessAM = args[0]
		}
	case "default_tablespace":
		c.tablespace = ""
		if !reset && len(args) > 0 {
			c.tablespace = args[0]
		}
	}
	return nil
}

// selects looks for set_config('search_path', …), which pg_dump uses. Other
// queries return rows and change no schema.
func (c *Catalog) selects(s *pg.SelectStmt) {
	if len(s.TargetList) != 1 {
		return
	}
	f := s.TargetList[0].GetResTarget().GetVal().GetFuncCall()
	if f == nil {
		return
	}
	if _, name := expr.LastTwo(f.Funcname); name != "set_config" || len(f.Args) < 2 {
		return
	}
	if value(f.Args[0]) != "search_path" {
		return
	}
	c.path = nil
	for _, p := range strings.Split(value(f.Args[1]), ",") {
		if p = strings.Trim(strings.TrimSpace(p), `"`); p != "" {
			c.path = append(c.path, p)
		}
	}
}

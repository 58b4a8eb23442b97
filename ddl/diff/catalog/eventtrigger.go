package catalog

import (
	"slices"
	"strings"

	pg "github.com/sqlc-dev/oliphant"

	"github.com/effigydb/effigy/ddl/autoname"
	"github.com/effigydb/effigy/ddl/diff/expr"
	"github.com/effigydb/effigy/schema"
)

func (c *Catalog) createEventTrigger(s *pg.CreateEventTrigStmt) error {
	e := c.entry("event trigger", schema.Name{Name: s.Trigname})
	e.Attributes["event"] = s.Eventname
	e.Attributes["function"] = c.functionName(s.Funcname)
	for _, w := range s.Whenclause {
		d := w.GetDefElem()
		tags := expr.Strings(list(d.GetArg()))
		for i := range tags {
			tags[i] = strings.ToUpper(tags[i])
		}
		slices.Sort(tags)
		e.Attributes["when "+d.GetDefname()] = strings.Join(tags, ", ")
	}
	return c.putEntry(e)
}

func (c *Catalog) alterEventTrigger(s *pg.AlterEventTrigStmt) error {
	e := c.Entries["event trigger "+schema.Quote(s.Trigname)]
	if e == nil {
		return errMissing
	}
	delete(e.Attributes, "enabled")
	if state := map[string]string{"D": "disabled", "R": "replica", "A": "always"}[s.Tgenabled]; state != "" {
		e.Attributes["enabled"] = state
	}
	return nil
}

func (c *Catalog) createStatistics(s *pg.CreateStatsStmt) error {
	if len(s.Relations) != 1 {
		return errOpaque
	}
	r, err := c.rangeVar(s.Relations[0].GetRangeVar())
	if err != nil {
		return err
	}
	schemaName, name := expr.LastTwo(s.Defnames)
	if name == "" {
		var cols []string
		for _, n := range s.Exprs {
			if e := n.GetStatsElem(); e.GetName() != "" {
				cols = append(cols, e.Name)
			} else {
				cols = append(cols, "expr")
			}
		}
		schemaName = r.Name.Schema
		name = autoname.Choose(r.Name.Name, autoname.Joined(cols), "stat", func(name string) bool {
			return c.Entries["statistics "+schema.Name{Schema: schemaName, Name: name}.String()] != nil
		})
	}
	e := c.entry("statistics", c.creation(schemaName, name))
	e.Table = r
	kinds := expr.Strings(s.StatTypes)
	slices.Sort(kinds)
	e.Attributes["kinds"] = strings.Join(kinds, ", ")
	if len(kinds) == 0 || len(kinds) == 3 {
		e.Attributes["kinds"] = "dependencies, mcv, ndistinct"
	}
	if len(s.Exprs) == 1 && s.Exprs[0].GetStatsElem().GetName() == "" {
		e.Attributes["kinds"] = ""
	}
	var cols []string
	for i, n := range s.Exprs {
		el := n.GetStatsElem()
		if el.GetName() != "" {
			cols = append(cols, schema.Quote(el.Name))
			continue
		}
		e.Expressions["expression "+string(rune('a'+i))] = c.expr(el.GetExpr())
	}
	slices.Sort(cols)
	e.Attributes["columns"] = strings.Join(cols, ", ")
	return c.putEntry(e)
}

func (c *Catalog) alterStatistics(s *pg.AlterStatsStmt) error {
	for _, l := range c.pathLabels(s.Defnames) {
		if e := c.Entries["statistics "+l]; e != nil {
			e.Attributes["target"] = value(s.Stxstattarget)
			if e.Attributes["target"] == "-1" {
				delete(e.Attributes, "target")
			}
			return nil
		}
	}
	return errMissing
}

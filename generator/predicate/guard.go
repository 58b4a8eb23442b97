package predicate

import (
	"strings"

	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

// guards are the arguments outside of which a call raises an error: the least
// and the greatest of each. Years are those of four digits, which is less than
// Postgres allows; for days see monthDays.
var guards = map[string][][2]string{
	"make_date":        {{"1", "9999"}, {"1", "12"}, {"1", "31"}},
	"make_time":        {{"0", "23"}, {"0", "59"}, {"0", "59"}},
	"make_timestamp":   {{"1", "9999"}, {"1", "12"}, {"1", "31"}, {"0", "23"}, {"0", "59"}, {"0", "59"}},
	"make_timestamptz": {{"1", "9999"}, {"1", "12"}, {"1", "31"}, {"0", "23"}, {"0", "59"}, {"0", "59"}},
}

// monthDays is the number of days of a month.
func monthDays(year, month *schema.Expr) *schema.Expr {
	first := &schema.Expr{Kind: schema.ExprCall, Name: "make_date", Args: []*schema.Expr{year, month, whole("1")}}
	span := &schema.Expr{Kind: schema.ExprCast, Type: builtin("interval"), Args: []*schema.Expr{{Kind: schema.ExprConst, Value: "1 mon"}}}
	next := &schema.Expr{Kind: schema.ExprCast, Type: builtin("date"), Args: []*schema.Expr{{Kind: schema.ExprOp, Name: "+", Args: []*schema.Expr{first, span}}}}
	return &schema.Expr{Kind: schema.ExprOp, Name: "-", Args: []*schema.Expr{next, first}}
}

// objects are texts that every database reads as an object of a reg type:
// functions are those without a namesake.
var objects = map[string]string{
	"regproc": "now pi version timeofday clock_timestamp current_database current_schema pg_backend_pid pg_postmaster_start_time " +
		"statement_timestamp transaction_timestamp inet_server_port gen_random_uuid pg_conf_load_time initcap",
	"regprocedure":  "now() pi() version() timeofday() clock_timestamp() current_database() current_schema() pg_backend_pid() md5(text) upper(text)",
	"regtype":       "integer bigint smallint text boolean numeric real uuid date time timestamp timestamptz interval jsonb json bytea inet point",
	"regclass":      "pg_class pg_type pg_attribute pg_proc pg_namespace pg_index pg_constraint pg_trigger pg_views pg_tables pg_settings pg_roles",
	"regnamespace":  "pg_catalog information_schema pg_toast",
	"regrole":       "pg_monitor pg_read_all_settings pg_read_all_stats pg_signal_backend pg_stat_scan_tables pg_read_all_data pg_write_all_data",
	"regconfig":     "simple english german french spanish italian dutch danish finnish swedish norwegian portuguese russian turkish",
	"regdictionary": "simple english_stem german_stem french_stem spanish_stem italian_stem dutch_stem",
}

// guarded lists what a constraint asks of columns that are arguments of calls
// and casts it makes in any case, so that none of them raises an error.
func (s *solver) guarded(n Named) []Named {
	var out []Named
	if s.wary {
		return nil
	}
	add := func(e *schema.Expr) { out = append(out, Named{Constraint: n.Constraint, Expr: e}) }
	certain(n.Expr, func(e *schema.Expr) {
		if e.Kind == schema.ExprCast {
			if x := e.Args[0]; s.names(x, e.Type) {
				add(&schema.Expr{Kind: schema.ExprIn, Args: append([]*schema.Expr{x}, objectNames(short(e.Type))...)})
			}
			return
		}
		for i, limit := range guards[e.Name] {
			if i >= len(e.Args) || e.Args[i] == nil {
				return
			}
			if x := unwrap(e.Args[i]); x.Kind == schema.ExprColumn {
				add(&schema.Expr{Kind: schema.ExprBetween, Args: []*schema.Expr{x, whole(limit[0]), whole(limit[1])}})
				if i == 2 && limit[1] == "31" {
					add(&schema.Expr{Kind: schema.ExprOp, Name: "<=", Args: []*schema.Expr{x, monthDays(e.Args[0], e.Args[1])}})
				}
			}
		}
	})
	s.narrowed = s.narrowed || len(out) > 0
	return out
}

// names reports a text column that is read as a reg type.
func (s *solver) names(x *schema.Expr, t schema.Type) bool {
	x = unwrap(x)
	return x.Kind == schema.ExprColumn && objects[short(t)] != "" && isText(s.typeOf(x))
}

func objectNames(reg string) []*schema.Expr {
	var out []*schema.Expr
	for _, name := range strings.Fields(objects[reg]) {
		out = append(out, &schema.Expr{Kind: schema.ExprConst, Value: name, Type: textType})
	}
	return out
}

// constructObject handles to_regclass(column) IS NOT NULL and its like.
func (s *solver) constructObject(x *schema.Expr) ([]effect, bool) {
	want := domain.Domain{}
	for _, name := range strings.Fields(objects[strings.TrimPrefix(x.Name, "to_")]) {
		want.Set = append(want.Set, value.String(name))
	}
	if len(want.Set) == 0 || len(x.Args) != 1 || !isText(s.typeOf(x.Args[0])) {
		return nil, false
	}
	if s.narrowed = true; s.wary {
		return nil, false
	}
	return s.invert(x.Args[0], want)
}

// certain visits the calls and casts that are made whenever the expression is computed:
// not those behind OR, CASE or a first alternative.
func certain(e *schema.Expr, visit func(*schema.Expr)) {
	if e == nil {
		return
	}
	args := e.Args
	switch e.Kind {
	case schema.ExprOr, schema.ExprCase, schema.ExprOpaque:
		return
	case schema.ExprCoalesce:
		args = args[:min(1, len(args))]
	case schema.ExprCall, schema.ExprCast:
		visit(e)
	}
	for _, a := range args {
		certain(a, visit)
	}
}

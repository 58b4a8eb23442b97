package sanitize

import (
	"strings"

	pg "github.com/sqlc-dev/oliphant"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/effigydb/effigy/ddl/statement"
)

// prepare reads from the tree what the tokens don't tell: which literals are
// bodies, options and settings, and how long columns may be.
func (r *region) prepare(st *statement.Statement) {
	r.forced, r.bodies = map[int]force{}, map[int]language{}
	switch n := st.Node.GetNode().(type) {
	case *pg.Node_CreateFunctionStmt:
		r.routine(n.CreateFunctionStmt.Options)
	case *pg.Node_AlterFunctionStmt:
		r.routine(n.AlterFunctionStmt.Actions)
	case *pg.Node_DoStmt:
		r.routine(n.DoStmt.Args)
	case *pg.Node_CreateEnumStmt, *pg.Node_AlterEnumStmt:
		r.labels = true
	case *pg.Node_CreateStmt, *pg.Node_AlterTableStmt, *pg.Node_IndexStmt, *pg.Node_CreateTableAsStmt:
		if mentions(st.Text, "tablespace") {
			r.tablespaces(st.Node)
		}
	case *pg.Node_CreateSchemaStmt:
		r.authorization(n.CreateSchemaStmt)
	}
	if withOptions[nodeName(st.Node)] && mentions(st.Text, "options") {
		r.options(st.Node)
	}
	r.limits = r.p.limitsOf(st.Node)
	r.bound(st.Node)
}

// routine notes the body and the settings of a routine or a DO block.
func (r *region) routine(options []*pg.Node) {
	lang := language("plpgsql")
	for _, o := range options {
		if d := o.GetDefElem(); d.GetDefname() == "language" {
			lang = language(strings.ToLower(d.GetArg().GetString_().GetSval()))
		}
	}
	for _, o := range options {
		switch d := o.GetDefElem(); d.GetDefname() {
		case "as":
			i := r.literalFrom(int(d.Location))
			if i >= 0 {
				r.bodies[r.toks[i].start] = lang
			}
		case "set":
			r.functionSetting(d.GetArg().GetVariableSetStmt())
		}
	}
}

// literalFrom is the index of the first literal at or after an offset, -1
// without one.
func (r *region) literalFrom(at int) int {
	for i, t := range r.toks {
		if t.start >= at && t.kind == literal {
			return i
		}
	}
	return -1
}

// functionSetting forces the value of a custom setting out. Settings of the
// server stay, and are read as any literal is.
func (r *region) functionSetting(n *pg.VariableSetStmt) {
	if n == nil || !strings.Contains(n.Name, ".") || knownSetting(n.Name) {
		return
	}
	for _, a := range n.Args {
		c := a.GetAConst()
		if c == nil || harmlessSetting(c.GetSval().GetSval()) || c.GetSval() == nil {
			continue
		}
		r.force(int(c.Location), force{"setting", "custom-setting"})
	}
}

// force takes out the constant at an offset, a literal or a bare word.
func (r *region) force(at int, f force) {
	for _, t := range r.toks {
		switch {
		case t.start != at:
		case t.kind == literal:
			r.forced[at] = f
		default:
			h := hit{end: len(t.text), class: f.class, kind: f.kind}
			for _, e := range r.mark(t.text, at, -1, []hit{h}, context{}) {
				r.edits = append(r.edits, edit{t.start, t.end, func() string { return encode(e.render(), form{}) }})
			}
		}
	}
}

func harmlessSetting(v string) bool {
	switch strings.ToLower(v) {
	case "", "on", "off", "true", "false", "yes", "no", "default":
		return true
	}
	return len(v) <= 6 && digits(v) == len(v)
}

// modules are the prefixes of settings that belong to an extension and hold
// no secret by their documentation.
var modules = wordSet("plpgsql pg_trgm auto_explain pg_stat_statements pgaudit postgis timescaledb citus hnsw ivfflat pg_hint_plan plv8 plperl pltcl vchordrq pgroonga cube")

func knownSetting(name string) bool {
	module, _, _ := strings.Cut(name, ".")
	return modules[strings.ToLower(module)]
}

// withOptions are the statements with OPTIONS (…) of foreign data.
var withOptions = wordSet("create_fdw_stmt alter_fdw_stmt create_foreign_server_stmt alter_foreign_server_stmt create_foreign_table_stmt alter_table_stmt")

// openOptions are those of postgres_fdw, file_fdw and dblink_fdw that tune
// and describe a format; all others are taken out.
var openOptions = wordSet(`use_remote_estimate fdw_startup_cost fdw_tuple_cost fetch_size batch_size async_capable
analyze_sampling parallel_commit parallel_abort updatable truncatable keep_connections extensions port sslmode
connect_timeout format header delimiter quote escape null encoding force_not_null force_null default on_error`)

func (r *region) options(node *pg.Node) {
	statement.Walk(node.ProtoReflect(), func(m protoreflect.Message) {
		switch n := m.Interface().(type) {
		case *pg.ColumnDef:
			r.optionList(n.Fdwoptions)
		case *pg.CreateFdwStmt:
			r.optionList(n.Options)
		case *pg.AlterFdwStmt:
			r.optionList(n.Options)
		case *pg.CreateForeignServerStmt:
			r.optionList(n.Options)
		case *pg.AlterForeignServerStmt:
			r.optionList(n.Options)
		case *pg.CreateForeignTableStmt:
			r.optionList(n.Options)
		case *pg.AlterTableCmd:
			if n.Subtype == pg.AlterTableType_AT_GenericOptions || n.Subtype == pg.AlterTableType_AT_AlterColumnGenericOptions {
				r.optionList(n.GetDef().GetList().GetItems())
			}
		}
	})
}

func (r *region) optionList(options []*pg.Node) {
	for _, o := range options {
		d := o.GetDefElem()
		i := r.literalFrom(int(d.GetLocation()))
		switch {
		case d == nil || d.Arg == nil || i < 0:
		case d.Defname == "program":
			r.p.refuse(r.lineAt(int(d.Location)), r.object, "option", "program", "a command that runs wherever this is read")
		case !openOptions[d.Defname]:
			r.forced[r.toks[i].start] = force{"option", "option"}
		}
	}
}

// tablespaces cuts TABLESPACE clauses.
func (r *region) tablespaces(node *pg.Node) {
	spaces := map[string]bool{}
	statement.Walk(node.ProtoReflect(), func(m protoreflect.Message) {
		switch n := m.Interface().(type) {
		case *pg.CreateStmt:
			spaces[n.Tablespacename] = true
		case *pg.IndexStmt:
			spaces[n.TableSpace] = true
		case *pg.IntoClause:
			spaces[n.TableSpaceName] = true
		case *pg.Constraint:
			spaces[n.Indexspace] = true
		}
	})
	for i, t := range r.toks {
		space := r.at(i + 1)
		if !t.is("tablespace") || space.kind != word && space.kind != identifier || !spaces[name(space)] {
			continue
		}
		from := i
		if r.at(i-1).is("index") && r.at(i-2).is("using") {
			from = i - 2
		}
		r.cut(from, i+1, "network", "tablespace")
	}
}

// authorization cuts the owner from CREATE SCHEMA; a schema named after its
// owner keeps that name.
func (r *region) authorization(n *pg.CreateSchemaStmt) {
	if r.p.opt.Roles == "map" && n.Schemaname != "" {
		return
	}
	for i, t := range r.toks {
		switch {
		case !t.is("authorization"):
		case n.Schemaname != "":
			r.cut(i, i+1, "privilege", "owner")
		default:
			r.edits = append(r.edits, put(t.start, r.at(i+1).start, ""), put(r.at(i+1).start, r.at(i+1).end, r.at(i+1).text))
		}
	}
}

// cut removes tokens, with the blanks before them.
func (r *region) cut(from, to int, class, kind string) {
	start := r.toks[from].start
	if from > 0 {
		start = r.toks[from-1].end
	}
	r.edits = append(r.edits, put(start, r.at(to).end, ""))
	if r.mode == redact {
		r.p.found = append(r.p.found, found{Finding: Finding{Class: class, Kind: kind, Object: r.object, Line: r.lineAt(r.toks[from].start), Action: "dropped"}})
	}
}

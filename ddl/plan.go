package ddl

import (
	"slices"
	"strings"

	"github.com/effigydb/effigy/schema"
	pg "github.com/sqlc-dev/oliphant"
)

// Plan orders the statements of the script into a load. Text is cut, never
// printed anew: a CREATE TABLE loses its keys to an ALTER TABLE of the same
// words, a chain of ALTER TABLE is cut at its commas. Materialised views are
// left without data: they are to be refreshed when the load is done.
//
// A statement that renames, drops or detaches something brings the keys
// that wait for it forward, so that it finds what it found in the text.
func (s *Script) Plan() *Load { return s.plan(false) }

// InOrder is the load that follows the text, statement by statement and
// uncut; only schemas and extensions still come first, and everything else is
// in section Tables. It makes what Plan's load has to come to, for a text
// whose effect only a server can tell (see Runs).
func (s *Script) InOrder() *Load { return s.plan(true) }

func (s *Script) plan(serial bool) *Load {
	p := &planner{script: s, serial: serial, load: &Load{Settings: []string{"SET check_function_bodies TO off"}}, final: map[string]bool{}}
	for _, name := range s.Schema.Schemas {
		p.final[name] = true
	}
	for i := range s.Split.Statements {
		p.statement(i)
	}
	p.orderPartitionKeys()
	for _, steps := range p.sections {
		p.load.Steps = append(p.load.Steps, steps...)
	}
	return p.load
}

// planner sorts statements into sections.
type planner struct {
	script   *Script
	load     *Load
	sections [After + 1][]Step
	// final are the schemas that exist at the end; they are made first.
	final  map[string]bool
	serial bool // everything where the text has it
	// the statement at hand
	src    source
	item   Item
	path   string
	target schema.Name
	at     int
}

func (p *planner) statement(i int) {
	p.at = i
	p.src = source{&p.script.Split.Statements[i]}
	p.item = p.script.Items[i]
	p.path = p.script.facts.paths[i]
	p.target = p.script.facts.targets[i]
	if p.src.Err != nil {
		// The server may read what this parser can't.
		if p.serial {
			p.add(Tables, p.src.Text)
		} else {
			p.add(p.guess(), p.src.Text)
		}
		return
	}
	n := p.src.Node
	if reason := unfit(n); reason != "" {
		p.skip(reason)
		return
	}
	if p.script.facts.absent[i] {
		return
	}
	p.place(n)
}

// guess is the section of a statement that could not be parsed.
func (p *planner) guess() Section {
	switch p.item.Kind {
	case "index":
		return Keys
	case "trigger", "policy", "rule", "on", "grant":
		return After
	}
	return Tables
}

func (p *planner) add(section Section, sql string) {
	p.addAs(section, sql, p.item.Kind, p.item.Name)
}

func (p *planner) addAs(section Section, sql, kind, name string) {
	var roles []string
	if p.src.Node != nil {
		roles = rolesIn(p.src.Node)
	}
	p.sections[section] = append(p.sections[section], Step{
		SQL: withoutTablespace(sql, p.src.Node), Kind: kind, Name: name, Line: p.src.Line, Section: section, Path: p.path, Roles: roles,
		Target: p.target, Alters: alters(p.src.Node),
	})
}

// alters reports a statement about tables, types or domains that are there
// already; a partition changes which rows its parent takes.
func alters(n *pg.Node) bool {
	if n == nil {
		return false
	}
	switch s := n.Node.(type) {
	case *pg.Node_AlterTableStmt, *pg.Node_AlterDomainStmt, *pg.Node_AlterEnumStmt, *pg.Node_AlterObjectSchemaStmt, *pg.Node_RenameStmt, *pg.Node_DropStmt:
		return true
	case *pg.Node_CreateStmt:
		return s.CreateStmt.GetPartbound() != nil
	}
	return false
}

func (p *planner) skip(reason string) {
	p.load.Skipped = append(p.load.Skipped, Skipped{Kind: p.item.Kind, Name: p.item.Name, Reason: reason, Line: p.src.Line})
	p.dependOnServer()
}

// place sends a statement to its section, cut where it must be.
func (p *planner) place(n *pg.Node) {
	if p.serial && p.inOrder(n) {
		return
	}
	switch s := n.Node.(type) {
	case *pg.Node_CreateStmt:
		p.createTable(s.CreateStmt)
	case *pg.Node_AlterTableStmt:
		p.alterTable(s.AlterTableStmt)
	case *pg.Node_CreateSchemaStmt:
		p.createSchema(s.CreateSchemaStmt)
	case *pg.Node_CreateExtensionStmt:
		p.createExtension(s.CreateExtensionStmt)
	case *pg.Node_IndexStmt:
		p.add(Keys, p.src.without("concurrently"))
		p.sections[Keys][len(p.sections[Keys])-1].only = !s.IndexStmt.GetRelation().GetInh()
	case *pg.Node_CreateStatsStmt, *pg.Node_AlterStatsStmt, *pg.Node_ClusterStmt:
		p.add(Keys, p.src.Text)
	case *pg.Node_CreateTrigStmt, *pg.Node_CreatePolicyStmt, *pg.Node_AlterPolicyStmt:
		p.add(After, p.src.Text)
	case *pg.Node_RuleStmt:
		if s.RuleStmt.Rulename == "_RETURN" {
			p.add(Tables, p.src.Text)
		} else {
			p.add(After, p.src.Text)
		}
	case *pg.Node_CommentStmt:
		p.comment(s.CommentStmt)
	case *pg.Node_GrantStmt:
		p.grant(s.GrantStmt)
	case *pg.Node_CreateTableAsStmt:
		p.createAs(s.CreateTableAsStmt)
	case *pg.Node_RenameStmt, *pg.Node_AlterObjectSchemaStmt, *pg.Node_DropStmt:
		if p.item.Kind == "extension" {
			return // the admin's: it is made once, as it stands at the end
		}
		p.flush()
		p.add(Tables, p.src.Text)
	case *pg.Node_VariableSetStmt, *pg.Node_SelectStmt:
		p.setting(n)
	default:
		if !silent(n) {
			p.add(Tables, p.src.Text)
		}
	}
}

// silent are statements that a load has no use for: they leave nothing in a
// schema, belong to the whole server, or bring rows.
func silent(n *pg.Node) bool {
	switch n.Node.(type) {
	case *pg.Node_TransactionStmt, *pg.Node_InsertStmt, *pg.Node_UpdateStmt, *pg.Node_DeleteStmt, *pg.Node_MergeStmt,
		*pg.Node_CopyStmt, *pg.Node_TruncateStmt, *pg.Node_AlterOwnerStmt, *pg.Node_ReassignOwnedStmt, *pg.Node_AlterExtensionStmt, *pg.Node_CreatePlangStmt,
		*pg.Node_GrantRoleStmt, *pg.Node_CreateRoleStmt, *pg.Node_AlterRoleStmt, *pg.Node_AlterRoleSetStmt, *pg.Node_DropRoleStmt,
		*pg.Node_CreatedbStmt, *pg.Node_AlterDatabaseStmt, *pg.Node_AlterDatabaseSetStmt, *pg.Node_DropdbStmt,
		*pg.Node_VacuumStmt, *pg.Node_CheckPointStmt, *pg.Node_DiscardStmt, *pg.Node_LockStmt, *pg.Node_ReindexStmt,
		*pg.Node_RefreshMatViewStmt, *pg.Node_NotifyStmt, *pg.Node_ListenStmt, *pg.Node_UnlistenStmt, *pg.Node_ExplainStmt,
		*pg.Node_VariableShowStmt, *pg.Node_PrepareStmt, *pg.Node_ExecuteStmt, *pg.Node_DeallocateStmt, *pg.Node_ConstraintsSetStmt:
		return true
	}
	return false
}

// createExtension makes an extension that is there at the end.
func (p *planner) createExtension(s *pg.CreateExtensionStmt) {
	for _, e := range p.script.Schema.Extensions {
		if e.Name == s.Extname && e.Line == p.src.Line {
			p.add(Extensions, p.src.Text)
			return
		}
	}
}

func (p *planner) comment(s *pg.CommentStmt) {
	switch s.Objtype {
	case pg.ObjectType_OBJECT_DATABASE, pg.ObjectType_OBJECT_ROLE, pg.ObjectType_OBJECT_TABLESPACE:
	case pg.ObjectType_OBJECT_EXTENSION, pg.ObjectType_OBJECT_LANGUAGE: // an extension brings its own
	default:
		p.add(After, p.src.Text)
	}
}

// grant puts grants last; those on all objects of a schema stand where they
// do in the text, because later objects are not meant.
func (p *planner) grant(s *pg.GrantStmt) {
	switch {
	case s.Objtype == pg.ObjectType_OBJECT_DATABASE || s.Objtype == pg.ObjectType_OBJECT_TABLESPACE || s.Objtype == pg.ObjectType_OBJECT_PARAMETER_ACL:
	case s.Targtype == pg.GrantTargetType_ACL_TARGET_ALL_IN_SCHEMA:
		p.add(Tables, p.src.Text)
	default:
		p.add(After, p.src.Text)
	}
}

// createAs makes a table or a materialised view empty: rows come later.
func (p *planner) createAs(s *pg.CreateTableAsStmt) {
	if s.Into.GetRel().GetRelpersistence() == "t" {
		return
	}
	sql := p.src.Text
	n := len(p.src.Tokens())
	if p.src.is(n-1, "data") && p.src.is(n-2, "with") {
		sql = p.src.text(0, n-2)
	}
	if !p.src.is(n-1, "data") || !p.src.is(n-2, "no") {
		if !s.IsSelectInto {
			sql += "\nWITH NO DATA"
		}
	}
	p.add(Tables, sql)
}

// kept are the settings of a text that change what its statements mean.
var kept = set(`timezone datestyle intervalstyle xmloption xmlbinary array_nulls backslash_quote
bytea_output default_text_search_config extra_float_digits quote_all_identifiers standard_conforming_strings
transform_null_equals plpgsql.variable_conflict plpgsql.check_asserts`)

// setting keeps the SETs that matter for every session of the load;
// search_path goes with each step.
func (p *planner) setting(n *pg.Node) {
	if s := n.GetVariableSetStmt(); s != nil {
		name := strings.ToLower(s.Name)
		if kept[name] || strings.Contains(name, ".") {
			p.load.Settings = append(p.load.Settings, p.src.without("local"))
		}
		return
	}
	switch p.item.Kind {
	case "set", "data":
	default:
		p.add(Tables, p.src.Text)
	}
}

// flush brings forward everything that waits, when what the statement
// changes is what some of it waits for.
func (p *planner) flush() {
	target := p.target
	waits := false
	for section := Keys; section <= After; section++ {
		for _, s := range p.sections[section] {
			waits = waits || target.Name == "" && p.mayName(&s) || target.Name != "" && (s.Target == target || s.refers == target)
		}
	}
	if !waits {
		return
	}
	p.orderPartitionKeys()
	for section := Keys; section <= After; section++ {
		for _, s := range p.sections[section] {
			if p.load.Early == 0 && s.meetsRows() {
				p.load.Early = p.src.Line
			}
			s.Section = Tables
			p.sections[Tables] = append(p.sections[Tables], s)
		}
		p.sections[section] = nil
	}
}

// mayName reports that a step may name what the statement is about. Of a
// function that is dropped that is told by its name.
func (p *planner) mayName(s *Step) bool {
	d := p.src.Node.GetDropStmt()
	if d == nil || d.RemoveType != pg.ObjectType_OBJECT_FUNCTION && d.RemoveType != pg.ObjectType_OBJECT_PROCEDURE {
		return true
	}
	sql := strings.ToLower(s.SQL)
	return slices.ContainsFunc(d.Objects, func(o *pg.Node) bool {
		parts := nameParts(o)
		name := parts[len(parts)-1]
		return strings.Contains(sql, strings.ToLower(name)) && slices.ContainsFunc(namesIn(s.SQL), func(n schema.Name) bool { return n.Name == name })
	})
}

// meetsRows reports whether a step makes what acts on rows that come after it,
// other than keys.
func (s *Step) meetsRows() bool {
	return s.Section == ForeignKeys || s.Section == After && (s.Kind == "trigger" || s.Kind == "rule" || s.Kind == "constraint")
}

// dependOnServer names a foreign table among the dependents of its server,
// which was left out before it.
func (p *planner) dependOnServer() {
	t := p.script.Schema.Table(p.target)
	if t == nil || !t.Foreign {
		return
	}
	for i := range p.load.Skipped {
		if s := &p.load.Skipped[i]; s.Kind == "server" && s.Name == schema.Quote(t.Server) {
			s.Dependents = append(s.Dependents, p.item.Kind+" "+p.item.Name)
		}
	}
}

package ddl

import (
	"slices"
	"strings"

	"github.com/effigydb/effigy/schema"
	pg "github.com/sqlc-dev/oliphant"
)

// alterTable sends each command of a chain to its section.
func (p *planner) alterTable(s *pg.AlterTableStmt) {
	if s.Objtype == pg.ObjectType_OBJECT_INDEX {
		p.alterIndex(s)
		return
	}
	if slices.ContainsFunc(s.Cmds, undoes) {
		p.flush()
	}
	if cmd := s.Cmds[0].GetAlterTableCmd(); len(s.Cmds) == 1 && cmd.GetDef().GetConstraint().GetConname() != "" {
		p.addConstraint(s, cmd)
		return
	}
	pieces := p.commands(s)
	if pieces == nil {
		if section, ok := p.sectionOf(s.Cmds[0].GetAlterTableCmd(), s); ok {
			p.add(section, p.src.Text)
		}
		return
	}
	head := p.src.Text[:p.src.offset(pieces[0][0])]
	var plain []string
	for i, n := range s.Cmds {
		cmd := n.GetAlterTableCmd()
		from, to := pieces[i][0], pieces[i][1]
		section, ok := p.sectionOf(cmd, s)
		switch {
		case !ok:
		case section == Tables:
			text, keys := p.cutCommand(cmd, from, to)
			plain = append(plain, text)
			for _, k := range keys {
				p.addKey(p.target, k)
			}
		default:
			p.alterCommand(s, cmd, section, head, from, to)
		}
	}
	if len(plain) > 0 {
		p.add(Tables, head+strings.Join(plain, ", "))
	}
}

// commands are the tokens of each command of a chain; nil when they can't be
// told apart.
func (p *planner) commands(s *pg.AlterTableStmt) [][2]int {
	at := p.src.at(s.Relation.GetLocation()) + 1
	for p.src.is(at, ".") {
		at += 2
	}
	if p.src.is(at, "*") {
		at++
	}
	var out [][2]int
	for range s.Cmds {
		end := p.src.elementEnd(at)
		if at >= end {
			return nil
		}
		out = append(out, [2]int{at, end})
		at = end + 1
	}
	if at <= len(p.src.Tokens()) {
		return nil
	}
	return out
}

// addConstraint adds a statement whose one command is of a constraint with a
// name: most of what pg_dump writes. It goes as it is.
func (p *planner) addConstraint(s *pg.AlterTableStmt, cmd *pg.AlterTableCmd) {
	section, ok := p.sectionOf(cmd, s)
	switch {
	case !ok:
	case section == Tables:
		p.add(Tables, p.src.Text)
	default:
		p.addLate(s, cmd, section, p.src.Text)
	}
}

// alterCommand adds one command that comes after the rows.
func (p *planner) alterCommand(s *pg.AlterTableStmt, cmd *pg.AlterTableCmd, section Section, head string, from, to int) {
	text, k := p.src.text(from, to), cmd.GetDef().GetConstraint()
	if _, isKey := late(k); isKey && cmd.Subtype == pg.AlterTableType_AT_AddConstraint && k.Conname == "" && k.Indexname == "" {
		text = "ADD CONSTRAINT " + schema.Quote(p.script.facts.names[k]) + " " + p.src.text(from+1, to)
	}
	p.addLate(s, cmd, section, head+text)
}

// addLate adds a statement of one command that comes after the rows.
func (p *planner) addLate(s *pg.AlterTableStmt, cmd *pg.AlterTableCmd, section Section, text string) {
	kind, name := p.item.Kind, p.item.Name
	k := cmd.GetDef().GetConstraint()
	if _, isKey := late(k); isKey && cmd.Subtype == pg.AlterTableType_AT_AddConstraint {
		kind, name = "constraint", p.target.Member(p.script.facts.names[k])
	}
	p.addAs(section, text, kind, name)
	step := &p.sections[section][len(p.sections[section])-1]
	step.only = !s.Relation.GetInh()
	if k.GetPktable() != nil {
		step.refers = rangeName(k.Pktable)
	}
}

// cutCommand takes the late constraints out of ADD COLUMN.
func (p *planner) cutCommand(cmd *pg.AlterTableCmd, from, to int) (string, []key) {
	def := cmd.GetDef().GetColumnDef()
	if cmd.GetSubtype() != pg.AlterTableType_AT_AddColumn || def == nil {
		return p.src.text(from, to), nil
	}
	start := p.src.offset(from)
	last := p.src.Tokens()[to-1]
	return p.cutColumn(def, from, to, start, last.Start+len(last.Text), primaryOf(def))
}

func primaryOf(def *pg.ColumnDef) []string {
	for _, n := range def.Constraints {
		if n.GetConstraint().GetContype() == pg.ConstrType_CONSTR_PRIMARY {
			return []string{def.Colname}
		}
	}
	return nil
}

// sectionOf is where a command of ALTER TABLE belongs; false for one that a
// sandbox does not take over.
func (p *planner) sectionOf(cmd *pg.AlterTableCmd, s *pg.AlterTableStmt) (Section, bool) {
	switch cmd.GetSubtype() {
	case pg.AlterTableType_AT_ChangeOwner, pg.AlterTableType_AT_SetTableSpace:
		return 0, false
	case pg.AlterTableType_AT_AddConstraint:
		section, _ := late(cmd.Def.GetConstraint())
		if section == 0 {
			section = Tables
		}
		return section, true
	case pg.AlterTableType_AT_ClusterOn, pg.AlterTableType_AT_DropCluster, pg.AlterTableType_AT_ReplicaIdentity:
		return Keys, true
	case pg.AlterTableType_AT_ValidateConstraint, pg.AlterTableType_AT_AlterConstraint:
		return ForeignKeys, true
	case pg.AlterTableType_AT_EnableRowSecurity, pg.AlterTableType_AT_DisableRowSecurity,
		pg.AlterTableType_AT_ForceRowSecurity, pg.AlterTableType_AT_NoForceRowSecurity,
		pg.AlterTableType_AT_EnableTrig, pg.AlterTableType_AT_EnableAlwaysTrig, pg.AlterTableType_AT_EnableReplicaTrig,
		pg.AlterTableType_AT_DisableTrig, pg.AlterTableType_AT_EnableTrigAll, pg.AlterTableType_AT_DisableTrigAll,
		pg.AlterTableType_AT_EnableTrigUser, pg.AlterTableType_AT_DisableTrigUser,
		pg.AlterTableType_AT_EnableRule, pg.AlterTableType_AT_EnableAlwaysRule, pg.AlterTableType_AT_EnableReplicaRule, pg.AlterTableType_AT_DisableRule:
		return After, true
	}
	return Tables, true
}

// undoes reports whether a command takes away what a key may wait for.
func undoes(n *pg.Node) bool {
	switch n.GetAlterTableCmd().GetSubtype() {
	case pg.AlterTableType_AT_DropColumn, pg.AlterTableType_AT_DropConstraint, pg.AlterTableType_AT_DetachPartition:
		return true
	}
	return false
}

// alterIndex comes after the index, which may be one behind a key.
func (p *planner) alterIndex(s *pg.AlterTableStmt) {
	for _, n := range s.Cmds {
		if n.GetAlterTableCmd().GetSubtype() == pg.AlterTableType_AT_SetTableSpace {
			return
		}
	}
	p.add(Keys, p.src.Text)
}

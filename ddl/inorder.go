package ddl

import (
	"slices"
	"strings"

	pg "github.com/sqlc-dev/oliphant"
)

// inOrder places what a load in order of the text treats in another way than
// one that waits for rows; false for the rest.
func (p *planner) inOrder(n *pg.Node) bool {
	switch s := n.Node.(type) {
	case *pg.Node_CreateStmt, *pg.Node_CreateTrigStmt, *pg.Node_CreatePolicyStmt, *pg.Node_AlterPolicyStmt, *pg.Node_RuleStmt,
		*pg.Node_CreateStatsStmt, *pg.Node_AlterStatsStmt, *pg.Node_ClusterStmt:
		p.add(Tables, p.src.Text)
	case *pg.Node_IndexStmt:
		p.add(Tables, p.src.without("concurrently"))
	case *pg.Node_AlterTableStmt:
		p.alterInOrder(s.AlterTableStmt)
	case *pg.Node_CommentStmt:
		p.comment(s.CommentStmt)
		p.bringForward()
	case *pg.Node_GrantStmt:
		p.grant(s.GrantStmt)
		p.bringForward()
	case *pg.Node_RenameStmt, *pg.Node_AlterObjectSchemaStmt, *pg.Node_DropStmt:
		if p.item.Kind != "extension" {
			p.add(Tables, p.src.Text)
		}
	default:
		return false
	}
	return true
}

// bringForward moves what was put after the rows to where the text has it.
func (p *planner) bringForward() {
	for _, s := range p.sections[After] {
		s.Section = Tables
		p.sections[Tables] = append(p.sections[Tables], s)
	}
	p.sections[After] = nil
}

// alterInOrder leaves out only what a sandbox does not take over.
func (p *planner) alterInOrder(s *pg.AlterTableStmt) {
	foreign := func(n *pg.Node) bool {
		t := n.GetAlterTableCmd().GetSubtype()
		return t == pg.AlterTableType_AT_ChangeOwner || t == pg.AlterTableType_AT_SetTableSpace
	}
	if !slices.ContainsFunc(s.Cmds, foreign) {
		p.add(Tables, p.src.Text)
		return
	}
	pieces := p.commands(s)
	var kept []string
	for i, n := range s.Cmds {
		if pieces != nil && !foreign(n) {
			kept = append(kept, p.src.text(pieces[i][0], pieces[i][1]))
		}
	}
	if len(kept) > 0 {
		p.add(Tables, p.src.Text[:p.src.offset(pieces[0][0])]+strings.Join(kept, ", "))
	}
}

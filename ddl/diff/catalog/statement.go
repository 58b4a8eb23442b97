package catalog

import (
	pg "github.com/sqlc-dev/oliphant"

	"github.com/effigydb/effigy/ddl/statement"
)

// statement dispatches on the kind of statement. Those about rows, sessions
// and transactions leave the catalog as it is.
func (c *Catalog) statement(st *statement.Statement, n *pg.Node) error {
	switch {
	case isTemporary(n):
		return nil
	case isData(n):
		c.Data++
		return nil
	}
	switch v := n.Node.(type) {
	case *pg.Node_CreateStmt:
		return c.createTable(v.CreateStmt)
	case *pg.Node_CreateForeignTableStmt:
		return c.createForeignTable(v.CreateForeignTableStmt)
	case *pg.Node_AlterTableStmt:
		return c.alterTable(v.AlterTableStmt)
	case *pg.Node_IndexStmt:
		return c.createIndex(v.IndexStmt)
	case *pg.Node_ViewStmt:
		return c.createView(v.ViewStmt)
	case *pg.Node_CreateTableAsStmt:
		return c.createTableAs(v.CreateTableAsStmt)
	case *pg.Node_CreateSeqStmt:
		return c.createSequence(v.CreateSeqStmt)
	case *pg.Node_AlterSeqStmt:
		return c.alterSequence(v.AlterSeqStmt)
	case *pg.Node_CreateFunctionStmt:
		return c.createRoutine(st, v.CreateFunctionStmt)
	case *pg.Node_AlterFunctionStmt:
		return c.alterRoutine(v.AlterFunctionStmt)
	case *pg.Node_CreateTrigStmt:
		return c.createTrigger(v.CreateTrigStmt)
	case *pg.Node_RuleStmt:
		return c.createRule(v.RuleStmt)
	case *pg.Node_CreatePolicyStmt:
		return c.createPolicy(v.CreatePolicyStmt)
	case *pg.Node_AlterPolicyStmt:
		return c.alterPolicy(v.AlterPolicyStmt)
	case *pg.Node_CreateSchemaStmt:
		return c.createSchema(st, v.CreateSchemaStmt)
	}
	return c.typeStatement(st, n)
}

// isData tells statements about rows.
func isData(n *pg.Node) bool {
	switch n.GetNode().(type) {
	case *pg.Node_InsertStmt, *pg.Node_UpdateStmt, *pg.Node_DeleteStmt, *pg.Node_CopyStmt, *pg.Node_TruncateStmt, *pg.Node_MergeStmt:
		return true
	}
	return false
}

// isTemporary tells what is made in the session's own schema: it is no part of
// what the text leaves behind.
func isTemporary(n *pg.Node) bool {
	switch v := n.Node.(type) {
	case *pg.Node_CreateFunctionStmt:
		schemaName, _ := qualified(v.CreateFunctionStmt.Funcname)
		return schemaName == "pg_temp"
	case *pg.Node_CreateStmt:
		return v.CreateStmt.Relation.GetSchemaname() == "pg_temp"
	case *pg.Node_ViewStmt:
		return v.ViewStmt.View.GetSchemaname() == "pg_temp"
	}
	return false
}

func (c *Catalog) typeStatement(st *statement.Statement, n *pg.Node) error {
	switch v := n.Node.(type) {
	case *pg.Node_CreateEnumStmt:
		return c.createEnum(v.CreateEnumStmt)
	case *pg.Node_AlterEnumStmt:
		return c.alterEnum(v.AlterEnumStmt)
	case *pg.Node_CreateDomainStmt:
		return c.createDomain(v.CreateDomainStmt)
	case *pg.Node_AlterDomainStmt:
		return c.alterDomain(v.AlterDomainStmt)
	case *pg.Node_CompositeTypeStmt:
		return c.createComposite(v.CompositeTypeStmt)
	case *pg.Node_CreateRangeStmt:
		return c.createRange(v.CreateRangeStmt)
	case *pg.Node_DefineStmt:
		return c.define(v.DefineStmt)
	case *pg.Node_AlterTypeStmt:
		return c.alterType(v.AlterTypeStmt)
	}
	return c.metaStatement(st, n)
}

// metaStatement handles what is about any kind of object.
func (c *Catalog) metaStatement(st *statement.Statement, n *pg.Node) error {
	switch v := n.Node.(type) {
	case *pg.Node_CommentStmt:
		return c.comment(v.CommentStmt)
	case *pg.Node_SecLabelStmt:
		return c.label(v.SecLabelStmt)
	case *pg.Node_GrantStmt:
		return c.grant(v.GrantStmt)
	case *pg.Node_AlterDefaultPrivilegesStmt:
		return c.alterDefaults(v.AlterDefaultPrivilegesStmt)
	case *pg.Node_AlterOwnerStmt:
		return c.alterOwner(v.AlterOwnerStmt)
	case *pg.Node_AlterObjectSchemaStmt:
		return c.alterSchema(v.AlterObjectSchemaStmt)
	case *pg.Node_RenameStmt:
		return c.rename(v.RenameStmt)
	case *pg.Node_DropStmt:
		return c.drop(v.DropStmt)
	case *pg.Node_VariableSetStmt:
		return c.set(v.VariableSetStmt)
	case *pg.Node_SelectStmt:
		c.selects(v.SelectStmt)
		return nil
	case *pg.Node_DoStmt:
		return c.do(v.DoStmt)
	case *pg.Node_ClusterStmt:
		return c.cluster(v.ClusterStmt)
	case *pg.Node_TransactionStmt, *pg.Node_VacuumStmt, *pg.Node_LockStmt, *pg.Node_CheckPointStmt,
		*pg.Node_DiscardStmt, *pg.Node_RefreshMatViewStmt, *pg.Node_ReindexStmt, *pg.Node_VariableShowStmt,
		*pg.Node_ConstraintsSetStmt, *pg.Node_NotifyStmt, *pg.Node_ListenStmt, *pg.Node_ExplainStmt, *pg.Node_LoadStmt:
		return nil
	}
	return c.entryStatement(st, n)
}

package catalog

import (
	pg "github.com/sqlc-dev/oliphant"
)

// alterTable applies ALTER TABLE and its kin. A command fails as a whole or
// not at all as far as objects are looked up before anything is changed.
func (c *Catalog) alterTable(s *pg.AlterTableStmt) error {
	r, err := c.rangeVar(s.Relation)
	if err != nil {
		if s.MissingOk {
			return nil
		}
		return err
	}
	for _, n := range s.Cmds {
		cmd := n.GetAlterTableCmd()
		if cmd == nil {
			return errOpaque
		}
		if r.Index != nil {
			err = c.alterIndex(r, cmd)
		} else {
			err = c.alterCommand(r, cmd, s.Relation.Inh)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (c *Catalog) alterCommand(r *Relation, cmd *pg.AlterTableCmd, recurse bool) error {
	switch cmd.Subtype {
	case pg.AlterTableType_AT_AddColumn:
		return c.addColumn(r, cmd, recurse)
	case pg.AlterTableType_AT_DropColumn:
		return c.dropColumn(r, cmd.Name, cmd.MissingOk)
	case pg.AlterTableType_AT_ColumnDefault, pg.AlterTableType_AT_DropNotNull, pg.AlterTableType_AT_SetNotNull,
		pg.AlterTableType_AT_SetExpression, pg.AlterTableType_AT_DropExpression, pg.AlterTableType_AT_SetStatistics,
		pg.AlterTableType_AT_SetOptions, pg.AlterTableType_AT_ResetOptions, pg.AlterTableType_AT_SetStorage,
		pg.AlterTableType_AT_SetCompression, pg.AlterTableType_AT_AlterColumnType,
		pg.AlterTableType_AT_AlterColumnGenericOptions, pg.AlterTableType_AT_AddIdentity,
		pg.AlterTableType_AT_SetIdentity, pg.AlterTableType_AT_DropIdentity:
		return c.alterColumns(r, cmd, recurse)
	case pg.AlterTableType_AT_AddConstraint:
		return c.addConstraint(r, cmd.Def.GetConstraint(), !recurse)
	case pg.AlterTableType_AT_AlterConstraint:
		return c.alterConstraint(r, cmd.Def.GetAtalterConstraint())
	case pg.AlterTableType_AT_ValidateConstraint:
		return c.validate(r, cmd.Name)
	case pg.AlterTableType_AT_DropConstraint:
		k := r.constraint(cmd.Name)
		if k == nil {
			return c.dropNotNullName(r, cmd)
		}
		c.dropConstraint(r, k)
		return nil
	case pg.AlterTableType_AT_AttachPartition, pg.AlterTableType_AT_DetachPartition,
		pg.AlterTableType_AT_AddInherit, pg.AlterTableType_AT_DropInherit:
		return c.alterParent(r, cmd)
	}
	return c.alterSetting(r, cmd)
}

// alterSetting changes what the table itself says.
func (c *Catalog) alterSetting(r *Relation, cmd *pg.AlterTableCmd) error {
	switch cmd.Subtype {
	case pg.AlterTableType_AT_ChangeOwner:
		r.setOwner(c, role(cmd.Newowner))
	case pg.AlterTableType_AT_ClusterOn:
		r.ClusterOn = cmd.Name
	case pg.AlterTableType_AT_DropCluster:
		r.ClusterOn = ""
	case pg.AlterTableType_AT_SetLogged:
		r.Unlogged = false
	case pg.AlterTableType_AT_SetUnLogged:
		r.Unlogged = true
	case pg.AlterTableType_AT_SetAccessMethod:
		r.AccessMethod = cmd.Name
		if cmd.Name == "heap" {
			r.AccessMethod = ""
		}
	case pg.AlterTableType_AT_SetTableSpace:
		r.Tablespace = cmd.Name
	case pg.AlterTableType_AT_SetRelOptions:
		setOptions(r.Options, itemsOf(cmd.Def))
	case pg.AlterTableType_AT_ResetRelOptions:
		resetOptions(r.Options, itemsOf(cmd.Def))
	case pg.AlterTableType_AT_ReplicaIdentity:
		r.setReplicaIdentity(cmd.Def.GetReplicaIdentityStmt())
	case pg.AlterTableType_AT_EnableRowSecurity:
		r.RowSecurity = true
	case pg.AlterTableType_AT_DisableRowSecurity:
		r.RowSecurity = false
	case pg.AlterTableType_AT_ForceRowSecurity:
		r.ForceRowSecurity = true
	case pg.AlterTableType_AT_NoForceRowSecurity:
		r.ForceRowSecurity = false
	case pg.AlterTableType_AT_GenericOptions:
		setOptions(r.ServerOptions, itemsOf(cmd.Def))
	case pg.AlterTableType_AT_AddOf:
		ref := c.typeRef(cmd.Def.GetTypeName())
		r.OfType = &ref
	case pg.AlterTableType_AT_DropOf:
		r.OfType = nil
	case pg.AlterTableType_AT_DropOids:
	default:
		return c.alterTriggers(r, cmd)
	}
	return nil
}

func (r *Relation) setReplicaIdentity(s *pg.ReplicaIdentityStmt) {
	switch s.GetIdentityType() {
	case "f":
		r.ReplicaIdentity = "FULL"
	case "n":
		r.ReplicaIdentity = "NOTHING"
	case "i":
		r.ReplicaIdentity = "USING INDEX " + s.Name
	default:
		r.ReplicaIdentity = ""
	}
}

// alterTriggers switches triggers and rules.
func (c *Catalog) alterTriggers(r *Relation, cmd *pg.AlterTableCmd) error {
	switch cmd.Subtype {
	case pg.AlterTableType_AT_EnableTrig:
		return r.switchTrigger(cmd.Name, "")
	case pg.AlterTableType_AT_EnableAlwaysTrig:
		return r.switchTrigger(cmd.Name, "always")
	case pg.AlterTableType_AT_EnableReplicaTrig:
		return r.switchTrigger(cmd.Name, "replica")
	case pg.AlterTableType_AT_DisableTrig:
		return r.switchTrigger(cmd.Name, "disabled")
	case pg.AlterTableType_AT_EnableTrigAll, pg.AlterTableType_AT_EnableTrigUser:
		r.switchAll("")
	case pg.AlterTableType_AT_DisableTrigAll, pg.AlterTableType_AT_DisableTrigUser:
		r.switchAll("disabled")
	case pg.AlterTableType_AT_EnableRule:
		return r.switchRule(cmd.Name, "")
	case pg.AlterTableType_AT_EnableAlwaysRule:
		return r.switchRule(cmd.Name, "always")
	case pg.AlterTableType_AT_EnableReplicaRule:
		return r.switchRule(cmd.Name, "replica")
	case pg.AlterTableType_AT_DisableRule:
		return r.switchRule(cmd.Name, "disabled")
	default:
		return errOpaque
	}
	return nil
}

func (r *Relation) switchAll(state string) {
	for _, t := range r.Triggers {
		t.Enabled = state
	}
}

// switchTrigger sets a trigger's state; on a partition it may be the copy of
// its parent's trigger.
func (r *Relation) switchTrigger(name, state string) error {
	for _, t := range r.Triggers {
		if t.Name.Name == name {
			t.Enabled = state
			return nil
		}
	}
	for p := r.PartitionOf; p != nil; p = p.PartitionOf {
		for _, t := range p.Triggers {
			if t.Name.Name == name {
				k := *t
				k.Cloned, k.Enabled, k.Comment = true, state, ""
				k.Name.Schema = r.Name.Schema
				r.Triggers = append(r.Triggers, &k)
				return nil
			}
		}
	}
	return errMissing
}

func (r *Relation) switchRule(name, state string) error {
	for _, u := range r.Rules {
		if u.Name.Name == name {
			u.Enabled = state
			return nil
		}
	}
	return errMissing
}

// cluster is CLUSTER t USING i: it marks the index and moves rows.
func (c *Catalog) cluster(s *pg.ClusterStmt) error {
	if s.Relation == nil {
		return nil
	}
	r, err := c.rangeVar(s.Relation)
	if err == nil && s.Indexname != "" {
		r.ClusterOn = s.Indexname
	}
	return err
}

package catalog

import (
	"slices"

	pg "github.com/sqlc-dev/oliphant"
)

func (c *Catalog) createTrigger(s *pg.CreateTrigStmt) error {
	r, err := c.rangeVar(s.Relation)
	if err != nil {
		return err
	}
	t := &Trigger{Object: c.object("trigger", r.Name), Stmt: s, Path: c.path, At: c.at}
	t.Name.Name = s.Trigname
	for i, old := range r.Triggers {
		if old.Name.Name == s.Trigname {
			if s.Replace || old.Cloned {
				r.Triggers[i] = t
			}
			return nil
		}
	}
	r.Triggers = append(r.Triggers, t)
	return nil
}

func (c *Catalog) createRule(s *pg.RuleStmt) error {
	r, err := c.rangeVar(s.Relation)
	if err != nil {
		return err
	}
	if s.Rulename == "_RETURN" && len(s.Actions) == 1 {
		r.Kind, r.Query, r.Names = "view", c.expr(s.Actions[0]), nil
		if len(r.Columns) > 0 {
			for _, col := range r.Columns {
				r.Names = append(r.Names, col.Name.Name)
			}
			r.Columns = nil
		}
		return nil
	}
	u := &Rule{Object: c.object("rule", r.Name), Stmt: s, Path: c.path, At: c.at}
	u.Name.Name = s.Rulename
	for i, old := range r.Rules {
		if old.Name.Name == s.Rulename {
			if s.Replace {
				r.Rules[i] = u
			}
			return nil
		}
	}
	r.Rules = append(r.Rules, u)
	return nil
}

func (c *Catalog) createPolicy(s *pg.CreatePolicyStmt) error {
	r, err := c.rangeVar(s.Table)
	if err != nil {
		return err
	}
	p := &Policy{Object: c.object("policy", r.Name), Permissive: s.Permissive, Command: s.CmdName,
		Roles: roles(s.Roles), Using: c.expr(s.Qual), Check: c.expr(s.WithCheck)}
	p.Name.Name = s.PolicyName
	for _, old := range r.Policies {
		if old.Name.Name == s.PolicyName {
			return nil
		}
	}
	r.Policies = append(r.Policies, p)
	return nil
}

func (c *Catalog) alterPolicy(s *pg.AlterPolicyStmt) error {
	r, err := c.rangeVar(s.Table)
	if err != nil {
		return err
	}
	for _, p := range r.Policies {
		if p.Name.Name != s.PolicyName {
			continue
		}
		if len(s.Roles) > 0 {
			p.Roles = roles(s.Roles)
		}
		if s.Qual != nil {
			p.Using = c.expr(s.Qual)
		}
		if s.WithCheck != nil {
			p.Check = c.expr(s.WithCheck)
		}
		return nil
	}
	return errMissing
}

// roles is a set of role names.
func roles(nodes []*pg.Node) []string {
	var out []string
	for _, n := range nodes {
		out = append(out, role(n.GetRoleSpec()))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

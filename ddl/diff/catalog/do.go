package catalog

import (
	"strings"

	pg "github.com/sqlc-dev/oliphant"

	"github.com/effigydb/effigy/ddl/pattern"
	"github.com/effigydb/effigy/ddl/statement"
)

// do reads a DO block that only makes things: BEGIN, statements, perhaps each
// under IF NOT EXISTS (…) THEN or under a test of the server's version, perhaps
// as the literal of an EXECUTE, perhaps a handler for what is there already.
// What such a block leaves behind is known without running it. Any other block
// is not understood.
func (c *Catalog) do(s *pg.DoStmt) error {
	body, ok := doBody(s)
	if !ok {
		return errOpaque
	}
	parts, ok := doStatements(body)
	if !ok {
		return errOpaque
	}
	for _, p := range parts {
		if ofCluster(p.Node) {
			continue
		}
		c.text = p.Text
		if err := c.statement(p, p.Node); err != nil {
			return err
		}
	}
	return nil
}

func doBody(s *pg.DoStmt) (string, bool) {
	body := ""
	for _, n := range s.Args {
		d := n.GetDefElem()
		switch d.GetDefname() {
		case "as":
			body = value(d.Arg)
		case "language":
			if value(d.Arg) != "plpgsql" {
				return "", false
			}
		}
	}
	return body, body != ""
}

var (
	doHead  = pattern.Of(`(?is)^begin\s+`)
	doGuard = pattern.Of(`(?is)^if\s+not\s+exists\s*\(`)
	doThen  = pattern.Of(`(?is)^\s*then\s+`)
	doEnd   = pattern.Of(`(?is)^end(\s+if)?$`)
	doElse  = pattern.Of(`(?is)^else\s+`)
	doRun   = pattern.Of(`(?is)^execute\s+('(?:[^']|'')*')$`)
	doIdle  = pattern.Of(`(?is)^(null$|raise\s+(notice|debug|info)\b)`)
	doCatch = pattern.Of(`(?is)^exception\s+when\b`)
)

// doStatements cuts a block into the statements it runs when nothing fails;
// false when there is anything but DDL.
func doStatements(body string) ([]*statement.Statement, bool) {
	script := statement.Cut(body)
	texts := make([]string, 0, len(script.Statements))
	for _, st := range script.Statements {
		texts = append(texts, strings.TrimSpace(st.Text))
	}
	b := &block{taken: true}
	texts = b.declared(texts)
	if script.Err != nil || len(texts) < 2 || !doHead().MatchString(texts[0]) {
		return nil, false
	}
	texts[0] = doHead().ReplaceAllString(texts[0], "")
	for _, text := range texts {
		if doCatch().MatchString(text) {
			break
		}
		if !b.read(text) {
			return nil, false
		}
	}
	return b.out, true
}

// block is a DO block that is being read.
type block struct {
	out     []*statement.Statement
	version string // the variable that holds the server's version
	tested  bool   // inside an IF about the version
	taken   bool   // the branch at hand runs
}

// read reads what stands before one semicolon.
func (b *block) read(text string) bool {
	if b.keepsVersion(text) {
		return true
	}
	if rest, met, ok := b.versionTest(text); ok {
		b.tested, b.taken, text = true, met, rest
	} else if b.tested && doElse().MatchString(text) {
		b.taken, text = !b.taken, doElse().ReplaceAllString(text, "")
	}
	if b.tested && doGuard().MatchString(text) {
		return false // whose END IF the next one is would have to be known
	}
	text, ok := unguard(text)
	switch {
	case !ok:
		return false
	case doEnd().MatchString(text):
		b.tested, b.taken = false, true
		return true
	case doIdle().MatchString(text), !b.taken:
		return true
	}
	if m := doRun().FindStringSubmatch(text); m != nil {
		text = strings.TrimSuffix(strings.TrimSpace(strings.ReplaceAll(m[1][1:len(m[1])-1], "''", "'")), ";")
	}
	parsed, err := statement.Parse(text)
	if err != nil || !isMade(parsed.Node) && !ofCluster(parsed.Node) {
		return false
	}
	b.out = append(b.out, parsed)
	return true
}

// ofCluster tells statements about roles and parameters: no part of a schema.
func ofCluster(n *pg.Node) bool {
	switch v := n.GetNode().(type) {
	case *pg.Node_CreateRoleStmt, *pg.Node_AlterRoleStmt, *pg.Node_AlterRoleSetStmt, *pg.Node_GrantRoleStmt:
		return true
	case *pg.Node_GrantStmt:
		return v.GrantStmt.Objtype == pg.ObjectType_OBJECT_PARAMETER_ACL || v.GrantStmt.Objtype == pg.ObjectType_OBJECT_DATABASE
	}
	return false
}

// unguard strips IF NOT EXISTS (…) THEN: what is there is not made again.
func unguard(text string) (string, bool) {
	open := doGuard().FindString(text)
	if open == "" {
		return text, !strings.HasPrefix(strings.ToLower(text), "if ")
	}
	depth, quoted := 0, false
	for i := len(open) - 1; i < len(text); i++ {
		switch {
		case text[i] == '\'':
			quoted = !quoted
		case quoted:
		case text[i] == '(':
			depth++
		case text[i] == ')':
			depth--
		}
		if depth == 0 && !quoted {
			then := doThen().FindString(text[i+1:])
			return text[i+1+len(then):], then != ""
		}
	}
	return "", false
}

// isMade tells statements that add to a schema and may be met twice.
func isMade(n *pg.Node) bool {
	switch v := n.GetNode().(type) {
	case *pg.Node_CreateStmt, *pg.Node_CreateEnumStmt, *pg.Node_CreateDomainStmt, *pg.Node_CompositeTypeStmt,
		*pg.Node_CreateFunctionStmt, *pg.Node_IndexStmt, *pg.Node_ViewStmt, *pg.Node_CreateSeqStmt, *pg.Node_CreateTrigStmt,
		*pg.Node_CreatePolicyStmt, *pg.Node_CreateExtensionStmt, *pg.Node_CreateSchemaStmt, *pg.Node_CommentStmt,
		*pg.Node_CreateRangeStmt, *pg.Node_AlterEnumStmt, *pg.Node_GrantStmt:
		return true
	case *pg.Node_AlterTableStmt:
		for _, c := range v.AlterTableStmt.Cmds {
			switch c.GetAlterTableCmd().GetSubtype() {
			case pg.AlterTableType_AT_AddColumn, pg.AlterTableType_AT_AddConstraint:
			default:
				return false
			}
		}
		return true
	}
	return false
}

package catalog

import (
	"regexp"
	"strings"

	pg "github.com/sqlc-dev/oliphant"

	"github.com/effigydb/effigy/ddl/statement"
)

// do reads a DO block that only makes things: BEGIN, statements, perhaps each
// under IF NOT EXISTS (…) THEN, perhaps a handler for what is there already.
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
		if p.Node.GetCreateRoleStmt() != nil {
			continue // roles are the cluster's
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
	doHead  = regexp.MustCompile(`(?is)^begin\s+`)
	doGuard = regexp.MustCompile(`(?is)^if\s+not\s+exists\s*\(`)
	doThen  = regexp.MustCompile(`(?is)^\s*then\s+`)
	doEnd   = regexp.MustCompile(`(?is)^end(\s+if)?$`)
	doIdle  = regexp.MustCompile(`(?is)^(null$|raise\s+(notice|debug|info)\b)`)
	doCatch = regexp.MustCompile(`(?is)^exception\s+when\b`)
)

// doStatements cuts a block into the statements it runs when nothing fails;
// false when there is anything but DDL.
func doStatements(body string) ([]*statement.Statement, bool) {
	script := statement.Cut(body)
	if script.Err != nil || len(script.Statements) < 2 || !doHead.MatchString(script.Statements[0].Text) {
		return nil, false
	}
	var out []*statement.Statement
	for i, st := range script.Statements {
		text := strings.TrimSpace(st.Text)
		if i == 0 {
			text = doHead.ReplaceAllString(text, "")
		}
		if doCatch.MatchString(text) {
			return out, true
		}
		text, ok := unguard(text)
		switch {
		case !ok:
			return nil, false
		case doEnd.MatchString(text), doIdle.MatchString(text):
			continue
		}
		parsed, err := statement.Parse(text)
		if err != nil || !isMade(parsed.Node) {
			return nil, false
		}
		out = append(out, parsed)
	}
	return out, true
}

// unguard strips IF NOT EXISTS (…) THEN: what is there is not made again.
func unguard(text string) (string, bool) {
	open := doGuard.FindString(text)
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
			then := doThen.FindString(text[i+1:])
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
		*pg.Node_CreateRangeStmt, *pg.Node_AlterEnumStmt, *pg.Node_CreateRoleStmt, *pg.Node_GrantStmt:
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

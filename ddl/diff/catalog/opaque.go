package catalog

import (
	"strings"

	pg "github.com/sqlc-dev/oliphant"

	"github.com/effigydb/effigy/ddl/statement"
)

// opaque keeps a statement as its tokens, under what they say it is about.
func (c *Catalog) opaque(st *statement.Statement) {
	o := Opaque{Kind: "other", Tokens: joinTokens(st.Tokens()), Text: st.Text, Line: st.Line}
	o.Name = tokenName(st.Tokens())
	if len(st.Tokens()) == 0 {
		o.Tokens = strings.Join(strings.Fields(st.Text), " ")
		o.Name = o.Tokens
	}
	switch st.Node.GetNode().(type) {
	case *pg.Node_CreateRoleStmt, *pg.Node_AlterRoleStmt, *pg.Node_AlterRoleSetStmt, *pg.Node_DropRoleStmt,
		*pg.Node_GrantRoleStmt, *pg.Node_CreatedbStmt, *pg.Node_AlterDatabaseStmt, *pg.Node_AlterDatabaseSetStmt,
		*pg.Node_DropdbStmt, *pg.Node_CreateTableSpaceStmt, *pg.Node_AlterSystemStmt:
		o.Environment = true
	}
	switch st.Node.GetGrantStmt().GetObjtype() {
	case pg.ObjectType_OBJECT_DATABASE, pg.ObjectType_OBJECT_TABLESPACE, pg.ObjectType_OBJECT_PARAMETER_ACL:
		o.Environment = true
	}
	c.Opaque = append(c.Opaque, o)
}

func joinTokens(tokens []statement.Token) string {
	var b strings.Builder
	for i, t := range tokens {
		if i > 0 {
			b.WriteByte(' ')
		}
		if t.Keyword || t.Kind == pg.Token_IDENT && !strings.HasPrefix(t.Text, `"`) {
			b.WriteString(strings.ToLower(t.Text))
		} else {
			b.WriteString(t.Text)
		}
	}
	return b.String()
}

// tokenName is the head of a statement up to the name of its object.
func tokenName(tokens []statement.Token) string {
	var words []string
	named := false
	for i, t := range tokens {
		if i > 10 || t.Text == "(" && named {
			break
		}
		ident := t.Kind == pg.Token_IDENT
		if named && !ident && t.Text != "." {
			break
		}
		if ident || strings.HasPrefix(t.Text, `"`) {
			named = true
		}
		if strings.HasPrefix(t.Text, "'") || strings.HasPrefix(t.Text, "$") {
			break
		}
		w := t.Text
		switch {
		case t.Keyword && !named:
			w = strings.ToUpper(w)
		case ident && !strings.HasPrefix(w, `"`):
			w = strings.ToLower(w)
		}
		if len(words) > 0 && (w == "." || strings.HasSuffix(words[len(words)-1], ".")) {
			words[len(words)-1] += w
			continue
		}
		words = append(words, w)
	}
	return strings.Join(words, " ")
}

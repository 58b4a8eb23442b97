package sanitize

import (
	"strings"

	pg "github.com/sqlc-dev/oliphant"

	"github.com/effigydb/effigy/ddl/statement"
)

// objectWords are the kinds of object a statement may be about.
var objectWords = wordSet("table view index sequence function procedure aggregate type domain schema extension trigger policy rule server publication subscription collation conversion operator cast language statistics database column constraint mapping wrapper tablespace role user transform method parser dictionary template configuration")

// subject says what a statement is about: "table public.orders". It is made
// of the statement's first tokens and never of a literal or a role's name.
func subject(st *statement.Statement) string {
	toks := lex(st.Text[:min(len(st.Text), 2000)])
	i := 0
	if len(toks) > 0 && (toks[0].is("grant") || toks[0].is("revoke") || toks[0].is("comment") || toks[0].is("security")) {
		for i < len(toks) && !toks[i].is("on") {
			i++
		}
	}
	for n := 0; i < len(toks) && n < 8; i, n = i+1, n+1 {
		k := strings.ToLower(toks[i].text)
		switch {
		case k == "user" && i+1 < len(toks) && toks[i+1].is("mapping"):
			return "user mapping"
		case k == "role" || k == "user" || k == "subscription" || k == "tablespace" || k == "database":
			return k
		case k == "default" && n == 1:
			return "default privileges"
		case objectWords[k] && toks[i].kind == word:
			return strings.TrimSpace(k + " " + objectName(toks[i+1:]))
		}
	}
	if len(toks) > 0 && toks[0].kind == word {
		return strings.ToLower(toks[0].text)
	}
	return "statement"
}

// objectName is the dotted name that the tokens begin with.
func objectName(toks []token) string {
	for len(toks) > 0 && (toks[0].is("if") || toks[0].is("not") || toks[0].is("exists") || toks[0].is("only") || toks[0].is("concurrently")) {
		toks = toks[1:]
	}
	var b strings.Builder
	for i, t := range toks {
		if t.kind != word && t.kind != identifier && t.text != "." || i%2 == 1 && t.text != "." {
			break
		}
		if t.is("authorization") {
			break
		}
		b.WriteString(t.text)
	}
	return b.String()
}

// collectTypes notes enum labels, which stay, and lengths, which tokens have
// to respect.
func (p *pass) collectTypes() {
	for _, u := range p.units {
		switch n := u.st.Node.GetNode().(type) {
		case *pg.Node_CreateEnumStmt:
			for _, v := range n.CreateEnumStmt.Vals {
				p.labels[v.GetString_().GetSval()] = true
			}
		case *pg.Node_AlterEnumStmt:
			p.labels[n.AlterEnumStmt.NewVal] = true
		case *pg.Node_CreateDomainStmt:
			p.lengths[""][lastName(n.CreateDomainStmt.Domainname)] = typeLimit(n.CreateDomainStmt.TypeName)
		case *pg.Node_CreateStmt:
			p.lengths[n.CreateStmt.GetRelation().GetRelname()] = p.columnLengths(n.CreateStmt)
		}
	}
	delete(p.labels, "")
}

func (p *pass) columnLengths(n *pg.CreateStmt) map[string]int {
	out := map[string]int{}
	for _, e := range n.TableElts {
		if c := e.GetColumnDef(); c != nil {
			if l := p.lengthOf(c.TypeName); l > 0 {
				out[c.Colname] = l
			}
		}
	}
	return out
}

// lengthOf is the length of a character type or of a domain over one.
func (p *pass) lengthOf(t *pg.TypeName) int {
	if n := typeLimit(t); n > 0 {
		return n
	}
	return p.lengths[""][lastName(t.GetNames())]
}

func typeLimit(t *pg.TypeName) int {
	switch lastName(t.GetNames()) {
	case "varchar", "bpchar":
		if len(t.Typmods) == 1 {
			return int(t.Typmods[0].GetAConst().GetIval().GetIval())
		}
	}
	return 0
}

// limitsOf are the lengths of the columns of the statement's table, or of its
// domain.
func (p *pass) limitsOf(n *pg.Node) map[string]int {
	switch n := n.GetNode().(type) {
	case *pg.Node_CreateStmt:
		return p.lengths[n.CreateStmt.GetRelation().GetRelname()]
	case *pg.Node_AlterTableStmt:
		return p.lengths[n.AlterTableStmt.GetRelation().GetRelname()]
	case *pg.Node_CreateDomainStmt:
		return p.lengths[""]
	}
	return nil
}

// limitOf is the length of the column a default belongs to.
func (r *region) limitOf(first string, names []string) int {
	if len(names) == 1 && names[0] == first {
		return r.limits[first]
	}
	return 0
}

// partitionParent is the table whose partition the statement makes or
// attaches, "" for others.
func partitionParent(n *pg.Node) string {
	switch n := n.GetNode().(type) {
	case *pg.Node_CreateStmt:
		if n.CreateStmt.Partbound != nil && len(n.CreateStmt.InhRelations) == 1 {
			return relation(n.CreateStmt.InhRelations[0].GetRangeVar())
		}
	case *pg.Node_AlterTableStmt:
		for _, c := range n.AlterTableStmt.Cmds {
			if c.GetAlterTableCmd().GetSubtype() == pg.AlterTableType_AT_AttachPartition {
				return relation(n.AlterTableStmt.Relation)
			}
		}
	}
	return ""
}

func relation(r *pg.RangeVar) string { return r.GetSchemaname() + "." + r.GetRelname() }

// enums reports each enum: its labels stay as they are.
func (p *pass) enums() {
	for _, u := range p.units {
		if n, ok := u.st.Node.GetNode().(*pg.Node_CreateEnumStmt); ok && len(n.CreateEnumStmt.Vals) > 0 {
			p.found = append(p.found, found{at: u.st.Start, Finding: Finding{
				Class: "enum", Kind: "enum-labels", Object: u.object, Line: u.st.Line, Action: "reported", Note: "labels stay as they are; look whether they name customers",
			}})
		}
	}
}

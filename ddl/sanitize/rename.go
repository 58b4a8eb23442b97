package sanitize

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	pg "github.com/sqlc-dev/oliphant"

	"github.com/effigydb/effigy/ddl/diff/builtin"
	"github.com/effigydb/effigy/ddl/statement"
)

// rule gives an object's name away for another. The old name is replaced
// wherever it stands as a word or as a part of one between underscores:
// references, derived names, function bodies, literals, comments. Other
// objects with the same word are renamed along, so that every reference
// still meets its object.
type rule struct {
	path     []string // schema, table and perhaps column
	old, new string
	fold     bool // the old name is an unquoted one, in any case
}

// rename applies Options.Rename. It refuses what it can't prove: a name that
// is no one's, a word of SQL, a new name that is taken, a name that is put
// together from pieces, a result that does not parse or can't be reversed.
func rename(in string, names map[string]string) (string, []Finding, error) {
	if len(names) == 0 {
		return in, nil, nil
	}
	script := statement.Split(in)
	there := declared(script)
	var todo []rule
	var findings []Finding
	for _, key := range slices.Sorted(maps.Keys(names)) {
		r := rule{path: dotted(key), new: names[key]}
		if n := len(r.path); n < 2 || n > 3 {
			return "", nil, fmt.Errorf("sanitize: rename to %s: the old name is schema.table or schema.table.column", r.new)
		}
		r.old = r.path[len(r.path)-1]
		r.fold = plainName(r.old)
		if there[strings.Join(r.path, "\x00")] {
			todo = append(todo, r)
			findings = append(findings, Finding{Class: "identifier", Kind: "renamed", Object: r.new, Line: 1, Action: "renamed", Token: r.new})
		} else if !containsWord(in, r.new) {
			return "", nil, unresolved(r, "no table or column of the text has the old name")
		}
	}
	slices.SortStableFunc(todo, func(a, b rule) int { return len(b.old) - len(a.old) })
	for _, r := range todo {
		if note := r.trouble(in); note != "" {
			return "", nil, unresolved(r, note)
		}
	}
	todo = append(cutNames(in, todo), todo...)
	out := replaceWords(in, todo)
	if note := proof(script, out, todo); note != "" {
		return "", nil, unresolved(todo[0], note)
	}
	return out, findings, nil
}

func unresolved(r rule, note string) error {
	return &Refused{Findings: []Finding{{
		Class: "identifier", Kind: "rename", Object: "rename to " + r.new, Line: 1, Action: "refused", Note: "rename to " + r.new + ": " + note,
	}}}
}

// declared lists the tables and columns of a text, parts joined by a NUL.
func declared(script *statement.Script) map[string]bool {
	out := map[string]bool{}
	add := func(v *pg.RangeVar, columns ...string) {
		if v == nil {
			return
		}
		in := v.Schemaname
		if in == "" {
			in = "public"
		}
		out[in+"\x00"+v.Relname] = true
		for _, c := range columns {
			out[in+"\x00"+v.Relname+"\x00"+c] = true
		}
	}
	for i := range script.Statements {
		n := script.Statements[i].Node
		create := n.GetCreateStmt()
		if f := n.GetCreateForeignTableStmt(); f != nil {
			create = f.BaseStmt
		}
		var columns []string
		for _, e := range create.GetTableElts() {
			columns = append(columns, e.GetColumnDef().GetColname())
		}
		add(create.GetRelation(), columns...)
		add(n.GetViewStmt().GetView())
		add(n.GetCreateTableAsStmt().GetInto().GetRel())
		for _, c := range n.GetAlterTableStmt().GetCmds() {
			if col := c.GetAlterTableCmd().GetDef().GetColumnDef().GetColname(); col != "" {
				add(n.GetAlterTableStmt().Relation, col)
			}
		}
	}
	return out
}

// dotted cuts a name at its dots; parts may be quoted.
func dotted(name string) []string {
	var parts []string
	for _, t := range lex(name) {
		switch t.kind {
		case word, number:
			parts = append(parts, strings.ToLower(t.text))
		case identifier:
			parts = append(parts, strings.ReplaceAll(strings.Trim(t.text, `"`), `""`, `"`))
		}
	}
	return parts
}

func plainName(s string) bool {
	for i := range len(s) {
		if c := s[i]; c != '_' && (c < 'a' || c > 'z') && (c < '0' || c > '9' || i == 0) {
			return false
		}
	}
	return s != ""
}

// trouble says why a rule can't be followed, or "".
func (r rule) trouble(in string) string {
	switch {
	case !plainName(r.new) || len(r.new) > 63 || known(r.new):
		return "the new name has to be a lower-case word that SQL does not have"
	case known(r.old):
		return "the old name is a word of SQL and can't be told apart from it"
	case containsWord(in, r.new):
		return "the new name is in the text already"
	case r.pieces(in):
		return "a name may be put together from pieces of the old one, in a literal"
	}
	return ""
}

// known reports whether SQL or Postgres has a word.
func known(w string) bool {
	tokens, err := statement.Tokens(w)
	c := builtin.Core()
	_, typ := c.Types[w]
	return err != nil || len(tokens) > 0 && tokens[0].Keyword || typ || c.Functions[w] != nil || c.Relations[w] != nil || w == "search_path"
}

// pieces looks for the halves of a name at the edge of a literal or of a
// placeholder of format(), as dynamic SQL has them.
func (r rule) pieces(in string) bool {
	for i := range len(r.old) {
		if r.old[i] != '_' {
			continue
		}
		head, tail := r.old[:i+1], r.old[i:]
		for _, x := range []string{head + "'", head + "%", "'" + tail + "'", "I" + tail, "s" + tail + "'"} {
			if at := strings.Index(in, x); at >= 0 && (x[0] != head[0] || at == 0 || !partOfWord(in[at-1])) {
				return true
			}
		}
	}
	return false
}

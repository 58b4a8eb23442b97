package diff

import (
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	pg "github.com/sqlc-dev/oliphant"

	"github.com/effigydb/effigy/ddl/statement"
)

// TestMirror: what is added one way is removed the other way.
func TestMirror(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(shared(t), "cases/diff/*/before.sql"))
	swap := map[string]string{"added": "removed", "removed": "added", "changed": "changed"}
	for _, f := range files {
		dir := filepath.Dir(f)
		before, after := readFile(t, f), readFile(t, dir, "after.sql")
		var there, back []string
		for _, c := range diffOf(t, before, after).Changes {
			there = append(there, c.Kind+" "+c.Name+" "+c.Change+" "+c.Level)
		}
		for _, c := range diffOf(t, after, before).Changes {
			back = append(back, c.Kind+" "+c.Name+" "+swap[c.Change]+" "+c.Level)
		}
		slices.Sort(there)
		slices.Sort(back)
		if !slices.Equal(there, back) {
			t.Errorf("%s:\n%v\n%v", filepath.Base(dir), there, back)
		}
	}
}

// corpusOf are small schemas of the corpus as pg_dump 15 prints them.
func corpusOf(t *testing.T) map[string]string {
	out := map[string]string{}
	for _, name := range []string{"chinook", "pagila_old", "neosync_hr", "bareos", "graphile_starter", "postgrest_io", "employee"} {
		out[name] = readFile(t, shared(t), "corpus/pg15", name+".sql")
	}
	return out
}

// TestShuffled: the order of statements does not matter, whether a server
// would take it or not.
func TestShuffled(t *testing.T) {
	for name, text := range corpusOf(t) {
		s := statement.Cut(text)
		var settings, rest []string
		for _, st := range s.Statements {
			if head := strings.ToUpper(st.Text); strings.HasPrefix(head, "SET ") || strings.HasPrefix(head, "SELECT ") {
				settings = append(settings, st.Text)
			} else {
				rest = append(rest, st.Text)
			}
		}
		r := rand.New(rand.NewPCG(1, 2))
		r.Shuffle(len(rest), func(i, j int) { rest[i], rest[j] = rest[j], rest[i] })
		got := diffOf(t, text, strings.Join(append(settings, rest...), ";\n")+";")
		if len(got.Changes) > 0 || got.Opaque > 0 {
			t.Errorf("%s: %d opaque, %+v", name, got.Opaque, got.Changes[:min(len(got.Changes), 5)])
		}
	}
}

// TestDropOne: a text without one statement differs by that statement's fact
// and nothing else.
func TestDropOne(t *testing.T) {
	for name, text := range corpusOf(t) {
		s := statement.Split(text)
		every := max(1, len(s.Statements)/60)
		for i := 0; i < len(s.Statements); i += every {
			st := s.Statements[i]
			kind := factOf(st.Node)
			if kind == "" {
				continue
			}
			got := diffOf(t, text, text[:st.Start]+text[st.End+1:])
			if len(got.Changes) == 0 && kind == "column" && strings.Contains(text, "INHERITS") {
				continue // the default is inherited as well
			}
			if len(got.Changes) != 1 || got.Changes[0].Kind != kind {
				t.Errorf("%s without %q: %+v", name, st.Text, got.Changes[:min(len(got.Changes), 5)])
			}
		}
	}
}

// factOf is the kind of the one fact that a statement makes, "" where it makes
// more or none.
func factOf(n *pg.Node) string {
	switch v := n.GetNode().(type) {
	case *pg.Node_IndexStmt:
		return "index"
	case *pg.Node_CommentStmt:
		if v.CommentStmt.Objtype == pg.ObjectType_OBJECT_EXTENSION || v.CommentStmt.Comment == "standard public schema" {
			return ""
		}
		return "comment"
	case *pg.Node_CreateTrigStmt:
		return "trigger"
	case *pg.Node_CreatePolicyStmt:
		return "policy"
	case *pg.Node_RuleStmt:
		return "rule"
	case *pg.Node_AlterTableStmt:
		switch c := v.AlterTableStmt.Cmds[0].GetAlterTableCmd(); c.GetSubtype() {
		case pg.AlterTableType_AT_AddConstraint:
			return "constraint"
		case pg.AlterTableType_AT_ColumnDefault:
			return "column"
		case pg.AlterTableType_AT_EnableRowSecurity:
			return "table"
		}
	}
	return ""
}

// TestEmptySide: a text without statements has nothing, which is a finding.
func TestEmptySide(t *testing.T) {
	got := diffOf(t, "CREATE TABLE a (i integer);", "-- nothing\n")
	if !got.Drift || len(got.Changes) != 1 || got.Changes[0].Change != "removed" {
		t.Errorf("got %+v", got)
	}
}

// TestBadText: a text that cannot be read is an error, a statement that
// cannot be read is a fact.
func TestBadText(t *testing.T) {
	if _, err := Texts("SELECT 'a", "SELECT 1", Options{}); err == nil || !strings.HasPrefix(err.Error(), "old text: 1:8") {
		t.Errorf("got %v", err)
	}
	same := diffOf(t, "CREATE FROB x;", "create  frob x")
	if same.Drift || same.Opaque != 2 {
		t.Errorf("got %+v", same)
	}
	other := diffOf(t, "CREATE FROB x 1;", "CREATE FROB x 2;")
	if !other.Drift || len(other.Changes) != 1 || other.Changes[0].Change != "changed" {
		t.Errorf("got %+v", other)
	}
}

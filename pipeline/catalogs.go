package pipeline

import (
	"context"
	"fmt"

	"github.com/effigydb/effigy/ddl/diff"
	"github.com/effigydb/effigy/internal/postgres"
	"github.com/effigydb/effigy/schema"
)

// verifyCatalogs looks up every object of the model by kind and name: what is
// left to do where no pg_dump is new enough. Definitions are not compared.
func (b *build) verifyCatalogs(ctx context.Context) error {
	have, err := postgres.Strings(ctx, b.conn, catalogSQL)
	if err != nil {
		return fmt.Errorf("catalogs: %w", err)
	}
	there := map[string]bool{}
	for _, h := range have {
		there[h] = true
	}
	var absent []diff.Change
	for _, o := range objects(b.script.Schema, b.missing) {
		if !there[o.Kind+" "+o.Name] {
			absent = append(absent, o)
		}
	}
	for _, c := range b.unexplained(&diff.Result{Changes: absent}) {
		b.problem("%s %s is missing", c.Kind, c.Name)
	}
	return nil
}

// objects lists what the catalogs must have.
func objects(s *schema.Schema, missing map[schema.Name]bool) []diff.Change {
	var list []diff.Change
	add := func(kind, name string) {
		list = append(list, diff.Change{Kind: kind, Name: name, Level: diff.Semantic})
	}
	for _, t := range s.Tables {
		if missing[t.Name] {
			continue
		}
		add("table", t.Name.String())
		for _, c := range t.Columns {
			add("column", t.Name.Member(c.Name))
		}
		for _, c := range t.Constraints {
			if c.Kind != schema.NotNull {
				add("constraint", t.Name.Member(c.Name))
			}
		}
		for _, i := range t.Indexes {
			add("index", i.Name.String())
		}
		for _, g := range t.Triggers {
			add("trigger", t.Name.Member(g.Name))
		}
		for _, p := range t.Policies {
			add("policy", t.Name.Member(p.Name))
		}
	}
	for _, v := range s.Views {
		add("view", v.Name.String())
	}
	for _, e := range s.Enums {
		add("type", e.Name.String())
	}
	for _, d := range s.Domains {
		add("type", d.Name.String())
	}
	return list
}

const catalogSQL = `WITH relations AS (
	SELECT c.oid, c.relkind, quote_ident(n.nspname) || '.' || quote_ident(c.relname) AS name
	FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace)
SELECT CASE WHEN relkind IN ('v', 'm') THEN 'view ' WHEN relkind IN ('i', 'I') THEN 'index ' ELSE 'table ' END || name FROM relations
UNION ALL SELECT 'column ' || name || '.' || quote_ident(attname) FROM relations r JOIN pg_attribute a ON a.attrelid = r.oid
	WHERE attnum > 0 AND NOT attisdropped
UNION ALL SELECT 'constraint ' || name || '.' || quote_ident(conname) FROM relations r JOIN pg_constraint c ON c.conrelid = r.oid
UNION ALL SELECT 'trigger ' || name || '.' || quote_ident(tgname) FROM relations r JOIN pg_trigger t ON t.tgrelid = r.oid
UNION ALL SELECT 'policy ' || name || '.' || quote_ident(polname) FROM relations r JOIN pg_policy p ON p.polrelid = r.oid
UNION ALL SELECT 'type ' || quote_ident(n.nspname) || '.' || quote_ident(typname) FROM pg_type t JOIN pg_namespace n ON n.oid = t.typnamespace`

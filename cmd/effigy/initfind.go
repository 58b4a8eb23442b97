package main

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
)

// Places where repositories keep their schema, in order of preference: texts,
// then folders of migrations in SQL.
var (
	textPlaces   = []string{"schema.sql", "db/structure.sql", "db/schema.sql", "database/schema.sql", "sql/schema.sql"}
	folderPlaces = []string{"db/migrations", "migrations", "prisma/migrations", "supabase/migrations", "sql/migrations", "database/migrations"}
)

// found is where the schema of a repository is.
type found struct {
	schema string // relative to the working folder, with slashes
	folder bool   // of migrations
	note   string
}

// findSchema finds the schema: the one that is asked for, that effigy.yaml or
// sqlc's settings name, that lies in a usual place, or in the only usual place
// of a folder below. Several are for the user to choose from.
func (p *program) findSchema(asked string) (found, error) {
	for _, name := range []string{asked, p.settled(), p.sqlc()} {
		if name != "" {
			return p.foundAt(name), nil
		}
	}
	if f, ok := p.usual("."); ok {
		return f, nil
	}
	if _, err := os.Stat(p.path("db/schema.rb")); err == nil {
		return found{schema: "db/structure.sql", note: "db/schema.rb is Ruby, and no SQL: set config.active_record.schema_format = :sql, and run bin/rails db:schema:dump"}, nil
	}
	switch list := p.below(); len(list) {
	case 0:
		return found{schema: "schema.sql", note: "there is no schema.sql yet: the first run of the sync workflow, or effigy dump --out schema.sql, writes it"}, nil
	case 1:
		return list[0], nil
	default:
		var names []string
		for _, f := range list {
			names = append(names, f.schema)
		}
		return found{}, usage("there are several schemas: "+strings.Join(names, ", "), "run effigy init in the folder of each service, or choose one with --schema")
	}
}

func (p *program) foundAt(name string) found {
	info, err := os.Stat(p.path(name))
	return found{schema: path.Clean(filepath.ToSlash(name)), folder: err == nil && info.IsDir()}
}

// usual looks at the usual places below a folder.
func (p *program) usual(dir string) (found, bool) {
	for _, place := range textPlaces {
		if info, err := os.Stat(p.path(filepath.Join(dir, place))); err == nil && !info.IsDir() {
			return found{schema: path.Join(filepath.ToSlash(dir), place)}, true
		}
	}
	for _, place := range folderPlaces {
		if hasSQL(p.path(filepath.Join(dir, place))) {
			return found{schema: path.Join(filepath.ToSlash(dir), place), folder: true}, true
		}
	}
	return found{}, false
}

// hasSQL reports whether a folder has a migration in SQL: NAME.sql, or
// NAME/migration.sql as Prisma has them.
func hasSQL(dir string) bool {
	for _, pattern := range []string{"*.sql", "*/migration.sql"} {
		if list, err := filepath.Glob(filepath.Join(dir, pattern)); err == nil && len(list) > 0 {
			return true
		}
	}
	return false
}

// maxDepth is how deep services lie in a repository of several.
const maxDepth = 3

// below looks into the folders of a repository of several services.
func (p *program) below() []found {
	var list []found
	_ = filepath.WalkDir(p.dir, func(at string, d fs.DirEntry, err error) error {
		relative, problem := filepath.Rel(p.dir, at)
		if err != nil || problem != nil || !d.IsDir() || relative == "." {
			return nil
		}
		if strings.HasPrefix(d.Name(), ".") || slices.Contains([]string{"node_modules", "vendor", "testdata", "tests", "test", "examples"}, d.Name()) {
			return filepath.SkipDir
		}
		if f, ok := p.usual(relative); ok {
			list = append(list, f)
			return filepath.SkipDir
		}
		if strings.Count(filepath.ToSlash(relative), "/") >= maxDepth-1 {
			return filepath.SkipDir
		}
		return nil
	})
	return list
}

// sqlc is the schema that the settings of sqlc name, or "".
func (p *program) sqlc() string {
	for _, name := range []string{"sqlc.yaml", "sqlc.yml", "sqlc.json"} {
		text, err := os.ReadFile(p.path(name))
		if err != nil {
			continue
		}
		var settings struct {
			SQL, Packages []struct{ Schema any }
		}
		if err := yaml.Unmarshal(text, &settings); err != nil {
			continue
		}
		for _, x := range append(settings.SQL, settings.Packages...) {
			if schema := firstOf(x.Schema); schema != "" && !strings.ContainsAny(schema, "*?[") {
				return strings.TrimSuffix(schema, "/")
			}
		}
	}
	return ""
}

// firstOf is a text or the first of a list.
func firstOf(v any) string {
	switch x := v.(type) {
	case string:
		return x
	case []any:
		if len(x) == 1 {
			return fmt.Sprint(x[0])
		}
	}
	return ""
}

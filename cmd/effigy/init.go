package main

import (
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/effigydb/effigy/internal/config"
)

//go:embed workflow.yml
var workflow string

// places are where repositories keep their schema, in order of preference.
var places = []string{
	"schema.sql", "db/schema.sql", "db/structure.sql", "database/schema.sql", "sql/schema.sql",
	"db/migrations", "migrations", "db/migrate", "prisma/migrations", "supabase/migrations",
}

func (p *program) initialise() *cli.Command {
	return &cli.Command{
		Name:  "init",
		Usage: "write effigy.yaml and a workflow into a repository",
		Description: "Files that are there stay as they are.\n\n" +
			"  effigy init --schema db/schema.sql",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "schema", Usage: "where the schema is; found by itself in the usual places"},
		},
		Action: p.runInit,
	}
}

func (p *program) runInit(c *cli.Context) error {
	if err := arguments(c, 0, 0); err != nil {
		return err
	}
	schema := c.String("schema")
	if schema == "" {
		schema = p.findSchema()
	}
	for _, f := range []struct{ name, text string }{
		{config.Name, "schema: " + schema + "\nrows: 1000\n"},
		{".github/workflows/schema.yml", strings.ReplaceAll(workflow, "SCHEMA", schema)},
	} {
		if err := p.writeNew(f.name, f.text); err != nil {
			return err
		}
	}
	return nil
}

func (p *program) findSchema() string {
	for _, place := range places {
		if _, err := os.Stat(p.path(place)); err == nil {
			return place
		}
	}
	return "schema.sql"
}

// writeNew writes a file unless there is one, and shows what it did.
func (p *program) writeNew(name, text string) error {
	path := p.path(name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if os.IsExist(err) {
		fmt.Fprintf(p.stdout, "%s is there already: left as it is\n", name)
		return nil
	}
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err == nil {
		fmt.Fprintf(p.stdout, "%s:\n", name)
		for _, line := range strings.SplitAfter(strings.TrimSuffix(text, "\n"), "\n") {
			fmt.Fprintf(p.stdout, "  + %s", line)
		}
		fmt.Fprintln(p.stdout)
	}
	return err
}

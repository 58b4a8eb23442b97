package main

import (
	"embed"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/effigydb/effigy/internal/config"
)

//go:embed workflows/*.yml
var workflows embed.FS

func (p *program) initialise() *cli.Command {
	return &cli.Command{
		Name:  "init",
		Usage: "write effigy.yaml, workflows, Makefile targets and a section of AGENTS.md into a repository",
		Description: "The schema is found where it usually is: schema.sql, db/structure.sql, what sqlc.yaml\n" +
			"names, a folder of migrations. Nothing that is there is overwritten: a Makefile, AGENTS.md\n" +
			"and .gitignore get lines at their end, once. What was written is shown.\n\n" +
			"  effigy init\n" +
			"  effigy init --schema db/schema.sql --dry-run",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "schema", Usage: "where the schema is, a `FILE` or a folder of migrations"},
			&cli.BoolFlag{Name: "dry-run", Usage: "show what would be written", DisableDefaultText: true},
		},
		Action: p.runInit,
	}
}

func (p *program) runInit(c *cli.Context) error {
	if err := arguments(c, 0, 0); err != nil {
		return err
	}
	f, err := p.findSchema(c.String("schema"))
	if err != nil {
		return err
	}
	s := p.setup(f)
	files, err := s.files()
	if err != nil {
		return err
	}
	for _, x := range files {
		if err := p.put(x, c.Bool("dry-run")); err != nil {
			return err
		}
	}
	if f.note != "" {
		fmt.Fprintf(p.stdout, "note: %s\n\n", f.note)
	}
	fmt.Fprint(p.stdout, s.next())
	return nil
}

// addition is text for a repository: a new file, or lines at the end of one
// that is there.
type addition struct {
	path string // absolute
	text string
	// unless is what shows that an existing file has the lines already; ""
	// never touches an existing file.
	unless string
}

// put writes an addition and shows it as a diff. What is there stays.
func (p *program) put(x addition, dry bool) error {
	name, err := filepath.Rel(p.dir, x.path)
	if err != nil {
		name = x.path
	}
	old, err := os.ReadFile(x.path)
	there := err == nil
	switch {
	case err != nil && !os.IsNotExist(err):
		return err
	case there && (x.unless == "" || strings.Contains(string(old), x.unless)):
		fmt.Fprintf(p.stdout, "%s is there already: left as it is\n\n", name)
		return nil
	}
	p.show(name, x.text, there)
	if dry {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(x.path), 0o755); err != nil {
		return err
	}
	return add(x, string(old), there)
}

// add creates a file, or appends to one; neither can lose what is there.
func add(x addition, old string, there bool) error {
	flags, text := os.O_WRONLY|os.O_CREATE|os.O_EXCL, x.text
	if there {
		flags = os.O_WRONLY | os.O_APPEND
		if old != "" {
			text = "\n" + text
		}
		if old != "" && !strings.HasSuffix(old, "\n") {
			text = "\n" + text
		}
	}
	f, err := os.OpenFile(x.path, flags, 0o644)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	if closed := f.Close(); err == nil {
		err = closed
	}
	return err
}

func (p *program) show(name, text string, there bool) {
	from := "/dev/null"
	if there {
		from = name
	}
	fmt.Fprintf(p.stdout, "--- %s\n+++ %s\n", from, name)
	for line := range strings.Lines(text) {
		fmt.Fprint(p.stdout, "+"+line)
	}
	fmt.Fprintln(p.stdout)
}

// root is the folder of the repository around dir, or dir.
func root(dir string) string {
	for at := dir; ; at = filepath.Dir(at) {
		if _, err := os.Stat(filepath.Join(at, ".git")); err == nil {
			return at
		}
		if at == filepath.Dir(at) {
			return dir
		}
	}
}

// settled is the schema of an effigy.yaml that is there already.
func (p *program) settled() string {
	settings, err := config.Read(p.path(config.Name))
	if err != nil {
		return ""
	}
	return settings.Schema
}

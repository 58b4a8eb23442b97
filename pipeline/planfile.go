package pipeline

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/effigydb/effigy/generator"
	"github.com/effigydb/effigy/internal/report"
	"github.com/effigydb/effigy/schema"
)

// planFormat is the version of a plan file's form.
const planFormat = 1

// planFile is a plan that machines without a database share: all that it was
// made from, and what the server said of the rows and texts it was asked
// about. Whoever reads it comes to the same plan.
type planFile struct {
	Format    int           `json:"effigy_plan"`
	Generator int           `json:"generator"` // generator.Version
	Seed      string        `json:"seed"`
	Now       time.Time     `json:"now"`
	BuildTime time.Time     `json:"build_time"`
	Rows      int64         `json:"rows"`
	Major     int           `json:"server_major"` // 0: no server was asked
	Tables    []tableFile   `json:"tables"`
	Skip      []schema.Name `json:"skip"`
	Answers   transcript    `json:"answers"`
	Source    string        `json:"source"` // where the schema came from
	Schema    string        `json:"schema"`
}

// tableFile is what the settings say of a table.
type tableFile struct {
	Table    schema.Name        `json:"table"`
	Settings generator.Settings `json:"settings"`
}

// writePlan writes the plan that b has made to a file.
func (b *build) writePlan(path string) error {
	f := planFile{
		Format: planFormat, Generator: generator.Version, Seed: b.order.Seed, Now: b.order.Now, BuildTime: b.built.UTC(),
		Rows: *b.order.Rows, Answers: b.answers, Source: b.text.Name, Schema: b.text.SQL,
	}
	if b.conn != nil {
		f.Major = b.conn.Major()
	}
	for _, t := range b.script.Schema.Tables {
		if s, said := b.settings[t.Name]; said {
			f.Tables = append(f.Tables, tableFile{t.Name, s})
		}
		if b.missing[t.Name] {
			f.Skip = append(f.Skip, t.Name)
		}
	}
	text, err := json.MarshalIndent(f, "", " ")
	if err != nil {
		return fmt.Errorf("plan file: %w", err)
	}
	return WriteFile(b.path(path), string(append(text, '\n')), 0o644)
}

// readPlan takes a plan file over in the place of a schema text and settings.
func (b *build) readPlan(_ context.Context, path string) (string, error) {
	text, err := os.ReadFile(b.path(path))
	if err != nil {
		return "", fmt.Errorf("plan file: %w", err)
	}
	var f planFile
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&f); err != nil || f.Format != planFormat {
		return "", hinted(fmt.Errorf("%s is no plan file of this version", path), "effigy plan --out writes one")
	}
	if f.Generator != generator.Version {
		return "", hinted(fmt.Errorf("%s was made for generator %d, this is %d", path, f.Generator, generator.Version), "make it again, or generate with the effigy that made it")
	}
	b.text = Text{Name: f.Source, SQL: f.Schema}
	if b.script, err = b.Parse(b.text); err != nil {
		return "", err
	}
	b.order.Seed, b.order.Now, b.order.Rows, b.built = f.Seed, f.Now, &f.Rows, f.BuildTime
	b.answers, b.major = f.Answers, f.Major
	b.settings, b.missing = map[schema.Name]generator.Settings{}, map[schema.Name]bool{}
	for _, t := range f.Tables {
		b.settings[t.Table] = t.Settings
	}
	for _, n := range f.Skip {
		b.missing[n] = true
	}
	return fmt.Sprintf("%s: %s of %s", path, report.Count(len(b.script.Schema.Tables), "table"), f.Source), nil
}

// errUnanswered says that a plan file lacks an answer.
var errUnanswered = errors.New("the plan file does not hold what the server would say")

package pipeline

import (
	"context"
	"fmt"

	"github.com/effigydb/effigy/ddl"
	"github.com/effigydb/effigy/generator"
	"github.com/effigydb/effigy/schema"
)

// makePlan plans the rows of the tables that the server has. Its judge is
// the sandbox that is being built: tables and functions stand, rows and keys
// don't, and when the plan refuses the sandbox goes.
func (b *build) makePlan(ctx context.Context) (string, error) {
	text, err := b.dryPlan(ctx)
	if err != nil {
		return "", err
	}
	return text, refusedBy(b.plan)
}

// request asks the generator for the tables that the server has.
func (b *build) request() (generator.Request, error) {
	settings, err := b.tableSettings(b.script)
	if err != nil {
		return generator.Request{}, err
	}
	r := generator.Request{
		Schema: b.script.Schema, Rows: *b.order.Rows, Tables: settings,
		Seed: b.order.Seed, Now: b.order.Now, BuildTime: b.Clock(),
		Skip: skippedTables(b.script, b.load),
	}
	if b.conn != nil {
		r.Judge = &judge{conn: b.conn}
		r.ServerMajor = b.conn.Major()
	}
	return r, nil
}

// skippedTables are the tables that the server does not have.
func skippedTables(s *ddl.Script, l *ddl.Load) map[schema.Name]bool {
	gone := map[string]bool{}
	for _, x := range l.Skipped {
		gone[x.Kind+" "+x.Name] = true
		for _, d := range x.Dependents {
			gone[d] = true
		}
	}
	skip := map[schema.Name]bool{}
	for _, t := range s.Schema.Tables {
		if gone["table "+t.Name.String()] || gone["foreign table "+t.Name.String()] {
			skip[t.Name] = true
		}
	}
	return skip
}

func summary(p *generator.Plan) string {
	rows, capped := int64(0), 0
	for _, t := range p.Tables {
		rows += t.Rows
		if t.CappedBy != "" {
			capped++
		}
	}
	s := fmt.Sprintf("%d tables, %d rows", len(p.Tables), rows)
	if capped > 0 {
		s += fmt.Sprintf(", %d tables capped", capped)
	}
	if c := p.Constraints; c.Total > 0 {
		s += fmt.Sprintf("; of %d constraints %d constructed, %d vetted", c.Total, c.Constructed, c.Vetted)
	}
	return s
}

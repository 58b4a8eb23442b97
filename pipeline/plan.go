package pipeline

import (
	"context"
	"fmt"

	"github.com/effigydb/effigy/generator"
	"github.com/effigydb/effigy/internal/report"
)

// makePlan plans the rows of the tables that the server has. Its judge is
// the sandbox that is being built: tables and functions stand, rows and keys
// don't, and when the plan refuses the sandbox goes.
func (b *build) makePlan(ctx context.Context) (string, error) {
	if b.taken() {
		b.tellShortfalls()
		return summary(b.plan), nil
	}
	text, err := b.dryPlan(ctx)
	if err != nil {
		return "", err
	}
	if err := refusedBy(b.plan, b.lost()); err != nil {
		return text, err
	}
	return text, b.held.empty(ctx, b.conn)
}

// request asks the generator for the tables that the server has. The judge is
// the server, or the plan file that b was read from.
func (b *build) request() generator.Request {
	if b.built.IsZero() {
		b.built = b.Clock()
	}
	r := generator.Request{
		Schema: b.script.Schema, Rows: *b.order.Rows, Tables: b.settings,
		Seed: b.order.Seed, Now: b.order.Now, BuildTime: b.built,
		Skip: b.missing, Dry: b.dry && b.answers == nil,
	}
	if b.conn != nil {
		b.held.schema = b.script.Schema
		r.Judge = &judge{conn: b.conn, held: &b.held, path: b.calledUnder()}
	}
	switch {
	case b.conn != nil && b.answers != nil:
		r.Judge = &recorder{judge: r.Judge, answers: b.answers}
	case b.conn == nil && b.major > 0:
		r.Judge = &replay{answers: b.answers}
	}
	return r
}

func summary(p *generator.Plan) string {
	rows, capped := int64(0), 0
	for _, t := range p.Tables {
		rows += t.Rows
		if t.CappedBy != "" {
			capped++
		}
	}
	s := report.Count(len(p.Tables), "table") + ", " + report.Count(rows, "row")
	if capped > 0 {
		s += fmt.Sprintf(", %d capped", capped)
	}
	if c := p.Constraints; c.Total > 0 {
		s += fmt.Sprintf("; of %s %d constructed, %d vetted", report.Count(c.Total, "constraint"), c.Constructed, c.Vetted)
		if c.ToBeVetted > 0 {
			s += fmt.Sprintf(", %d to be vetted", c.ToBeVetted)
		}
		if c.Refused > 0 {
			s += fmt.Sprintf(", %d refused", c.Refused)
		}
	}
	return s
}

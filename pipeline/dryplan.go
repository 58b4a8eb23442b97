package pipeline

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/effigydb/effigy/generator"
	"github.com/effigydb/effigy/internal/postgres"
	"github.com/effigydb/effigy/internal/report"
)

// Plan tells what Rebuild would do and writes nothing that stays: what needs
// vetting is vetted on a scratch database where a server is there, and
// announced otherwise. No local server is started for it. Where the order
// names a plan file, that is written for Generate; then what can't be vetted
// is refused, and a refusal writes nothing.
func (r *Run) Plan(ctx context.Context, o Order) (plan *report.Plan, err error) {
	if o, err = r.complete(o); err != nil {
		return nil, err
	}
	b := &build{Run: r, order: o, result: newResult(o), dry: true, took: map[string]time.Duration{}}
	if o.PlanFile != "" {
		b.answers = transcript{}
	}
	if _, err := r.stage(ctx, "read", b.read); err != nil {
		return nil, err
	}
	there, err := r.serverThere(ctx)
	if err != nil {
		return nil, err
	}
	if there {
		defer func() {
			b.closeConn(ctx)
			if problem := b.remove(ctx); problem != nil && err == nil {
				err = problem
			}
		}()
		if err := b.openScratch(ctx); err != nil {
			return nil, err
		}
	}
	if b.took["plan"], err = r.stage(ctx, "plan", b.dryPlan); err != nil {
		return nil, err
	}
	b.reportSkipped()
	plan = report.NewPlan(b.plan, b.script.Schema.Graph())
	plan.Refused = append(b.lost(), plan.Refused...)
	plan.SchemaSHA, plan.Now, plan.Judged = b.result.SchemaSHA, o.Now.Format(time.RFC3339), there
	plan.Skipped = append(plan.Skipped, b.result.Skipped...)
	if len(plan.Refused) == 0 {
		if plan.Estimate, err = b.estimate(ctx); err != nil {
			return nil, err
		}
	}
	if o.PlanFile != "" && len(plan.Refused) == 0 {
		return plan, b.writePlan(o.PlanFile)
	}
	return plan, nil
}

// serverThere tells whether a server can be asked without starting one.
func (r *Run) serverThere(ctx context.Context) (bool, error) {
	if r.Env(AdminURL) != "" {
		return true, nil
	}
	status, err := LocalStatus(ctx, r.Env)
	if err != nil {
		return false, err
	}
	return status.Running, nil
}

// LocalStatus looks at the local server without starting it. Where Postgres
// is not installed none runs.
func LocalStatus(ctx context.Context, getenv func(string) string) (*postgres.Status, error) {
	status, err := (&postgres.Local{Getenv: getenv}).Status(ctx)
	var missing *postgres.NotFoundError
	if errors.As(err, &missing) {
		return &postgres.Status{}, nil
	}
	if err != nil {
		return nil, fmt.Errorf("server: %w", err)
	}
	return status, nil
}

// openScratch builds the tables of the text in a scratch database.
func (b *build) openScratch(ctx context.Context) error {
	if _, err := b.stage(ctx, "server", b.open); err != nil {
		return err
	}
	b.order.Owner = "effigy"
	if err := b.openEmpty(ctx); err != nil || !b.misread() {
		return err
	}
	if err := b.startOver(ctx); err != nil {
		return err
	}
	return b.openEmpty(ctx)
}

// openEmpty makes the tables, of the text as it is read back where it has to be.
func (b *build) openEmpty(ctx context.Context) error {
	if b.needsServer() {
		if _, err := b.stage(ctx, readingBack, b.readBack); err != nil {
			return err
		}
	}
	for _, s := range []struct {
		name  string
		stage func(context.Context) (string, error)
	}{{"sandbox", b.create}, {"tables", b.tables}} {
		took, err := b.stage(ctx, s.name, s.stage)
		if err != nil {
			return err
		}
		b.took[s.name] = took
	}
	return nil
}

func (b *build) dryPlan(ctx context.Context) (string, error) {
	p, err := generator.New(ctx, b.request())
	if err != nil {
		return "", fmt.Errorf("plan: %w", err)
	}
	b.plan = p
	b.tellShortfalls()
	return summary(p), nil
}

// tellShortfalls tells where rows will not be as effigy.yaml asks.
func (b *build) tellShortfalls() {
	for _, t := range b.plan.Tables {
		for _, s := range t.Shortfalls {
			b.notice(t.Name.String() + ": " + s)
		}
	}
}

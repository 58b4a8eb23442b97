package pipeline

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/effigydb/effigy/ddl"
	"github.com/effigydb/effigy/ddl/diff"
	"github.com/effigydb/effigy/generator"
	"github.com/effigydb/effigy/internal/config"
	"github.com/effigydb/effigy/internal/report"
	"github.com/effigydb/effigy/schema"
)

// Explain adds to the result of a comparison what stands around it: the
// diagram, what depends on what breaks, and what becomes of the rows. No
// server is asked. What can't be told is left out and said.
func (r *Run) Explain(ctx context.Context, result *diff.Result, before, after Text) *report.Comparison {
	c := &report.Comparison{Result: result, From: before.Name, To: after.Name, Provenance: []string{}}
	if len(result.Changes) == 0 {
		return c
	}
	from, errFrom := ddl.Parse(before.SQL)
	to, errTo := ddl.Parse(after.SQL)
	if errFrom != nil || errTo != nil {
		return c // the comparison has told
	}
	c.Diagram = report.NewDiagram(from.Schema, to.Schema, result.Changes)
	c.Reach = report.NewReach(from.Schema, result.Changes)
	effects, err := r.effects(ctx, from, to)
	if err != nil {
		r.notice(fmt.Sprintf("what becomes of the rows is not told: %v", err))
	}
	c.Effects = effects
	return c
}

// planSeed makes the plans of two texts differ by the texts alone.
const planSeed = "report"

func (r *Run) effects(ctx context.Context, from, to *ddl.Script) ([]report.Effect, error) {
	now := r.Clock().UTC().Truncate(24 * time.Hour)
	before, err := r.planOffline(ctx, from, now)
	if err != nil {
		return nil, err
	}
	after, err := r.planOffline(ctx, to, now)
	if err != nil {
		return nil, err
	}
	return append(report.NewEffects(before, after), r.lostSettings(from, to)...), nil
}

// planOffline plans rows with no server: what a server would have to judge is
// announced.
func (r *Run) planOffline(ctx context.Context, script *ddl.Script, now time.Time) (*report.Plan, error) {
	rows := int64(1000)
	if r.Config.Rows != nil {
		rows = *r.Config.Rows
	}
	skip := map[schema.Name]bool{}
	for _, name := range script.Lost(nil) {
		skip[name] = true
	}
	plan, err := generator.New(ctx, generator.Request{
		Schema: script.Schema, Rows: rows, Tables: r.knownSettings(script),
		Seed: planSeed, Now: now, BuildTime: now, Skip: skip,
	})
	if err != nil {
		return nil, err
	}
	out := report.NewPlan(plan, script.Schema.Graph())
	out.Now = now.Format(time.RFC3339)
	return out, nil
}

// knownSettings are the settings that fit a schema: those of tables that it
// does not have, or not yet, are left out.
func (r *Run) knownSettings(script *ddl.Script) map[schema.Name]generator.Settings {
	if all, err := r.tableSettings(script); err == nil {
		return all
	}
	known := map[schema.Name]generator.Settings{}
	for _, key := range slices.Sorted(maps.Keys(r.Config.Tables)) {
		one, settings := *r, *r.Config
		settings.Tables = map[string]config.Table{key: r.Config.Tables[key]}
		one.Config = &settings
		if list, err := one.tableSettings(script); err == nil {
			maps.Copy(known, list)
		}
	}
	return known
}

// lostSettings are the tables of the settings that the new text no longer
// has: a rebuild refuses the settings until they are changed too.
func (r *Run) lostSettings(from, to *ddl.Script) []report.Effect {
	if _, err := r.tableSettings(from); err != nil {
		return nil // it was so before
	}
	if _, err := r.tableSettings(to); err != nil {
		return []report.Effect{{Object: "effigy.yaml", Now: err.Error(), Fatal: true}}
	}
	return nil
}

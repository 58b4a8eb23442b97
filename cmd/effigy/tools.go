package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/effigydb/effigy/ddl/diff"
	"github.com/effigydb/effigy/internal/gate"
	"github.com/effigydb/effigy/internal/postgres"
	"github.com/effigydb/effigy/internal/report"
	"github.com/effigydb/effigy/internal/sandbox"
	"github.com/effigydb/effigy/pipeline"
)

// house is what the tools of MCP work on: one repository, one server.
type house struct {
	*program
	run    *pipeline.Run
	source string // of the schema; empty: the settings'
}

// The inputs of the tools.
type (
	rebuildInput struct {
		Rows     *int64 `json:"rows,omitempty" jsonschema:"rows of every table; estimate first when it is large"`
		Seed     string `json:"seed,omitempty" jsonschema:"the same seed and now give the same rows"`
		Now      string `json:"now,omitempty" jsonschema:"the time that all generated times are relative to, RFC 3339"`
		Name     string `json:"name,omitempty" jsonschema:"a hint for the sandbox's name"`
		Replace  string `json:"replace,omitempty" jsonschema:"swap the new sandbox in for this one, under the same URL"`
		TTLHours int    `json:"ttl_hours,omitempty" jsonschema:"hours that the sandbox lives"`
	}
	estimateInput struct {
		Rows   *int64 `json:"rows,omitempty" jsonschema:"rows of every table"`
		Seed   string `json:"seed,omitempty"`
		Detail bool   `json:"detail,omitempty" jsonschema:"also the generator of each column and how each constraint is met"`
	}
	sandboxInput struct {
		Sandbox string `json:"sandbox" jsonschema:"the sandbox's name or hint"`
	}
	verifyInput struct {
		Sandbox string `json:"sandbox,omitempty" jsonschema:"the sandbox's name or hint; without it, the one that rebuild made here, else the repository's, else the only one"`
		Strict  bool   `json:"strict,omitempty" jsonschema:"no other database may be open to it"`
	}
	connectionInput struct {
		Sandbox string `json:"sandbox,omitempty" jsonschema:"the sandbox's name or hint; without it, the one that rebuild made here, else the repository's, else the only one"`
		Reader  bool   `json:"reader,omitempty" jsonschema:"the login that may only read"`
	}
	driftInput struct {
		Sandbox string `json:"sandbox,omitempty" jsonschema:"the sandbox's name or hint; without it, the one that rebuild made here, else the repository's, else the only one"`
	}
	cleanInput struct {
		DryRun bool `json:"dry_run,omitempty" jsonschema:"only list what would go"`
	}
	none struct{}
)

// The outputs that are not those of the rooms below.
type (
	listed struct {
		Name      string            `json:"name"`
		Hint      string            `json:"hint,omitempty"`
		State     string            `json:"state"`
		Owner     string            `json:"owner,omitempty"`
		Labels    map[string]string `json:"labels,omitempty"`
		Created   string            `json:"created_at"`
		Expires   string            `json:"expires_at"`
		Seed      string            `json:"seed"`
		Now       string            `json:"now"`
		SchemaSHA string            `json:"schema_sha256"`
	}
	listOutput struct {
		Sandboxes []listed `json:"sandboxes"`
	}
	dropOutput struct {
		Dropped string `json:"dropped"`
	}
	connectionOutput struct {
		URL string `json:"url"`
	}
	verifyOutput struct {
		Verified bool            `json:"verified"`
		Packet   *sandbox.Packet `json:"packet"`
	}
)

// addTo adds the tools that are always there.
func (h *house) addTo(m *gate.MCP) {
	gate.AddTool(m, gate.Tool{
		Name: "rebuild", Title: "Build a sandbox", Destructive: true,
		Description: "Builds a fresh sandbox from the repository's schema text, fills every table and verifies it. The way to start. " +
			"Refuses as a whole, with reasons, where a table can't be filled.",
	}, h.rebuildTool)
	gate.AddTool(m, gate.Tool{
		Name: "reset", Title: "Undo all damage", Destructive: true, Idempotent: true,
		Description: "Brings a sandbox back to the data it was built with, under the same URL.",
	}, h.resetTool)
	gate.AddTool(m, gate.Tool{
		Name: "estimate", Title: "Plan a rebuild", ReadOnly: true, Idempotent: true,
		Description: "What a rebuild would do: order, rows, bytes, refusals; with detail, generators and constraints. Writes nothing.",
	}, h.estimateTool)
	gate.AddTool(m, gate.Tool{Name: "list_sandboxes", Title: "List sandboxes", ReadOnly: true, Idempotent: true, Description: "All sandboxes of the server."}, h.listTool)
	gate.AddTool(m, gate.Tool{Name: "drop", Title: "Drop a sandbox", Destructive: true, Description: "Removes a sandbox with its database and roles."}, h.dropTool)
	gate.AddTool(m, gate.Tool{
		Name: "clean", Title: "Remove what has expired", Destructive: true, Idempotent: true,
		Description: "Removes sandboxes that have expired or were left half-built.",
	}, h.cleanTool)
	gate.AddTool(m, gate.Tool{Name: "verify", Title: "Prove the isolation", ReadOnly: true, Idempotent: true, Description: "What a sandbox's login is and may do, as the server says."}, h.verifyTool)
	gate.AddTool(m, gate.Tool{
		Name: "doctor", Title: "Preflight", ReadOnly: true, Idempotent: true,
		Description: "Programs, rights, and connection strings within an agent's reach; names places, never values.",
	}, h.doctorTool)
	gate.AddTool(m, gate.Tool{
		Name: "drift", Title: "Compare with the schema text", ReadOnly: true, Idempotent: true,
		Description: "How a sandbox's schema differs from the repository's schema text, by meaning.",
	}, h.driftTool)
}

// addConnection adds the one tool that tells a credential, a sandbox's own.
func (h *house) addConnection(m *gate.MCP) {
	gate.AddTool(m, gate.Tool{
		Name: "get_connection", Title: "Get a sandbox's URL", ReadOnly: true, Idempotent: true,
		Description: "The connection string of a sandbox, password included, for the application under test.",
	}, h.connectionTool)
}

// telling is the run with its events told to a client.
func (h *house) telling(p gate.Progress) *pipeline.Run {
	run := *h.run
	run.Sink = &progressSink{tell: p, now: h.now}
	return &run
}

func (h *house) rebuildTool(ctx context.Context, in rebuildInput, p gate.Progress) (*report.Build, error) {
	o := pipeline.Order{Source: h.source, Rows: in.Rows, Seed: in.Seed, Name: in.Name, Replace: in.Replace, TTL: time.Duration(in.TTLHours) * time.Hour}
	if in.TTLHours < 0 {
		return nil, errors.New("ttl_hours is a positive number")
	}
	if in.Now != "" {
		t, err := time.Parse(time.RFC3339, in.Now)
		if err != nil {
			return nil, errors.New("now is no time such as 2026-01-31T12:00:00Z")
		}
		o.Now = t
	}
	b, err := built(h.telling(p).Rebuild(ctx, o))
	if err == nil {
		h.run.Made.Add(b.Sandbox.Name)
	}
	return b, err
}

// built takes the credentials out of a result, and spells refusals out.
func built(b *report.Build, err error) (*report.Build, error) {
	var refused *pipeline.Refused
	if errors.As(err, &refused) {
		return nil, refusal(refused.List)
	}
	if err != nil {
		return nil, err
	}
	b.Sandbox.URL, b.Sandbox.ReaderURL = "", ""
	if !b.Verified {
		return nil, fmt.Errorf("the sandbox did not verify and is gone: %s", strings.Join(b.Problems, "; "))
	}
	return b, nil
}

func refusal(list []report.Refused) error {
	var s strings.Builder
	report.WriteRefused(&s, list)
	return errors.New("refused, nothing was built:\n" + strings.TrimSpace(s.String()))
}

func (h *house) resetTool(ctx context.Context, in sandboxInput, p gate.Progress) (*report.Build, error) {
	b, err := h.telling(p).Reset(ctx, in.Sandbox, h.source)
	return built(b, err)
}

func (h *house) estimateTool(ctx context.Context, in estimateInput, p gate.Progress) (*report.Plan, error) {
	plan, err := h.telling(p).Plan(ctx, pipeline.Order{Source: h.source, Rows: in.Rows, Seed: in.Seed})
	if err == nil && !in.Detail {
		for i := range plan.Tables {
			plan.Tables[i].Columns, plan.Tables[i].Verdicts = []report.Filled{}, []report.Verdict{}
		}
	}
	return plan, err
}

func (h *house) listTool(ctx context.Context, _ none, _ gate.Progress) (*listOutput, error) {
	admin, err := h.run.Admin(ctx)
	if err != nil {
		return nil, err
	}
	list, err := sandbox.List(ctx, admin)
	return summaries(list), err
}

func summaries(list []*sandbox.Sandbox) *listOutput {
	out := &listOutput{Sandboxes: []listed{}}
	for _, sb := range list {
		out.Sandboxes = append(out.Sandboxes, listed{
			Name: sb.Name, Hint: sb.Hint, State: state(sb), Owner: sb.Owner, Labels: sb.Labels,
			Created: sb.Created.UTC().Format(time.RFC3339), Expires: sb.Expires.UTC().Format(time.RFC3339),
			Seed: sb.Seed, Now: sb.Now, SchemaSHA: sb.SchemaSHA,
		})
	}
	return out
}

// pick finds the sandbox that a tool is about.
func (h *house) pick(ctx context.Context, name string) (*postgres.Admin, *sandbox.Sandbox, error) {
	admin, err := h.run.Admin(ctx)
	if err != nil {
		return nil, nil, err
	}
	sb, err := h.run.Sandbox(ctx, admin, name)
	return admin, sb, err
}

func (h *house) dropTool(ctx context.Context, in sandboxInput, _ gate.Progress) (*dropOutput, error) {
	if in.Sandbox == "" {
		return nil, errors.New("name the sandbox to drop")
	}
	admin, sb, err := h.pick(ctx, in.Sandbox)
	if err != nil {
		return nil, err
	}
	return &dropOutput{Dropped: sb.Name}, sandbox.Drop(ctx, admin, sb)
}

func (h *house) cleanTool(ctx context.Context, in cleanInput, _ gate.Progress) (*listOutput, error) {
	admin, err := h.run.Admin(ctx)
	if err != nil {
		return nil, err
	}
	list, err := sandbox.Clean(ctx, admin, sandbox.Filter{}, in.DryRun)
	return summaries(list), err
}

func (h *house) verifyTool(ctx context.Context, in verifyInput, _ gate.Progress) (*verifyOutput, error) {
	admin, sb, err := h.pick(ctx, in.Sandbox)
	if err != nil {
		return nil, err
	}
	packet, err := sandbox.Verify(ctx, admin, sb, in.Strict)
	if err != nil {
		return nil, err
	}
	return &verifyOutput{Verified: packet.Verified(), Packet: packet}, nil
}

// doctorTool never looks at production, also where its variable was ignored.
func (h *house) doctorTool(ctx context.Context, _ none, _ gate.Progress) (*pipeline.Diagnosis, error) {
	run := *h.run
	run.Env = func(name string) string {
		if name == pipeline.ProductionURL {
			return ""
		}
		return h.run.Env(name)
	}
	return run.Doctor(ctx, h.environ), nil
}

func (h *house) driftTool(ctx context.Context, in driftInput, _ gate.Progress) (*diff.Result, error) {
	source := h.source
	if source == "" {
		source = h.run.Config.SchemaPath()
	}
	if source == "" {
		return nil, errors.New("no schema text: effigy.yaml names none")
	}
	_, sb, err := h.pick(ctx, in.Sandbox)
	if err != nil {
		return nil, err
	}
	return h.run.Diff(ctx, source, "sandbox:"+sb.Name)
}

func (h *house) connectionTool(ctx context.Context, in connectionInput, _ gate.Progress) (*connectionOutput, error) {
	admin, sb, err := h.pick(ctx, in.Sandbox)
	if err != nil {
		return nil, err
	}
	owner, reader, err := sandbox.URLs(admin, sb)
	if in.Reader {
		owner = reader
	}
	return &connectionOutput{URL: owner}, err
}

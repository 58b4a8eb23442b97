// Package pipeline holds the stages of a run, one file each, in the order in
// which they run:
//
//	read         a text from a file, stdin, a git revision, a server
//	dump         production → text; beside the doctor, which reads catalogs,
//	             the only one that opens it, and no row is read
//	sanitize     text → text without secrets
//	diff         two texts → findings
//	             ──── below this line no production credential exists ────
//	parse        text → ddl.Script
//	plan         model → generator.Plan; a judge vets rows on a scratch database
//	sandbox      a role and a database of its own
//	tables       extensions, types, functions, tables without keys
//	rows         generated rows by COPY
//	constraints  keys, indexes, foreign keys, triggers, views, policies
//	verify       rows counted, constraints valid, own dump compared with the text
//	report       the result
//
// A failing stage ends the run, and what the run created is removed, also
// after an interrupt. Rebuild, Plan and everything about sandboxes refuse an
// admin URL that is production's; they never open it
// (TestProductionIsNeverOpened).
package pipeline

import (
	"context"
	"io"
	"time"

	"github.com/effigydb/effigy/internal/config"
	"github.com/effigydb/effigy/internal/report"
)

// The variables of the environment that a run reads.
const (
	ProductionURL = "EFFIGY_PRODUCTION_URL"
	AdminURL      = "EFFIGY_ADMIN_URL"
	RedactionKey  = "EFFIGY_REDACTION_KEY"
	Binaries      = "EFFIGY_PG_BIN"
	SandboxName   = "EFFIGY_SANDBOX"
)

// Run is one run of a command: everything from outside that its stages use.
type Run struct {
	Stdin  io.Reader
	Env    func(string) string
	Dir    string // relative paths start here
	Clock  func() time.Time
	Sink   report.Sink
	Config *config.Config
	Made   *Made         // by this process, where it serves tools; else nil
	Limit  time.Duration // of a statement of the text, or a judgement, before there are rows; 0 is a minute
}

// stage runs one stage and tells the sink when it begins and ends. The text
// f returns sums the stage up.
func (r *Run) stage(ctx context.Context, name string, f func(context.Context) (string, error)) (time.Duration, error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	began := r.Clock()
	r.Sink.Event(report.Event{Kind: report.Begin, Stage: name})
	text, err := f(ctx)
	took := r.Clock().Sub(began)
	if err != nil {
		return took, err
	}
	r.Sink.Event(report.Event{Kind: report.End, Stage: name, Text: text, Took: took})
	return took, nil
}

func (r *Run) notice(text string) { r.Sink.Event(report.Event{Kind: report.Notice, Text: text}) }

func (r *Run) warn(text string) { r.Sink.Event(report.Event{Kind: report.Warning, Text: text}) }

func (r *Run) progress(stage string, done, total int64) {
	r.Sink.Event(report.Event{Kind: report.Progress, Stage: stage, Done: done, Total: total})
}

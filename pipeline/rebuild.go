package pipeline

import (
	"context"
	"fmt"
	"time"

	"github.com/effigydb/effigy/ddl"
	"github.com/effigydb/effigy/generator"
	"github.com/effigydb/effigy/internal/postgres"
	"github.com/effigydb/effigy/internal/report"
	"github.com/effigydb/effigy/internal/sandbox"
	"github.com/effigydb/effigy/schema"
)

// build is one sandbox on its way from text to verified.
type build struct {
	*Run
	order    Order
	text     Text
	script   *ddl.Script
	load     *ddl.Load
	admin    *postgres.Admin
	old      *sandbox.Sandbox // to be replaced, or nil
	sb       *sandbox.Sandbox
	owner    string // URL of the sandbox's role
	conn     *postgres.Conn
	plan     *generator.Plan
	ahead    *ahead // a plan that is being made, or nil
	settings map[schema.Name]generator.Settings
	lacks    []lacking
	replaces bool                 // one that the quota counts goes when this one is ready
	ran      bool                 // a statement of the text has succeeded
	missing  map[schema.Name]bool // tables of the text that the server refused
	refused  *ddl.Step            // for which the text is read back
	digest   *digest
	result   *report.Build
	dry      bool                     // nothing is built: what needs a server is announced
	held     holding                  // rows and indexes of the judge
	answers  transcript               // to be written to a plan file, or read from one; else nil
	built    time.Time                // the build time of the plan
	took     map[string]time.Duration // by the stages of a dry plan
	major    int                      // the server's version that a plan file names
}

// Rebuild makes a fresh, filled, verified sandbox from a schema text. On an
// error nothing is left of it. The error is a *Refused when the plan refuses
// the schema. A result that is not Verified comes without an error; its
// sandbox has been removed unless the order keeps it.
func (r *Run) Rebuild(ctx context.Context, o Order) (*report.Build, error) {
	o, err := r.complete(o)
	if err != nil {
		return nil, err
	}
	b := &build{Run: r, order: o, result: newResult(o)}
	began := r.Clock()
	err = b.run(ctx)
	b.result.Timings.Total = r.Clock().Sub(began).Milliseconds()
	if err != nil || o.Discard || !b.result.Verified && !o.Keep {
		if problem := b.remove(ctx); problem != nil {
			r.warn(fmt.Sprintf("the sandbox is still there, see effigy sandbox clean: %v", problem))
			if err == nil && b.result.Verified { // what was to be discarded was not
				err = fmt.Errorf("sandbox: %w", problem)
			}
		}
	}
	if postgres.DiskFull(err) {
		err = hinted(err, "free some space on the server or ask for fewer rows; effigy sandbox clean removes what may be left")
	}
	if err != nil {
		return nil, err
	}
	return b.result, nil
}

func newResult(o Order) *report.Build {
	return &report.Build{
		Seed: o.Seed, Now: o.Now.Format(time.RFC3339),
		Tables: []report.Table{}, Skipped: []report.Skipped{}, Roles: map[string]string{},
	}
}

// stage is a part of a build, with what sums up its time.
type stage struct {
	name string
	took *int64
	run  func(context.Context) (string, error)
}

// run is the order of the stages.
func (b *build) run(ctx context.Context) error {
	t := &b.result.Timings
	defer b.closeConn(ctx)
	ctx, cancel := context.WithCancel(ctx)
	defer b.taken()
	defer cancel()
	empty := []stage{
		{readingBack, &t.Schema, b.readBack},
		{"sandbox", &t.Schema, b.create},
		{"tables", &t.Schema, b.tables},
	}
	if err := b.stages(ctx, append([]stage{{"read", nil, b.readAhead}, {"server", &t.Server, b.open}}, empty...)); err != nil {
		return err
	}
	if b.misread() {
		if err := b.startOver(ctx); err != nil {
			return err
		}
		if err := b.stages(ctx, empty); err != nil {
			return err
		}
	}
	return b.stages(ctx, []stage{
		{"plan", &t.Plan, b.makePlan},
		{"rows", &t.Rows, b.fill},
		{"constraints", &t.Constraints, b.constraints},
		{"verify", &t.Verify, b.verify},
		{"finish", nil, b.finish},
	})
}

func (b *build) stages(ctx context.Context, list []stage) error {
	for _, s := range list {
		if s.name == readingBack && !b.needsServer() {
			continue
		}
		took, err := b.stage(ctx, s.name, s.run)
		if s.took != nil {
			*s.took += took.Milliseconds()
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (b *build) read(ctx context.Context) (string, error) {
	var err error
	if b.text, err = b.Read(ctx, b.order.Source); err != nil {
		return "", err
	}
	b.result.SchemaSHA = digestOf(b.text.SQL)
	b.text.SQL = ddl.Unguard(b.text.SQL)
	if b.script, err = b.Parse(b.text); err != nil {
		return "", err
	}
	if len(b.script.Items) == 0 { // an empty database proves nothing
		return "", hinted(fmt.Errorf("%s holds no statement", b.text.Name), "effigy dump writes a schema text, effigy schema makes one from migrations")
	}
	if b.settings, err = b.tableSettings(b.script); err != nil {
		return "", err
	}
	b.load = b.script.Plan()
	b.tellRows()
	s := b.script.Schema
	return fmt.Sprintf("%s: %s, %s, %s, %s", b.text.Name, report.Count(len(b.script.Items), "statement"),
		report.Count(len(s.Tables), "table"), report.Count(len(s.Views), "view"), report.Count(len(s.Functions), "function")), nil
}

// readAhead reads the text and starts to plan what it says.
func (b *build) readAhead(ctx context.Context) (string, error) {
	text, err := b.read(ctx)
	if err == nil && !b.needsServer() {
		b.planAhead(ctx)
	}
	return text, err
}

// tellRows says that the rows of a text are not a sandbox's.
func (b *build) tellRows() {
	n := 0
	for _, item := range b.script.Items {
		if item.Kind == "data" {
			n++
		}
	}
	if n > 0 {
		b.notice(fmt.Sprintf("%s: rows are made, not read: INSERT, COPY and setval are left out (%s)", b.text.Name, report.Count(n, "statement")))
	}
}

// open finds the server, and that what is to be replaced can be.
func (b *build) open(ctx context.Context) (string, error) {
	admin, err := b.Admin(ctx)
	if err != nil {
		return "", err
	}
	b.admin = admin
	if b.order.Jobs == 0 {
		b.order.Jobs = streams(admin.Local)
	}
	if b.order.Replace != "" {
		old, err := b.replaced(ctx)
		if err != nil {
			return "", err
		}
		b.replaces = old != nil && old.Owner == b.order.Owner
	}
	if admin.Local {
		return "the local server", nil
	}
	return "the server of " + AdminURL, nil
}

// remove drops what the build made. It works after an interrupt too.
func (b *build) remove(ctx context.Context) error {
	if b.sb == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Minute)
	defer cancel()
	return sandbox.Drop(ctx, b.admin, b.sb)
}

func (b *build) closeConn(ctx context.Context) {
	if b.conn != nil {
		_ = b.conn.Close(context.WithoutCancel(ctx))
		b.conn = nil
	}
}

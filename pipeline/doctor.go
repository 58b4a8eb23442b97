package pipeline

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/effigydb/effigy/internal/postgres"
)

// The states of a Check.
const (
	Good = "ok"   // as it should be
	Odd  = "warn" // worth a look; fails nothing
	Bad  = "bad"  // in the way
)

// Check is one thing the doctor looked at. Place and Variable name where
// something stands, never what it is.
type Check struct {
	Name     string `json:"name"`
	State    string `json:"state"`
	Text     string `json:"text"`
	Advice   string `json:"advice,omitempty"`
	Place    string `json:"place,omitempty"` // "environment", or FILE:LINE
	Variable string `json:"variable,omitempty"`
}

// Diagnosis is all that the doctor found.
type Diagnosis struct {
	OK     bool                 `json:"ok"`
	Checks []Check              `json:"checks"`
	Login  *postgres.LoginFacts `json:"login,omitempty"` // of the production URL, where that is set
	// Grants is the SQL of what is missing: for the login there is, or for a
	// role made for dumps alone.
	Grants []string `json:"grants,omitempty"`
}

// Doctor looks at what a run needs and at what an agent could find, and
// changes nothing. Of production it reads the catalogs in one READ ONLY
// transaction.
func (r *Run) Doctor(ctx context.Context, environ []string) *Diagnosis {
	d := &Diagnosis{Checks: []Check{r.checkServer(ctx)}}
	r.checkProduction(ctx, d)
	d.add(r.exposed(environ)...)
	return d.judged()
}

// DoctorServer looks only whether a server for sandboxes can be had.
func (r *Run) DoctorServer(ctx context.Context) *Diagnosis {
	return (&Diagnosis{Checks: []Check{r.checkServer(ctx)}}).judged()
}

func (d *Diagnosis) add(checks ...Check) { d.Checks = append(d.Checks, checks...) }

func (d *Diagnosis) judged() *Diagnosis {
	d.OK = true
	for _, c := range d.Checks {
		d.OK = d.OK && c.State != Bad
	}
	return d
}

func (r *Run) checkServer(ctx context.Context) Check {
	if admin := r.Env(AdminURL); admin != "" {
		return r.checkAdmin(ctx, admin)
	}
	bin, err := postgres.FindServer(r.Env)
	if err != nil {
		return failed("server", err)
	}
	return Check{Name: "server", State: Good, Text: fmt.Sprintf("a local server can run: PostgreSQL %s in %s", bin.Version, bin.Dir)}
}

func (r *Run) checkAdmin(ctx context.Context, admin string) Check {
	if _, err := r.Admin(ctx); err != nil {
		return failed("server", err)
	}
	conn, err := postgres.Connect(ctx, admin)
	if err != nil {
		return failed("server", err)
	}
	defer conn.Close(context.WithoutCancel(ctx))
	var createdb, createrole bool
	err = conn.QueryRow(ctx, `SELECT rolcreatedb OR rolsuper, rolcreaterole OR rolsuper FROM pg_roles WHERE rolname = current_user`).Scan(&createdb, &createrole)
	if err != nil {
		return failed("server", err)
	}
	c := Check{Name: "server", State: Good,
		Text: fmt.Sprintf("the server of %s: PostgreSQL %s, createdb %t, createrole %t", AdminURL, conn.Version(), createdb, createrole)}
	if !createdb || !createrole || conn.Major() < 15 {
		c.State, c.Advice = Bad, "sandboxes need PostgreSQL 15 or later and ALTER ROLE … CREATEDB CREATEROLE"
	}
	return c
}

// checkProduction looks at pg_dump and, where the URL is set, at the login.
func (r *Run) checkProduction(ctx context.Context, d *Diagnosis) {
	url := r.Env(ProductionURL)
	if url == "" {
		d.add(r.checkDump(15), Check{Name: "login", State: Good, Text: ProductionURL + " is not set: its login was not looked at"})
		return
	}
	if err := r.closed(); err != nil {
		d.add(r.checkDump(15), failed("login", err))
		return
	}
	login, err := postgres.Inspect(ctx, url)
	if err != nil {
		d.add(r.checkDump(15), failed("login", fmt.Errorf("%s: %w", ProductionURL, err)))
		return
	}
	login.LeaveOut(r.Config.Dump.ExcludeSchemas)
	d.Login = login
	d.add(r.checkDump(login.Major))
	checks := loginChecks(login)
	d.add(checks...)
	d.Grants = login.Grants
	for _, c := range checks {
		if c.State == Bad && c.Name != "reads" {
			d.Grants = login.DumpRole("effigy_dump")
		}
	}
}

func (r *Run) checkDump(major int) Check {
	path, version, err := postgres.FindDump(r.Env, major)
	if err != nil {
		return failed("pg_dump", err)
	}
	return Check{Name: "pg_dump", State: Good, Text: fmt.Sprintf("pg_dump %s in %s", version, filepath.Dir(path))}
}

// failed is a check that an error ended.
func failed(name string, err error) Check {
	c := Check{Name: name, State: Bad, Text: err.Error(), Advice: hintOf(err)}
	var missing *postgres.NotFoundError
	if errors.As(err, &missing) {
		c.Advice = missing.Hint
	}
	return c
}

func hintOf(err error) string {
	var h interface{ Hint() string }
	if errors.As(err, &h) {
		return h.Hint()
	}
	return ""
}

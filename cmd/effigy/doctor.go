package main

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"github.com/effigydb/effigy/internal/report"
	"github.com/effigydb/effigy/pipeline"
)

func (p *program) doctor() *cli.Command {
	return &cli.Command{
		Name:  "doctor",
		Usage: "preflight: programs, rights, connection strings within an agent's reach",
		Description: "Changes nothing. With EFFIGY_PRODUCTION_URL set, its login is looked at: attributes,\n" +
			"memberships, grants, replica, waiting locks. The environment and the .env, MCP and compose\n" +
			"files of the working tree are searched for connection strings. Exit status 4 when something\n" +
			"is in the way.\n" +
			"--network looks, from inside a container, for a way out: a route, a container engine's socket,\n" +
			"a forbidden host that resolves or answers.\n\n" +
			"  effigy doctor --json\n" +
			"  effigy doctor --network --forbid db.internal:5432",
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "server", Usage: "look only whether a server can be had", DisableDefaultText: true},
			&cli.BoolFlag{Name: "network", Usage: "look only for a way out of this machine or container", DisableDefaultText: true},
			&cli.StringSliceFlag{Name: "forbid", Usage: "with --network, a further `HOST[:PORT]` that must be out of reach"},
			jsonFlag(), configFlag(),
		},
		Action: p.runDoctor,
	}
}

func (p *program) runDoctor(c *cli.Context) error {
	if err := arguments(c, 0, 0); err != nil {
		return err
	}
	run, err := p.start(c)
	if err != nil {
		return err
	}
	var found *pipeline.Diagnosis
	switch {
	case c.Bool("network"):
		found = run.DoctorNetwork(c.Context, c.StringSlice("forbid"))
	case c.Bool("server"):
		found = run.DoctorServer(c.Context)
	default:
		found = run.Doctor(c.Context, p.environ)
	}
	run.Sink.Close()
	if c.Bool("json") {
		err = report.JSON(p.stdout, found)
	} else {
		p.printDiagnosis(found)
	}
	if err == nil && !found.OK {
		err = &exit{status: statusRefused}
	}
	return err
}

func (p *program) printDiagnosis(d *pipeline.Diagnosis) {
	for _, k := range d.Checks {
		fmt.Fprintf(p.stdout, "%-4s %s: %s\n", k.State, k.Name, k.Text)
		if k.State != pipeline.Good && k.Advice != "" && k.Name != "reads" {
			fmt.Fprintf(p.stdout, "     %s\n", k.Advice)
		}
	}
	if len(d.Grants) > 0 {
		fmt.Fprintln(p.stdout, "\nTo be run by a role that may grant:")
		for _, g := range d.Grants {
			fmt.Fprintf(p.stdout, "  %s\n", g)
		}
	}
}

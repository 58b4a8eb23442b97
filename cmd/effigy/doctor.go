package main

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"github.com/effigydb/effigy/internal/report"
)

func (p *program) doctor() *cli.Command {
	return &cli.Command{
		Name:  "doctor",
		Usage: "preflight: programs, rights, connection strings within an agent's reach",
		Description: "Changes nothing. Exit status 4 when something is in the way.\n\n" +
			"  effigy doctor --json",
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "server", Usage: "look only whether a server can be had", DisableDefaultText: true},
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
	checks := run.Doctor(c.Context, p.environ)
	if c.Bool("server") {
		checks = checks[:1]
	}
	bad := false
	for _, k := range checks {
		bad = bad || !k.OK
		if c.Bool("json") {
			continue
		}
		fmt.Fprintf(p.stdout, "%-4s %s: %s\n", map[bool]string{true: "ok", false: "bad"}[k.OK], k.Name, k.Text)
		if k.Advice != "" {
			fmt.Fprintf(p.stdout, "     %s\n", k.Advice)
		}
	}
	if c.Bool("json") {
		if err := report.JSON(p.stdout, map[string]any{"ok": !bad, "checks": checks}); err != nil {
			return err
		}
	}
	if bad {
		return &exit{status: statusRefused}
	}
	return nil
}

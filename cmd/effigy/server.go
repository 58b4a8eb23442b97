package main

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"github.com/effigydb/effigy/internal/postgres"
	"github.com/effigydb/effigy/internal/report"
	"github.com/effigydb/effigy/pipeline"
)

func (p *program) server() *cli.Command {
	local := &postgres.Local{Getenv: p.env}
	return &cli.Command{
		Name:        "server",
		Usage:       "the local throwaway Postgres, where sandboxes live by default",
		ArgsUsage:   "start|stop|status",
		Description: "It starts by itself when a sandbox needs it; " + pipeline.AdminURL + " names another one.",
		Action:      needsSubcommand,
		Subcommands: []*cli.Command{
			{Name: "start", Usage: "start it", Action: func(c *cli.Context) error {
				s, err := local.Ensure(c.Context)
				if err != nil {
					return pipeline.ServerError(err)
				}
				fmt.Fprintf(p.stderr, "running: PostgreSQL %s, port %d, %s\n", s.Version, s.Port, s.Dir)
				return nil
			}},
			{Name: "stop", Usage: "stop it", Action: func(c *cli.Context) error {
				ran, err := local.Stop(c.Context)
				if err == nil {
					fmt.Fprintln(p.stderr, map[bool]string{true: "stopped", false: "was not running"}[ran])
				}
				return err
			}},
			{Name: "status", Usage: "say whether it runs", Flags: []cli.Flag{jsonFlag()}, Action: func(c *cli.Context) error {
				s, err := pipeline.LocalStatus(c.Context, p.env)
				if err != nil {
					return err
				}
				return p.printStatus(c, s)
			}},
		},
	}
}

func (p *program) printStatus(c *cli.Context, s *postgres.Status) error {
	if c.Bool("json") {
		return report.JSON(p.stdout, s)
	}
	if !s.Running {
		fmt.Fprintln(p.stdout, "not running")
		return nil
	}
	fmt.Fprintf(p.stdout, "running: PostgreSQL %s, port %d, pid %d, %s\n", s.Version, s.Port, s.PID, s.Dir)
	return nil
}

// needsSubcommand is the action of a command that is a group.
func needsSubcommand(c *cli.Context) error {
	return usage(called(c)+" needs one of "+c.Command.ArgsUsage, "see effigy "+called(c)+" --help")
}

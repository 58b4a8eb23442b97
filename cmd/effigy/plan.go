package main

import (
	"github.com/urfave/cli/v2"

	"github.com/effigydb/effigy/internal/report"
)

func (p *program) plan() *cli.Command {
	return &cli.Command{
		Name:      "plan",
		Usage:     "what a rebuild would do: order, rows, generators, verdicts; writes nothing",
		ArgsUsage: "[SCHEMA]",
		Description: "Constraints that need Postgres to judge rows are vetted where a server is running, and\n" +
			"announced otherwise. Exit status 4 when a rebuild would refuse.\n\n" +
			"  effigy plan schema.sql --graph mermaid\n" +
			"  effigy plan schema.sql --rows 1000000 --seed 7 --out plan.json",
		Flags: append(dataFlags(),
			&cli.StringFlag{Name: "out", Aliases: []string{"o"}, Usage: "write the plan to `FILE`, for generate --plan on machines without a database"},
			&cli.StringFlag{Name: "graph", Usage: "print only the foreign-key graph: mermaid, dot or svg"},
			jsonFlag(), quietFlag(), configFlag(),
		),
		Action: p.runPlan,
	}
}

func (p *program) runPlan(c *cli.Context) error {
	if err := arguments(c, 0, 1); err != nil {
		return err
	}
	graph, err := choose(c, "graph", "", report.Graphs, "")
	if err != nil {
		return err
	}
	order, err := p.order(c)
	if err != nil {
		return err
	}
	order.PlanFile = c.String("out")
	run, err := p.start(c)
	if err != nil {
		return err
	}
	plan, err := run.Plan(c.Context, order)
	run.Sink.Close()
	if err != nil {
		return err
	}
	switch {
	case graph != "":
		plan.WriteGraph(p.stdout, graph)
	case c.Bool("json"):
		err = report.JSON(p.stdout, plan)
	default:
		plan.WriteText(p.stdout)
	}
	if err == nil && len(plan.Refused) > 0 {
		return &exit{status: statusRefused}
	}
	return err
}

package main

import (
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/effigydb/effigy/internal/config"
	"github.com/effigydb/effigy/internal/postgres"
	"github.com/effigydb/effigy/internal/report"
	"github.com/effigydb/effigy/internal/sandbox"
	"github.com/effigydb/effigy/pipeline"
)

func (p *program) sandbox() *cli.Command {
	return &cli.Command{
		Name:      "sandbox",
		Usage:     "the life of sandboxes",
		ArgsUsage: "list|show|url|verify|extend|drop|clean",
		Action:    needsSubcommand,
		Subcommands: []*cli.Command{
			{Name: "list", Usage: "all sandboxes of the server", Flags: []cli.Flag{jsonFlag(), configFlag()}, Action: p.listSandboxes},
			{Name: "show", Usage: "the record of one", ArgsUsage: "[NAME]", Flags: []cli.Flag{jsonFlag(), configFlag()}, Action: p.showSandbox},
			{Name: "url", Usage: "its connection string", ArgsUsage: "[NAME]", Flags: []cli.Flag{
				&cli.BoolFlag{Name: "reader", Usage: "that of the login that may only read", DisableDefaultText: true},
				&cli.BoolFlag{Name: "rotate", Usage: "give both logins new passwords first", DisableDefaultText: true}, configFlag(),
			}, Action: p.urlOfSandbox},
			{Name: "verify", Usage: "prove its isolation; exit status 5 when it does not hold", ArgsUsage: "[NAME]", Flags: []cli.Flag{
				jsonFlag(), &cli.BoolFlag{Name: "strict", Usage: "no other database may be open to it", DisableDefaultText: true}, configFlag(),
			}, Action: p.verifySandbox},
			{Name: "extend", Usage: "let it live for DURATION from now", ArgsUsage: "NAME DURATION", Flags: []cli.Flag{configFlag()}, Action: p.extendSandbox},
			{Name: "drop", Usage: "remove it", ArgsUsage: "NAME…", Flags: []cli.Flag{configFlag()}, Action: p.dropSandboxes},
			{Name: "clean", Usage: "remove what has expired or was left half-built", Flags: []cli.Flag{
				&cli.BoolFlag{Name: "dry-run", Usage: "only list it", DisableDefaultText: true},
				&cli.StringFlag{Name: "owner", Usage: "only those of `OWNER`"},
				&cli.StringSliceFlag{Name: "label", Usage: "only those with this label, `KEY=VALUE`"}, jsonFlag(), configFlag(),
			}, Action: p.cleanSandboxes},
		},
	}
}

// opened checks the number of arguments and opens the server that sandboxes
// live on.
func (p *program) opened(c *cli.Context, least, most int) (*pipeline.Run, *postgres.Admin, error) {
	if err := arguments(c, least, most); err != nil {
		return nil, nil, err
	}
	if slices.Contains(c.Args().Slice(), "") { // an unset variable is not "the only one there is"
		return nil, nil, usage(c.Command.FullName()+": an empty name", "")
	}
	run, err := p.start(c)
	if err != nil {
		return nil, nil, err
	}
	admin, err := run.Admin(c.Context)
	return run, admin, err
}

// found is the sandbox of the first argument and the server it lives on.
func (p *program) found(c *cli.Context, least, most int) (*postgres.Admin, *sandbox.Sandbox, error) {
	run, admin, err := p.opened(c, least, most)
	if err != nil {
		return nil, nil, err
	}
	sb, err := run.Sandbox(c.Context, admin, c.Args().First())
	return admin, sb, err
}

func (p *program) listSandboxes(c *cli.Context) error {
	_, admin, err := p.opened(c, 0, 0)
	if err != nil {
		return err
	}
	list, err := sandbox.List(c.Context, admin)
	if err != nil {
		return err
	}
	return p.printSandboxes(c, list)
}

func (p *program) printSandboxes(c *cli.Context, list []*sandbox.Sandbox) error {
	if c.Bool("json") {
		if list == nil {
			list = []*sandbox.Sandbox{}
		}
		return report.JSON(p.stdout, map[string]any{"sandboxes": list})
	}
	w := tabwriter.NewWriter(p.stdout, 0, 8, 2, ' ', 0)
	for _, sb := range list {
		fmt.Fprintln(w, printable([]string{sb.Name, sb.Hint, state(sb), sb.Owner, stamp(sb.Expires)}))
	}
	return w.Flush()
}

func stamp(t time.Time) string { return t.UTC().Format(time.RFC3339) }

func state(sb *sandbox.Sandbox) string {
	switch {
	case sb.Orphaned:
		return "orphaned"
	case sb.Expired:
		return "expired"
	}
	return string(sb.State)
}

func (p *program) showSandbox(c *cli.Context) error {
	_, sb, err := p.found(c, 0, 1)
	if err != nil {
		return err
	}
	if c.Bool("json") {
		return report.JSON(p.stdout, sb)
	}
	for _, line := range [][2]string{
		{"name", sb.Name}, {"state", state(sb)}, {"owner", sb.Owner}, {"created", stamp(sb.Created)}, {"expires", stamp(sb.Expires)},
		{"seed", sb.Seed}, {"now", sb.Now}, {"schema", sb.SchemaSHA}, {"server", sb.ServerVersion},
	} {
		fmt.Fprintf(p.stdout, "%-8s %s\n", line[0], printable(line[1:]))
	}
	return nil
}

func (p *program) urlOfSandbox(c *cli.Context) error {
	admin, sb, err := p.found(c, 0, 1)
	if err != nil {
		return err
	}
	if c.Bool("rotate") {
		if err := sandbox.Rotate(c.Context, admin, sb); err != nil {
			return err
		}
	}
	url, reader, err := sandbox.URLs(admin, sb)
	if errors.Is(err, sandbox.ErrNoSecret) {
		return &exit{status: statusFailure, err: err, hint: "effigy sandbox url " + sb.Name + " --rotate"}
	}
	if err != nil {
		return err
	}
	p.mask(url, reader)
	if path := filepath.Join(p.dir, pipeline.EnvFile); c.Bool("rotate") && pipeline.EnvHolds(path, sb.Name) {
		if err := pipeline.WriteEnv(path, sb.Name, url, reader); err != nil {
			return err
		}
	}
	if c.Bool("reader") {
		url = reader
	}
	_, err = fmt.Fprintln(p.stdout, url)
	return err
}

func (p *program) verifySandbox(c *cli.Context) error {
	admin, sb, err := p.found(c, 0, 1)
	if err != nil {
		return err
	}
	packet, err := sandbox.Verify(c.Context, admin, sb, c.Bool("strict"))
	if err != nil {
		return err
	}
	if c.Bool("json") {
		err = report.JSON(p.stdout, packet)
	} else {
		p.printPacket(packet)
	}
	if err == nil && !packet.Verified() {
		return &exit{status: statusUnproven}
	}
	return err
}

func (p *program) printPacket(k *sandbox.Packet) {
	fmt.Fprintf(p.stdout, "user %s (session %s) in %s\n", k.CurrentUser, k.SessionUser, k.Database)
	fmt.Fprintf(p.stdout, "superuser %t, createdb %t, createrole %t, replication %t, bypassrls %t\n",
		k.Superuser, k.CreateDB, k.CreateRole, k.Replication, k.BypassRLS)
	fmt.Fprintf(p.stdout, "owns the database: %t, connection limit %d, valid until %s\n", k.OwnsDatabase, k.Connections, k.Until)
	settings := make([]string, 0, len(k.Settings))
	for _, name := range slices.Sorted(maps.Keys(k.Settings)) {
		settings = append(settings, name+" "+k.Settings[name])
	}
	for _, x := range []struct {
		what string
		list []string
	}{
		{"settings", settings}, {"open to", k.Grantees}, {"member of", k.MemberOf}, {"may connect to", k.OtherDatabases}, {"temporary tables in", k.TempElsewhere},
		{"extensions", k.Extensions}, {"ways out", k.Network}, {"problem", k.Problems},
	} {
		if len(x.list) > 0 {
			fmt.Fprintf(p.stdout, "%s: %s\n", x.what, printable([]string{strings.Join(x.list, ", ")}))
		}
	}
	fmt.Fprintf(p.stdout, "isolated: %t\n", k.Verified())
}

func (p *program) extendSandbox(c *cli.Context) error {
	if err := arguments(c, 2, 2); err != nil {
		return err
	}
	d, err := config.Duration(c.Args().Get(1))
	if err != nil || d <= 0 {
		return usage("extend: not a positive duration: "+c.Args().Get(1), "such as 24h or 7d, from now")
	}
	admin, sb, err := p.found(c, 2, 2)
	if err != nil {
		return err
	}
	before := sb.Expires
	if err := sandbox.Extend(c.Context, admin, sb, d); err != nil {
		return err
	}
	if sb.Expires.Before(before) {
		fmt.Fprintf(p.stderr, "notice: that is sooner than %s, when it was to end\n", stamp(before))
	}
	fmt.Fprintf(p.stderr, "%s lives until %s\n", sb.Name, stamp(sb.Expires))
	return nil
}

func (p *program) dropSandboxes(c *cli.Context) error {
	run, admin, err := p.opened(c, 1, 1000)
	if err != nil {
		return err
	}
	var errs []error
	for _, name := range c.Args().Slice() {
		sb, err := run.Sandbox(c.Context, admin, name)
		if err == nil {
			err = sandbox.Drop(c.Context, admin, sb)
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("dropping %s: %w", name, err))
		}
	}
	return errors.Join(errs...)
}

func (p *program) cleanSandboxes(c *cli.Context) error {
	labels, err := labels(c)
	if err != nil {
		return err
	}
	_, admin, err := p.opened(c, 0, 0)
	if err != nil {
		return err
	}
	list, err := sandbox.Clean(c.Context, admin, sandbox.Filter{Owner: c.String("owner"), Labels: labels}, c.Bool("dry-run"))
	return errors.Join(p.printSandboxes(c, list), err)
}

package main

import (
	"fmt"
	"io"
	"net/http"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/effigydb/effigy/internal/gate"
	"github.com/effigydb/effigy/pipeline"
)

func (p *program) mcp() *cli.Command {
	return &cli.Command{
		Name:      "mcp",
		Usage:     "tools for coding agents, over the Model Context Protocol",
		ArgsUsage: "[SCHEMA]",
		Description: "Serves one repository: the schema that effigy.yaml or SCHEMA names, on the server of\n" +
			pipeline.AdminURL + " or the local one. No tool takes another schema or server, but every\n" +
			"sandbox there can be named, other repositories' too. On stdin and stdout, or,\n" +
			"with --listen, over streamable HTTP at /mcp. It does not start with a connection\n" +
			"string to another server in its environment.\n\n" +
			"  effigy mcp\n" +
			"  effigy mcp --allow-write --listen 127.0.0.1:8090",
		Flags: append(append(gateFlags(), webFlags()...),
			&cli.StringFlag{Name: "listen", Usage: "serve HTTP at `HOST:PORT` instead of stdin and stdout"},
			&cli.BoolFlag{Name: "allow-write", Usage: "add the tool execute: any SQL as a sandbox's owner", DisableDefaultText: true},
			&cli.BoolFlag{Name: "allow-connection", Usage: "add the tool get_connection, which tells a sandbox's URL", DisableDefaultText: true},
			&cli.StringSliceFlag{Name: "ignore-env", Usage: "start although the variable `NAME` leads to another server"},
			quietFlag(), configFlag(),
		),
		Action: p.runMCP,
	}
}

func (p *program) runMCP(c *cli.Context) error {
	if err := arguments(c, 0, 1); err != nil {
		return err
	}
	run, err := p.start(c)
	if err != nil {
		return err
	}
	if names := run.Reach(p.environ, c.StringSlice("ignore-env")); len(names) > 0 {
		return refuse(fmt.Sprintf("the environment leads to another server than the sandboxes': %s", strings.Join(names, ", ")),
			"start it without, so that no agent can read them; --ignore-env NAME starts it all the same")
	}
	run.Made = &pipeline.Made{}
	g, err := p.gate(c, run)
	if err != nil {
		return err
	}
	g.Log = p.logger(c)
	m := gate.NewMCP(g, buildVersion(), p.who(), c.Bool("allow-write"))
	h := &house{program: p, run: run, source: c.Args().First()}
	h.addTo(m)
	if c.Bool("allow-connection") {
		h.addConnection(m)
	}
	if c.String("listen") == "" {
		// A client that dies must not take the clean-up of its rebuild along.
		signal.Ignore(syscall.SIGPIPE)
		return m.Run(c.Context, closer(p.stdin), blank{p.stdout})
	}
	tokens := func() ([]gate.Token, error) { return p.oneToken(c) }
	defer m.Wait(15 * time.Second)
	return p.listen(c, tokens, func(guard *gate.Guard) http.Handler {
		m.Who = "token " + guard.Tokens[0].ID
		guard.Body = 4 << 20 // a statement inside a message is escaped
		if !c.IsSet("parallel") {
			guard.Parallel = 64 // each client holds a stream open
		}
		return m.Handler(guard)
	})
}

// oneToken is the token for all sandboxes: the tools name them.
func (p *program) oneToken(c *cli.Context) ([]gate.Token, error) {
	token := gate.NewToken("")
	secret, err := p.givenToken(c)
	if secret != "" {
		token.Secret = secret
	}
	return []gate.Token{token}, err
}

// closer lets a transport close stdin, so that a read of it ends with the
// context.
func closer(r io.Reader) io.ReadCloser {
	if c, ok := r.(io.ReadCloser); ok {
		return c
	}
	return io.NopCloser(r)
}

// blank keeps stdout open.
type blank struct{ io.Writer }

func (blank) Close() error { return nil }

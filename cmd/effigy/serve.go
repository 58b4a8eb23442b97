package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net"
	"net/http"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/effigydb/effigy/internal/gate"
	"github.com/effigydb/effigy/internal/report"
)

// webFlags are those of every server of HTTP.
func webFlags() []cli.Flag {
	return []cli.Flag{
		&cli.BoolFlag{Name: "allow-remote", Usage: "an address that other machines can reach", DisableDefaultText: true},
		&cli.StringSliceFlag{Name: "host", Usage: "a further value of Host to answer, `NAME:PORT`"},
		&cli.StringFlag{Name: "token", Usage: "the variable that holds the token, `env:NAME`; without it one is made"},
		&cli.IntFlag{Name: "rate", Usage: "requests of a token in ten seconds", DefaultText: "1000"},
		&cli.IntFlag{Name: "parallel", Usage: "requests of a token at once", DefaultText: fmt.Sprint(gate.Default.Connections)},
	}
}

func (p *program) serve() *cli.Command {
	return &cli.Command{
		Name:  "serve",
		Usage: "the gate over HTTP, on loopback",
		Description: "POST /query, GET /schema, /health, /metrics, /openapi.json, for whoever holds the token of\n" +
			"a sandbox. Where it listens and the token it made are printed on stdout, as JSON.\n\n" +
			"  effigy serve --sandbox dev --listen 127.0.0.1:8080",
		Flags: append(append(gateFlags(), webFlags()...),
			&cli.StringFlag{Name: "listen", Usage: "`HOST:PORT`; port 0 is any free one", Value: "127.0.0.1:0"},
			&cli.StringSliceFlag{Name: "sandbox", Usage: "the sandbox's `NAME`; each gets a token of its own"},
			quietFlag(), configFlag(),
		),
		Action: p.runServe,
	}
}

func (p *program) runServe(c *cli.Context) error {
	if err := arguments(c, 0, 0); err != nil {
		return err
	}
	run, err := p.start(c)
	if err != nil {
		return err
	}
	g, err := p.gate(c, run)
	if err != nil {
		return err
	}
	g.Keep, g.Log = time.Minute, p.logger(c)
	tokens := func() ([]gate.Token, error) { return p.tokens(c, g) }
	return p.listen(c, tokens, func(guard *gate.Guard) http.Handler {
		return unhurried((&gate.Web{Gate: g, Guard: guard}).Handler(), 3*g.Limits.Timeout+time.Minute)
	})
}

// unhurried gives up on a client that does not take its answer in time.
func unhurried(next http.Handler, most time.Duration) http.Handler {
	return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		_ = http.NewResponseController(rw).SetWriteDeadline(time.Now().Add(most))
		next.ServeHTTP(rw, r)
	})
}

// logger tells people at the server what callers are not told.
func (p *program) logger(c *cli.Context) func(string) {
	if c.Bool("quiet") {
		return nil
	}
	l := log.New(p.stderr, "", log.LstdFlags)
	return func(text string) { l.Print(text) }
}

// tokens are one for each sandbox, all of which must be there.
func (p *program) tokens(c *cli.Context, g *gate.Gate) ([]gate.Token, error) {
	names := c.StringSlice("sandbox")
	if len(names) == 0 {
		names = []string{""}
	}
	var tokens []gate.Token
	for _, name := range names {
		target, err := g.Open(c.Context, name)
		if err != nil {
			return nil, err
		}
		tokens = append(tokens, gate.NewToken(target.Name))
	}
	secret, err := p.givenToken(c)
	if err != nil || secret == "" {
		return tokens, err
	}
	if len(tokens) > 1 {
		return nil, usage("--token is for one sandbox", "without it each gets a token of its own")
	}
	tokens[0].Secret = secret
	return tokens, nil
}

// shortest is the number of characters that a token given has at least.
const shortest = 16

func (p *program) givenToken(c *cli.Context) (string, error) {
	name := c.String("token")
	if name == "" {
		return "", nil
	}
	variable, ok := cutEnv(name)
	if !ok {
		return "", usage("--token names a variable: env:NAME", "a token on the command line can be seen by every user of this machine")
	}
	secret := p.env(variable)
	if len(secret) < shortest {
		return "", usage(fmt.Sprintf("the variable %s holds no token of %d characters or more", variable, shortest), "")
	}
	return secret, nil
}

// farewell is how long what runs may go on when the server is told to end;
// then it is cancelled, and has as long again to clean up.
const farewell = 10 * time.Second

// listen serves until the context ends, then lets what runs finish.
func (p *program) listen(c *cli.Context, makeTokens func() ([]gate.Token, error), handler func(*gate.Guard) http.Handler) error {
	listener, err := gate.Listen(c.String("listen"), c.Bool("allow-remote"), "--allow-remote")
	if err != nil {
		return err
	}
	defer listener.Close()
	tokens, err := makeTokens()
	if err != nil {
		return err
	}
	guard, err := p.guard(c, tokens, listener.Addr())
	if err != nil {
		return err
	}
	running, abort := context.WithCancel(context.WithoutCancel(c.Context))
	defer abort()
	server := &http.Server{
		Handler: handler(guard), BaseContext: func(net.Listener) context.Context { return running },
		ReadHeaderTimeout: 5 * time.Second, ReadTimeout: time.Minute, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 64 << 10,
		ErrorLog: log.New(p.stderr, "", log.LstdFlags),
	}
	if err := p.announce(c, tokens, listener.Addr()); err != nil {
		return err
	}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(listener) }()
	select {
	case err := <-ended:
		return err
	case <-c.Context.Done():
	}
	if stop(server) == nil {
		return nil
	}
	abort()
	if err := stop(server); err != nil {
		return errors.Join(err, server.Close())
	}
	return nil
}

// stop takes no further requests and waits for those that run.
func stop(server *http.Server) error {
	ctx, cancel := context.WithTimeout(context.Background(), farewell)
	defer cancel()
	return server.Shutdown(ctx)
}

func (p *program) guard(c *cli.Context, tokens []gate.Token, address net.Addr) (*gate.Guard, error) {
	rate, parallel := 1000, gate.Default.Connections
	if c.IsSet("rate") {
		rate = c.Int("rate")
	}
	if c.IsSet("parallel") {
		parallel = c.Int("parallel")
	}
	if rate <= 0 || parallel <= 0 {
		return nil, usage("--rate and --parallel are positive numbers", "")
	}
	port := 0
	if tcp, ok := address.(*net.TCPAddr); ok {
		port = tcp.Port
	}
	return &gate.Guard{
		Tokens: tokens, Hosts: c.StringSlice("host"), Port: port, Rate: rate, Window: 10 * time.Second,
		Parallel: parallel, Body: int64(gate.Default.Text), Now: p.now,
	}, nil
}

// announce tells where the server is, and the tokens that it made. One that
// was given is not repeated.
func (p *program) announce(c *cli.Context, tokens []gate.Token, address net.Addr) error {
	type access struct {
		Sandbox string `json:"sandbox,omitempty"`
		ID      string `json:"id"`
		Token   string `json:"token,omitempty"`
	}
	list := []access{}
	for _, t := range tokens {
		a := access{Sandbox: t.Sandbox, ID: t.ID}
		if c.String("token") == "" {
			a.Token = t.Secret
		}
		list = append(list, a)
	}
	return report.JSON(p.stdout, map[string]any{"url": "http://" + address.String(), "tokens": list})
}

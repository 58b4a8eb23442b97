package pipeline

import (
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/effigydb/effigy/internal/postgres"
)

// alwaysForbidden are what nothing inside may reach: the address that hands
// out a cloud machine's credentials, a name and an address of the internet.
var alwaysForbidden = []string{"169.254.169.254:80", "example.com:443", "1.1.1.1:443"}

// engineSockets lead out of a container by way of the engine that runs it.
var engineSockets = []string{"/var/run/docker.sock", "/run/podman/podman.sock", "/run/containerd/containerd.sock"}

// answerTime is how long a host or a name server may take to answer.
const answerTime = 3 * time.Second

// DoctorNetwork looks, from inside, whether a machine or container has a way
// out: a route, a container engine's socket, a forbidden host (HOST or
// HOST:PORT; 5432 where no port stands) that resolves or answers. A refused
// connection is an answer. Where production's variable is set its host is
// forbidden too; it is never named.
func (r *Run) DoctorNetwork(ctx context.Context, forbidden []string) *Diagnosis {
	d := &Diagnosis{Checks: []Check{checkRoutes(ctx), checkEngine(ctx)}}
	var targets []target
	for _, name := range slices.Concat(alwaysForbidden, r.Config.Doctor.Forbid, forbidden) {
		if t := (target{name, withPort(name)}); !slices.Contains(targets, t) {
			targets = append(targets, t)
		}
	}
	if url := r.Env(ProductionURL); url != "" {
		addresses, err := postgres.Addresses(url)
		if err != nil {
			d.add(failed("reach", fmt.Errorf("%s: %w", ProductionURL, err)))
		}
		for _, a := range addresses {
			targets = append(targets, target{"the host of " + ProductionURL, a})
		}
	}
	checks := make([]Check, len(targets))
	var wg sync.WaitGroup
	for i, t := range targets {
		wg.Go(func() { checks[i] = t.check(ctx) })
	}
	wg.Wait()
	d.add(checks...)
	return d.judged()
}

// target is a forbidden host: what it is called and what is dialled.
type target struct{ name, address string }

func withPort(name string) string {
	if _, _, err := net.SplitHostPort(name); err == nil {
		return name
	}
	return net.JoinHostPort(strings.Trim(name, "[]"), "5432")
}

// check resolves the host, then dials what it resolves to.
func (t target) check(ctx context.Context) Check {
	host, port, err := net.SplitHostPort(t.address)
	if err != nil {
		return Check{Name: "reach", State: Bad, Text: t.name + " is no HOST:PORT"}
	}
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	addresses, err := net.DefaultResolver.LookupHost(ctx, host)
	if err != nil {
		return Check{Name: "reach", State: Good, Text: t.name + " does not resolve"}
	}
	for _, a := range addresses {
		if answers(ctx, net.JoinHostPort(a, port)) {
			return Check{Name: "reach", State: Bad, Text: t.name + " answers", Advice: "start it on a network without a way out, see docs/sandboxes.md"}
		}
	}
	if net.ParseIP(host) == nil {
		return Check{Name: "reach", State: Bad, Text: t.name + " does not answer, but resolves: questions for names get out",
			Advice: "take the name server away"}
	}
	return Check{Name: "reach", State: Good, Text: t.name + " does not answer"}
}

// answers reports whether there is somebody at an address, be it to refuse.
func answers(ctx context.Context, address string) bool {
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", address)
	if err == nil {
		conn.Close()
	}
	return err == nil || errors.Is(err, syscall.ECONNREFUSED) || errors.Is(err, syscall.ECONNRESET)
}

// checkEngine looks for the socket of a container engine.
func checkEngine(ctx context.Context) Check {
	for _, path := range engineSockets {
		if conn, err := (&net.Dialer{Timeout: answerTime}).DialContext(ctx, "unix", path); err == nil {
			conn.Close()
			return Check{Name: "engine", State: Bad, Text: path + " answers: whoever has it has the host", Advice: "don't mount it"}
		}
	}
	return Check{Name: "engine", State: Good, Text: "no socket of a container engine"}
}

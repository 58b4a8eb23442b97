package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/compose-spec/compose-go/v2/cli"
	"github.com/compose-spec/compose-go/v2/types"
)

// TestComposeHasNoWayOut reads the container recipe as compose would, and
// holds what docs/sandboxes.md says of it.
func TestComposeHasNoWayOut(t *testing.T) {
	options, err := cli.NewProjectOptions([]string{"../../examples/compose/compose.yaml"}, cli.WithDefaultProfiles("*"))
	if err != nil {
		t.Fatal(err)
	}
	project, err := options.LoadProject(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if len(project.Services) == 0 {
		t.Error("no service")
	}
	for _, s := range project.Services {
		checkService(t, &s)
	}
	for name, n := range project.Networks {
		if !n.Internal || bool(n.External) {
			t.Errorf("network %s is not internal", name)
		}
		for _, family := range []string{"ipv4", "ipv6"} {
			if n.DriverOpts["com.docker.network.bridge.gateway_mode_"+family] != "isolated" {
				t.Errorf("network %s has a gateway for %s", name, family)
			}
		}
	}
}

func checkService(t *testing.T, s *types.ServiceConfig) {
	t.Helper()
	account, _, _ := strings.Cut(s.User, ":")
	for what, wrong := range map[string]bool{
		"runs as root":                  account == "" || account == "0" || account == "root",
		"is privileged":                 s.Privileged,
		"keeps capabilities":            !slices.Contains(s.CapDrop, "ALL") || len(s.CapAdd) > 0,
		"may gain privileges":           !slices.Contains(s.SecurityOpt, "no-new-privileges:true"),
		"writes to its image":           !s.ReadOnly,
		"publishes ports":               len(s.Ports) > 0,
		"is on the host's network":      s.NetworkMode != "" || len(s.ExtraHosts) > 0 || len(s.ExternalLinks) > 0,
		"is on the default network":     len(s.Networks) == 0,
		"shares the host's processes":   s.Pid != "" || s.Ipc != "",
		"reads the host's environment":  len(s.EnvFiles) > 0,
		"has devices of the host":       len(s.Devices) > 0,
		"takes as much as there is":     s.MemLimit == 0 || s.PidsLimit == 0,
		"does not look at its way out":  !strings.Contains(strings.Join(s.Command, " "), "effigy doctor --network &&"),
		"is healthy without being safe": s.HealthCheck == nil || !slices.Contains(s.HealthCheck.Test, "verify"),
	} {
		if wrong {
			t.Errorf("service %s %s", s.Name, what)
		}
	}
	for _, v := range s.Volumes {
		if !v.ReadOnly || strings.Contains(v.Source, ".sock") {
			t.Errorf("service %s can write to %s", s.Name, v.Target)
		}
	}
}

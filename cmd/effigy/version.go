package main

import (
	"fmt"
	"regexp"
	"runtime"
	"runtime/debug"

	"github.com/urfave/cli/v2"
)

// release and commit are set by the linker of a release build.
var release, commit string

func (p *program) version() *cli.Command {
	return &cli.Command{
		Name:        "version",
		Usage:       "print the version of effigy",
		Description: "  effigy version",
		Action: func(*cli.Context) error {
			fmt.Fprintf(p.stdout, "effigy %s %s %s/%s\n", buildVersion(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
			return nil
		},
	}
}

// buildVersion is the release, else what the Go tool recorded.
func buildVersion() string {
	if release != "" {
		return release
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}

// workflowRef is what workflows pin the Action to: the commit of a release,
// else its tag, else the main branch.
func workflowRef() string {
	v := buildVersion()
	switch {
	case release != "" && commit != "":
		return commit + " # " + release
	case regexp.MustCompile(`^v\d+\.\d+\.\d+$`).MatchString(v):
		return v
	}
	return "main"
}

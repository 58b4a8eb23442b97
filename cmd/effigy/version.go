package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/urfave/cli/v2"
)

// release is set by the linker of a release build.
var release = ""

func (p *program) version() *cli.Command {
	return &cli.Command{
		Name:  "version",
		Usage: "print the version of effigy",
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

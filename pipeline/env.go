package pipeline

import (
	"bufio"
	"fmt"
	"os"
	"strings"
)

// EnvFile is where applications look for the URLs of the sandbox that a
// working copy has.
const EnvFile = ".env.effigy"

// WriteEnv writes the URLs of a sandbox to a file, for its owner alone. The
// file is whole or not there.
func WriteEnv(path, name, url, reader string) error {
	return WriteFile(path, fmt.Sprintf(
		"# A disposable sandbox made by effigy; not a production database.\n%s%s\nDATABASE_URL=%s\nREADER_DATABASE_URL=%s\n",
		envName, name, url, reader), 0o600)
}

const envName = SandboxName + "="

// EnvHolds reports that a file holds the URLs of the named sandbox.
func EnvHolds(path, name string) bool { return name != "" && envSandbox(path) == name }

// envSandbox is the sandbox whose URLs a file holds, or "".
func envSandbox(path string) string {
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if name, ok := strings.CutPrefix(lines.Text(), envName); ok {
			return strings.TrimSpace(name)
		}
	}
	return ""
}

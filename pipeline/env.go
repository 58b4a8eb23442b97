package pipeline

import "fmt"

// writeEnv writes the URLs of the sandbox where applications look for them.
// The file is for its owner alone.
func (b *build) writeEnv() error {
	s := b.result.Sandbox
	return WriteFile(b.path(b.order.EnvFile), fmt.Sprintf(
		"# A disposable sandbox made by effigy; not a production database.\nEFFIGY_SANDBOX=%s\nDATABASE_URL=%s\nREADER_DATABASE_URL=%s\n",
		s.Name, s.URL, s.ReaderURL), 0o600)
}

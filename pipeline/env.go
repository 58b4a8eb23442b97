package pipeline

import (
	"fmt"
	"os"
	"path/filepath"
)

// writeEnv writes the URLs of the sandbox where applications look for them.
// The file is for its owner alone and is replaced as a whole.
func (b *build) writeEnv() error {
	s := b.result.Sandbox
	text := fmt.Sprintf("# A disposable sandbox made by effigy; not a production database.\nEFFIGY_SANDBOX=%s\nDATABASE_URL=%s\nREADER_DATABASE_URL=%s\n", s.Name, s.URL, s.ReaderURL)
	path := b.order.EnvFile
	if !filepath.IsAbs(path) {
		path = filepath.Join(b.Dir, path)
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".env-*")
	if err != nil {
		return fmt.Errorf("writing %s: %w", b.order.EnvFile, err)
	}
	defer os.Remove(f.Name())
	_, err = f.WriteString(text)
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return fmt.Errorf("writing %s: %w", b.order.EnvFile, err)
	}
	return nil
}

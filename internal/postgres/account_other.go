//go:build !unix

package postgres

import (
	"context"
	"errors"
	"os"
)

// errNoServer: the local server needs a Unix; EFFIGY_ADMIN_URL does not.
var errNoServer = errors.New("the local server needs Linux, macOS or another Unix; set EFFIGY_ADMIN_URL instead")

type account struct{}

func serverAccount() (*account, error)                                  { return nil, errNoServer }
func folderMode() os.FileMode                                           { return 0o700 }
func (a *account) folderMode() os.FileMode                              { return 0o700 }
func (a *account) own(string) error                                     { return errNoServer }
func (a *account) open(...string) error                                 { return errNoServer }
func (a *account) owns(string) error                                    { return errNoServer }
func (a *account) run(context.Context, string, string, ...string) error { return errNoServer }
func ownedByUs(path string) error {
	_, err := os.Stat(path)
	return err
}
func lockFile(context.Context, string) (func(), error) { return nil, errNoServer }

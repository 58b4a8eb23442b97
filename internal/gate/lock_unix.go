//go:build unix

package gate

import (
	"os"
	"syscall"
)

// lock waits until no other process writes to the file. It is given back when
// the file is closed.
func lock(f *os.File) error {
	for {
		if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX); err != syscall.EINTR {
			return err
		}
	}
}

// unlock gives it back before that.
func unlock(f *os.File) error { return syscall.Flock(int(f.Fd()), syscall.LOCK_UN) }

package postgres

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// noSpace are the ways in which a disk is full: for all, for this user, for
// this file.
var noSpace = []syscall.Errno{syscall.ENOSPC, syscall.EDQUOT, syscall.EFBIG}

// fullDisk is the error that a program's output or a server's log tells of, or
// nil. The words are those of strerror in the C locale, in which they run.
func fullDisk(output string) error {
	for _, errno := range noSpace {
		if strings.Contains(strings.ToLower(output), errno.Error()) {
			return errno
		}
	}
	return nil
}

// DiskFull reports whether an error says that there is no space left, here or
// on the server (SQLSTATE 53100).
func DiskFull(err error) bool {
	return Code(err) == "53100" || slices.ContainsFunc(noSpace, func(e syscall.Errno) bool { return errors.Is(err, e) })
}

// ballastBytes is what a server that ran out of space needs to come up again
// and drop a database: two segments of its log, and the pages of catalogs.
const ballastBytes = 48 << 20

// ballast sets space aside beside the data, while there is some: a server on
// a full disk can't even start to make room.
func (c *cluster) ballast() error {
	path := filepath.Join(c.dir, "ballast")
	if info, err := os.Stat(path); err == nil && info.Size() == ballastBytes {
		return nil
	}
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	_, err = io.CopyN(f, zeros{}, ballastBytes)
	if err = errors.Join(err, f.Close()); err != nil {
		err = errors.Join(err, os.Remove(path))
	}
	return err
}

// dropBallast frees the space that was set aside; false where there was none.
func (c *cluster) dropBallast() bool {
	return os.Remove(filepath.Join(c.dir, "ballast")) == nil
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

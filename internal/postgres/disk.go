package postgres

import (
	"errors"
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

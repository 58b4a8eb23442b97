//go:build !unix

package gate

import "os"

// lock does nothing here: one process at a time should write to a log.
func lock(*os.File) error { return nil }

func unlock(*os.File) error { return nil }

package pipeline

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// WriteFile writes a file as a whole or not at all, with the given rights: a
// reader sees the old text or the new one, also after a crash. A link stays
// one, and what it leads to is replaced.
func WriteFile(path, text string, mode os.FileMode) error {
	return replaceFile(path, mode, func(f *os.File) error {
		if _, err := f.WriteString(text); err != nil {
			return err
		}
		return f.Sync()
	})
}

// replaceFile is WriteFile for what is written bit by bit.
func replaceFile(path string, mode os.FileMode, write func(*os.File) error) error {
	if to, err := filepath.EvalSymlinks(path); err == nil {
		path = to
	}
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("writing %s: it is not a regular file", path)
	}
	sweepAttempts(path)
	f, err := os.CreateTemp(filepath.Dir(path), fmt.Sprintf("%s%d-*", attempt(path), os.Getpid()))
	if err != nil {
		return fmt.Errorf("writing %s: %w", path, err)
	}
	defer os.Remove(f.Name())
	err = write(f)
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Chmod(f.Name(), mode)
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return fmt.Errorf("writing %s: %w", path, err)
	}
	return nil
}

// AsFile hands a schema text to a function as a file, which nobody else may
// read and which is gone when the function returns. The error is the
// function's, or that of writing.
func AsFile(text string, use func(file string) error) error {
	dir, err := os.MkdirTemp("", "effigy-schema-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "schema.sql")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		return err
	}
	return use(file)
}

// attempt starts the name of a file that is being written; the writer's pid
// follows.
func attempt(path string) string { return "." + filepath.Base(path) + "-" }

// sweepAttempts removes what writers of the file left that were killed. It may
// hold a password. What can't be judged or removed stays.
func sweepAttempts(path string) {
	left, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		return
	}
	for _, entry := range left {
		rest, mine := strings.CutPrefix(entry.Name(), attempt(path))
		digits, _, _ := strings.Cut(rest, "-")
		pid, err := strconv.Atoi(digits)
		if !mine || err != nil || pid <= 0 || pid == os.Getpid() {
			continue
		}
		if p, err := os.FindProcess(pid); err == nil && !errors.Is(p.Signal(syscall.Signal(0)), os.ErrProcessDone) {
			continue
		}
		_ = os.Remove(filepath.Join(filepath.Dir(path), entry.Name()))
	}
}

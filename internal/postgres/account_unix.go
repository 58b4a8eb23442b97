//go:build unix

package postgres

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// account is whom the server runs as: nil is the user, otherwise (for root,
// whom Postgres refuses) an unprivileged one.
type account struct {
	uid, gid uint32
}

// serverAccount is nil for everybody but root, whose server runs as postgres
// where that account exists and as nobody elsewhere.
func serverAccount() (*account, error) {
	if os.Geteuid() != 0 {
		return nil, nil
	}
	for _, name := range []string{"postgres", "nobody"} {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, err1 := strconv.ParseUint(u.Uid, 10, 32)
		gid, err2 := strconv.ParseUint(u.Gid, 10, 32)
		if err := errors.Join(err1, err2); err != nil {
			return nil, err
		}
		return &account{uint32(uid), uint32(gid)}, nil
	}
	return nil, errors.New("as root the server needs an account postgres or nobody to run as")
}

// folderMode is for folders above the server's own: another account has to
// pass through them.
func (a *account) folderMode() os.FileMode { return folderMode() }

func folderMode() os.FileMode {
	if os.Geteuid() == 0 {
		return 0o755
	}
	return 0o700
}

// open lets the account pass through folders of ours, whatever the umask was
// when they were made.
func (a *account) open(folders ...string) error {
	for _, dir := range folders {
		if a == nil || ownedByUs(dir) != nil {
			continue
		}
		info, err := os.Stat(dir)
		if err == nil && info.Mode().Perm()&0o011 != 0o011 {
			err = os.Chmod(dir, info.Mode().Perm()|0o011)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// own hands a file or folder to the account, never what a link there points at.
func (a *account) own(path string) error {
	if a == nil {
		return nil
	}
	return os.Lchown(path, int(a.uid), int(a.gid))
}

// owns refuses a folder that is another account's.
func (a *account) owns(path string) error {
	if a == nil {
		return ownedBy(path, os.Geteuid())
	}
	return ownedBy(path, int(a.uid))
}

// run runs a program of the server's as the account, in a session of its own
// so that a Ctrl-C for the caller does not end the server, and with a clean
// environment.
func (a *account) run(ctx context.Context, dir, program string, args ...string) error {
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Dir = dir
	cmd.Env = []string{"PATH=" + filepath.Dir(program) + ":/usr/bin:/bin", "LC_ALL=C", "TZ=UTC"}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if a != nil {
		cmd.SysProcAttr.Credential = &syscall.Credential{Uid: a.uid, Gid: a.gid}
	}
	// A file, not a pipe: the server inherits it and would hold a pipe open.
	out, err := os.CreateTemp("", "effigy-output*")
	if err != nil {
		return err
	}
	defer os.Remove(out.Name())
	defer out.Close()
	cmd.Stdout, cmd.Stderr = out, out
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.WaitDelay = 5 * time.Second
	if err := cmd.Run(); err != nil {
		return programError(ctx, program, out.Name(), err)
	}
	return nil
}

func programError(ctx context.Context, program, output string, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if errors.Is(err, os.ErrPermission) {
		return fmt.Errorf("%s can't be run by the account the server needs: %w", program, err)
	}
	text, _ := os.ReadFile(output)
	lines := bytes.Split(bytes.TrimSpace(text), []byte("\n"))
	said := make([]string, 0, 3)
	for _, l := range lines[max(0, len(lines)-3):] {
		said = append(said, strings.TrimSpace(string(l)))
	}
	if full := fullDisk(string(text)); full != nil {
		err = full
	}
	return fmt.Errorf("%s: %w: %s", filepath.Base(program), err, strings.Join(said, "; "))
}

// ownedByUs refuses a file or folder that another user put there.
func ownedByUs(path string) error { return ownedBy(path, os.Geteuid()) }

func ownedBy(path string, uid int) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	if st, ok := info.Sys().(*syscall.Stat_t); ok && int(st.Uid) != uid {
		return fmt.Errorf("%s belongs to another user", path)
	}
	return nil
}

// lockFile takes an exclusive lock, waiting for it as long as the context
// lasts. The lock goes with the process, however that ends; the file stays,
// unless its holder removes it.
func lockFile(ctx context.Context, path string) (unlock func(), err error) {
	for {
		f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
		if err != nil {
			return nil, err
		}
		err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if err == nil && sameFile(f, path) {
			return func() { f.Close() }, nil
		}
		f.Close()
		if err != nil && !errors.Is(err, syscall.EWOULDBLOCK) && !errors.Is(err, syscall.EINTR) {
			return nil, fmt.Errorf("locking %s: %w", path, err)
		}
		select {
		case <-ctx.Done():
			return nil, fmt.Errorf("waiting for %s: %w", path, ctx.Err())
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// sameFile reports whether a path still leads to an open file: what was
// removed under its lock locks nothing.
func sameFile(f *os.File, path string) bool {
	open, err1 := f.Stat()
	there, err2 := os.Stat(path)
	return err1 == nil && err2 == nil && os.SameFile(open, there)
}

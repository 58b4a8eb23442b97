package postgres

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// postmaster is the pid of the running server, or 0: the pid file counts only
// when that process is a postgres of this very folder. After a reboot the pid
// may be anybody's.
func (c *cluster) postmaster() int {
	text, err := os.ReadFile(filepath.Join(c.data(), "postmaster.pid"))
	if err != nil {
		return 0
	}
	first, _, _ := bytes.Cut(text, []byte("\n"))
	pid, err := strconv.Atoi(string(bytes.TrimSpace(first)))
	if err != nil || pid <= 1 || !isServer(pid) || !strings.Contains(commandLine(pid), c.data()) {
		return 0
	}
	return pid
}

// isServer reports whether a process is a postgres: the first word of its
// command line, or of its title ("postgres: user database"), says so.
func isServer(pid int) bool {
	first, _, _ := strings.Cut(commandLine(pid), " ")
	name := filepath.Base(first)
	return name == "postgres" || name == "postgres:"
}

func commandLine(pid int) string {
	if text, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid)); err == nil {
		return string(bytes.ReplaceAll(text, []byte{0}, []byte(" ")))
	}
	out, err := exec.Command("ps", "-o", "command=", "-p", strconv.Itoa(pid)).Output()
	if err != nil {
		return ""
	}
	return string(out)
}

// forget removes what a server that is gone left: its pid file and the lock of
// its socket. Postgres does so by itself unless another process, or a zombie,
// has the pid by now. Sessions that outlive a killed server are waited for,
// then killed: two servers on one folder would ruin it.
func (c *cluster) forget(ctx context.Context) error {
	for deadline := time.Now().Add(5 * time.Second); ; {
		left := c.survivors()
		if len(left) == 0 || ctx.Err() != nil {
			break
		}
		if time.Now().After(deadline) {
			for _, p := range left {
				if err := p.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
					return fmt.Errorf("a session of the last server goes on: %w", err)
				}
			}
		}
		time.Sleep(20 * time.Millisecond)
	}
	stale := []string{filepath.Join(c.data(), "postmaster.pid")}
	if dir := c.socket(); dir != "" {
		found, err := filepath.Glob(filepath.Join(dir, ".s.PGSQL.*"))
		if err != nil {
			return err
		}
		stale = append(stale, found...)
	}
	for _, path := range stale {
		if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	return ctx.Err()
}

// survivors are the server's processes, whose working folder is the data
// directory; known on Linux only. A person's shell there is none.
func (c *cluster) survivors() []*os.Process {
	links, err := filepath.Glob("/proc/[0-9]*/cwd")
	if err != nil {
		return nil
	}
	var left []*os.Process
	for _, link := range links {
		if target, err := os.Readlink(link); err != nil || target != c.data() {
			continue
		}
		pid, err := strconv.Atoi(filepath.Base(filepath.Dir(link)))
		if err != nil || !isServer(pid) {
			continue
		}
		if p, err := os.FindProcess(pid); err == nil {
			left = append(left, p)
		}
	}
	return left
}

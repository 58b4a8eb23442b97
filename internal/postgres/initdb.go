package postgres

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// initialise makes the data directory where there is none: in a folder
// beside it that is renamed when all is done, so that a failure or a kill
// leaves nothing that looks like a cluster. A failure leaves no file at all.
func (c *cluster) initialise(ctx context.Context) error {
	if err := c.folders(); err != nil {
		return err
	}
	if _, err := os.Lstat(c.data()); err == nil {
		if err := c.account.owns(c.data()); err != nil {
			return err
		}
	}
	if _, err := os.Stat(filepath.Join(c.data(), "PG_VERSION")); err == nil {
		if err := c.load(); err != nil {
			return fmt.Errorf("its passwords are lost, remove the folder: %w", err)
		}
		return nil
	}
	if err := c.clearAttempts(ctx); err != nil {
		return err
	}
	if err := c.fresh(ctx); err != nil {
		left := []string{filepath.Join(c.dir, "keys.json"), filepath.Dir(c.log()), filepath.Join(c.dir, "socket")}
		for _, path := range left {
			err = errors.Join(err, os.RemoveAll(path))
		}
		return errors.Join(err, c.clearAttempts(context.WithoutCancel(ctx)))
	}
	return nil
}

// fresh makes the data directory.
func (c *cluster) fresh(ctx context.Context) error {
	c.keys = keys{Superuser: rand.Text(), Admin: rand.Text()}
	// A name of its own: an initdb that outlives a killed caller must not meet
	// the next one's.
	attempt, err := os.MkdirTemp(c.dir, "data.attempt")
	if err != nil {
		return err
	}
	if err := c.initdb(ctx, attempt); err != nil {
		return err
	}
	if err := c.save(); err != nil {
		return err
	}
	return os.Rename(attempt, c.data())
}

// folders makes the folders that the server's own account writes to.
func (c *cluster) folders() error {
	for _, dir := range []string{filepath.Dir(c.log()), c.socket()} {
		if dir == "" {
			continue
		}
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return err
		}
		if err := c.account.own(dir); err != nil {
			return err
		}
	}
	return nil
}

// clearAttempts removes what a killed initdb left. The lock is held, so it is
// nobody's, but the initdb of a caller that was killed may go on for a moment.
func (c *cluster) clearAttempts(ctx context.Context) error {
	left, err := filepath.Glob(c.data() + ".attempt*")
	if err != nil {
		return err
	}
	for _, dir := range left {
		err := os.RemoveAll(dir)
		for deadline := time.Now().Add(10 * time.Second); err != nil && ctx.Err() == nil && time.Now().Before(deadline); err = os.RemoveAll(dir) {
			time.Sleep(20 * time.Millisecond)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// initdb tries the locales from best to plainest: C's order with UTF-8's
// character classes, built in from 17 on and the system's before.
func (c *cluster) initdb(ctx context.Context, target string) error {
	locales := [][]string{{"--locale=C.UTF-8"}, {"--locale=C.utf8"}, {"--locale=C"}}
	if c.bin.Major >= 17 {
		locales = [][]string{{"--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"}}
	}
	password := filepath.Join(filepath.Dir(c.log()), "initdb.password")
	if err := writeSecret(password, []byte(c.keys.Superuser+"\n")); err != nil {
		return err
	}
	defer os.Remove(password)
	if err := c.account.own(password); err != nil {
		return err
	}
	var err error
	for _, locale := range locales {
		if err = c.tryInitdb(ctx, target, password, locale); err == nil || ctx.Err() != nil {
			return err
		}
	}
	return err
}

func (c *cluster) tryInitdb(ctx context.Context, target, password string, locale []string) error {
	if err := os.RemoveAll(target); err != nil {
		return err
	}
	if err := os.Mkdir(target, 0o700); err != nil {
		return err
	}
	if err := c.account.own(target); err != nil {
		return err
	}
	args := append([]string{
		"-D", target, "-U", superRole, "--pwfile", password, "--auth=scram-sha-256",
		"--encoding=UTF8", "--no-sync", "--no-instructions",
	}, locale...)
	if err := c.account.run(ctx, c.dir, filepath.Join(c.bin.Dir, "initdb"), args...); err != nil {
		return fmt.Errorf("initialising: %w", err)
	}
	return nil
}

// configure writes the settings of a server that may lose everything. The
// file is read after postgresql.conf.
func (c *cluster) configure() error {
	settings := [][2]string{
		{"listen_addresses", "127.0.0.1"},
		{"port", fmt.Sprint(c.keys.Port)},
		{"unix_socket_directories", c.socket()},
		{"unix_socket_permissions", "0700"},
		{"password_encryption", "scram-sha-256"},
		{"max_connections", "200"},
		{"max_locks_per_transaction", "512"}, // a schema of thousands of tables in one transaction
		{"shared_buffers", "256MB"},
		{"maintenance_work_mem", "128MB"},
		{"fsync", "off"},
		{"full_page_writes", "off"},
		{"synchronous_commit", "off"},
		{"wal_level", "minimal"},
		{"max_wal_senders", "0"},
		{"max_wal_size", "2GB"},
		{"checkpoint_timeout", "15min"},
		{"max_prepared_transactions", "0"},
		{"jit", "off"},
		{"autovacuum_naptime", "5min"}, // one that meets a rebuild holds its ALTER TABLE up for a second
		{"timezone", "UTC"},
		{"log_timezone", "UTC"},
		{"lc_messages", "C"},
		{"logging_collector", "off"},
	}
	for _, name := range slices.Sorted(maps.Keys(c.settings)) {
		settings = append(settings, [2]string{name, c.settings[name]})
	}
	var b strings.Builder
	for _, s := range settings {
		fmt.Fprintf(&b, "%s = '%s'\n", s[0], strings.ReplaceAll(s[1], "'", "''"))
	}
	path := filepath.Join(c.data(), "postgresql.auto.conf")
	if err := writeSecret(path, []byte(b.String())); err != nil {
		return err
	}
	return c.account.own(path)
}

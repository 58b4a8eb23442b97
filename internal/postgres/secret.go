package postgres

import (
	"crypto/hmac"
	"crypto/pbkdf2"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
)

// Verifier makes the SCRAM-SHA-256 verifier of a password (RFC 5803), which
// CREATE ROLE takes in its place: the server never sees the password. The
// password is used as it stands, so it must be ASCII.
func Verifier(password string, random io.Reader) (string, error) {
	const iterations = 4096
	salt := make([]byte, 16)
	if _, err := io.ReadFull(random, salt); err != nil {
		return "", err
	}
	salted, err := pbkdf2.Key(sha256.New, password, salt, iterations, sha256.Size)
	if err != nil {
		return "", err
	}
	stored := sha256.Sum256(mac(salted, "Client Key"))
	encode := base64.StdEncoding.EncodeToString
	return fmt.Sprintf("SCRAM-SHA-256$%d:%s$%s:%s", iterations, encode(salt), encode(stored[:]), encode(mac(salted, "Server Key"))), nil
}

func mac(key []byte, text string) []byte {
	h := hmac.New(sha256.New, key)
	io.WriteString(h, text)
	return h.Sum(nil)
}

// machineSecret reads the random key of this user on this machine, and makes
// it the first time. Two processes that make it at once get the same one.
func machineSecret(getenv Getenv) ([]byte, error) {
	base, err := CacheDir(getenv)
	if err != nil {
		return nil, err
	}
	path := filepath.Join(base, "secret")
	if key, err := readKey(path); err == nil {
		return key, nil
	} else if !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	if err := os.MkdirAll(base, folderMode()); err != nil {
		return nil, err
	}
	key := make([]byte, sha256.Size)
	rand.Read(key)
	attempt := fmt.Sprintf("%s.%d", path, os.Getpid())
	if err := writeSecret(attempt, key); err != nil {
		return nil, err
	}
	defer os.Remove(attempt)
	if err := os.Link(attempt, path); err != nil && !errors.Is(err, os.ErrExist) {
		return nil, err
	}
	return readKey(path)
}

func readKey(path string) ([]byte, error) {
	if err := ownedByUs(path); err != nil {
		return nil, err
	}
	key, err := os.ReadFile(path)
	if err == nil && len(key) != sha256.Size {
		return nil, fmt.Errorf("%s is not a key", path)
	}
	return key, err
}

// writeSecret writes a file for the user alone, whole or not at all.
func writeSecret(path string, text []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".new*")
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	err = errors.Join(err, f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}

// CacheDir is Effigy's folder for what can be made again: the user's cache
// folder, or /var/cache/effigy for root, whose server runs under another
// account that must reach it.
func CacheDir(getenv Getenv) (string, error) {
	if os.Geteuid() == 0 {
		return "/var/cache/effigy", nil
	}
	if dir := getenv("XDG_CACHE_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "effigy"), nil
	}
	home := getenv("HOME")
	switch {
	case home == "":
		return "", errors.New("no cache folder: neither HOME nor XDG_CACHE_HOME is set")
	case runtime.GOOS == "darwin":
		return filepath.Join(home, "Library", "Caches", "effigy"), nil
	}
	return filepath.Join(home, ".cache", "effigy"), nil
}

package sandbox

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"io"

	"github.com/effigydb/effigy/internal/postgres"
)

// The logins of a sandbox, as they go into the derivation of a password.
const (
	ownerLogin  = "owner"
	readerLogin = "reader"
)

// password derives the password of a login. The names are no part of it, so
// that it survives Replace.
func (r *Record) password(secret []byte, login string) string {
	h := hmac.New(sha256.New, secret)
	for _, part := range []string{"effigy sandbox password", r.ID, login, r.Nonce} {
		io.WriteString(h, part)
		h.Write([]byte{0})
	}
	return base64.RawURLEncoding.EncodeToString(h.Sum(nil)[:24])
}

// fingerprint tells one machine's key from another's, and tells nothing of
// the key, which is random.
func fingerprint(secret []byte) string {
	h := hmac.New(sha256.New, secret)
	io.WriteString(h, "effigy key")
	return hex.EncodeToString(h.Sum(nil)[:6])
}

func (r *Record) verifier(secret []byte, login string) (string, error) {
	return postgres.Verifier(r.password(secret, login), rand.Reader)
}

// setPassword is the statement that gives a login its derived password.
func (r *Record) setPassword(secret []byte, role, login string) (string, error) {
	v, err := r.verifier(secret, login)
	if err != nil {
		return "", err
	}
	return "ALTER ROLE " + postgres.Ident(role) + " PASSWORD " + postgres.Literal(v), nil
}

// URLs returns the owner's and the reader's connection strings, passwords
// included: the one place where they exist. ErrNoSecret when they were made
// with another machine's key.
func URLs(admin *postgres.Admin, sb *Sandbox) (owner, reader string, err error) {
	if sb.Key != fingerprint(admin.Secret) {
		return "", "", ErrNoSecret
	}
	owner, err = postgres.Login(admin.URL, sb.Name, sb.password(admin.Secret, ownerLogin), sb.Name)
	if err != nil {
		return "", "", err
	}
	reader, err = postgres.Login(admin.URL, sb.Reader, sb.password(admin.Secret, readerLogin), sb.Name)
	return owner, reader, err
}

// rotate gives the record a new nonce and returns the statements that set
// the passwords it leads to.
func (r *Record) rotate(secret []byte) ([]string, error) {
	nonce, err := randomHex(16, rand.Reader)
	if err != nil {
		return nil, err
	}
	r.Nonce, r.Key = nonce, fingerprint(secret)
	return r.setPasswords(secret)
}

func (r *Record) setPasswords(secret []byte) ([]string, error) {
	owner, err := r.setPassword(secret, r.Name, ownerLogin)
	if err != nil {
		return nil, err
	}
	reader, err := r.setPassword(secret, r.Reader, readerLogin)
	return []string{owner, reader}, err
}

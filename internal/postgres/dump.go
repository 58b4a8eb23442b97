package postgres

import (
	"context"
	"time"
)

// DumpOptions tune a Dump.
type DumpOptions struct {
	Getenv Getenv
	// LockWait bounds the wait for each table's ACCESS SHARE lock; 0 is 5 s.
	LockWait time.Duration
	// Deadline bounds the whole dump; 0 is 5 minutes.
	Deadline time.Duration
	// AllowSuperuser lets a superuser dump. Otherwise that is refused:
	// a superuser's dump holds the passwords of subscriptions and mappings.
	AllowSuperuser bool
	// KeepRights keeps owners and grants in the text.
	KeepRights bool
}

// Dumped is the schema text of a database, and where it comes from.
type Dumped struct {
	Text          string
	ServerVersion string
	DumpVersion   string
	Replica       bool
}

// Dump runs pg_dump --schema-only, read-only, within a deadline, and returns
// a text only when it is complete. The password goes by a file, never by an
// argument. Errors: *NotFoundError when no pg_dump is new enough,
// ErrSuperuser, ErrIncomplete, else pg_dump's own message without host and
// user.
func Dump(ctx context.Context, url string, o DumpOptions) (*Dumped, error) {
	return dump(ctx, url, o)
}

package postgres

// Binaries are the programs of one Postgres installation.
type Binaries struct {
	Dir     string // the folder of initdb, pg_ctl and postgres
	Version string // such as "15.18"
	Major   int
}

// NotFoundError says which program is missing and how to install it.
type NotFoundError struct {
	Program string
	Major   int // at least; 0 for any
	Hint    string
}

// FindServer finds the newest installation that has initdb, pg_ctl and
// postgres: in EFFIGY_PG_BIN alone when that is set, else on PATH, in
// /usr/lib/postgresql, Homebrew's folders and Postgres.app.
func FindServer(getenv Getenv) (*Binaries, error) { return findServer(getenv) }

// FindDump finds the newest pg_dump that can read a server of the major
// version.
func FindDump(getenv Getenv, major int) (path string, version string, err error) {
	return findDump(getenv, major)
}

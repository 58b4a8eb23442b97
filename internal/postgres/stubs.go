package postgres

import (
	"context"
	"errors"

	"github.com/effigydb/effigy/schema"
)

var errNotYet = errors.New("not there yet")

// Error says what is missing.
func (e *NotFoundError) Error() string { return "no " + e.Program + " found" }

func (l *Local) ensure(context.Context) (*Server, error)            { return nil, errNotYet }
func (l *Local) stop(context.Context) (bool, error)                 { return false, errNotYet }
func (l *Local) status(context.Context) (*Status, error)            { return nil, errNotYet }
func machineSecret(Getenv) ([]byte, error)                          { return nil, errNotYet }
func fill(context.Context, string, []Job, FillOptions) error        { return errNotYet }
func run(context.Context, *Conn, []Step, RunOptions) error          { return errNotYet }
func runParallel(context.Context, string, []Step, RunOptions) error { return errNotYet }
func dump(context.Context, string, DumpOptions) (*Dumped, error)    { return nil, errNotYet }
func readOIDs(context.Context, Querier) (OIDs, error)               { return nil, errNotYet }
func flaws(context.Context, Querier) ([]Flaw, error)                { return nil, errNotYet }
func setSequences(context.Context, Querier) error                   { return errNotYet }
func refreshViews(context.Context, Querier) error                   { return errNotYet }
func findServer(Getenv) (*Binaries, error)                          { return nil, errNotYet }
func findDump(Getenv, int) (string, string, error)                  { return "", "", errNotYet }
func countRows(context.Context, Querier, []schema.Name) (map[schema.Name]int64, error) {
	return nil, errNotYet
}

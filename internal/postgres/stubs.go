package postgres

import (
	"context"
	"errors"

	"github.com/effigydb/effigy/schema"
)

var errNotYet = errors.New("not there yet")

func fill(context.Context, string, []Job, FillOptions) error        { return errNotYet }
func run(context.Context, *Conn, []Step, RunOptions) error          { return errNotYet }
func runParallel(context.Context, string, []Step, RunOptions) error { return errNotYet }
func dump(context.Context, string, DumpOptions) (*Dumped, error)    { return nil, errNotYet }
func readOIDs(context.Context, Querier) (OIDs, error)               { return nil, errNotYet }
func flaws(context.Context, Querier) ([]Flaw, error)                { return nil, errNotYet }
func setSequences(context.Context, Querier) error                   { return errNotYet }
func refreshViews(context.Context, Querier) error                   { return errNotYet }
func countRows(context.Context, Querier, []schema.Name) (map[schema.Name]int64, error) {
	return nil, errNotYet
}

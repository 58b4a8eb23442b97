package postgres

import (
	"context"

	"github.com/effigydb/effigy/schema"
)

// ReadOIDs reads the types of the database.
func ReadOIDs(ctx context.Context, q Querier) (OIDs, error) { return readOIDs(ctx, q) }

// CountRows counts the rows of each table itself, without its inheritance
// children; a partitioned table has the rows of its partitions.
func CountRows(ctx context.Context, q Querier, tables []schema.Name) (map[schema.Name]int64, error) {
	return countRows(ctx, q, tables)
}

// Flaw is something in a database that should hold and doesn't.
type Flaw struct {
	Object string // schema-qualified, a member dotted
	Reason string
}

// Flaws lists constraints that are not validated, indexes that are not valid
// and triggers that are disabled, leaving out extensions' objects.
func Flaws(ctx context.Context, q Querier) ([]Flaw, error) { return flaws(ctx, q) }

// SetSequences moves every sequence that feeds a column, by ownership,
// identity or default, past the column's values: upwards to the largest,
// downwards to the smallest. Each is read back.
func SetSequences(ctx context.Context, q Querier) error { return setSequences(ctx, q) }

// RefreshViews fills the materialised views, those another one reads first.
func RefreshViews(ctx context.Context, q Querier) error { return refreshViews(ctx, q) }

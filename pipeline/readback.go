package pipeline

import (
	"context"
	"errors"
	"fmt"

	"github.com/effigydb/effigy/internal/postgres"
)

// readingBack is the stage of readBack, for texts that need it.
const readingBack = "read back"

// readBack replaces a text that runs code of its own (DO, a function called
// by SELECT) by what a server makes of it: tables that a loop creates are
// known to the server alone. The text is loaded as it stands into a scratch
// database and dumped; the plan, the load and the comparison at the end are
// about that dump.
func (b *build) readBack(ctx context.Context) (string, error) {
	runs := b.script.Runs()
	side, err := b.loaded(ctx, b.admin, b.text, true)
	var missing *postgres.NotFoundError
	if errors.As(err, &missing) {
		b.notice(fmt.Sprintf("%s:%d: what this statement does is not planned for: no pg_dump is new enough to read it back", b.text.Name, runs[0].Line))
		return "", nil
	}
	if err != nil {
		return "", err
	}
	b.text.SQL = side.named()
	if b.script, err = b.Parse(b.text); err != nil {
		return "", err
	}
	b.load = b.script.Plan()
	b.load.Skipped = append(b.load.Skipped, side.skipped...)
	return fmt.Sprintf("%d statements run code: the text as the server has it, %d tables", len(runs), len(b.script.Schema.Tables)), nil
}

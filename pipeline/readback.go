package pipeline

import (
	"context"
	"errors"
	"fmt"

	"github.com/effigydb/effigy/internal/postgres"
)

// readingBack is the stage of readBack, for texts that need it.
const readingBack = "read back"

// whyBack is the line of a statement for which the text has to be read back,
// and what is the matter with it: it runs code of its own (DO, a function
// called by SELECT), or changes what foreign keys and triggers wait for, which
// would then be there before the rows. The line is 0 where the text will do.
func (b *build) whyBack() (line int, why string) {
	if runs := b.script.Runs(); len(runs) > 0 {
		return runs[0].Line, "runs code"
	}
	return b.load.Early, "changes what has keys or triggers"
}

func (b *build) needsServer() bool {
	line, _ := b.whyBack()
	return line > 0
}

// readBack replaces a text by what a server makes of it: tables that a loop
// creates are known to the server alone. The text is loaded as it stands into
// a scratch database and dumped; the plan, the load and the comparison at the
// end are about that dump.
func (b *build) readBack(ctx context.Context) (string, error) {
	line, why := b.whyBack()
	side, err := b.loaded(ctx, b.admin, b.text, true)
	var missing *postgres.NotFoundError
	if errors.As(err, &missing) {
		b.notice(fmt.Sprintf("%s:%d: what this statement does is not planned for: no pg_dump is new enough to read it back", b.text.Name, line))
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
	return fmt.Sprintf("line %d %s: the text as the server has it, %d tables", line, why, len(b.script.Schema.Tables)), nil
}

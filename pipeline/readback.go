package pipeline

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/effigydb/effigy/ddl"
	"github.com/effigydb/effigy/ddl/diff"
	"github.com/effigydb/effigy/internal/postgres"
	"github.com/effigydb/effigy/internal/report"
)

// readingBack is the stage of readBack, for texts that need it.
const readingBack = "read back"

// whyBack is the line of a statement for which the text has to be read back,
// and what is the matter with it: it runs code of its own (DO, a function
// called by SELECT), or changes what foreign keys and triggers wait for, which
// would then be there before the rows; or the server has refused it, and has
// other tables than the text tells. The line is 0 where the text will do.
func (b *build) whyBack() (line int, why string) {
	if b.refused != nil {
		return b.refused.Line, "is refused by the server"
	}
	if runs := b.script.Runs(); len(runs) > 0 {
		if runs[0].Kind == "table" {
			return runs[0].Line, "makes a table of a query"
		}
		return runs[0].Line, "runs code"
	}
	return b.load.Early, "changes what has keys or triggers"
}

func (b *build) needsServer() bool {
	line, _ := b.whyBack()
	return line > 0
}

// misread reports, once, that the server refused a statement that changes
// what is there, so that what the text tells of it is not to be planned by.
func (b *build) misread() bool {
	if b.refused != nil {
		return false
	}
	b.refused = b.load.Refused()
	return b.refused != nil
}

// startOver removes what was built by a text that has to be read back.
func (b *build) startOver(ctx context.Context) error {
	if b.ahead != nil {
		<-b.ahead.done
		b.ahead = nil
	}
	b.closeConn(ctx)
	if err := b.remove(ctx); err != nil {
		return fmt.Errorf("sandbox: %w", err)
	}
	b.sb, b.lacks = nil, nil
	return nil
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
	asWritten := b.text.SQL
	b.text.SQL = side.named()
	if b.script, err = b.Parse(b.text); err != nil {
		return "", err
	}
	b.load = b.script.Plan()
	b.load.Skipped = append(b.load.Skipped, side.skipped...)
	if b.refused == nil { // else the skipped tell it
		if err := b.noteUnmade(asWritten); err != nil {
			return "", err
		}
	}
	return fmt.Sprintf("line %d %s: the text as the server has it, %s", line, why, report.Count(len(b.script.Schema.Tables), "table")), nil
}

// noteUnmade lists what the text makes as it is read, and its code does not
// make on this server: a block that falls back where a role may not create
// functions in C.
func (b *build) noteUnmade(asWritten string) error {
	result, err := diff.Texts(asWritten, b.text.SQL, diff.Options{IgnorePolicies: []string{ReaderPolicy}, IgnoreKinds: rights})
	if err != nil {
		return placed(err, b.text.Name, "the text as the server has it")
	}
	changes := b.unexplained(result)
	for _, c := range changes {
		if c.Change != "removed" || c.Kind == "other" {
			continue
		}
		unmade := ddl.Skipped{Kind: c.Kind, Name: c.Name, Line: c.Line, Reason: "the code in the text does not make it here"}
		for _, other := range changes {
			if other.Change == "changed" && strings.Contains(other.Before, bareName(c.Name)) {
				unmade.Dependents = append(unmade.Dependents, other.Kind+" "+other.Name)
			}
		}
		b.load.Skipped = append(b.load.Skipped, unmade)
	}
	return nil
}

// bareName is the f of s.f(a,b).
func bareName(name string) string {
	name, _, _ = strings.Cut(name, "(")
	return name[strings.LastIndexByte(name, '.')+1:]
}

package pipeline

import (
	"context"

	"github.com/effigydb/effigy/internal/sandbox"
)

// rights are the kinds of facts that a sandbox never has like its text:
// everything there belongs to the sandbox's own role, and a reader is let in.
var rights = []string{"owner", "grant", "default privileges"}

// readSandbox dumps a sandbox; its roles get the names of the text back.
func (r *Run) readSandbox(ctx context.Context, source, name string) (Text, error) {
	admin, err := r.Admin(ctx)
	if err != nil {
		return Text{}, err
	}
	sb, err := r.Sandbox(ctx, admin, name)
	if err != nil {
		return Text{}, err
	}
	owner, _, err := sandbox.URLs(admin, sb)
	if err != nil {
		return Text{}, err
	}
	text, err := r.dumped(ctx, source, owner, false)
	text.Roles, text.Incomparable = reversed(sb.Roles), rights
	return text, err
}

// reversed maps the roles of a sandbox back to those of its text.
func reversed(roles map[string]string) map[string]string {
	back := make(map[string]string, len(roles))
	for text, name := range roles {
		back[name] = text
	}
	return back
}

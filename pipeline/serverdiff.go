package pipeline

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/effigydb/effigy/ddl"
	"github.com/effigydb/effigy/ddl/diff"
	"github.com/effigydb/effigy/internal/postgres"
	"github.com/effigydb/effigy/schema"
)

// onServer is one side of a comparison, as a server prints it.
type onServer struct {
	dump    string
	owner   string            // the scratch database's role
	roles   map[string]string // name in the text to role of the scratch database
	skipped []ddl.Skipped
}

// DiffServer compares two sources with a server's help: each is loaded into a
// throwaway database, and the dumps of one pg_dump are compared. What such a
// database can't hold (rights, foreign servers, event triggers, whatever the
// server refused) is compared as Diff does.
func (r *Run) DiffServer(ctx context.Context, before, after string) (*diff.Result, error) {
	from, to, err := r.both(ctx, before, after)
	if err != nil {
		return nil, err
	}
	admin, err := r.Admin(ctx)
	if err != nil {
		return nil, err
	}
	var sides [2]*onServer
	for i, text := range []Text{from, to} {
		_, err := r.stage(ctx, [...]string{"load old", "load new"}[i], func(ctx context.Context) (string, error) {
			var err error
			sides[i], err = r.loaded(ctx, admin, text, false)
			if err == nil {
				r.compareOffline(text, sides[i].skipped)
			}
			return text.Name, err
		})
		if err != nil {
			return nil, err
		}
	}
	return r.merged(from, to, sides)
}

// loaded builds a text in a scratch database and dumps it, with owners and
// grants where they matter.
func (r *Run) loaded(ctx context.Context, admin *postgres.Admin, text Text, rights bool) (side *onServer, err error) {
	script, err := r.Parse(text)
	if err != nil {
		return nil, err
	}
	b := &build{Run: r, admin: admin, text: text, script: script, load: script.InOrder()}
	defer func() {
		b.closeConn(ctx)
		if problem := b.remove(ctx); problem != nil && err == nil {
			err = problem
		}
	}()
	if err := b.scratch(ctx, "diff", script.Schema.Roles); err != nil {
		return nil, err
	}
	if err := b.prepare(ctx); err != nil {
		return nil, err
	}
	for section := ddl.Schemas; section <= ddl.After; section++ {
		if err := b.section(ctx, "load", section); err != nil {
			return nil, err
		}
	}
	dumped, err := r.dumped(ctx, text.Name, b.owner, rights)
	if err != nil {
		return nil, err
	}
	return &onServer{dump: dumped.SQL, owner: b.sb.Name, roles: b.sb.Roles, skipped: b.load.Skipped}, nil
}

// back maps the roles of the scratch database to what the text means.
func (s *onServer) back(text Text) map[string]string {
	back := reversed(s.roles)
	for role, name := range back {
		if was := text.Roles[name]; was != "" {
			back[role] = was
		}
	}
	return back
}

// named is the dump with the roles under their names in the text. What the
// text leaves to the role that loads it belongs to the current one.
func (s *onServer) named() string {
	return strings.NewReplacer(schema.Quote(s.owner), "CURRENT_USER").Replace(namedBack(s.dump, s.roles))
}

// compareOffline tells of what the server did not take.
func (r *Run) compareOffline(text Text, skipped []ddl.Skipped) {
	for _, s := range skipped {
		r.notice(fmt.Sprintf("%s:%d: %s %s was compared offline: %s", text.Name, s.Line, s.Kind, s.Name, s.Reason))
	}
}

// merged is the server's verdict, with the offline one on what the server
// can't tell. Lines are those of the texts.
func (r *Run) merged(from, to Text, sides [2]*onServer) (*diff.Result, error) {
	rules := r.ignoreRules()
	incomparable := slices.Concat(from.Incomparable, to.Incomparable)
	offline, err := diff.Texts(from.SQL, to.SQL, diff.Options{
		OldRoles: from.Roles, NewRoles: to.Roles, IgnorePolicies: []string{ReaderPolicy}, IgnoreKinds: incomparable,
	})
	if err != nil {
		return nil, placed(err, from.Name, to.Name)
	}
	server, err := diff.Texts(sides[0].dump, sides[1].dump, diff.Options{
		OldRoles: sides[0].back(from), NewRoles: sides[1].back(to), IgnorePolicies: []string{ReaderPolicy}, IgnoreKinds: rights,
	})
	if err != nil {
		return nil, placed(err, from.Name+" on the server", to.Name+" on the server")
	}
	out := &diff.Result{Changes: []diff.Change{}, Ignored: offline.Ignored, Opaque: offline.Opaque, Renames: server.Renames}
	lines := map[string]int{}
	skipped := slices.Concat(sides[0].skipped, sides[1].skipped)
	for _, c := range offline.Changes {
		lines[c.Kind+" "+c.Name] = c.Line
		if slices.Contains(rights, c.Kind) || unloaded(skipped, c) {
			keep(out, c, rules)
		}
	}
	for _, c := range server.Changes {
		if !unloaded(skipped, c) {
			c.Line = lines[c.Kind+" "+c.Name]
			keep(out, c, rules)
		}
	}
	out.Sort()
	for _, u := range rules.unused() {
		r.warn(u)
	}
	return out, nil
}

// keep puts a change where the rules want it.
func keep(out *diff.Result, c diff.Change, rules *rules) {
	if rule := rules.match(c); rule != "" {
		out.Ignored = append(out.Ignored, diff.Ignored{Change: c, Rule: rule})
		return
	}
	out.Add(c)
}

// unloaded reports whether a change is about something that a server did not
// take.
func unloaded(skipped []ddl.Skipped, c diff.Change) bool {
	return slices.ContainsFunc(skipped, func(s ddl.Skipped) bool {
		return accounts(s.Kind+" "+s.Name, c) || slices.ContainsFunc(s.Dependents, func(d string) bool { return accounts(d, c) }) ||
			c.Kind == "comment" && strings.HasSuffix(c.Name, s.Name)
	})
}

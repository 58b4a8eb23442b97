package pipeline

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/effigydb/effigy/ddl"
	"github.com/effigydb/effigy/ddl/statement"
	"github.com/effigydb/effigy/internal/postgres"
	"github.com/effigydb/effigy/internal/sandbox"
	"github.com/effigydb/effigy/schema"
)

// readMigrations applies a folder of ordered migrations to a scratch
// database, always removed, and dumps it.
func (r *Run) readMigrations(ctx context.Context, source, dir string) (text Text, err error) {
	files, err := migrations(dir)
	if err != nil {
		return Text{}, fmt.Errorf("reading %s: %w", source, err)
	}
	if len(files) == 0 {
		return Text{}, hinted(fmt.Errorf("%s: no migrations", source), "the folder holds no .sql files")
	}
	admin, err := r.Admin(ctx)
	if err != nil {
		return Text{}, err
	}
	scripts, roles, err := parseMigrations(files)
	if err != nil {
		return Text{}, err
	}
	b := &build{Run: r, admin: admin, load: &ddl.Load{}}
	defer func() {
		b.closeConn(ctx)
		if problem := b.remove(ctx); problem != nil && err == nil {
			err = problem
		}
	}()
	if err := b.scratch(ctx, "migrations", roles); err != nil {
		return Text{}, err
	}
	for i, f := range files {
		if err := b.migrate(ctx, filepath.Base(f), scripts[i]); err != nil {
			return Text{}, err
		}
	}
	text, err = r.dumped(ctx, source, b.owner, false)
	text.SQL, text.Incomparable = namedBack(withoutMeta(text.SQL), b.sb.Roles), rights
	return text, err
}

// withoutMeta leaves out the lines that only psql reads, such as \restrict.
func withoutMeta(text string) string {
	var b strings.Builder
	at := 0
	for _, m := range statement.Cut(text).Metas {
		b.WriteString(text[at:m.Start])
		at = m.End
	}
	return b.String() + text[at:]
}

// namedBack gives roles their names in the migrations back: the scratch
// database's are random, and so nothing else.
func namedBack(text string, roles map[string]string) string {
	// Longest first: one role's name may begin another's.
	names := slices.SortedFunc(maps.Keys(roles), func(a, b string) int {
		return cmp.Or(len(roles[b])-len(roles[a]), strings.Compare(a, b))
	})
	var pairs []string
	for _, name := range names {
		pairs = append(pairs, schema.Quote(roles[name]), schema.Quote(name))
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

// scratch makes a sandbox that the run itself removes.
func (b *build) scratch(ctx context.Context, hint string, roles []string) error {
	sb, err := sandbox.Create(ctx, b.admin, sandbox.Spec{NameHint: hint, Owner: "effigy", TTL: time.Hour, Quota: 1 << 20, Roles: roles})
	if err != nil {
		return fmt.Errorf("scratch database: %w", err)
	}
	b.sb = sb
	if b.owner, _, err = sandbox.URLs(b.admin, sb); err != nil {
		return err
	}
	b.conn, err = postgres.ConnectForLoad(ctx, b.owner)
	return err
}

// parseMigrations reads the files and lists the roles that they name.
func parseMigrations(files []string) (scripts []*ddl.Script, roles []string, err error) {
	for _, path := range files {
		raw, err := readFile(path)
		if err != nil {
			return nil, nil, err
		}
		script, err := ddl.Parse(upPart(raw))
		if err != nil {
			return nil, nil, located(filepath.Base(path), err)
		}
		scripts = append(scripts, script)
		roles = append(roles, script.Schema.Roles...)
	}
	slices.Sort(roles)
	return scripts, slices.Compact(roles), nil
}

// migrate runs one file, statement by statement. Roles exist under names of
// the scratch database's own; statements that make them are left out.
func (b *build) migrate(ctx context.Context, name string, script *ddl.Script) error {
	b.script = script
	for _, item := range script.Items {
		st := script.Split.Statements[item.Statement]
		if data, ok := copied(script.Split, st); ok {
			if _, err := b.conn.PgConn().CopyFrom(ctx, strings.NewReader(data), st.Text); err != nil {
				return fmt.Errorf("%s:%d: %s", name, item.Line, postgres.Message(err))
			}
			continue
		}
		step := ddl.Step{SQL: st.Text, Kind: item.Kind, Name: item.Name, Line: item.Line, Roles: script.Schema.Roles}
		if item.Kind == "role" {
			b.notice(fmt.Sprintf("%s:%d: left out: a statement about roles", name, item.Line))
			continue
		}
		if item.Kind == "extension" && strings.HasPrefix(strings.ToLower(st.Text), "create") {
			step.Section = ddl.Extensions
		}
		if err := b.step(ctx, ddl.RenameRoles(step, b.sb.Roles)); err != nil {
			return fmt.Errorf("%s:%d: %w", name, item.Line, err)
		}
	}
	return nil
}

// copied are the rows that follow COPY … FROM stdin; false for any other
// statement.
func copied(script *statement.Script, st statement.Statement) (rows string, ok bool) {
	c := st.Node.GetCopyStmt()
	if !c.GetIsFrom() || c.GetFilename() != "" || c.GetIsProgram() {
		return "", false
	}
	for _, data := range script.Copies {
		if data.Start >= st.End {
			rows = strings.TrimRight(script.Text[data.Start:data.End], "\r\n")
			return strings.TrimSuffix(rows, `\.`), true
		}
	}
	return "", true
}

// migrations lists the files of a folder that build a schema, in order:
// NAME.sql, NAME.up.sql, or NAME/migration.sql. Files that undo are left out.
// Numbers in names order by value, as V2__a.sql before V10__b.sql; of
// Flyway's, the last baseline takes the place of the versions up to it, and
// what is repeatable comes last.
func migrations(dir string) ([]string, error) {
	var files, repeatable []string
	baseline := ""
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		name := strings.ToLower(d.Name())
		switch {
		case err != nil:
			return err
		case d.IsDir(), filepath.Ext(name) != ".sql":
		case strings.HasSuffix(name, ".down.sql"), name == "down.sql", strings.HasPrefix(name, "u") && strings.Contains(name, "__"):
		case strings.HasPrefix(name, "r__"):
			repeatable = append(repeatable, path)
		default:
			files = append(files, path)
			if kind, _, ok := flyway(path); ok && kind == "b" && (baseline == "" || inOrder(baseline, path) < 0) {
				baseline = path
			}
		}
		return nil
	})
	slices.SortStableFunc(files, inOrder)
	slices.SortStableFunc(repeatable, strings.Compare)
	if baseline != "" {
		files = slices.DeleteFunc(files, func(f string) bool { return f != baseline && inOrder(f, baseline) <= 0 })
	}
	return append(files, repeatable...), err
}

var flywayName = regexp.MustCompile(`(?i)^([vb])(\d+(?:[._]\d+)*)__`)

// flyway reads the version of V1_2__name.sql, or of a baseline B1_2__name.sql.
func flyway(path string) (kind string, version []string, ok bool) {
	m := flywayName.FindStringSubmatch(filepath.Base(path))
	if m == nil {
		return "", nil, false
	}
	return strings.ToLower(m[1]), strings.FieldsFunc(m[2], func(r rune) bool { return r == '.' || r == '_' }), true
}

// inOrder compares two migrations: by version where both have one.
func inOrder(a, b string) int {
	_, va, okA := flyway(a)
	_, vb, okB := flyway(b)
	if !okA || !okB {
		return natural(a, b)
	}
	return slices.CompareFunc(va, vb, natural)
}

// natural compares names with runs of digits by their value.
func natural(a, b string) int {
	for a != "" && b != "" {
		da, db := digits(a), digits(b)
		if da == "" || db == "" {
			if a[0] != b[0] {
				return int(a[0]) - int(b[0])
			}
			a, b = a[1:], b[1:]
			continue
		}
		va, vb := strings.TrimLeft(da, "0"), strings.TrimLeft(db, "0")
		if len(va) != len(vb) {
			return len(va) - len(vb)
		}
		if c := strings.Compare(va, vb); c != 0 {
			return c
		}
		a, b = a[len(da):], b[len(db):]
	}
	return len(a) - len(b)
}

func digits(s string) string {
	return s[:len(s)-len(strings.TrimLeft(s, "0123456789"))]
}

// The lines after which a file undoes, and after which it does again: of
// goose, dbmate, sql-migrate, node-pg-migrate and tern.
var (
	downMarks = []string{"-- +goose down", "-- migrate:down", "-- +migrate down", "-- down migration", "---- create above / drop below ----"}
	upMarks   = []string{"-- +goose up", "-- migrate:up", "-- +migrate up", "-- up migration"}
)

// upPart blanks what undoes a migration in files that hold both ways, so that
// lines keep their numbers.
func upPart(text string) string {
	lines := strings.SplitAfter(text, "\n")
	down := false
	for i, line := range lines {
		mark := strings.ToLower(strings.Join(strings.Fields(line), " "))
		begins := func(with string) bool { return strings.HasPrefix(mark, with) }
		switch {
		case slices.ContainsFunc(downMarks, begins):
			down = true
		case slices.ContainsFunc(upMarks, begins):
			down = false
		case down:
			lines[i] = line[len(strings.TrimRight(line, "\r\n")):]
		}
	}
	return strings.Join(lines, "")
}

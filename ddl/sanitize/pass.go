package sanitize

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/effigydb/effigy/ddl/statement"
)

// pass is one reading of a script.
type pass struct {
	opt    Options
	script *statement.Script
	units  []unit
	vault  *vault
	allow  map[string]bool

	roles     map[string]bool
	given     map[string]bool // names that Options.RoleNames gives
	roleWords *regexp.Regexp
	labels    map[string]bool           // enum labels
	lengths   map[string]map[string]int // of the columns of a table; domains are under ""
	bounds    map[string][]string       // sorted range bounds of a table of which one has to go
	known     []*entry                  // secrets to look for everywhere

	found   []found
	refused []Finding
}

// unit is a statement with what becomes of it.
type unit struct {
	st      *statement.Statement
	verdict verdict
	object  string
}

// newPass reads a script; seen are the secrets found by an earlier pass over
// the same text.
func newPass(text string, opt Options, seen []*entry) *pass {
	p := &pass{
		opt: opt, script: statement.Split(text), vault: newVault(opt.Key), known: seen,
		roles: map[string]bool{}, given: map[string]bool{}, labels: map[string]bool{}, lengths: map[string]map[string]int{"": {}}, allow: map[string]bool{}, bounds: map[string][]string{},
	}
	p.vault.names = opt.RoleNames
	for _, n := range opt.RoleNames {
		p.given[n] = true
	}
	for _, a := range opt.Allow {
		p.allow[a] = true
	}
	p.judgeAll()
	p.collectRoles()
	p.collectTypes()
	p.collectBounds()
	return p
}

// judgeAll decides on every statement, meta-command and block of rows.
func (p *pass) judgeAll() {
	if err := p.script.Err; err != nil {
		p.refuse(err.Line, "", "statement", "unreadable", err.Message)
	}
	for _, c := range p.script.Copies {
		p.refuse(c.Line, "", "data", "copy", "rows: this is not a schema-only dump")
	}
	for _, m := range p.script.Metas {
		if command, _, _ := strings.Cut(strings.TrimPrefix(m.Text, `\`), " "); !harmlessMeta[command] {
			p.refuse(m.Line, "", "statement", "psql command", "a psql command that acts on more than the output")
		}
	}
	for i := range p.script.Statements {
		st := &p.script.Statements[i]
		u := unit{st: st, verdict: p.judge(st), object: subject(st)}
		if u.verdict.action == "refuse" {
			p.refuse(st.Line, u.object, u.verdict.class, u.verdict.kind, u.verdict.note)
		}
		p.units = append(p.units, u)
	}
}

// harmlessMeta are the psql commands that are dropped; all others refuse.
var harmlessMeta = wordSet("restrict unrestrict echo qecho set unset pset timing encoding")

func (p *pass) refuse(line int, object, class, kind, note string) {
	p.refused = append(p.refused, Finding{Class: class, Kind: kind, Object: object, Line: line, Action: "refused", Note: note})
}

func (p *pass) allowed(object, secret string) bool {
	return len(p.allow) > 0 && p.allow[Fingerprint(p.opt.Key, object, secret)]
}

// edits collects what changes in the whole script.
func (p *pass) edits() []edit {
	var all []edit
	for i := range p.units {
		u := &p.units[i]
		r := p.region(u.st.Text, u.object, p.scopeOf(u, i), u.st.Line)
		if u.verdict.action == "drop" {
			r.mode = silent
			r.prepare(u.st)
			r.run()
			p.drop(u)
			continue
		}
		r.prepare(u.st)
		r.mapRoles(u.st)
		all = append(all, shifted(r.run(), u.st.Start)...)
	}
	return append(all, p.between()...)
}

func (p *pass) drop(u *unit) {
	note := ""
	if u.verdict.class == "privilege" {
		note = "rights are not compared"
	}
	p.found = append(p.found, found{at: u.st.Start, Finding: Finding{
		Class: u.verdict.class, Kind: u.verdict.kind, Object: u.object, Line: u.st.Line, Action: "dropped", Note: note,
	}})
}

// scopeOf is the statement, or for the bounds of partitions their parent:
// two bounds must stay two, in whichever statements they stand.
func (p *pass) scopeOf(u *unit, i int) string {
	if parent := partitionParent(u.st.Node); parent != "" {
		return "partitions of " + parent
	}
	return strconv.Itoa(i)
}

// findings are those of the pass, tokens filled in, in the order of the text.
func (p *pass) findings() []Finding {
	slices.SortStableFunc(p.found, func(a, b found) int { return cmp.Compare(a.Line, b.Line) })
	out := make([]Finding, 0, len(p.found))
	for _, f := range p.found {
		if f.entry != nil {
			f.Token = p.vault.token(f.entry, f.shape, f.limit)
			if len(p.opt.Key) > 0 && f.Class != "role" {
				f.Fingerprint = Fingerprint(p.opt.Key, f.Object, f.entry.secret)
			}
		}
		out = append(out, f.Finding)
	}
	return out
}

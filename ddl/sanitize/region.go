package sanitize

import (
	"slices"
	"strings"
)

// maxNesting is how deep SQL inside strings inside SQL is read.
const maxNesting = 5

// region is a stretch of SQL: a statement, a body, or a string that holds
// SQL.
type region struct {
	p      *pass
	text   string
	toks   []token
	frames []frame
	edits  []edit

	object string
	scope  string // two secrets of one scope get different tokens
	line   int    // of the region's first byte
	nested int
	mode   mode
	labels bool             // the literals are an enum's labels
	limits map[string]int   // lengths of the table's columns, or of the domain
	forced map[int]force    // literals by offset that go whatever they say
	bodies map[int]language // literals by offset that are function bodies
}

// mode is what is done about a hit.
type mode uint8

const (
	redact mode = iota
	keep        // report only
	silent      // the statement is dropped: remember the secret, say nothing
)

type language string

// force says why a literal goes.
type force struct{ class, kind string }

func (p *pass) region(text, object, scope string, line int) *region {
	return &region{p: p, text: text, toks: lex(text), frames: []frame{{litArg: -2}}, object: object, scope: scope, line: line}
}

// inner is the region of a string inside this one.
func (r *region) inner(text string, at int) *region {
	n := r.p.region(text, r.object, r.scope, r.lineAt(at))
	n.nested, n.mode = r.nested+1, r.mode
	return n
}

func (r *region) lineAt(at int) int { return r.line + strings.Count(r.text[:at], "\n") }

// run reads the region and returns its edits.
func (r *region) run() []edit {
	for i := 0; i < len(r.toks); i++ {
		t := r.toks[i]
		switch t.kind {
		case comment:
			i = r.comments(i)
		case literal:
			i = r.literals(i)
		case number:
			r.numeral(t)
		case identifier:
			r.identifier(i)
		default:
			r.roleWord(i)
			r.track(i)
		}
	}
	return r.edits
}

// comments reads a run of comments as one text.
func (r *region) comments(i int) int {
	last := i
	for last+1 < len(r.toks) && r.toks[last+1].kind == comment {
		last++
	}
	from, to := r.toks[i].start, r.toks[last].end
	r.mark(r.text[from:to], from, from, r.p.hits(r.text[from:to], 0), context{})
	return last
}

// remember notes the literal as an argument that may name the next one.
func (r *region) remember(v string) {
	top := &r.frames[len(r.frames)-1]
	top.lastLit, top.litArg = v, top.arg
}

// value finds what has to go from a literal's value; offsets are the value's.
func (r *region) value(v string, at int, c context) []edit {
	if lang, ok := r.bodies[at]; ok {
		return r.body(v, at, lang)
	}
	if f, ok := r.forced[at]; ok {
		return r.mark(v, at, -1, []hit{whole(v, f.class, f.kind)}, c)
	}
	if r.references(c) {
		return nil
	}
	hits := r.named(v, c)
	if len(hits) == 0 {
		hits = r.p.hits(v, 0)
	}
	if c.version() {
		hits = slices.DeleteFunc(hits, func(h hit) bool { return h.kind == "ip-address" })
	}
	if r.labels || r.p.labels[v] {
		return r.reported(hits, at)
	}
	return r.combine(v, at, hits, c)
}

// references holds for a literal that names an object of the schema.
func (r *region) references(c context) bool {
	return c.cast == "regclass" || c.cast == "regproc" || c.cast == "regprocedure" || c.cast == "regtype" || c.cast == "regconfig"
}

// named judges the value as a whole by what it is given to.
func (r *region) named(v string, c context) []hit {
	switch {
	case v == "" || isToken(v):
		return nil
	case (r.p.roles[v] || c.role && r.p.tells(v)) && !r.p.labels[v]:
		h := whole(v, "role", "role-name")
		h.shape = roleShape
		return []hit{h}
	case c.secret && !placeholder(v):
		return []hit{whole(v, "secret", "key-argument")}
	}
	if otherTypes[c.cast] {
		return nil
	}
	for _, n := range c.names {
		if secretValue(v, strengthOf(n)) {
			return []hit{whole(v, "secret", "assigned-secret")}
		}
	}
	if strengthOf(c.prev) != none && c.callee == "set_config" && c.arg == 1 && secretValue(v, passwordName) {
		return []hit{whole(v, "secret", "assigned-secret")}
	}
	if s := strengthOf(c.prev); s != none && (builders[c.callee] && c.arg%2 == 1 && secretValue(v, s) || secretValue(v, tokenName)) {
		return []hit{whole(v, "secret", "assigned-secret")}
	}
	return nil
}

// otherTypes are those whose values are no secrets whatever the name says.
var otherTypes = wordSet("interval timestamp timestamptz date time timetz integer bigint smallint numeric boolean bool real double oid regclass")

// builders take names and values in turn.
var builders = wordSet("json_build_object jsonb_build_object json_object jsonb_object hstore set_config jsonb_set")

// combine brings hits of the value's text together with those of the SQL
// inside it: the inner one wins where it holds the other.
func (r *region) combine(v string, at int, hits []hit, c context) []edit {
	var inner []edit
	if r.nested < maxNesting && (strings.ContainsAny(v, "'$") || strings.Contains(v, "--") || strings.Contains(v, "/*")) {
		inner = r.inner(v, at).run()
	}
	var own []hit
	for _, h := range hits {
		if !covered(h, inner) {
			own = append(own, h)
		}
	}
	for _, e := range r.mark(v, at, -1, own, c) {
		inner = dropOverlap(inner, e)
		inner = append(inner, e)
	}
	return inner
}

func covered(h hit, edits []edit) bool {
	for _, e := range edits {
		if e.start <= h.start && h.end <= e.end {
			return true
		}
	}
	return false
}

func dropOverlap(edits []edit, by edit) []edit {
	out := edits[:0]
	for _, e := range edits {
		if e.end <= by.start || e.start >= by.end {
			out = append(out, e)
		}
	}
	return out
}

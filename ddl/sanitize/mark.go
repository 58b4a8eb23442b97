package sanitize

import (
	"strings"

	"github.com/effigydb/effigy/ddl/pattern"
)

// found is a finding whose token is not known yet.
type found struct {
	Finding
	at    int // offset in the script, for the order
	entry *entry
	shape shape
	limit int
}

func whole(v, class, kind string) hit { return hit{end: len(v), class: class, kind: kind} }

var uuid = pattern.Of(`^[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$`)

// fit gives a hit the shape that keeps the literal's type.
func fit(h hit, v string, c context) hit {
	s := v[h.start:h.end]
	all := h.start == 0 && h.end == len(v)
	switch {
	case h.shape == roleShape || h.shape == ipShape:
	case uuid().MatchString(s):
		h.shape = uuidShape
	case all && c.base64:
		h.shape = base64Shape
	case all && strings.HasPrefix(s, `\x`) && strings.Trim(s[2:], "0123456789abcdefABCDEF") == "":
		h.start += 2
		h.shape = hexShape
	case digits(s) == len(s):
		h.shape = digitShape
	case h.shape == digitShape:
		h.shape = plainShape
	case all && h.shape == plainShape && (c.cast == "inet" || c.cast == "cidr"):
		h.shape = ipShape
	}
	return h
}

// mark turns hits of a text into edits, offset by shift where it is not
// negative (and then they are the region's own), and records them.
func (r *region) mark(v string, at, shift int, hits []hit, c context) []edit {
	var edits []edit
	for _, h := range hits {
		h = fit(h, v, c)
		secret := v[h.start:h.end]
		if isToken(secret) || r.p.allowed(r.object, secret) {
			continue
		}
		limit := -1
		if c.limit > 0 {
			limit = max(c.limit-(len(v)-len(secret)), 1)
		}
		f := found{Finding: Finding{Class: h.class, Kind: h.kind, Object: r.object, Line: r.lineOf(v, at, h.start)}, shape: h.shape, limit: limit}
		if r.mode == keep {
			f.Action = "kept"
			r.p.found = append(r.p.found, f)
			continue
		}
		f.Action, f.entry = "redacted", r.p.vault.add(secret, h.class, r.scope)
		if h.plain != "" {
			r.p.vault.add(h.plain, h.class, "")
		}
		if r.mode == redact {
			r.p.found = append(r.p.found, f)
		}
		edits = append(edits, edit{h.start, h.end, func() string { return r.p.vault.token(f.entry, f.shape, f.limit) }})
	}
	if shift >= 0 {
		r.edits = append(r.edits, shifted(edits, shift)...)
	}
	return edits
}

func (r *region) lineOf(v string, at, in int) int {
	return r.lineAt(at) + strings.Count(v[:in], "\n")
}

// reported records hits in labels of enums, which stay: a label that changes
// would take the literals of its type with it.
func (r *region) reported(hits []hit, at int) []edit {
	for _, h := range hits {
		if r.mode != silent && h.class != "role" {
			r.p.found = append(r.p.found, found{Finding: Finding{
				Class: "enum", Kind: h.kind, Object: r.object, Line: r.lineAt(at), Action: "reported",
				Note: "a label of an enum, or a literal that equals one, stays",
			}})
		}
	}
	return nil
}

// body reads a function body by its language.
func (r *region) body(v string, at int, lang language) []edit {
	switch lang {
	case "c", "internal":
		return r.library(v)
	case "sql", "plpgsql":
		if stub := stubs[lang]; stub != "" && r.p.opt.Bodies == "stub" {
			return r.stub(v, at, stub)
		}
		n := r.inner(v, at)
		n.mode = r.bodyMode()
		return n.run()
	}
	if stub, ok := stubs[lang]; ok && r.p.opt.Bodies == "stub" {
		return r.stub(v, at, stub)
	}
	n := r.inner(v, at)
	n.mode = r.bodyMode()
	return n.mark(v, 0, -1, r.p.hits(v, 0), context{})
}

func (r *region) bodyMode() mode {
	if r.p.opt.Bodies == "keep" && r.mode == redact {
		return keep
	}
	return r.mode
}

// stubs are bodies that load and do nothing but fail.
var stubs = map[language]string{
	"plpgsql":    "BEGIN RAISE EXCEPTION 'the body was left out'; END",
	"plpython3u": "raise Exception('the body was left out')",
	"plperl":     "die 'the body was left out';",
	"plperlu":    "die 'the body was left out';",
	"plv8":       "throw new Error('the body was left out');",
	"pltcl":      "error {the body was left out}",
	"pltclu":     "error {the body was left out}",
}

func (r *region) stub(v string, at int, stub string) []edit {
	if strings.TrimSpace(v) == stub {
		return nil
	}
	if r.mode == redact {
		r.p.found = append(r.p.found, found{Finding: Finding{
			Class: "statement", Kind: "body", Object: r.object, Line: r.lineAt(at), Action: "redacted", Note: "replaced by a stub",
		}})
	}
	return []edit{put(0, len(v), stub)}
}

// library takes the folder out of the absolute path of a library.
func (r *region) library(v string) []edit {
	i := strings.LastIndexByte(v, '/')
	if !strings.HasPrefix(v, "/") || i < 0 {
		return nil
	}
	if r.mode == redact {
		r.p.found = append(r.p.found, found{Finding: Finding{
			Class: "network", Kind: "library-path", Object: r.object, Line: r.line, Action: "redacted", Token: "$libdir",
		}})
	}
	return []edit{put(0, i, "$libdir")}
}

// numeral looks for card numbers that are numbers.
func (r *region) numeral(t token) {
	if len(t.text) >= 13 && isCard(t.text) {
		r.mark(t.text, t.start, t.start, []hit{{end: len(t.text), class: "pii", kind: "card-number", shape: digitShape}}, context{})
	}
}

// identifier looks at a quoted name. A name can't be taken out without
// renaming the object everywhere: personal data is reported, a credential
// refuses the text.
func (r *region) identifier(i int) {
	t := r.toks[i]
	r.roleWord(i)
	r.track(i)
	if r.nested > 0 || r.mode == silent {
		return
	}
	for _, h := range detect(name(t)) {
		f := Finding{Class: "identifier", Kind: h.kind, Object: r.object, Line: r.lineAt(t.start), Action: "reported", Note: "the name of an object stays"}
		if h.class == "secret" {
			f.Action, f.Note = "refused", "the name of an object looks like a credential"
			f.Object = ""
			r.p.refused = append(r.p.refused, f)
			continue
		}
		r.p.found = append(r.p.found, found{Finding: f})
	}
}

package document

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/effigydb/effigy/generator/language"
)

const (
	step  = `\s*\)*\s*(?:->>?\s*\(*\s*(?:'[^']*'|\d+)(?:::text)?|#>>?\s*\(*\s*'\{[^']*\}'(?:::text\[\])?)`
	chain = `([$A-Za-z_][\w$.]*|\$\d+|"[^"]+")((?:` + step + `)*)`
)

var (
	access   = regexp.MustCompile(chain + `([\s)]*)`)
	steps    = regexp.MustCompile(`'([^']*)'|->>?\s*\(*\s*(\d+)`)
	elements = regexp.MustCompile(`(?is)jsonb?_array_elements(?:_text)?\s*\(\s*\(*` + chain + `[\s)]*\)(?:\s+WITH\s+ORDINALITY)?(?:\s+(?:AS\s+)?([A-Za-z_]\w*)(?:\s*\(\s*(\w+))?)?`)
	loop     = regexp.MustCompile(`(?is)FOR\s+(\w+)\s+IN\s[^;]*$`)
	keyNames = regexp.MustCompile(`(?is)jsonb?_(?:object_keys|each(?:_text)?)\s*\(\s*\(*` + chain + `[\s)]*\)(?:\s+(?:AS\s+)?([A-Za-z_]\w*))?`)
	assigned = regexp.MustCompile(`(?is)([A-Za-z_]\w*)\s*:=\s*\(*` + chain + `[\s)]*;`)
	strs     = regexp.MustCompile(`'((?:[^']|'')*)'`)
	nums     = regexp.MustCompile(`(?:=|<|>|BETWEEN|AND)\s*'?(-?\d+(?:\.\d+)?)`)
	cut      = regexp.MustCompile(`(?i)\b(OR|THEN|LOOP|WHEN|ELSE|END)\b|;`)
	and      = regexp.MustCompile(`(?i)\bAND\b`)
	between  = regexp.MustCompile(`(?is)^[^']{0,40}?\bBETWEEN\s+\S+\s+AND\s+\S+`)
	matches  = regexp.MustCompile(`(?is)^[^'=<>]*?(!?~\*?|!?~~\*?|\bI?LIKE|SIMILAR\s+TO)\s*\(*\s*E?'((?:[^']|'')*)'`)
	castTo   = regexp.MustCompile(`^::\s*"?([a-z0-9_]+)`)
	typeOf   = regexp.MustCompile(`(?i)jsonb?_typeof\s*\(\s*\(*\s*$`)
	lengthOf = regexp.MustCompile(`(?i)jsonb?_array_length\s*\(\s*\(*\s*$`)
	keysOf   = regexp.MustCompile(`(?i)(jsonb?_object_keys|jsonb?_each(_text)?)\s*\(\s*\(*\s*$`)
	compared = regexp.MustCompile(`^\s*(?:<@|@>|=)\s*\(*\s*'((?:\[|\{)(?:[^']|'')*(?:\]|\}))'`)
	has      = regexp.MustCompile(`^\s*\?[|&]?\s*\(*\s*(?:ARRAY\s*\[([^\]]*)\]|('(?:[^']|'')*'))`)
)

// Guide is what sources say of one JSON document.
type Guide struct {
	root  *node
	names map[string]*node // aliases of places below the root
	keys  map[string]*node // variables that hold the keys of a place
}

// Read takes in the sources of rules and of functions that they call.
func Read(sources []string) *Guide {
	g := &Guide{root: &node{}, names: map[string]*node{}, keys: map[string]*node{}}
	for range 2 { // aliases may stand behind their use
		for _, s := range sources {
			g.alias(s)
		}
	}
	for _, s := range sources {
		g.accesses(s)
		for _, m := range strs.FindAllStringSubmatch(s, -1) {
			if text := strings.ReplaceAll(m[1], "''", "'"); strings.ContainsAny(text, "$@") {
				g.path(text)
			}
		}
	}
	return g
}

// Empty reports that the sources say nothing of a document's insides.
func (g *Guide) Empty() bool { return g.root.bare() }

func (g *Guide) alias(source string) {
	for _, at := range elements.FindAllStringSubmatchIndex(source, -1) {
		list := g.follow(source[at[2]:at[3]], source[at[4]:at[5]])
		elem := list.element()
		names := []string{"value"}
		for _, group := range []int{6, 8} {
			if at[group] >= 0 {
				names = append(names, source[at[group]:at[group+1]])
			}
		}
		if m := loop.FindStringSubmatch(source[:at[0]]); m != nil {
			names = append(names, m[1])
		}
		for _, n := range names {
			if g.names[n] == nil && !keywords[strings.ToUpper(n)] {
				g.names[n] = elem
			}
		}
	}
	for _, at := range keyNames.FindAllStringSubmatchIndex(source, -1) {
		n := g.follow(source[at[2]:at[3]], source[at[4]:at[5]])
		if m := loop.FindStringSubmatch(source[:at[0]]); m != nil {
			g.keys[m[1]] = n
		}
		if at[6] >= 0 && !keywords[strings.ToUpper(source[at[6]:at[7]])] {
			g.keys[source[at[6]:at[7]]] = n
		}
	}
	for _, m := range assigned.FindAllStringSubmatch(source, -1) {
		if g.names[m[1]] == nil && m[3] != "" {
			g.names[m[1]] = g.follow(m[2], m[3])
		}
	}
}

var keywords = map[string]bool{"WHERE": true, "LOOP": true, "ON": true, "AND": true, "OR": true, "AS": true, "GROUP": true, "ORDER": true, "LIMIT": true, "THEN": true, "WITH": true}

// follow goes the way of accessors from a name.
func (g *Guide) follow(name, way string) *node {
	if at := strings.LastIndexByte(name, '.'); at >= 0 {
		if g.names[name] == nil && g.names[name[at+1:]] == nil {
			name = name[:at]
		} else {
			name = name[at+1:]
		}
	}
	n := g.names[name]
	if n == nil {
		n = g.root
	}
	for _, m := range steps.FindAllStringSubmatch(way, -1) {
		switch {
		case m[2] != "":
			n = n.element()
		case strings.HasPrefix(m[1], "{"):
			for _, k := range strings.Split(strings.Trim(m[1], "{}"), ",") {
				switch k = strings.Trim(k, `" `); {
				case k == "":
				case strings.Trim(k, "0123456789") == "":
					n = n.element()
				default:
					n = n.kid(k)
				}
			}
		default:
			n = n.kid(m[1])
		}
	}
	return n
}

// accesses reads what stands before and behind each place that is looked at.
func (g *Guide) accesses(source string) {
	for _, at := range access.FindAllStringSubmatchIndex(source, -1) {
		before, tail := source[max(0, at[0]-40):at[0]], source[at[7]:min(len(source), at[7]+160)]
		way := source[at[4]:at[5]]
		if n := g.keys[source[at[2]:at[3]]]; n != nil && way == "" {
			n.names(tail)
			continue
		}
		if m := compared.FindStringSubmatch(tail); m != nil {
			g.follow(source[at[2]:at[3]], way).like(strings.ReplaceAll(m[1], "''", "'"))
			continue
		}
		asks := has.FindStringSubmatch(tail)
		if way == "" && asks == nil && !typeOf.MatchString(before) && !lengthOf.MatchString(before) && !keysOf.MatchString(before) {
			continue
		}
		n := g.follow(source[at[2]:at[3]], way)
		if asks != nil {
			for _, m := range strs.FindAllStringSubmatch(asks[1]+asks[2], -1) {
				n.kid(m[1])
			}
			continue
		}
		n.learn(before, tail)
	}
}

// like takes in a document that the place is compared with.
func (n *node) like(text string) {
	var v any
	if json.Unmarshal([]byte(text), &v) == nil {
		n.resemble(v)
	}
}

func (n *node) resemble(v any) {
	switch v := v.(type) {
	case map[string]any:
		for _, k := range slices.Sorted(maps.Keys(v)) {
			n.kid(k).resemble(v[k])
		}
	case []any:
		n.element()
		for _, x := range v {
			n.elem.resemble(x)
		}
	case string:
		n.value(v)
	default:
		if b, err := json.Marshal(v); err == nil {
			n.casts = append(n.casts, "json")
			n.value(string(b))
		}
	}
}

// names takes in the keys that a variable is compared with.
func (n *node) names(tail string) {
	if at := cut.FindStringIndex(tail); at != nil {
		tail = tail[:at[0]]
	}
	for _, m := range strs.FindAllStringSubmatch(tail, -1) {
		n.kid(m[1])
	}
}

// learn takes in the text around an access of the place.
func (n *node) learn(before, tail string) {
	if c := castTo.FindStringSubmatch(tail); c != nil {
		n.casts = append(n.casts, c[1])
	}
	whole := between.FindString(tail)
	rest := tail[len(whole):]
	if at := cut.FindStringIndex(rest); at != nil {
		rest = rest[:at[0]]
	}
	if at := and.FindStringIndex(rest); at != nil {
		rest = rest[:at[0]]
	}
	tail = whole + rest
	switch {
	case typeOf.MatchString(before):
		for _, m := range strs.FindAllStringSubmatch(tail, -1) {
			n.kinds = append(n.kinds, m[1])
		}
		return
	case lengthOf.MatchString(before):
		n.kinds = append(n.kinds, "array")
		return
	case keysOf.MatchString(before):
		n.kinds = append(n.kinds, "object")
	}
	if m := matches.FindStringSubmatch(tail); m != nil {
		syntax := language.Regex
		if strings.Contains(strings.ToUpper(m[1]), "LIKE") || strings.Contains(m[1], "~~") {
			syntax = language.Like
		}
		n.pattern(language.Pattern{Syntax: syntax, Text: strings.ReplaceAll(m[2], "''", "'"), Fold: strings.HasSuffix(m[1], "*")})
		return
	}
	for _, m := range strs.FindAllStringSubmatch(tail, -1) {
		n.value(strings.ReplaceAll(m[1], "''", "'"))
	}
	for _, m := range nums.FindAllStringSubmatch(tail, -1) {
		n.value(m[1])
	}
}

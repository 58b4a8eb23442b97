package predicate

import (
	"encoding/json"
	"strings"

	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

// path is a place in a JSON column: the keys from the top.
type path struct {
	column int
	keys   []string
	text   bool // the last step gives text (->>)
}

// pathOf reads a chain of -> and ->> (or #> and #>>) over constant keys.
func (s *solver) pathOf(e *schema.Expr) (path, bool) {
	for e.Kind == schema.ExprCast && (e.Type.Is("jsonb") || e.Type.Is("json")) {
		e = e.Args[0]
	}
	if i, ok := s.plainColumn(e); ok {
		base, _ := s.Schema.Base(s.Table.Columns[i].Type)
		switch short(base) {
		case "json", "jsonb", "hstore":
			return path{column: i}, true
		}
		return path{}, false
	}
	if e.Kind == schema.ExprSubscript {
		e = operation("->", e.Args...)
	}
	if e.Kind != schema.ExprOp || len(e.Args) != 2 {
		return path{}, false
	}
	p, ok := s.pathOf(e.Args[0])
	if !ok || p.text {
		return path{}, false
	}
	key, ok := literalText(e.Args[1])
	switch e.Name {
	case "->", "->>":
		p.keys = append(p.keys, key)
	case "#>", "#>>":
		p.keys = append(p.keys, strings.Split(strings.Trim(key, "{}"), ",")...)
		ok = ok || e.Args[1].Kind == schema.ExprConst && e.Args[1].Type.Dims > 0
		if e.Args[1].Kind == schema.ExprConst && key == "" {
			p.keys = strings.Split(strings.Trim(e.Args[1].Value, "{}"), ",")
		}
	default:
		return path{}, false
	}
	base, _ := s.Schema.Base(s.Table.Columns[p.column].Type)
	p.text = e.Name == "->>" || e.Name == "#>>" || short(base) == "hstore"
	return p, ok && len(p.keys) > 0 && len(p.keys) <= 4
}

// effectAt is a document that is an object down to the last key of the path,
// which is described.
func (p path) effectAt(key domain.Key) []effect {
	key.Name = p.keys[len(p.keys)-1]
	d := &domain.Domain{JSON: &domain.JSON{Type: "object", Keys: []domain.Key{key}}}
	for i := len(p.keys) - 2; i >= 0; i-- {
		d = &domain.Domain{JSON: &domain.JSON{Type: "object", Keys: []domain.Key{{Name: p.keys[i], Present: true, Value: d}}}}
	}
	return []effect{{p.column, *d}}
}

// invertJSON restricts a part of a document: text under ->>, a document
// under ->.
func (s *solver) invertJSON(e *schema.Expr, want domain.Domain) ([]effect, bool) {
	p, ok := s.pathOf(e)
	if !ok {
		return nil, false
	}
	if p.text {
		want.Nulls = domain.NeverNull
		return p.effectAt(domain.Key{Present: true, Cast: "text", Value: &want}), true
	}
	key := domain.Key{Present: true}
	if want.Set != nil {
		if key.Cast, want, ok = scalars(want); !ok {
			return nil, false
		}
	} else if want.JSON == nil {
		return nil, false
	}
	want.Nulls = domain.NeverNull
	key.Value = &want
	return p.effectAt(key), true
}

// scalars turns a set of documents that are scalars of one type into values
// of the SQL type that has them.
func scalars(want domain.Domain) (cast string, out domain.Domain, ok bool) {
	out = domain.Domain{Set: []value.Value{}, JSON: &domain.JSON{}}
	for _, v := range want.Set {
		doc, ok := document(v)
		if !ok || out.JSON.Type != "" && out.JSON.Type != typeOf(doc) {
			return "", out, false
		}
		out.JSON.Type = typeOf(doc)
		switch x := doc.(type) {
		case string:
			cast = "text"
			out.Set = append(out.Set, value.String(x))
		case bool:
			cast = "bool"
			out.Set = append(out.Set, value.Boolean(x))
		case json.Number:
			n, ok := parseDecimal(x.String())
			if cast = "numeric"; !ok {
				return "", out, false
			}
			out.Set = append(out.Set, n)
		default:
			return "", out, false
		}
	}
	return cast, out, len(out.Set) > 0
}

// invertJSONCast restricts a text of a document that is read as another type.
func (s *solver) invertJSONCast(x *schema.Expr, to schema.Type, want domain.Domain) ([]effect, bool) {
	for x.Kind == schema.ExprCast && isText(x.Type) {
		x = x.Args[0]
	}
	p, ok := s.pathOf(x)
	if !ok || !p.text || short(to) == "" || !orderOnly(want) {
		return nil, false
	}
	d, ok := s.landIn(to, want)
	if !ok {
		return nil, false
	}
	d.Nulls = domain.NeverNull
	return p.effectAt(domain.Key{Present: true, Cast: short(to), Value: &d}), true
}

// jsonTypes are what jsonb_typeof can say.
var jsonTypes = []string{"object", "array", "string", "number", "boolean", "null"}

// invertTypeOf asks for a type of document.
func invertTypeOf(s *solver, e *schema.Expr, want domain.Domain) ([]effect, bool) {
	list, excluded, ok := texts1(want)
	if !ok || len(e.Args) != 1 {
		return nil, false
	}
	var types []string
	for _, t := range jsonTypes {
		found := false
		for _, x := range list {
			found = found || x == t
		}
		if found != excluded {
			types = append(types, t)
		}
	}
	j := &domain.JSON{Types: types}
	if types == nil {
		j.Types = []string{}
	}
	if len(types) == 1 {
		j = &domain.JSON{Type: types[0]}
	}
	p, ok := s.pathOf(e.Args[0])
	switch {
	case !ok || p.text:
		return nil, false
	case len(p.keys) == 0:
		return []effect{{p.column, domain.Domain{JSON: j}}}, true
	}
	return p.effectAt(domain.Key{Present: true, Value: &domain.Domain{Nulls: domain.NeverNull, JSON: j}}), true
}

// invertJSONLength counts the elements of an array.
func invertJSONLength(s *solver, e *schema.Expr, want domain.Domain) ([]effect, bool) {
	p, ok := s.pathOf(e.Args[0])
	list, not, okSpans := spans(want)
	if !ok || !okSpans || p.text || len(not) > 0 {
		return nil, false
	}
	out := []effect{}
	for _, span := range list {
		d := domain.Domain{JSON: &domain.JSON{Type: "array", Len: span}}
		if len(p.keys) == 0 {
			out = append(out, effect{p.column, d})
			continue
		}
		d.Nulls = domain.NeverNull
		out = append(out, p.effectAt(domain.Key{Present: true, Value: &d})...)
	}
	return out, true
}

// constructJSONOp handles ? ?& ?| and @> with constants.
func (s *solver) constructJSONOp(e *schema.Expr, negated bool) ([]effect, bool) {
	p, ok := s.pathOf(e.Args[0])
	if !ok || p.text || len(e.Args[1].Columns()) > 0 {
		return nil, false
	}
	base, _ := s.Schema.Base(s.Table.Columns[p.column].Type)
	hstore := short(base) == "hstore"
	switch e.Name {
	case "?":
		key, ok := literalText(e.Args[1])
		if !ok {
			return nil, false
		}
		return s.keysEffect(p, []string{key}, negated, hstore), true
	case "?&", "?|":
		v, ok := s.constantAs(e.Args[1], texts())
		if !ok || negated && e.Name == "?&" {
			return nil, false
		}
		if e.Name == "?|" && !negated {
			out := []effect{}
			for _, k := range v.E {
				out = append(out, s.keysEffect(p, []string{string(k.B)}, false, hstore)...)
			}
			return out, true
		}
		return s.keysEffect(p, textsOf(v), negated, hstore), true
	case "@>":
		if negated || short(base) != "jsonb" || len(p.keys) > 0 {
			return nil, false
		}
		v, ok := s.constantAs(e.Args[1], jsonbType)
		if !ok {
			return nil, false
		}
		doc, ok := document(v)
		if !ok {
			return nil, false
		}
		return []effect{{p.column, domain.Domain{JSON: &domain.JSON{Type: typeOf(doc), Contains: []string{string(v.B)}}}}}, true
	}
	return nil, false
}

func textsOf(v value.Value) []string {
	var out []string
	for _, x := range v.E {
		out = append(out, string(x.B))
	}
	return out
}

// keysEffect asks for keys to be there, or not.
func (s *solver) keysEffect(p path, keys []string, absent, hstore bool) []effect {
	j := &domain.JSON{}
	if !hstore {
		j.Type = "object"
	}
	for _, k := range keys {
		j.Keys = append(j.Keys, domain.Key{Name: k, Present: !absent, Absent: absent})
	}
	if len(p.keys) == 0 {
		return []effect{{p.column, domain.Domain{JSON: j}}}
	}
	return p.effectAt(domain.Key{Present: true, Value: &domain.Domain{Nulls: domain.NeverNull, JSON: j}})
}

// constructJSONNull handles doc -> 'key' IS [NOT] NULL, and (doc ->> 'key')::type.
func (s *solver) constructJSONNull(x *schema.Expr, null bool) ([]effect, bool) {
	if x.Kind == schema.ExprCast && !null && !isText(x.Type) && !x.Type.Is("json") && !x.Type.Is("jsonb") {
		to, _ := s.Schema.Base(x.Type)
		return s.invertJSONCast(x.Args[0], to, domain.Domain{})
	}
	p, ok := s.pathOf(x)
	if !ok || len(p.keys) == 0 {
		return nil, false
	}
	if null {
		return p.effectAt(domain.Key{Absent: true}), len(p.keys) == 1
	}
	return p.effectAt(domain.Key{Present: true, Value: &domain.Domain{Nulls: domain.NeverNull}}), true
}

package predicate

import (
	"encoding/json"
	"strconv"

	"github.com/effigydb/effigy/generator/domain"
	"github.com/effigydb/effigy/generator/value"
	"github.com/effigydb/effigy/schema"
)

// path is a place in a JSON column: the steps from the top.
type path struct {
	column int
	steps  []step
	text   bool // the last step gives text (->>)
}

// step goes to the value of a key or to a place of an array; under #> a number
// is either.
type step struct {
	name       string
	key, place bool
}

// stepTo is one of a list of steps (#>).
func stepTo(name string) step {
	n, err := strconv.Atoi(name)
	return step{name: name, key: true, place: err == nil && n >= 0 && n < longest && strconv.Itoa(n) == name}
}

// longest is the number of elements up to which a rule may ask for one by its
// place.
const longest = 64

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
	list, ok := s.stepsOf(e)
	base, _ := s.Schema.Base(s.Table.Columns[p.column].Type)
	p.steps = append(p.steps, list...)
	p.text = e.Name == "->>" || e.Name == "#>>" || short(base) == "hstore"
	return p, ok && len(p.steps) <= 4
}

// stepsOf are the steps of one operator.
func (s *solver) stepsOf(e *schema.Expr) ([]step, bool) {
	key, text := literalText(e.Args[1])
	switch e.Name {
	case "->", "->>":
		if text {
			return []step{{name: key, key: true}}, true
		}
		v, ok := s.constantAs(e.Args[1], int4Type)
		return []step{{name: strconv.FormatInt(v.I, 10), place: true}}, ok && !v.IsNull() && v.I >= 0 && v.I < longest
	case "#>", "#>>":
		v, ok := s.constantAs(e.Args[1], texts())
		var list []step
		for _, name := range textsOf(v) {
			list = append(list, stepTo(name))
		}
		return list, ok && len(list) > 0
	}
	return nil, false
}

// effectAt are the documents that have what is described at the last step of
// the path.
func (p path) effectAt(key domain.Key) []effect {
	var out []effect
	for _, j := range rulesAt(p.steps, key) {
		out = append(out, effect{p.column, domain.Domain{JSON: j}})
	}
	return out
}

func rulesAt(steps []step, key domain.Key) []*domain.JSON {
	keys := []domain.Key{key}
	if len(steps) > 1 {
		keys = nil
		for _, j := range rulesAt(steps[1:], key) {
			keys = append(keys, domain.Key{Present: true, Value: &domain.Domain{JSON: j}})
		}
	}
	var out []*domain.JSON
	for _, k := range keys {
		k.Name = steps[0].name
		if steps[0].place {
			n, _ := strconv.Atoi(k.Name)
			j := &domain.JSON{Type: "array", Keys: []domain.Key{k}, Len: domain.AtLeast(n + 1)}
			if k.Absent {
				j = &domain.JSON{Type: "array", Len: domain.Between(0, n)}
			}
			out = append(out, j)
		}
		if steps[0].key {
			out = append(out, &domain.JSON{Type: "object", Keys: []domain.Key{k}})
		}
	}
	return out
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
	case len(p.steps) == 0:
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
		if len(p.steps) == 0 {
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
		if negated || short(base) != "jsonb" || len(p.steps) > 0 {
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
		j, ok := containing(doc)
		return []effect{{p.column, domain.Domain{JSON: j}}}, ok
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
	if len(p.steps) == 0 {
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
	if !ok || len(p.steps) == 0 {
		return nil, false
	}
	if null {
		return p.effectAt(domain.Key{Absent: true}), len(p.steps) == 1
	}
	return p.effectAt(domain.Key{Present: true, Value: &domain.Domain{Nulls: domain.NeverNull}}), true
}

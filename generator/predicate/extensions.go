package predicate

import (
	"strings"

	"github.com/effigydb/effigy/generator/value"
)

// treeOperator is ltree's containment.
func (b *binder) treeOperator(op string, x, y term) term {
	if op == "@>" {
		op, x, y = "<@", y, x
	}
	if op != "<@" {
		return b.beyond()
	}
	for _, t := range []*term{&x, &y} {
		if t.literal != nil {
			*t = fixed(textType, value.String(t.literal.Value))
		}
	}
	return b.lift(boolType, func(a []value.Value) (value.Value, bool) {
		path, top := string(a[0].B), string(a[1].B)
		return value.Boolean(top == "" || path == top || strings.HasPrefix(path, top+".")), true
	}, x, y)
}

// hstoreOperator is -> and ? with a text key.
func (b *binder) hstoreOperator(op string, x, y term) term {
	if op != "->" && op != "?" || x.literal != nil || y.literal == nil && !isText(y.typ) {
		return b.beyond()
	}
	y = b.as(y, textType)
	result := textType
	if op == "?" {
		result = boolType
	}
	return b.lift(result, func(a []value.Value) (value.Value, bool) {
		pairs, ok := hstore(string(a[0].B))
		v, found := pairs[string(a[1].B)]
		switch {
		case op == "?":
			return value.Boolean(found), ok
		case v == nil:
			return value.Value{}, ok
		}
		return value.String(*v), ok
	}, x, y)
}

// hstore reads the text form of an hstore; nil values are NULL.
func hstore(text string) (map[string]*string, bool) {
	pairs := map[string]*string{}
	rest := strings.TrimSpace(text)
	for rest != "" {
		key, _, after, ok := hstoreWord(rest)
		after, arrow := strings.CutPrefix(strings.TrimSpace(after), "=>")
		if !ok || !arrow {
			return nil, false
		}
		v, quoted, after, ok := hstoreWord(strings.TrimSpace(after))
		if !ok {
			return nil, false
		}
		if _, twice := pairs[key]; !twice {
			pairs[key] = &v
			if !quoted && strings.EqualFold(v, "null") {
				pairs[key] = nil
			}
		}
		rest = strings.TrimSpace(after)
		if rest != "" && rest[0] != ',' {
			return nil, false
		}
		rest = strings.TrimSpace(strings.TrimPrefix(rest, ","))
	}
	return pairs, true
}

// hstoreWord reads one word, quoted or bare.
func hstoreWord(s string) (word string, quoted bool, rest string, ok bool) {
	if s == "" {
		return "", false, "", false
	}
	quoted = s[0] == '"'
	if quoted {
		s = s[1:]
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\\' && i+1 < len(s):
			i++
			b.WriteByte(s[i])
		case quoted && c == '"':
			return b.String(), true, s[i+1:], true
		case !quoted && strings.IndexByte(" ,=\t\n", c) >= 0:
			return b.String(), false, s[i:], b.Len() > 0
		default:
			b.WriteByte(c)
		}
	}
	return b.String(), quoted, "", !quoted && b.Len() > 0
}

package expr

import "strings"

// fitsPolymorphic reports whether a type may stand for a polymorphic one.
func (a *Analyzer) fitsPolymorphic(t Type, poly string) bool {
	b := a.base(t)
	switch strings.Replace(poly, "compatible", "", 1) {
	case "anyarray":
		return b.IsArray()
	case "anynonarray":
		return !b.IsArray()
	case "anyenum":
		info, ok := a.env.TypeInfo(b.Name)
		return ok && info.Category == 'E'
	case "anyrange":
		r, ok := a.env.Range(b.Name)
		return ok && r.Name == b.Name
	case "anymultirange":
		r, ok := a.env.Range(b.Name)
		return ok && r.Multirange == b.Name
	}
	return true
}

// bind is what the polymorphic types of a signature stand for in a call.
type bind struct {
	elem, compatible Type
	span             Type // the range or multirange that was given: several may have one subtype
}

// bind matches argument types with a signature. False when they contradict.
func (a *Analyzer) bind(params []string, args []*Node) (bind, bool) {
	var b bind
	var family []*Node
	for i, p := range params {
		if i >= len(args) || !isPolymorphic(p) || args[i].Type.Name == "unknown" {
			continue
		}
		e := a.element(args[i].Type, p)
		if strings.HasSuffix(p, "range") {
			b.span = a.base(args[i].Type)
		}
		if strings.Contains(p, "compatible") {
			family = append(family, typed("", "", e))
			continue
		}
		if b.elem.Name != "" && e.Name != "" && b.elem.Name != e.Name {
			return b, false
		}
		if e.Name != "" {
			b.elem = e
		}
	}
	if len(family) > 0 {
		b.compatible = a.common(family)
		for _, n := range family {
			if n.Type.Name != "" && !a.canCoerce(n.Type, b.compatible) {
				return b, false
			}
		}
	}
	return b, true
}

// element is the element type that an argument tells.
func (a *Analyzer) element(t Type, poly string) Type {
	t.Mod = ""
	switch strings.Replace(poly, "compatible", "", 1) {
	case "anyarray":
		return a.base(t).Elem()
	case "anyrange", "anymultirange":
		if r, ok := a.env.Range(a.base(t).Name); ok {
			return Type{Name: r.Subtype}
		}
		return Type{}
	}
	return t
}

// resolve is the actual type of a polymorphic one.
func (a *Analyzer) resolve(b bind, poly string) Type {
	if !isPolymorphic(poly) {
		return Type{Name: poly}
	}
	e := b.elem
	if strings.Contains(poly, "compatible") {
		e = b.compatible
	}
	if e.Name == "" {
		return Type{}
	}
	switch strings.Replace(poly, "compatible", "", 1) {
	case "anyarray":
		return e.Array()
	case "anyrange", "anymultirange":
		r, ok := a.env.Range(b.span.Name)
		if !ok {
			r, ok = a.env.RangeOf(e.Name)
		}
		if !ok {
			return Type{}
		}
		if strings.HasSuffix(poly, "multirange") {
			return Type{Name: r.Multirange}
		}
		return Type{Name: r.Name}
	}
	return e
}

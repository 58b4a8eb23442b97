package diff

import (
	"strconv"
	"strings"

	"github.com/effigydb/effigy/ddl/diff/expr"
)

// impactColumn rates a change of a column by its worst part.
func impactColumn(p *pair) string {
	worst := Neutral
	rate := func(i string) {
		if i == Breaking || worst == Neutral {
			worst = i
		}
	}
	for _, k := range p.keys {
		before, after := p.old.get(k), p.new.get(k)
		switch k {
		case "type":
			rate(impactOfType(before, after))
		case "not null":
			rate(tightens(after != ""))
		case "not null not valid", "not null no inherit":
			rate(tightens(after == ""))
		case "default":
			if after == "" && p.new.get("not null") != "" && p.new.get("identity") == "" {
				rate(Breaking)
			}
		case "identity":
			rate(impactOfIdentity(p))
		case "generated":
			if before == "" || after == "" {
				rate(Breaking)
			}
		}
	}
	return worst
}

func tightens(yes bool) string {
	if yes {
		return Breaking
	}
	return Additive
}

// impactOfIdentity: ALWAYS refuses values that were taken before; a column
// that loses its source of values breaks inserts.
func impactOfIdentity(p *pair) string {
	before, after := p.old.get("identity"), p.new.get("identity")
	switch {
	case after == "always":
		return Breaking
	case after == "" && p.new.get("default") == "":
		return Breaking
	case before == "always":
		return Additive
	case before == "" && p.old.get("default") == "":
		return Additive
	}
	return Neutral
}

// widening orders the types whose values fit into those after them.
var widening = map[string]int{"int2": 1, "int4": 2, "int8": 3}

// impactOfType: a type that takes all that the old one took is additive.
func impactOfType(before, after string) string {
	a, b := expr.ParseType(before), expr.ParseType(after)
	switch {
	case a.IsArray() != b.IsArray():
		return Breaking
	case widening[a.Name] > 0 && widening[b.Name] > widening[a.Name]:
		return Additive
	case a.Name == "float4" && b.Name == "float8":
		return Additive
	case isText(a.Name) && b.Name == textName(b.Name, "text"):
		return Additive
	case a.Name == b.Name && wider(a.Name, a.Mod, b.Mod):
		return Additive
	}
	return Breaking
}

func isText(name string) bool { return strings.TrimSuffix(name, "[]") == "varchar" }

func textName(name, want string) string {
	if strings.TrimSuffix(name, "[]") == want {
		return name
	}
	return ""
}

// wider reports whether a length or precision takes all values of another.
func wider(name, before, after string) bool {
	if after == "" {
		return before != "" && name != "bpchar" && name != "bit"
	}
	if before == "" {
		return false
	}
	b, a := strings.Split(before, ","), strings.Split(after, ",")
	n1, err1 := strconv.Atoi(b[0])
	n2, err2 := strconv.Atoi(a[0])
	if err1 != nil || err2 != nil {
		return false
	}
	switch strings.TrimSuffix(name, "[]") {
	case "varchar", "varbit", "timestamp", "timestamptz", "time", "timetz":
		return n2 >= n1
	case "numeric":
		if len(a) == 2 && len(b) == 2 {
			s1, _ := strconv.Atoi(b[1])
			s2, _ := strconv.Atoi(a[1])
			return s2 >= s1 && n2-s2 >= n1-s1
		}
	}
	return false
}

package expr

import (
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"

	pg "github.com/sqlc-dev/oliphant"
)

func (a *Analyzer) constant(c *pg.A_Const) *Node {
	if c.Isnull {
		return typed(opNull, "", unknownType)
	}
	switch v := c.Val.(type) {
	case *pg.A_Const_Ival:
		return typed(opConst, strconv.Itoa(int(v.Ival.Ival)), Type{Name: "int4"})
	case *pg.A_Const_Fval:
		return number(v.Fval.Fval)
	case *pg.A_Const_Boolval:
		return typed(opConst, strconv.FormatBool(v.Boolval.Boolval), boolType)
	case *pg.A_Const_Sval:
		return typed(opConst, v.Sval.Sval, unknownType)
	case *pg.A_Const_Bsval:
		return typed(opConst, bits(v.Bsval.Bsval), Type{Name: "bit"})
	}
	return typed(opNull, "", unknownType)
}

// number is a literal that is no int4: int8 if it has only digits and fits,
// else numeric.
func number(s string) *Node {
	t := Type{Name: "numeric"}
	s = strings.ReplaceAll(s, "_", "")
	if v, err := strconv.ParseInt(s, 0, 64); err == nil {
		t.Name, s = "int8", strconv.FormatInt(v, 10)
		if int64(int32(v)) == v {
			t.Name = "int4"
		}
	}
	return typed(opConst, normalNumber(s), t)
}

// bits turns b101 and x1F into 101 and 00011111.
func bits(s string) string {
	if s == "" || s[0] != 'x' {
		return strings.TrimPrefix(s, "b")
	}
	var b strings.Builder
	for _, c := range s[1:] {
		v, _ := strconv.ParseUint(string(c), 16, 8)
		b.WriteString(strings.Repeat("0", 4-len(strconv.FormatUint(v, 2))) + strconv.FormatUint(v, 2))
	}
	return b.String()
}

// negative folds a minus sign into a literal, as the grammar does.
func negative(n *Node) *Node {
	if s, ok := strings.CutPrefix(n.Text, "-"); ok {
		return typed(opConst, s, n.Type)
	}
	m := number("-" + n.Text)
	if n.Type.Name != "int8" {
		m.Type = n.Type
	}
	return m
}

// coerceConst reads a literal as a value of the type. Nil when the cast has
// to stay. This is the rule of no-op casts on literals: 0, 0::numeric and
// '0'::numeric are one numeric value, 'x'::varchar::text is a text.
func (a *Analyzer) coerceConst(n *Node, to Type) *Node {
	base, from := a.base(to), a.base(n.Type)
	switch {
	case n.Type.Name == "unknown":
		v, ok := a.value(n.Text, base)
		if !ok {
			return nil
		}
		return typed(opConst, v, to)
	case n.Type.Name == "interval" && to.Name == "interval" && to.Mod == "":
		return typed(opConst, n.Text, to) // its modifier has been read
	case n.Type.Name == to.Name && (to.Mod == "" || to.Mod == n.Type.Mod):
		return n
	case to.Mod != "" && !modKeeps(n.Text, base):
		return nil
	case from.Name == base.Name,
		isTextual(from.Name) && isTextual(base.Name), isInteger(from.Name) && isNumber(base.Name),
		from.Name == "numeric" && isFloat(base.Name):
		return typed(opConst, n.Text, to)
	case from.Name == "bpchar" && isTextual(base.Name):
		return typed(opConst, strings.TrimRight(n.Text, " "), to)
	case from.Name != base.Name && from.known() && a.relabels(from, base) && !strings.HasPrefix(base.Name, "reg"):
		return typed(opConst, n.Text, to)
	}
	return nil
}

// Scaled is a numeric constant with the digits that a column of that
// modifier, "precision,scale", stores; any other expression as it is.
func Scaled(n *Node, mod string) *Node {
	_, scale, ok := strings.Cut(mod, ",")
	if !ok {
		scale = "0"
	}
	digits, err := strconv.Atoi(strings.TrimSpace(scale))
	if mod == "" || err != nil || digits < 0 || n.Op != opConst || n.Type.Name != "numeric" {
		return n
	}
	v, ok := new(big.Rat).SetString(n.Text)
	if !ok {
		return n
	}
	return typed(opConst, v.FloatString(digits), n.Type)
}

// modKeeps reports whether a value fits a length or precision unchanged.
func modKeeps(text string, t Type) bool {
	return isTextual(t.Name) && t.Name != "bpchar" && fitsLength(text, t.Mod)
}

func fitsLength(text, mod string) bool { return utf8.RuneCountInString(text) <= modLength(mod) }

// modLength is a length modifier, -1 for what is none.
func modLength(mod string) int {
	n, err := strconv.Atoi(mod)
	if err != nil {
		return -1
	}
	return n
}

func isTextual(name string) bool { return name == "text" || name == "varchar" || name == "bpchar" }

func isInteger(name string) bool { return name == "int2" || name == "int4" || name == "int8" }

func isFloat(name string) bool { return name == "float4" || name == "float8" }

func isNumber(name string) bool { return isInteger(name) || isFloat(name) || name == "numeric" }

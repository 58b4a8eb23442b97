package expr

import (
	"math/big"
	"strconv"
	"strings"

	"github.com/effigydb/effigy/ddl/pattern"
)

var (
	coordinate = pattern.Of(`[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?`)
	boxText    = pattern.Of(`^[\s(),\d.eE+-]+$`)
)

// normalShape prints a point or what is made of points without blanks, each
// number as its type prints it.
func normalShape(s string) string {
	s = strings.Join(strings.Fields(s), "")
	if strings.Trim(s, "0123456789.eE+-,") == "" && strings.Count(s, ",") == 1 {
		s = "(" + s + ")"
	}
	return coordinate().ReplaceAllStringFunc(s, normalFloat)
}

// normalBox prints the corner with the greater coordinates first, as a box
// keeps them.
func normalBox(s string) string {
	var at []float64
	for _, text := range coordinate().FindAllString(s, -1) {
		v, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return s
		}
		at = append(at, v)
	}
	if len(at) != 4 || !boxText().MatchString(s) {
		return s
	}
	pair := func(x, y float64) string {
		return "(" + strconv.FormatFloat(x, 'f', -1, 64) + "," + strconv.FormatFloat(y, 'f', -1, 64) + ")"
	}
	return pair(max(at[0], at[2]), max(at[1], at[3])) + "," + pair(min(at[0], at[2]), min(at[1], at[3]))
}

// normalMoney prints an amount with two digits and nothing around it: dumps
// print it as lc_monetary of their server wants. What does not read as an
// amount with a point stays.
func normalMoney(s string) string {
	text := strings.NewReplacer("$", "", ",", "", " ", "").Replace(s)
	if inner, ok := strings.CutPrefix(text, "("); ok && strings.HasSuffix(inner, ")") {
		text = "-" + strings.TrimSuffix(inner, ")")
	}
	v, ok := new(big.Rat).SetString(text)
	if !ok || !plainNumber().MatchString(text) {
		return s
	}
	return v.FloatString(2)
}

package predicate

import (
	"strconv"
	"strings"

	"github.com/effigydb/effigy/generator/value"
)

func init() {
	for _, t := range []string{"polygon", "path"} {
		define("npoints", "int4", func(a []value.Value) (value.Value, bool) {
			commas := strings.Count(string(a[0].B), ",")
			return value.Integer(int64(commas+1) / 2), commas > 0
		}, t)
	}
	for name, factor := range map[string]float64{"radius": 1, "diameter": 2} {
		define(name, "float8", func(a []value.Value) (value.Value, bool) {
			text := strings.TrimRight(strings.TrimSpace(string(a[0].B)), ">)")
			f, err := strconv.ParseFloat(strings.TrimSpace(text[strings.LastIndexByte(text, ',')+1:]), 64)
			return value.Value{Kind: value.Float, F: f * factor}, err == nil
		}, "circle")
	}
}

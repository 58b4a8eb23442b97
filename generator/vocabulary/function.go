package vocabulary

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/brianvoe/gofakeit/v7"
	"github.com/xrash/smetrics"
)

// Function are up to n distinct values of a function of gofakeit, by the name
// its documentation gives ("company", "beername"), as text, in the order they
// were drawn from the book's key. Functions that need parameters are errors,
// as are unknown ones.
func (b *Book) Function(name string, n int) ([]string, error) {
	info, err := function(name)
	if err != nil {
		return nil, err
	}
	f := b.faker("function " + name)
	var failure error
	next := func() string {
		v, err := info.Generate(f, gofakeit.NewMapParams(), info)
		if err != nil {
			failure = fmt.Errorf("gofakeit function %q: %w", name, err)
			return ""
		}
		return fmt.Sprint(v)
	}
	words := collect(n, next, func(w string) bool { return w != "" && strings.IndexByte(w, 0) < 0 })
	if len(words) == 0 && failure != nil {
		return nil, failure
	}
	return words, nil
}

// CheckFunction is an error where gofakeit has no function of the name, or one
// that needs parameters.
func CheckFunction(name string) error {
	_, err := function(name)
	return err
}

func function(name string) (*gofakeit.Info, error) {
	info := gofakeit.GetFuncLookup(strings.ToLower(strings.ReplaceAll(name, "_", "")))
	if info == nil {
		return nil, fmt.Errorf("gofakeit has no function %q%s", name, nearFunction(name))
	}
	for _, p := range info.Params {
		if !p.Optional && p.Default == "" {
			return nil, fmt.Errorf("gofakeit function %q needs a parameter, %s", name, p.Field)
		}
	}
	return info, nil
}

// nearFunction is the function that a mistyped name most likely means.
func nearFunction(name string) string {
	best, least := "", len(name)/3+2
	for _, f := range slices.Sorted(maps.Keys(gofakeit.FuncLookups)) {
		if d := smetrics.WagnerFischer(strings.ToLower(name), f, 1, 1, 1); d < least {
			best, least = f, d
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf(": did you mean %q?", best)
}

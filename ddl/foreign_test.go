package ddl

import (
	"slices"
	"testing"
)

func TestForeignTableHangsOnItsServer(t *testing.T) {
	s, err := Parse("CREATE SERVER far FOREIGN DATA WRAPPER w; CREATE FOREIGN TABLE public.f (a int) SERVER far; CREATE FOREIGN TABLE public.g (a int) SERVER near")
	if err != nil {
		t.Fatal(err)
	}
	skipped := s.Plan().Skipped
	if skipped[0].Name != "far" || !slices.Equal(skipped[0].Dependents, []string{"foreign table public.f"}) {
		t.Errorf("got %+v", skipped)
	}
}

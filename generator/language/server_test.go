package language_test

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/effigydb/effigy/generator/language"
	"github.com/effigydb/effigy/internal/pgtest"
)

// pieces that random patterns are made of.
var pieces = []string{
	"a", "b", "x", "1", "-", " ", ".", `\d`, `\w`, `\s`, `\W`, `[ab]`, `[^a]`, `[a-c1-3]`, `[[:alpha:]]`, `[]a]`, `[\d-]`, `[[:punct:]]`,
	"^", "$", `\m`, `\M`, `\y`, `\Y`, `\A`, `\Z`, "(a|b)", "(ab)", "(?:x|)", `\.`, `\-`, `\x61`, "{", "é", "A",
}

var quantifiers = []string{"", "", "", "", "*", "+", "?", "{2}", "{1,2}", "{0,1}", "{2,}", "*?", "+?"}

// TestPatternsAgreeWithTheServer tries random patterns on random texts. What
// is refused here may be anything there; what is taken must agree.
func TestPatternsAgreeWithTheServer(t *testing.T) {
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, pgtest.Superuser(t))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(ctx)
	r := rand.New(rand.NewPCG(3, 9))
	texts := randomTexts(r)
	taken := 0
	for range 700 {
		p := randomPattern(r)
		m, err := language.NewMatcher([]language.Pattern{p}, language.Options{})
		if err != nil {
			continue
		}
		taken++
		compare(t, ctx, conn, p, m, texts)
	}
	if taken < 300 {
		t.Errorf("only %d patterns were taken", taken)
	}
}

func randomPattern(r *rand.Rand) language.Pattern {
	p := language.Pattern{Syntax: language.Syntax(r.IntN(3)), Fold: r.IntN(4) == 0, Negated: r.IntN(4) == 0}
	if p.Syntax == language.Similar {
		p.Fold = false
	}
	var b strings.Builder
	for range 1 + r.IntN(6) {
		switch p.Syntax {
		case language.Like:
			b.WriteString([]string{"a", "b", "%", "_", `\%`, "x", "1", " ", "A"}[r.IntN(9)])
			continue
		case language.Similar:
			b.WriteString([]string{"a", "b", "%", "_", "(a|b)", "[ab]", "x", `\%`, "1", ".", "[^a]"}[r.IntN(11)])
			b.WriteString([]string{"", "", "", "*", "+", "?", "{2}"}[r.IntN(7)])
			continue
		}
		b.WriteString(pieces[r.IntN(len(pieces))])
		b.WriteString(quantifiers[r.IntN(len(quantifiers))])
		if r.IntN(12) == 0 {
			b.WriteByte('|')
		}
	}
	p.Text = b.String()
	return p
}

func randomTexts(r *rand.Rand) []string {
	out := []string{"", "a", "ab", "a b", "x-1", "é", "A", "{", "\n", "a\n"}
	letters := []rune("aabbx1- .AéB_\n")
	for range 60 {
		var b strings.Builder
		for range r.IntN(7) {
			b.WriteRune(letters[r.IntN(len(letters))])
		}
		out = append(out, b.String())
	}
	return out
}

func compare(t *testing.T, ctx context.Context, conn *pgx.Conn, p language.Pattern, m *language.Matcher, texts []string) {
	t.Helper()
	op := []string{"t ~ $1", "t LIKE $1", "t SIMILAR TO $1"}[p.Syntax]
	if p.Fold {
		op = []string{"t ~* $1", "t ILIKE $1"}[p.Syntax]
	}
	rows, err := conn.Query(ctx, "SELECT "+op+" FROM unnest($2::text[]) WITH ORDINALITY AS u(t, n) ORDER BY n", p.Text, texts)
	if err != nil {
		t.Fatal(err)
	}
	got, err := pgx.CollectRows(rows, pgx.RowTo[bool])
	if err != nil {
		t.Errorf("%q is taken, the server says %v", p.Text, err)
		return
	}
	for i, want := range got {
		if match, known := m.Match(texts[i]); known && match != (want != p.Negated) {
			t.Errorf("%q (%d, fold %v) on %q: %v, the server says %v", p.Text, p.Syntax, p.Fold, texts[i], match != p.Negated, want)
			return
		}
	}
}

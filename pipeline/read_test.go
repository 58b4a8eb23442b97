package pipeline

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestMigrations(t *testing.T) {
	for _, c := range []struct{ there, want []string }{
		{
			[]string{"V10__c.sql", "V2__b.sql", "V1__a.sql", "U1__undo.sql", "0003_d.up.sql", "0003_d.down.sql", "notes.md", "20240101_init/migration.sql"},
			[]string{"0003_d.up.sql", "20240101_init/migration.sql", "V1__a.sql", "V2__b.sql", "V10__c.sql"},
		},
		{
			[]string{"V1__a.sql", "V1.1__b.sql", "V1_1_1__c.sql", "V2__d.sql", "R__b.sql", "R__a.sql"},
			[]string{"V1__a.sql", "V1.1__b.sql", "V1_1_1__c.sql", "V2__d.sql", "R__a.sql", "R__b.sql"},
		},
		{
			[]string{"V1__a.sql", "B2__base.sql", "V2__b.sql", "V10__c.sql", "B1__old.sql"},
			[]string{"B2__base.sql", "V10__c.sql"},
		},
	} {
		dir := t.TempDir()
		for _, name := range c.there {
			path := filepath.Join(dir, name)
			if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		got, err := migrations(dir)
		if err != nil {
			t.Fatal(err)
		}
		for i := range got {
			got[i], _ = filepath.Rel(dir, got[i])
		}
		if d := cmp.Diff(c.want, got); d != "" {
			t.Error(d)
		}
	}
}

func TestNatural(t *testing.T) {
	want := []string{"1_a", "02_b", "2_c", "9", "10", "a1", "a10", "a10b", "b"}
	got := []string{"b", "a10b", "10", "9", "2_c", "a10", "02_b", "1_a", "a1"}
	slices.SortStableFunc(got, natural)
	// 02 and 2 have one value; what follows decides.
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestUpPart(t *testing.T) {
	in := "-- +goose Up\nCREATE TABLE a ();\n-- +goose Down\nDROP TABLE a;\n"
	if got, want := upPart(in), "-- +goose Up\nCREATE TABLE a ();\n-- +goose Down\n\n"; got != want {
		t.Errorf("got %q", got)
	}
	if got := upPart("x\n---- create above / drop below ----\ny\n"); got != "x\n---- create above / drop below ----\n\n" {
		t.Errorf("got %q", got)
	}
	if got := upPart("-- migrate:down\nx\n-- migrate:up\ny\n"); got != "-- migrate:down\n\n-- migrate:up\ny\n" {
		t.Errorf("got %q", got)
	}
}

func TestNoPassword(t *testing.T) {
	for source, refused := range map[string]bool{
		"schema.sql": false, "git:a:b": false, "postgres://u:p@h/d": true, "postgresql://h/d": true, "postgres://%zz": true,
	} {
		if err := noPassword(source); (err != nil) != refused {
			t.Errorf("%s: %v", source, err)
		}
	}
}

// TestReadWhole: what is too long is refused, never cut.
func TestReadWhole(t *testing.T) {
	for text, ok := range map[string]bool{"": true, "1234": true, "12345": false} {
		got, err := readWhole(strings.NewReader(text), 4)
		if (err == nil) != ok || ok && got != text {
			t.Errorf("%q: %q, %v", text, got, err)
		}
	}
}

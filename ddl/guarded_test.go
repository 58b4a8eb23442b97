package ddl

import (
	"strings"
	"testing"
)

// TestUnguard holds which blocks lose their guard, and that everything stays
// where it was.
func TestUnguard(t *testing.T) {
	for _, c := range []struct {
		text, want string // the words that are left
	}{
		{"DO $$ BEGIN\n  CREATE TYPE public.mood AS ENUM ('a;b', 'c');\nEXCEPTION\n WHEN duplicate_object OR duplicate_table THEN NULL;\nEND $$;", "CREATE TYPE public.mood AS ENUM ('a;b', 'c'); ;"},
		{"do $do$ begin if not exists (select 1 from pg_type where typname = 'mood') then create domain mood as text; create role r; end if; end; $do$ language plpgsql;", "create domain mood as text; create role r; ;"},
		{`DO $$ BEGIN ALTER TABLE "a" ADD CONSTRAINT "a_b_fk" FOREIGN KEY ("b") REFERENCES "b"("id") ON DELETE cascade; EXCEPTION WHEN duplicate_object THEN null; END $$;`, `ALTER TABLE "a" ADD CONSTRAINT "a_b_fk" FOREIGN KEY ("b") REFERENCES "b"("id") ON DELETE cascade; ;`},
		{"DO $$ BEGIN CREATE TYPE a AS ENUM ('x'); EXCEPTION WHEN insufficient_privilege THEN NULL; END $$;", "="},
		{"DO $$ BEGIN CREATE TYPE a AS ENUM ('x'); EXCEPTION WHEN duplicate_object THEN CREATE TABLE t (); END $$;", "="},
		{"CREATE TYPE a AS ENUM ('y'); DO $$ BEGIN CREATE TYPE a AS ENUM ('x'); EXCEPTION WHEN duplicate_object THEN NULL; END $$;", "="},
		{"DO $$ BEGIN EXECUTE 'CREATE TABLE t ()'; END $$;", "="},
		{"DO $$ DECLARE n int; BEGIN CREATE TYPE a AS ENUM ('x'); END $$;", "="},
		{"DO $$ BEGIN IF NOT EXISTS (SELECT FROM mine) THEN CREATE TYPE a AS ENUM ('x'); END IF; END $$;", "="},
		{"DO $$ BEGIN IF NOT EXISTS (SELECT FROM pg_type) THEN CREATE TYPE a AS ENUM ('x'); ELSE CREATE TYPE b AS ENUM ('x'); END IF; END $$;", "="},
		{"DO $$ BEGIN ALTER TABLE t ADD COLUMN c integer; EXCEPTION WHEN duplicate_column THEN NULL; END $$;", "="},
		{"DO $$ BEGIN CREATE", "="},
		{"DO 'BEGIN END'; DO $$ $$; DO $$", "="},
	} {
		got := Unguard(c.text)
		if len(got) != len(c.text) || strings.Count(got, "\n") != strings.Count(c.text, "\n") {
			t.Errorf("%s: %q has other lines", c.text, got)
		}
		if c.want == "=" {
			c.want = strings.Join(strings.Fields(c.text), " ")
		}
		if words := strings.Join(strings.Fields(got), " "); words != c.want {
			t.Errorf("%s:\ngot  %s\nwant %s", c.text, words, c.want)
		}
	}
}

// TestUnguardTwice holds that the second block that makes a thing keeps its
// guard.
func TestUnguardTwice(t *testing.T) {
	const block = "DO $$ BEGIN CREATE TYPE a AS ENUM ('x'); EXCEPTION WHEN duplicate_object THEN NULL; END $$;"
	if got := Unguard(block + block); strings.Count(got, "DO $$") != 1 || !strings.HasSuffix(got, block) {
		t.Error(got)
	}
}

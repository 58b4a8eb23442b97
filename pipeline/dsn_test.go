package pipeline

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestConnectionStrings(t *testing.T) {
	for text, want := range map[string]dsn{
		"postgres://u:p@h.example.org:5432/d?sslmode=require":                {host: "h.example.org", user: "u", database: "d", secret: true},
		"postgresql+asyncpg://u:p%40x@[::1]:5433/d":                          {host: "::1", user: "u", database: "d", secret: true},
		"jdbc:postgresql://h/d?user=u&password=p":                            {host: "h", user: "u", database: "d", secret: true},
		"postgres://u:a/b#c@d@h/x":                                           {host: "h", user: "u", database: "x", secret: true},
		"postgres://u:p@a:1,b:2/d":                                           {host: "a", user: "u", database: "d", secret: true},
		"postgres://u:p@127.0.0.1,localhost:2,b:3/d":                         {host: "b", user: "u", database: "d", secret: true},
		"host=/run,b user=u password=p":                                      {host: "b", user: "u", secret: true},
		"postgres://u:${PW}@h/d":                                             {host: "h", user: "u", database: "d"},
		"postgres://h/d":                                                     {host: "h", database: "d"},
		"postgres:///d?host=/run/postgresql":                                 {host: "/run/postgresql", database: "d"},
		"host=H.example.org port=5432 dbname=d user=u password='p q'":        {host: "h.example.org", user: "u", database: "d", secret: true},
		"Server=h;Port=5432;Database=d;User Id=u;Password=p;SSL Mode=Prefer": {host: "h", user: "u", database: "d", secret: true},
	} {
		got := connectionStrings(text)
		if len(got) != 1 {
			t.Errorf("%s: %d found", text, len(got))
			continue
		}
		got[0].text = ""
		if d := cmp.Diff(want, got[0], cmp.AllowUnexported(dsn{})); d != "" {
			t.Errorf("%s: %s", text, d)
		}
	}
	for _, text := range []string{"mysql://u:p@h/d", "see postgres docs", "host=h only", "https://h/postgres"} {
		if got := connectionStrings(text); len(got) > 0 {
			t.Errorf("%s: found", text)
		}
	}
}

func TestPairs(t *testing.T) {
	for _, c := range []struct {
		text     string
		variable string
	}{
		{"DB_HOST=h\nDB_PASSWORD=p\n", "DB_PASSWORD"},
		{"export PGHOST=h\nexport PGPASSWORD=\"p\"\n", "PGPASSWORD"},
		{"APP_DATABASE_HOST: h\nAPP_DATABASE_PASS: p\n", "APP_DATABASE_PASS"},
		{"DB_HOST=h\nDB_PORT=3306\nDB_PASSWORD=p\n", ""},
		{"DB_HOST=h\nDB_PASSWORD=${SECRET}\n", ""},
		{"SMTP_HOST=h\nSMTP_PASSWORD=p\n", ""},
		{"DB_HOST=h\nOTHER_PASSWORD=p\n", ""},
	} {
		got := ""
		for _, f := range inText(".env", c.text) {
			got = f.variable
		}
		if got != c.variable {
			t.Errorf("%q: %q, want %q", c.text, got, c.variable)
		}
	}
}

func TestPasswordFile(t *testing.T) {
	got := inText(".pgpass", "# comment\nh.example.org:5432:*:u:p\n*:*:*:*:q\n")
	if len(got) != 2 || got[0].host != "h.example.org" || got[0].line != 2 || !got[0].secret {
		t.Errorf("got %+v", got)
	}
}

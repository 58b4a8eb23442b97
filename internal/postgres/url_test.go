package postgres

import "testing"

func TestLogin(t *testing.T) {
	for base, want := range map[string]string{
		"postgres://a:b@h:1/d?sslmode=disable":               "postgres://u:p%40@h:1/x?sslmode=disable",
		"postgresql://h/d?user=a&password=b&sslmode=require": "postgresql://u:p%40@h/x?sslmode=require",
		"host=h port=1 user=a password='b c' dbname=d":       "postgres://u:p%40@h:1/x",
		"host=/run/pg port=1 user=a sslmode=disable":         "postgres://u:p%40@/x?host=%2Frun%2Fpg&port=1&sslmode=disable",
	} {
		got, err := Login(base, "u", "p@", "x")
		if err != nil || got != want {
			t.Errorf("%s: got %s (%v), want %s", base, got, err, want)
		}
	}
}

func TestSameDatabase(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"postgres://a@h/d", "postgres://b:x@H:5432/d", true},
		{"postgres://a@h/d", "postgres://a@h/e", false},
		{"postgres://a@h/d", "postgres://a@h:5433/d", false},
		{"postgres://a@h/d", "postgres://a@i/d", false},
		{"postgres://a@localhost/d", "host=127.0.0.1 user=b dbname=d", true},
		{"postgres://a@/d?host=/run/postgresql", "postgres://a@[::1]/d", true},
		{"postgres://a@h", "postgres://b@h/a", true},
		{"postgres://a@g,h/d", "postgres://b@h/d", true},
	} {
		got, err := SameDatabase(c.a, c.b)
		if err != nil || got != c.want {
			t.Errorf("%s and %s: got %v (%v)", c.a, c.b, got, err)
		}
	}
}

func TestErrorsNameNoHostAndNoPassword(t *testing.T) {
	_, err := Connect(t.Context(), "postgres://me:hunter2@127.0.0.1:1/d")
	if err == nil || err.Error() != "connecting to the server: connection refused" {
		t.Errorf("got %v", err)
	}
	_, err = Connect(t.Context(), "postgres://me:hunter2@h:x/d")
	if err == nil || err.Error() != "connecting to the server: not a Postgres connection string" {
		t.Errorf("got %v", err)
	}
	if got := Redact("postgres://me:hunter2@h:1/d?password=hunter2"); got != "postgres://me@h:1/d" {
		t.Errorf("got %s", got)
	}
}

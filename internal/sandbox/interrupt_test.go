package sandbox

import (
	"context"
	"testing"
	"time"

	"github.com/effigydb/effigy/internal/pgtest"
)

// TestCreateInterrupted: whenever it is that the caller goes away, a Create
// that failed has left nothing.
func TestCreateInterrupted(t *testing.T) {
	admin := pgtest.Admin(t)
	conn := pgtest.Connect(t, admin.URL)
	for i := range 12 {
		ctx, cancel := context.WithTimeout(t.Context(), time.Duration(i)*8*time.Millisecond)
		sb, err := Create(ctx, admin, Spec{NameHint: "interrupted", TTL: time.Hour})
		cancel()
		if err == nil {
			err = Drop(t.Context(), admin, sb)
			if err != nil {
				t.Fatal(err)
			}
		}
		var left int
		const sql = "SELECT count(*) FROM pg_roles WHERE rolname LIKE 'effigy_interrupted_%' AND pg_has_role(session_user, oid, 'MEMBER')"
		if err := conn.QueryRow(t.Context(), sql).Scan(&left); err != nil {
			t.Fatal(err)
		}
		if left != 0 {
			t.Fatalf("after %d ms: %d roles are left", i*8, left)
		}
	}
}

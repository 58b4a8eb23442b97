package gate

import (
	"testing"

	"github.com/effigydb/effigy/internal/postgres"
)

// BenchmarkQuery compares a statement through the gate with the same one on a
// connection of its own without the gate, and on one that stays open.
func BenchmarkQuery(b *testing.B) {
	h := open(b, Default)
	const sql = "SELECT count(*) FROM public.books"
	run := func(c *postgres.Conn) {
		var n int64
		if err := c.QueryRow(b.Context(), sql).Scan(&n); err != nil {
			b.Fatal(err)
		}
	}
	b.Run("open", func(b *testing.B) {
		c, err := postgres.Connect(b.Context(), h.target.Reader)
		if err != nil {
			b.Fatal(err)
		}
		defer c.Close(b.Context())
		for b.Loop() {
			run(c)
		}
	})
	b.Run("fresh", func(b *testing.B) {
		for b.Loop() {
			c, err := postgres.Connect(b.Context(), h.target.Reader)
			if err != nil {
				b.Fatal(err)
			}
			run(c)
			_ = c.Close(b.Context())
		}
	})
	b.Run("gate", func(b *testing.B) {
		for b.Loop() {
			if _, err := h.ask(sql); err != nil {
				b.Fatal(err)
			}
		}
	})
}

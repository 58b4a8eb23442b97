package predicate_test

import (
	"testing"

	"github.com/effigydb/effigy/ddl"
)

// BenchmarkCheck evaluates all constraints of one row of a table with twenty.
func BenchmarkCheck(b *testing.B) {
	script, err := ddl.Parse(forms)
	if err != nil {
		b.Fatal(err)
	}
	for _, table := range script.Schema.Tables {
		if table.Name.Name != "relations" && table.Name.Name != "texts" {
			continue
		}
		f := compile(b, script.Schema, table, instant)
		rows, err := rowsOf(script.Schema, table, f, &f.Branches[0], instant, 20)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(table.Name.Name, func(b *testing.B) {
			b.ReportAllocs()
			for i := range b.N {
				f.Check(rows[i%len(rows)])
			}
		})
		b.Run(table.Name.Name+" steps", func(b *testing.B) {
			b.ReportAllocs()
			steps := f.Branches[0].Steps(nil)
			for i := range b.N {
				for k := range steps {
					steps[k].Narrow(rows[i%len(rows)])
				}
			}
		})
	}
}

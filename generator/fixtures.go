package generator

import (
	"fmt"

	"github.com/effigydb/effigy/generator/value"
)

// cell is a literal cell of a fixture row.
type cell struct {
	column int
	value  value.Value
}

// fix takes the literal rows of a lookup table over. Columns that a row does
// not name are generated.
func (p *planner) fix(t *Table) error {
	t.fixtures = nil
	for i, row := range t.settings.Fixtures {
		var cells []cell
		for _, c := range t.columns {
			text, given := row[c.name]
			if !given {
				continue
			}
			v := value.Value{}
			if text != nil {
				var err error
				if v, err = c.codec.Parse(*text, nil); err != nil {
					return fmt.Errorf("fixture %d of %s: column %s: %w", i+1, t.Name, c.name, err)
				}
			}
			cells = append(cells, cell{c.pos, v})
		}
		t.fixtures = append(t.fixtures, cells)
	}
	t.mode, t.fixed, t.Rows = direct, true, int64(len(t.fixtures))
	return nil
}

// fixture makes row p of a table of literal rows.
func (m *maker) fixture(p int64) bool {
	made := false
	for a := uint32(0); a < maxAttempts && !made; a++ {
		made = m.try(uint64(p), a, p)
	}
	if !made {
		m.begin(uint64(p), 0, p)
	}
	for _, c := range m.t.fixtures[p] {
		m.put(c.column, c.value)
	}
	return true
}

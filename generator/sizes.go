package generator

// sizedRows is the number of rows that tell the sizes of a table's cells.
const sizedRows = 50

// sizes is what cells take in COPY binary.
type sizes struct {
	rows   int
	bytes  []int // by written column, the lengths of the fields included
	buffer []byte
}

func (s *sizes) add(m *maker) {
	if s.bytes == nil {
		s.bytes = make([]int, len(m.t.written))
	}
	for i, c := range m.t.written {
		s.buffer = m.t.columns[c].codec.AppendBinary(s.buffer[:0], m.row[c])
		s.bytes[i] += len(s.buffer)
	}
	s.rows++
}

// measure says how large the rows are. Those that the plan has made to prove
// the table tell it, where nothing is added to them when they are written.
func (t *Table) measure() {
	s := t.sizes
	if s.rows == 0 || len(t.afterwards) > 0 {
		s = t.sampled()
	}
	if s.rows == 0 {
		return
	}
	total := 0
	for i, bytes := range s.bytes {
		t.Columns[i].Width = float64(bytes)/float64(s.rows) - 4
		total += bytes
	}
	t.RowBytes = 2 + total/s.rows // the number of fields comes first
}

func (t *Table) sampled() sizes {
	var s sizes
	m, n := newMaker(t), min(t.Rows, sizedRows)
	for i := range n {
		if m.at(t.Rows / n * i) {
			m.finish()
			s.add(m)
		}
	}
	return s
}

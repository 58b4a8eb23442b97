package generator

// A link of a cycle may be answered by the links back: each row of a store
// has a manager among its staff, and each row of the staff has a store. Then
// the rows of the store make the columns that the way back repeats by
// themselves, the staff picks stores, and the store finds its manager last,
// among the rows that picked it.

// longestWay bounds the links of a way back.
const longestWay = 8

// answers finds the links that are answered by others.
func (p *planner) answers() {
	for _, n := range p.graph.Order {
		t := p.tables[n.Table.Name]
		if t == nil || len(t.settings.Fixtures) > 0 {
			continue
		}
		for _, l := range t.links {
			if l.back || l.self || !l.simple(t) {
				continue
			}
			at := map[int]int{}
			for i, c := range l.cols {
				at[c] = l.refs[i]
			}
			way := wayBack(l.parent, t, at, nil)
			if way == nil {
				continue
			}
			l.way, l.own = way, way[len(way)-1].refs
			for _, k := range way {
				k.back = true
			}
		}
	}
}

// simple reports a link between two tables of a cycle that repeats a key as
// it is.
func (l *link) simple(of *Table) bool {
	return l.parent != nil && l.refs != nil && l.parent.component == of.component &&
		!l.leaf && !l.period && !l.computed && len(l.parent.settings.Fixtures) == 0
}

// wayBack lists mandatory links that lead from a table to another and carry
// the columns of at, by what they are in the end; nil without one.
func wayBack(from, to *Table, at map[int]int, way []*link) []*link {
	if len(way) == longestWay {
		return nil
	}
	for _, k := range from.links {
		if k.self || len(k.own) > 0 || !k.simple(from) || !from.mandatory([]*link{k}) {
			continue
		}
		next := carried(k, at)
		if next == nil {
			continue
		}
		on := append(way[:len(way):len(way)], k)
		if k.parent != to {
			if found := wayBack(k.parent, to, next, on); found != nil {
				return found
			}
			continue
		}
		if returns(next) {
			return on
		}
	}
	return nil
}

// carried is where the columns are behind a link; nil when the link repeats
// another column as well.
func carried(k *link, at map[int]int) map[int]int {
	out := map[int]int{}
	for c, x := range at {
		for i, y := range k.cols {
			if x == y {
				out[c] = k.refs[i]
			}
		}
	}
	if len(out) != len(k.cols) {
		return nil
	}
	return out
}

// returns reports that every column is where it began.
func returns(at map[int]int) bool {
	for c, x := range at {
		if c != x {
			return false
		}
	}
	return true
}

// cover has the links of the ways back refer to each row in turn where every
// row needs one.
func (t *Table) cover() {
	for _, l := range t.links {
		for _, k := range l.way {
			k.cover = k.cover || !t.nullable(l)
		}
	}
}

// answered drops the answers that no stable unit of the table allows, and
// caps the table where each of its rows needs one of its own. It reports that
// the keys have to be decided anew.
func (t *Table) answered() bool {
	again := false
	for _, l := range t.links {
		if len(l.own) == 0 {
			continue
		}
		if t.keyUnit(l.own) == nil {
			l.own, again = nil, true
			continue
		}
		if l.usable() && !t.nullable(l) {
			t.cap(l.parent.Rows, l.name, "each row has to have a row of "+l.parent.Name.String()+" of its own")
		}
	}
	return again
}

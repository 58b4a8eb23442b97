package generator

import (
	"fmt"

	"github.com/effigydb/effigy/generator/predicate"
)

// hold makes every row of a table whose cells come from elsewhere and holds
// it against the table's constraints. A row that violates one refuses the
// table; what is the format of the reason, with the number of the row.
func (p *planner) hold(t *Table, what, hint string) error {
	if p.request.Judge == nil && !p.dry() && (len(t.judged) > 0 || len(t.beyond()) > 0) {
		t.refuse(t.searchReason(), errNoJudge.Error(), serverHint)
		return nil
	}
	f := &finder{ctx: p.ctx, t: t, m: newMaker(t), judge: p.request.Judge, blame: map[string]uint64{}, judging: true}
	f.seen = make([]map[digest]struct{}, len(t.uniques))
	f.keys, f.counted = make([]digest, len(t.uniques)), make([]bool, len(t.uniques))
	met := make([]bool, len(t.uniques))
	for i, u := range t.uniques {
		met[i], u.met, f.seen[i] = u.met, false, map[digest]struct{}{}
	}
	defer func() {
		for i, u := range t.uniques {
			u.met = met[i]
		}
	}()
	t.forget()
	refuse := func(row int64, constraint string) {
		t.refuse(constraint, fmt.Sprintf(what, row+1), hint)
	}
	own := map[*link]map[digest]bool{}
	for from := int64(0); from < t.Rows; from += blockRows {
		row, constraint, err := f.holdBlock(from, min(from+blockRows, t.Rows), own)
		if err != nil {
			return fmt.Errorf("planning %s: %w", t.Name, err)
		}
		if constraint != "" {
			refuse(row, constraint)
			break
		}
	}
	t.forget()
	return nil
}

// holdBlock holds some rows and returns the first that violates a constraint.
func (f *finder) holdBlock(from, to int64, own map[*link]map[digest]bool) (row int64, constraint string, err error) {
	var block []pending
	for i := from; i < to; i++ {
		if broken := f.broken(i, own); broken != "" {
			return i, broken, nil
		}
		block = append(block, pending{index: uint64(i), cells: f.m.texts()})
	}
	if f.judge == nil {
		f.t.leave()
	}
	if len(f.t.judged) > 0 {
		ok, err := f.verdicts(block)
		if err != nil {
			return 0, "", err
		}
		for i := range ok {
			if !ok[i] {
				return from + int64(i), f.worst(), nil
			}
		}
	}
	keys := outsideKeys{}
	if f.judge != nil {
		var err error
		if keys, err = f.foreignKeys(block); err != nil {
			return 0, "", err
		}
	}
	for i := range block {
		if !f.m.at(from + int64(i)) {
			return from + int64(i), f.m.blamed, nil
		}
		f.m.outside = keys.of(i)
		free := f.admit()
		f.m.outside = nil
		if !free {
			return from + int64(i), f.worst(), nil
		}
		f.accept(uint64(from)+uint64(i), 0)
	}
	return 0, "", nil
}

// broken is the constraint that the row violates by itself or with the rows
// it refers to, "" for none.
func (f *finder) broken(i int64, own map[*link]map[digest]bool) string {
	m := f.m
	if !m.at(i) {
		return m.blamed
	}
	for _, c := range f.t.columns {
		if c.model.NotNull && m.row[c.pos].IsNull() && !m.lost[c.pos] {
			return "NOT NULL of column " + c.name
		}
	}
	switch m.check() {
	case predicate.False:
		return m.blamed
	case predicate.Unknown:
		f.t.judgeToo(m.blamed)
	}
	for _, l := range f.t.links {
		if !f.refers(l, own) {
			return l.name
		}
	}
	return ""
}

// refers reports that the parent has the row that a foreign key names.
func (f *finder) refers(l *link, own map[*link]map[digest]bool) bool {
	if l.period || l.refs == nil {
		return true // the server has the last word
	}
	m := f.m
	key := make([]byte, 0, 64)
	nulls := 0
	for i, c := range l.cols {
		if m.row[c].IsNull() {
			nulls++
			continue
		}
		pc := l.parent.columns[l.refs[i]]
		key = appendKey(key, adapt(m.row[c], pc.codec.Kind()), pc)
	}
	switch {
	case nulls > 0:
		return !l.full || nulls == len(l.cols)
	case l.parent.Rows == 0:
		return false
	case l.self:
		if own[l] == nil {
			own[l] = f.ownKeys(l)
		}
		return own[l][digestOf(key)]
	}
	return len(l.index.rows(l, l.refs, digestOf(key))) > 0
}

// ownKeys are the keys of the table's own rows that a link refers to.
func (f *finder) ownKeys(l *link) map[digest]bool {
	keys := map[digest]bool{}
	m := newMaker(f.t)
	for i := range f.t.Rows {
		if !m.at(i) {
			continue
		}
		var key []byte
		for _, c := range l.refs {
			key = appendKey(key, m.row[c], f.t.columns[c])
		}
		keys[digestOf(key)] = true
	}
	return keys
}

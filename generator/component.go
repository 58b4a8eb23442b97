package generator

import (
	"errors"
	"fmt"
	"slices"

	"github.com/effigydb/effigy/generator/draw"
	"github.com/effigydb/effigy/schema"
)

// component plans the tables of one strongly connected component. Their row
// counts depend on each other, so the planning is repeated until they stand.
func (p *planner) component(nodes []*schema.Node) error {
	var members []*Table
	for _, n := range nodes {
		if t := p.tables[n.Table.Name]; t != nil {
			t.Requested = p.rowsOf(t)
			t.Rows = t.Requested
			p.hollow(t)
			if t.refusal != nil {
				t.Rows = 0
			}
			members = append(members, t)
		}
	}
	for _, t := range members {
		if err := p.steer(t); err != nil {
			return err
		}
		if err := p.consult(t); err != nil {
			return err
		}
		if err := p.vetKeys(t); err != nil {
			return err
		}
	}
	if err := p.rounds(members); err != nil {
		return err
	}
	for _, t := range members {
		t.planned = true
		p.demanding(t)
		p.relent(t)
	}
	return nil
}

// rounds plans the members until their row counts stand.
func (p *planner) rounds(members []*Table) error {
	for _, t := range members {
		t.cover()
	}
	for range maxRounds {
		before := counts(members)
		for _, t := range p.untie(members) {
			if t.refusal == nil {
				if err := p.solve(t); err != nil {
					return err
				}
			}
		}
		if len(members) == 1 || slices.Equal(before, counts(members)) {
			return nil
		}
	}
	for _, t := range members {
		if t.ahead {
			t.refuse("", "its row count and those of the tables that it forms a cycle with lower each other without end", cycleHint)
		}
	}
	return nil
}

const cycleHint = "rows: 0 for one of them in effigy.yaml builds it empty"

// maxRounds bounds the rounds of a cycle of tables whose caps depend on each
// other; each round can only lower them.
const maxRounds = 8

func counts(members []*Table) []int64 {
	out := make([]int64, len(members))
	for i, t := range members {
		out[i] = t.Rows
	}
	return out
}

// shape decides keys and foreign keys for the row counts as they stand.
func (p *planner) shape(t *Table) {
	if t.Rows == 0 {
		return
	}
	for _, l := range t.links {
		l.index.reset()
		l.tight = l.unsure()
		l.outer = l.parent != nil && l.parent.component != t.component
		if !l.usable() && !t.nullable(l) {
			p.refuseLink(t, l)
			return
		}
	}
	p.drive(t)
	if t.answered() {
		p.drive(t)
	}
	t.guarded = t.guards()
	t.holds()
	t.chooseWished()
	for _, l := range t.links {
		l.alone = !t.entangled(l)
		if l.usable() {
			l.perm = draw.NewPermutation(uint64(l.parent.Rows), l.key)
			if l.fan == "zipf" {
				l.zipf = draw.NewZipf(uint64(l.parent.Rows), 1.1)
			}
		}
	}
	t.agree()
	t.addStore(p.children[t])
	p.addPolymorphs(t)
	t.chooseSeniors()
	t.chooseSlot()
	t.chooseProducts(p.children[t])
	t.addSteps(p)
	t.chooseMode()
	t.chooseCore(p.children[t])
}

func (p *planner) refuseLink(t *Table, l *link) {
	if l.parent == nil {
		t.refuse(l.name, "it refers to a table that is not built", "rows: 0 for the table in effigy.yaml builds it empty")
		return
	}
	if l.parent.refusal != nil {
		t.refuse(l.name, "it has to refer to a row of "+l.parent.Name.String()+", which is refused", "see to "+l.parent.Name.String()+" first")
	} else {
		t.refuse(l.name, "it has to refer to a row of "+l.parent.Name.String()+", which has none", "give "+l.parent.Name.String()+" rows in effigy.yaml, or this table rows: 0 as well")
	}
	if t.refusal.Constraint == l.name {
		t.refusal.Because = l.parent.Name.String()
	}
}

// solve finds the rows: by construction where a sample proves it, otherwise
// by search.
func (p *planner) solve(t *Table) error {
	if t.Rows == 0 || t.refusal != nil {
		return nil
	}
	if len(t.settings.Fixtures) > 0 {
		return p.fix(t)
	}
	if err := p.rowsFor(t); err != nil {
		return err
	}
	return p.expressions(t)
}

// rowsFor finds the rows of a table without fixtures.
func (p *planner) rowsFor(t *Table) error {
	t.outside = nil
	if p.dry() {
		t.leave()
		t.chooseMode()
	}
	if t.mode != search && t.constructs() {
		t.chooseCore(p.children[t])
		return nil
	}
	if t.letsGo() {
		p.shape(t)
		return p.rowsFor(t)
	}
	if p.dry() {
		t.leave()
	}
	if t.Rows > searchLimit {
		t.cap(searchLimit, t.searchReason(), fmt.Sprintf("its rows have to be searched one by one, which is done for up to %d", searchLimit))
	}
	if len(t.judged) > 0 && p.request.Judge == nil {
		t.refuse(t.judged[0].Constraint, errNoJudge.Error(), serverHint)
		return nil
	}
	t.loosen()
	p.relate(t)
	t.guarded = true
	err := p.find(t)
	if errors.Is(err, errNoJudge) {
		t.refuse(t.searchReason(), errNoJudge.Error(), serverHint)
		return nil
	}
	return err
}

// letsGo lets go of a layout of the rows that did not do, one at a time; false where
// there is none left.
func (t *Table) letsGo() bool {
	switch {
	case t.brood != nil:
		t.unrear()
		t.broodless = true
	case len(t.stamps) > 0:
		t.stampless = true
	case len(t.queues) > 0:
		t.queueless = true
	default:
		return t.unpile()
	}
	return true
}

// constructs reports that a sample proves the rows, and keeps their keys. Keys
// that rows of the table itself repeat have to be there for the sample.
func (t *Table) constructs() bool {
	if slices.ContainsFunc(t.links, func(l *link) bool { return l.self }) {
		return t.fill() && t.proves()
	}
	return t.proves() && t.fill()
}

// searchReason names the constraint because of which rows are searched.
func (t *Table) searchReason() string {
	for _, u := range t.uniques {
		if !u.met {
			return u.name
		}
	}
	for _, x := range t.exclusion {
		if !x.met {
			return x.name
		}
	}
	for _, j := range t.judged {
		return j.Constraint
	}
	return ""
}

package ddl

import (
	"slices"
	"strings"

	"github.com/effigydb/effigy/schema"
	pg "github.com/sqlc-dev/oliphant"
)

// key is a constraint cut out of a statement: what ADD takes.
type key struct {
	name    string
	text    string // PRIMARY KEY (a), FOREIGN KEY (a) REFERENCES …
	section Section
	refers  *pg.RangeVar
}

// late reports whether a constraint comes after the rows, and where.
func late(k *pg.Constraint) (Section, bool) {
	switch k.GetContype() {
	case pg.ConstrType_CONSTR_PRIMARY, pg.ConstrType_CONSTR_UNIQUE, pg.ConstrType_CONSTR_EXCLUSION:
		return Keys, true
	case pg.ConstrType_CONSTR_FOREIGN:
		return ForeignKeys, true
	}
	return 0, false
}

// createTable makes the table without what comes after the rows.
func (p *planner) createTable(s *pg.CreateStmt) {
	if s.Relation.GetRelpersistence() == "t" {
		return
	}
	kept, keys, cut := p.cutElements(s)
	sql := p.src.Text
	if cut {
		sql = p.withElements(s, kept)
	}
	p.add(Tables, sql)
	target := p.target
	for _, k := range keys {
		p.addKey(target, k)
	}
	p.copiedKeys(target)
}

// addKey adds a constraint that was cut out; one without a name has been
// merged into another of its statement.
func (p *planner) addKey(target schema.Name, k key) {
	if k.name == "" {
		return
	}
	sql := "ALTER TABLE " + target.String() + "\n    ADD CONSTRAINT " + schema.Quote(k.name) + " " + k.text
	p.addAs(k.section, sql, "constraint", target.Member(k.name))
	step := &p.sections[k.section][len(p.sections[k.section])-1]
	if k.refers != nil {
		step.refers = rangeName(k.refers)
	}
}

// brackets are the tokens of the list of elements; open is -1 where a table
// has none.
func (p *planner) brackets(s *pg.CreateStmt) (open, end int) {
	if len(s.TableElts) == 0 {
		return -1, -1
	}
	from := p.src.at(s.Relation.GetLocation())
	open = p.src.find(from, len(p.src.Tokens()), "(")
	return open, p.src.closing(open)
}

// cutElements goes through the elements and takes the late constraints out.
// Each kept element comes with the blanks and comments around it.
func (p *planner) cutElements(s *pg.CreateStmt) (kept []string, keys []key, cut bool) {
	open, end := p.brackets(s)
	if open < 0 {
		return nil, nil, false
	}
	primary := primaryColumns(s)
	from := open + 1
	start := p.src.offset(open) + 1
	for _, e := range s.TableElts {
		to := p.src.elementEnd(from)
		stop := p.src.offset(to)
		raw := p.src.Text[start:stop]
		section, isLate := late(e.GetConstraint())
		switch {
		case isLate:
			keys = append(keys, p.tableKey(e.GetConstraint(), from, to, section))
			cut = true
		case e.GetColumnDef() != nil:
			text, own := p.cutColumn(e.GetColumnDef(), from, to, start, stop, primary)
			keys = append(keys, own...)
			cut = cut || text != raw
			kept = append(kept, text)
		case e.GetTableLikeClause() != nil && e.GetTableLikeClause().Options&likeIndexes != 0:
			kept = append(kept, p.src.Text[start:p.src.offset(to-1)]+p.src.text(to-1, to)+" EXCLUDING INDEXES"+p.src.Text[p.src.offset(to-1)+len(p.src.Tokens()[to-1].Text):stop])
			cut = true
		default:
			kept = append(kept, raw)
		}
		if to >= end {
			break
		}
		from, start = to+1, stop+1
	}
	return kept, keys, cut
}

// withElements is the statement with other elements; where none are left and
// a list in brackets may not be empty, the brackets go too.
func (p *planner) withElements(s *pg.CreateStmt, kept []string) string {
	open, end := p.brackets(s)
	before, after := p.src.Text[:p.src.offset(open)], p.src.Text[p.src.offset(end)+1:]
	if len(kept) == 0 && (s.Partbound != nil || s.OfTypename != nil) {
		return before + after
	}
	return before + "(" + strings.Join(kept, ",") + "\n)" + after
}

// primaryColumns are the columns of the primary key that the statement
// declares: they are made NOT NULL in its stead until it comes.
func primaryColumns(s *pg.CreateStmt) []string {
	var out []string
	for _, e := range s.TableElts {
		if k := e.GetConstraint(); k.GetContype() == pg.ConstrType_CONSTR_PRIMARY {
			out = append(out, words(k.Keys)...)
		}
		def := e.GetColumnDef()
		for _, n := range def.GetConstraints() {
			if n.GetConstraint().GetContype() == pg.ConstrType_CONSTR_PRIMARY {
				out = append(out, def.Colname)
			}
		}
	}
	return out
}

// tableKey reads a late constraint that is an element of its own.
func (p *planner) tableKey(k *pg.Constraint, from, to int, section Section) key {
	if p.src.is(from, "constraint") {
		from += 2
	}
	return key{name: p.script.facts.names[k], text: p.src.text(from, to), section: section, refers: k.Pktable}
}

// cutColumn takes the late constraints out of a column, tokens [from, to),
// bytes [start, stop), and adds the NOT NULL that a primary key implies.
func (p *planner) cutColumn(def *pg.ColumnDef, from, to, start, stop int, primary []string) (string, []key) {
	var keys []key
	var b strings.Builder
	at, notNull := start, false
	for i, n := range def.Constraints {
		k := n.GetConstraint()
		notNull = notNull || k.GetContype() == pg.ConstrType_CONSTR_NOTNULL || k.GetContype() == pg.ConstrType_CONSTR_IDENTITY
		section, isLate := late(k)
		if !isLate {
			continue
		}
		first := p.src.at(k.Location)
		end := p.attributesEnd(def, i)
		keys = append(keys, p.columnKey(def, k, first, end, section))
		b.WriteString(strings.TrimRight(p.src.Text[at:p.src.offset(first)], " \t"))
		at = p.src.offset(end-1) + len(p.src.Tokens()[end-1].Text)
	}
	last := p.src.offset(to-1) + len(p.src.Tokens()[to-1].Text)
	b.WriteString(p.src.Text[at:max(at, last)])
	if slices.Contains(primary, def.Colname) && !notNull {
		b.WriteString(" NOT NULL")
	}
	b.WriteString(p.src.Text[max(at, last):stop])
	return b.String(), keys
}

// attributesEnd is the token after a column constraint and the DEFERRABLE
// and its kin that follow it.
func (p *planner) attributesEnd(def *pg.ColumnDef, i int) int {
	end := clauseEnd(p.src, def, def.Constraints[i].GetConstraint())
	for _, n := range def.Constraints[i+1:] {
		k := n.GetConstraint()
		if !attribute(nil, k.GetContype()) {
			break
		}
		end = clauseEnd(p.src, def, k)
	}
	return end
}

// columnKey turns a column's constraint into the table's: the column goes
// where the words leave a place for it.
func (p *planner) columnKey(def *pg.ColumnDef, k *pg.Constraint, from, to int, section Section) key {
	if p.src.is(from, "constraint") {
		from += 2
	}
	column := "(" + schema.Quote(def.Colname) + ")"
	out := key{name: p.script.facts.names[k], section: section, refers: k.Pktable}
	switch k.Contype {
	case pg.ConstrType_CONSTR_FOREIGN:
		out.text = "FOREIGN KEY " + column + " " + p.src.text(from, to)
	case pg.ConstrType_CONSTR_PRIMARY:
		out.text = "PRIMARY KEY " + column + " " + p.src.text(from+2, to)
	default:
		after := from + 1
		if p.src.is(after, "nulls") { // NULLS [NOT] DISTINCT
			after = p.src.find(after, to, "distinct") + 1
		}
		out.text = p.src.text(from, after) + " " + column + " " + p.src.text(after, to)
	}
	out.text = strings.TrimSpace(out.text)
	return out
}

// copiedKeys makes the keys that LIKE … INCLUDING INDEXES copies: the table
// they are copied from has none while rows are loaded.
func (p *planner) copiedKeys(target schema.Name) {
	for _, c := range p.script.facts.copied {
		if c.table != target || c.line != p.src.Line {
			continue
		}
		if c.key != nil {
			p.addKey(target, key{name: c.key.Name, text: keyText(c.key), section: Keys})
			continue
		}
		p.addAs(Keys, indexText(target, c.index), "index", c.index.Name.String())
	}
}

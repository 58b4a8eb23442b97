// Package merge puts what changed in one schema text into another one, and
// leaves every other byte of that as it is: its order, its comments, the way
// somebody wrote it.
//
// What changed is told by package diff. The result is only ever offered: the
// caller has to compare it with the new text, and takes the new text as a
// whole where they still differ. Nothing may be merged that was not compared.
package merge

import (
	"cmp"
	"regexp"
	"strings"

	"github.com/effigydb/effigy/ddl"
	"github.com/effigydb/effigy/ddl/diff"
	"github.com/effigydb/effigy/ddl/statement"
)

// side is one text with what is known of its statements.
type side struct {
	script *ddl.Script
	taken  []int  // the statement of the other side with the same tokens, or -1
	dirty  []bool // it says what changed
}

// Texts returns the old text with the statements of changed objects replaced
// by those of the new text. ok is false when a text can't be read; the result
// is then the new text.
func Texts(old, new string, changes []diff.Change) (text string, ok bool) {
	a, errOld := ddl.Parse(old)
	b, errNew := ddl.Parse(new)
	if errOld != nil || errNew != nil || len(a.Items) == 0 || len(b.Items) == 0 {
		return new, false
	}
	from, to := newSide(a), newSide(b)
	match(from, to)
	names := map[string]bool{}
	for _, c := range changes {
		if c.Level == diff.Semantic {
			from.touch(c.OldLine, names)
			if c.Change != "removed" {
				to.touch(c.Line, names)
			}
		}
	}
	from.spread(names)
	to.spread(names)
	return assemble(from, to), true
}

func newSide(s *ddl.Script) *side {
	x := &side{script: s, taken: make([]int, len(s.Split.Statements)), dirty: make([]bool, len(s.Split.Statements))}
	for i := range x.taken {
		x.taken[i] = -1
	}
	return x
}

// match pairs the statements of the same tokens, each once, in their order.
func match(a, b *side) {
	waiting := map[string][]int{}
	for i, s := range a.script.Split.Statements {
		k := tokens(s)
		waiting[k] = append(waiting[k], i)
	}
	for j, s := range b.script.Split.Statements {
		k := tokens(s)
		if list := waiting[k]; len(list) > 0 {
			a.taken[list[0]], b.taken[j] = j, list[0]
			waiting[k] = list[1:]
		}
	}
}

func tokens(s statement.Statement) string {
	var b strings.Builder
	for _, t := range s.Tokens() {
		b.WriteString(t.Text)
		b.WriteByte(0)
	}
	if b.Len() == 0 {
		return s.Text
	}
	return b.String()
}

// touch notes the objects whose statements stand on a line.
func (x *side) touch(line int, names map[string]bool) {
	if line == 0 {
		return
	}
	for _, item := range x.script.Items {
		s := x.script.Split.Statements[item.Statement]
		if s.Line <= line && line <= s.Line+strings.Count(s.Text, "\n") {
			names[key(item)] = true
		}
	}
}

func key(i ddl.Item) string { return i.Kind + " " + i.Name }

// spread marks the statements about the noted objects, and those about the
// parts of a noted table.
func (x *side) spread(names map[string]bool) {
	for _, item := range x.script.Items {
		x.dirty[item.Statement] = names[key(item)] || partOf(item, names)
	}
}

// partOf reports whether an item belongs to a noted table: a constraint,
// policy or comment is named after it.
func partOf(item ddl.Item, names map[string]bool) bool {
	for at := len(item.Name); at > 0; at = strings.LastIndexByte(item.Name[:at], '.') {
		if names["table "+item.Name[:at]] && item.Kind != "table" {
			return true
		}
	}
	return false
}

// plan says what becomes of the old text.
type plan struct {
	replaced map[int]int   // old statement to new
	gone     map[int]bool  // old statements that leave
	after    map[int][]int // old statement, or -1, to the new ones behind it
}

// assemble writes the old text with the exchanges of the plan.
func assemble(from, to *side) string {
	p := newPlan(from, to)
	text := from.script.Split.Text
	var b strings.Builder
	at := 0
	for _, j := range p.after[-1] {
		b.WriteString(to.chunk(j))
	}
	for i, s := range from.script.Split.Statements {
		switch j, swapped := p.replaced[i]; {
		case swapped:
			b.WriteString(text[at:s.Start])
			b.WriteString(to.script.Split.Statements[j].Text)
			at = s.End
		case p.gone[i]:
			b.WriteString(text[at:from.opening(i, at)])
			at = from.closing(i)
		}
		if list := p.after[i]; len(list) > 0 {
			end := max(from.closing(i), at)
			b.WriteString(text[at:end])
			at = end
			for _, j := range list {
				b.WriteString(to.chunk(j))
			}
		}
	}
	b.WriteString(text[at:])
	return b.String()
}

func newPlan(from, to *side) *plan {
	p := &plan{replaced: map[int]int{}, gone: map[int]bool{}, after: map[int][]int{}}
	waiting, place := map[string][]int{}, map[string]int{}
	for _, item := range from.script.Items {
		i := item.Statement
		place[key(item)] = i
		if from.dirty[i] && from.taken[i] < 0 {
			waiting[key(item)] = append(waiting[key(item)], i)
			p.gone[i] = true
		}
	}
	anchor := -1
	for _, item := range to.script.Items {
		j := item.Statement
		switch list := waiting[key(item)]; {
		case to.taken[j] >= 0:
			anchor = to.taken[j]
		case !to.dirty[j]: // the old text says it in its own words
			if i, ok := place[key(item)]; ok {
				anchor = i
			}
		case len(list) > 0:
			waiting[key(item)] = list[1:]
			p.replaced[list[0]] = j
			delete(p.gone, list[0])
			anchor = list[0]
		default:
			p.after[anchor] = append(p.after[anchor], j)
		}
	}
	return p
}

// header is what pg_dump writes above a statement.
var header = regexp.MustCompile(`\n--\n-- (?:Name|TOC entry|Data for Name)[^\n]*\n(?:--[^\n]*\n)*--\n\s*$`)

// opening is where a statement that leaves begins: with pg_dump's header, but
// without any comment of people.
func (x *side) opening(i, from int) int {
	start := x.script.Split.Statements[i].Start
	if m := header.FindStringIndex(x.script.Split.Text[from:start]); m != nil {
		return from + m[0]
	}
	return start
}

// closing is behind the statement's semicolon and the end of its line.
func (x *side) closing(i int) int {
	text, end := x.script.Split.Text, x.script.Split.Statements[i].End
	end = min(end+1, len(text))
	if rest := text[end:]; strings.TrimLeft(rest, " \t") != rest || strings.HasPrefix(rest, "\n") {
		if n := strings.IndexByte(rest, '\n'); n >= 0 && strings.TrimSpace(rest[:n]) == "" {
			end += n + 1
		}
	}
	return end
}

// chunk is a statement of the new text with its header, to stand behind
// another one.
func (x *side) chunk(j int) string {
	s := x.script.Split.Statements[j]
	before := 0
	if j > 0 {
		before = x.script.Split.Statements[j-1].End
	}
	above := ""
	if m := header.FindString(x.script.Split.Text[before:s.Start]); m != "" {
		above = m
	}
	return cmp.Or(above, "\n") + s.Text + ";\n"
}

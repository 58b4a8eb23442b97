package sanitize

import (
	"strings"

	"github.com/effigydb/effigy/ddl/pattern"
)

// ownerLine is the line of pg_dump's table of contents above each object.
var ownerLine = pattern.Of(`(?m)^(-- (?:Name|Data for Name|Statistics for Name): .*; Owner: )(.*?)(; Tablespace: .*)?$`)

// header is such a line with the two "--" lines around it.
var header = pattern.Of(`(?m)^--\n-- (?:Name|Data for Name|Statistics for Name): .*\n--\n`)

// between edits what is not in a statement: comments, psql's commands, and
// the places of statements that are dropped.
func (p *pass) between() []edit {
	text := p.script.Text
	var edits []edit
	for _, m := range p.script.Metas {
		edits = append(edits, put(m.Start, p.blank(m.End), ""))
	}
	at := 0
	var heads []int // of statements since the last header that stays or goes with them
	flush := func() {
		if len(heads) > 0 {
			edits = append(edits, put(heads[0], heads[1], ""))
		}
		heads = nil
	}
	for i := range p.units {
		u := &p.units[i]
		gap := text[at:u.st.Start]
		if h := header().FindAllStringIndex(gap, -1); len(h) > 0 {
			flush()
			heads = []int{at + h[len(h)-1][0], p.blank(at + h[len(h)-1][1])}
		}
		edits = append(edits, p.comments(at, u.st.Start)...)
		at = u.st.End
		if u.verdict.action == "drop" {
			edits = append(edits, put(u.st.Start, p.blank(p.terminated(at)), ""))
		} else {
			heads = nil
		}
	}
	flush()
	return append(edits, p.comments(at, len(text))...)
}

// terminated is the offset after the semicolon at an offset.
func (p *pass) terminated(at int) int {
	if at < len(p.script.Text) && p.script.Text[at] == ';' {
		return at + 1
	}
	return at
}

// blank is the offset of the next byte that is no blank.
func (p *pass) blank(at int) int {
	text := p.script.Text
	return len(text) - len(strings.TrimLeft(text[min(at, len(text)):], " \t\r\n\f\v"))
}

// comments reads the comments of a stretch between statements. Meta-commands
// in it are not read: they go.
func (p *pass) comments(from, to int) []edit {
	text := p.script.Text
	line := 1 + strings.Count(text[:from], "\n")
	var edits []edit
	for _, m := range p.script.Metas {
		if m.Start >= from && m.End <= to {
			edits = append(edits, p.commentRun(from, m.Start, line)...)
			line += strings.Count(text[from:m.End], "\n")
			from = m.End
		}
	}
	return append(edits, p.commentRun(from, to, line)...)
}

func (p *pass) commentRun(from, to, line int) []edit {
	text := p.script.Text[from:to]
	edits, masked := owners(text)
	r := p.region(masked, "comment", "comment", line)
	for i, t := range r.toks {
		if t.kind != comment {
			r.toks[i].kind = symbol
		}
	}
	return shifted(append(edits, r.run()...), from)
}

// owners takes the owner out of the lines above objects, as pg_dump writes
// them with --no-owner, and masks it for the detectors.
func owners(text string) (edits []edit, masked string) {
	masked = text
	for _, m := range ownerLine().FindAllStringSubmatchIndex(text, -1) {
		from, to := m[4], m[5]
		if m[6] >= 0 {
			to = m[7]
		}
		if owner := text[from:to]; owner != "-" && owner != "" {
			edits = append(edits, put(from, to, "-"))
			masked = masked[:from] + strings.Repeat("-", to-from) + masked[to:]
		}
	}
	return edits, masked
}

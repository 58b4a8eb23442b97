package statement

import (
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"unicode/utf8"
)

// Split cuts a text into statements and parses each. It never fails as a
// whole: what could not be read is in Script.Err and in each Statement.Err.
func Split(text string) *Script {
	s := Cut(text)
	var next atomic.Int64
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(s.Statements)/parseShare+1) {
		workers.Go(func() {
			for i := next.Add(1) - 1; i < int64(len(s.Statements)); i = next.Add(1) - 1 {
				s.Statements[i].parse(text)
			}
		})
	}
	workers.Wait()
	return s
}

// parseShare is how many statements are worth a worker of their own.
const parseShare = 64

// Cut does the same without parsing: Node and Err of the statements are not
// set.
func Cut(text string) *Script {
	c := &cutter{scanner: scanner{text: text}, script: &Script{Text: text}}
	if at, what := malformed(text); what != "" {
		c.script.Err = errorAt(text, at, what)
		return c.script
	}
	c.run()
	return c.script
}

// malformed finds a byte that no Postgres text can hold.
func malformed(text string) (int, string) {
	if i := strings.IndexByte(text, 0); i >= 0 {
		return i, "a NUL byte"
	}
	if utf8.ValidString(text) {
		return 0, ""
	}
	for i, r := range text {
		if r == utf8.RuneError && !strings.HasPrefix(text[i:], "\uFFFD") {
			return i, "invalid UTF-8"
		}
	}
	return 0, ""
}

// cutter walks the text once and notes where statements begin and end.
type cutter struct {
	scanner
	script *Script
	start  int // of the statement being read, -1 between statements
	end    int // after its last token
	lines  lineCounter
	block  atomicBlock
	parens int
}

func (c *cutter) run() {
	c.start = -1
	for c.next() {
		switch {
		case c.kind == comment:
		case c.kind == backslash && c.start < 0:
			c.meta()
		case c.kind == semicolon && c.parens <= 0 && c.block.depth == 0:
			c.finish(true)
		default:
			c.add()
		}
	}
	c.finish(false)
	if c.fault != "" {
		c.script.Err = errorAt(c.text, c.tokenStart, c.fault)
	}
}

func (c *cutter) add() {
	if c.start < 0 {
		c.start = c.tokenStart
		c.block = atomicBlock{}
		c.parens = 0
	}
	c.end = c.pos
	switch c.kind {
	case open:
		c.parens++
	case closing:
		c.parens--
	case word:
		c.block.word(c.token())
	}
}

func (c *cutter) finish(terminated bool) {
	if c.start < 0 {
		return
	}
	end := c.end
	st := Statement{Text: c.text[c.start:end], Start: c.start, End: end, Line: c.lines.at(c.text, c.start), lexing: new(lexing)}
	if terminated {
		st.End = c.tokenStart
	}
	c.script.Statements = append(c.script.Statements, st)
	c.start = -1
	if terminated && copiesFromStdin(st.Text) {
		c.copyData()
	}
}

// meta takes a psql meta-command: the rest of its line.
func (c *cutter) meta() {
	end := lineEnd(c.text, c.tokenStart)
	c.script.Metas = append(c.script.Metas, Meta{
		Text: strings.TrimRight(c.text[c.tokenStart:end], "\r"), Start: c.tokenStart, End: end,
		Line: c.lines.at(c.text, c.tokenStart),
	})
	c.pos = end
}

// copyData takes the lines after COPY … FROM stdin, up to \. or the end.
func (c *cutter) copyData() {
	at := lineEnd(c.text, c.pos)
	if at < len(c.text) {
		at++
	}
	d := CopyData{Start: at, Line: c.lines.at(c.text, at)}
	for at < len(c.text) {
		end := lineEnd(c.text, at)
		last := strings.TrimRight(c.text[at:end], "\r") == `\.`
		at = min(end+1, len(c.text))
		if last {
			break
		}
	}
	d.End = at
	c.script.Copies = append(c.script.Copies, d)
	c.pos = at
}

func copiesFromStdin(text string) bool {
	words := strings.Fields(strings.ToLower(text))
	if len(words) < 4 || words[0] != "copy" {
		return false
	}
	for i := 1; i+1 < len(words); i++ {
		if words[i] == "from" && strings.HasPrefix(words[i+1], "stdin") {
			return true
		}
	}
	return false
}

func lineEnd(text string, at int) int {
	if i := strings.IndexByte(text[at:], '\n'); i >= 0 {
		return at + i
	}
	return len(text)
}

// atomicBlock follows CREATE FUNCTION … BEGIN ATOMIC …; …; END, whose
// semicolons do not end the statement. CASE … END nests inside.
type atomicBlock struct {
	words   int
	routine bool
	create  bool
	begin   bool // the last word was BEGIN
	depth   int
}

func (b *atomicBlock) word(w string) {
	w = strings.ToLower(w)
	b.words++
	switch {
	case b.words == 1:
		b.create = w == "create"
	case b.words <= 4 && b.create && (w == "function" || w == "procedure"):
		b.routine = true
	}
	if !b.routine {
		return
	}
	switch {
	case b.depth == 0 && b.begin && w == "atomic":
		b.depth = 1
	case b.depth > 0 && w == "case":
		b.depth++
	case b.depth > 0 && w == "end":
		b.depth--
	}
	b.begin = w == "begin"
}

// Count is how many tokens a text has, comments left out: a bound on what
// parsing it will cost, found without parsing.
func Count(text string) int {
	s := scanner{text: text}
	n := 0
	for s.next() {
		if s.kind != comment {
			n++
		}
	}
	return n
}

package sanitize

import (
	"cmp"
	"slices"
	"strings"
)

// edit replaces a span. What it puts there is asked for at the very end, when
// all secrets of the text are known and have their tokens.
type edit struct {
	start, end int
	render     func() string
}

func put(start, end int, text string) edit {
	return edit{start, end, func() string { return text }}
}

// apply renders a text with its edits; of two that overlap the one that
// starts first, or is longer, wins.
func apply(text string, edits []edit) string {
	if len(edits) == 0 {
		return text
	}
	order(edits)
	var b strings.Builder
	at := 0
	for _, e := range edits {
		if e.start < at {
			continue
		}
		b.WriteString(text[at:e.start])
		b.WriteString(e.render())
		at = e.end
	}
	b.WriteString(text[at:])
	return b.String()
}

func order(edits []edit) {
	slices.SortStableFunc(edits, func(a, b edit) int {
		return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(b.end, a.end))
	})
}

// shifted moves edits by an offset.
func shifted(edits []edit, by int) []edit {
	for i := range edits {
		edits[i].start += by
		edits[i].end += by
	}
	return edits
}

// piece is one literal of a chain: 'a' 'b' or 'a' || 'b'.
type piece struct {
	tok   token
	value string
	form  form
}

// split turns edits of the joined value of a chain into edits of its pieces:
// the piece where a span begins gets the replacement, the following ones lose
// their part of it.
func split(pieces []piece, edits []edit) []edit {
	var out []edit
	at := 0
	for _, p := range pieces {
		from, to := at, at+len(p.value)
		at = to
		var local []edit
		for _, e := range edits {
			if e.start >= to || e.end <= from {
				continue
			}
			l := edit{max(e.start, from) - from, min(e.end, to) - from, e.render}
			if e.start < from {
				l.render = func() string { return "" }
			}
			local = append(local, l)
		}
		if len(local) > 0 {
			out = append(out, edit{p.tok.start, p.tok.end, func() string { return encode(apply(p.value, local), p.form) }})
		}
	}
	return out
}
